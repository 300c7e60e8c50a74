import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct GPXCorpusTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let fields: [String: String]
    var path: String { fields["path"] ?? "" }
    var testDescription: String { path }

    func number(_ name: String) -> Int { fields[name].flatMap { Int($0) } ?? 0 }
  }

  static let rows: [Row] = {
    let rows = (try? Corpus.manifest())?.map(Row.init) ?? []
    return rows.filter { $0.fields["format"] == "gpx" || $0.path.hasPrefix("synthetic/") }
  }()

  static let wellFormed = rows.filter {
    $0.fields["well_formed"] == "True" && $0.fields["root"] == "gpx"
  }

  @Test func `the manifest lists more than 250 well-formed GPX files`() {
    #expect(Self.wellFormed.count > 250)
    #expect(Self.rows.count > Self.wellFormed.count)
  }

  @Test(arguments: wellFormed)
  func `the items read and skipped add up to the counts in the manifest`(row: Row) throws {
    let sink = LengthSink()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: sink)
    #expect(report.refusal == nil)
    let counts = report.counts
    #expect(report.isComplete)
    #expect(counts.waypoints + counts.skipped.waypoints == row.number("n_wpt"))
    #expect(counts.routes == row.number("n_rte"))
    #expect(counts.routePoints + counts.skipped.routePoints == row.number("n_rtept"))
    #expect(counts.tracks == row.number("n_trk"))
    #expect(counts.segments == row.number("n_trkseg"))
    #expect(counts.trackPoints + counts.skipped.trackPoints == row.number("n_trkpt"))
    #expect(counts.misplacedPoints == row.number("n_misplaced_pts"))
    #expect(report.totals[.pointMisplaced, default: 0] == counts.misplacedPoints)
    let skips: [Diagnostic.Code] = [
      .coordinateMissing, .coordinateUnreadable, .coordinateOutOfRange, .pointOrphaned,
    ]
    #expect(skips.map { report.totals[$0, default: 0] }.reduce(0, +) == counts.skipped.total)
    let repaired = report.totals[.coordinateDecimalComma, default: 0]
    #expect(counts.skipped.total + repaired >= row.number("n_bad_latlon"))
    if counts.skipped.total + repaired == 0,
      let length = row.fields["length_hav_m"].flatMap({ Double($0) })
    {
      #expect(abs(sink.trackMetres - length) <= 1e-6 * length + 0.01)
    }
  }

  @Test(arguments: rows)
  func `the report of every file agrees with the items delivered to the sink`(row: Row) throws {
    let sink = ConsistencySink()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: sink)
    if !report.isRefused { sink.expectAgreement(with: report) }
    // The manifest's parser rejects 20 000 nested elements, although the file is well-formed.
    // JSON in a file that is called GPX is read as GeoJSON.
    if row.fields["well_formed"] == "False", row.path != "synthetic/sec_deep_nesting.gpx",
      report.format != "geojson"
    {
      #expect(!report.diagnostics.isEmpty)
    }
    #expect(report.isRefused == (report.refusal != nil))
    if report.isRefused || !report.isComplete {
      #expect(report.faults.filter { $0.code != .encodingInvalidBytes }.contains { $0.line != nil })
    }
  }
}

/// A sink that sums up the lengths of the track segments.
private final class LengthSink: GeoSink {
  private(set) var trackMetres = 0.0
  private var kind = GeoPathHeader.Kind.route
  private var last: (Coordinate, segment: Int)?

  func place(_ place: GeoPlace) {}

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    self.kind = kind
    last = nil
  }

  func points(_ points: borrowing GeoPoints) {
    guard kind == .track else { return }
    for index in 0..<points.count {
      let coordinate = Coordinate(
        latitude: points.latitudes[index], longitude: points.longitudes[index])
      if let last, last.segment == points.segments[index] {
        trackMetres += last.0.sphericalMetres(to: coordinate)
      }
      last = (coordinate, points.segments[index])
    }
  }

  func pathEnds(_ header: GeoPathHeader) {}

  func fileEnds(_ header: GeoFileHeader) {}
}
