import Foundation
import GeoFormats
import TestSupport
import Testing

@Suite struct GPXFixtureTests {
  static let expectations: [Expectation] = {
    let file = PackageFiles.fixture("gpx/expected.csv")
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let table = try? CommaSeparatedTable(text)
    else { return [] }
    return table.records.map(Expectation.init)
  }()

  struct Expectation: CustomTestStringConvertible, Sendable {
    let fields: [String: String]
    var file: String { fields["file"] ?? "" }
    var testDescription: String { file }

    func number(_ name: String) -> Int? { fields[name].flatMap { Int($0) } }
  }

  @Test func everyFixtureIsInTheTable() throws {
    let root = PackageFiles.fixture("gpx")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".gpx") && $0.contains("/") }
    #expect(files.sorted() == Self.expectations.map(\.file).sorted())
    #expect(files.count > 50)
  }

  @Test(arguments: expectations) func `reads as the table says`(_ expected: Expectation) throws {
    let path = PackageFiles.fixture("gpx/\(expected.file)").path
    let sink = ConsistencySink()
    let report = try GeoFormat.read(try FileSource(path: path), into: sink)
    #expect(report.isRefused == (expected.fields["refused"] == "yes"))
    #expect(report.isComplete == (expected.fields["complete"] == "yes"))
    #expect((report.encoding ?? "") == expected.fields["encoding"])
    let counts = report.counts
    #expect(counts.waypoints == expected.number("waypoints"))
    #expect(counts.routes == expected.number("routes"))
    #expect(counts.routePoints == expected.number("routePoints"))
    #expect(counts.tracks == expected.number("tracks"))
    #expect(counts.segments == expected.number("segments"))
    #expect(counts.trackPoints == expected.number("trackPoints"))
    #expect(counts.skipped.waypoints == expected.number("skippedWaypoints"))
    #expect(counts.skipped.routePoints == expected.number("skippedRoutePoints"))
    #expect(counts.skipped.trackPoints == expected.number("skippedTrackPoints"))
    #expect(counts.misplacedPoints == expected.number("misplaced"))
    let diagnostics = report.diagnostics.map { diagnostic in
      """
      \(diagnostic.line ?? 0):\(diagnostic.column ?? 0) \(diagnostic.element ?? "-") \
      \(diagnostic.code) \(diagnostic.action.rawValue)
      """
    }
    #expect(diagnostics.joined(separator: " / ") == expected.fields["diagnostics"])
    if !report.isRefused { sink.expectAgreement(with: report) }
  }
}
