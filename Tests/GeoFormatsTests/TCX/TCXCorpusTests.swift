import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct TCXCorpusTests {
  static let rows = CorpusRow.all.filter { $0.format == "tcx" }

  @Test(arguments: rows)
  func `points, laps, courses and lengths agree with the manifest`(row: CorpusRow) throws {
    let sink = SegmentSink()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: sink)
    if row.number("n_trkpt") == row.number("n_bad_latlon") {
      #expect(report.refusal?.code == .inputNothingUsable)
      return
    }
    let counts = report.counts
    #expect(report.isComplete)
    #expect(report.format == "tcx")
    #expect(counts.waypoints == row.number("n_wpt"))
    #expect(counts.tracks + counts.routes == row.number("n_trk"))
    // A lap with several tracks has a segment for each of them.
    let text = try String(contentsOf: Corpus.file(row.path), encoding: .utf8)
    let tracks = text.split(separator: "</Lap>").map { lap in
      max(lap.matches(of: /<Track>/).count - 1, 0)
    }
    let further = counts.routes > 0 ? 0 : tracks.reduce(0, +)
    #expect(counts.segments + counts.routes == row.number("n_trkseg") + further)
    #expect(
      counts.trackPoints + counts.routePoints + counts.skipped.trackPoints
        == row.number("n_trkpt"))
    #expect(counts.skipped.trackPoints == row.number("n_bad_latlon"))
    let length = try #require(row.fields["length_hav_m"].flatMap { Double($0) })
    #expect(abs(sink.metres - length) <= 0.002 * length + 0.01)
    if let creator = row.fields["creator"], !creator.isEmpty { #expect(report.creator == creator) }
  }

  @Test(
    arguments: CorpusRow.pairs(from: ["tcx"], to: ["gpx"])
      + CorpusRow.pairs(from: ["gpx"], to: ["tcx"]))
  func `the points are those of the GPX file with the same content`(pair: CorpusRow.Pair) throws {
    try CorpusRow.expectAgreement(
      try CorpusRow.points(pair.input), try CorpusRow.points(pair.expected))
  }
}

/// A sink that adds the lengths of all segments.
private final class SegmentSink: GeoSink {
  private(set) var metres = 0.0
  private var last: (Coordinate, segment: Int)?

  func place(_ place: GeoPlace) {}

  func pathBegins(_ kind: GeoPathHeader.Kind) { last = nil }

  func points(_ points: borrowing GeoPoints) {
    for index in 0..<points.count {
      let next = Coordinate(
        latitude: points.latitudes[index], longitude: points.longitudes[index])
      if let last, last.segment == points.segments[index] {
        metres += last.0.sphericalMetres(to: next)
      }
      last = (next, points.segments[index])
    }
  }

  func pathEnds(_ header: GeoPathHeader) {}

  func fileEnds(_ header: GeoFileHeader) {}
}
