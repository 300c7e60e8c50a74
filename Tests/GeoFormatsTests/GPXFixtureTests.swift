import Foundation
import GeoFormats
import TestSupport
import Testing

/// Compares the reports of all fixtures with a table, which `make golden` updates.
@Suite struct GPXFixtureTests {
  private static let heading =
    "file,refused,complete,encoding,waypoints,routes,routePoints,tracks,segments,trackPoints,"
    + "skippedWaypoints,skippedRoutePoints,skippedTrackPoints,misplaced,diagnostics"

  /// Returns the fixtures in subfolders; the files next to the table belong to other tests.
  private static func files() throws -> [String] {
    let root = PackageFiles.fixture("gpx")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".gpx") && $0.contains("/") }.sorted()
  }

  @Test func `every fixture is read as recorded in the table`() throws {
    let files = try Self.files()
    #expect(files.count > 50)
    let rows = try files.map { try Self.row(of: $0) }
    let text = ([Self.heading] + rows).joined(separator: "\n") + "\n"
    try Golden.compare(text, with: PackageFiles.fixture("gpx/expected.csv"))
  }

  private static func row(of file: String) throws -> String {
    let sink = ConsistencySink()
    let path = PackageFiles.fixture("gpx/\(file)").path
    let report = try GeoFormat.read(try FileSource(path: path), into: sink)
    if !report.isRefused { sink.expectAgreement(with: report) }
    let counts = report.counts
    let numbers = [
      counts.waypoints, counts.routes, counts.routePoints, counts.tracks, counts.segments,
      counts.trackPoints, counts.skipped.waypoints, counts.skipped.routePoints,
      counts.skipped.trackPoints, counts.misplacedPoints,
    ]
    let diagnostics = report.diagnostics.map { diagnostic in
      """
      \(diagnostic.line ?? 0):\(diagnostic.column ?? 0) \(diagnostic.element ?? "-") \
      \(diagnostic.code) \(diagnostic.action.rawValue)
      """
    }
    let fields =
      [
        file, report.isRefused ? "yes" : "no", report.isComplete ? "yes" : "no",
        report.encoding ?? "",
      ] + numbers.map { String($0) } + [diagnostics.joined(separator: " / ")]
    return fields.joined(separator: ",")
  }
}
