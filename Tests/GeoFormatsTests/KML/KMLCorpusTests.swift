import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct KMLCorpusTests {
  typealias Row = GPXCorpusTests.Row

  static let rows: [Row] = ((try? Corpus.manifest())?.map(Row.init) ?? []).filter {
    ["kml", "kmz"].contains($0.fields["format"])
  }

  @Test(arguments: rows)
  func `dump`(row: Row) throws {
    let collector = GeoDocumentCollector()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: collector)
    let document = collector.document
    var length = 0.0
    for path in document.paths { length += Self.length(path.points) }
    let n = report.counts.usable + report.counts.skipped.total
    let expected = Double(row.fields["length_hav_m"] ?? "") ?? 0
    let mark = n == row.number("n_coords") && abs(length - expected) <= 0.002 * expected + 0.01 ? "ok  " : "DIFF"
    print("\(mark) \(row.path) \(report.refusal?.message ?? "") places \(document.places.count)/\(row.number("n_point")) coords \(n)/\(row.number("n_coords")) len \(length)/\(expected)")
    for diagnostic in report.diagnostics.prefix(30) { print("      \(diagnostic.line ?? 0):\(diagnostic.column ?? 0) \(diagnostic.element ?? "") \(diagnostic.code) \(diagnostic.action): \(diagnostic.message)") }
  }

  /// Returns the haversine length on the sphere that was used for the manifest's lengths.
  static func length(_ points: GeoPoints) -> Double {
    let radians = Double.pi / 180
    var metres = 0.0
    for index in 1..<max(points.count, 1) where points.segments[index] == points.segments[index - 1] {
      let (south, north) = (points.latitudes[index - 1], points.latitudes[index])
      let east = points.longitudes[index] - points.longitudes[index - 1]
      let half = (sin((north - south) * radians / 2), sin(east * radians / 2))
      let chord =
        half.0 * half.0 + cos(south * radians) * cos(north * radians) * half.1 * half.1
      metres += 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
    return metres
  }
}
