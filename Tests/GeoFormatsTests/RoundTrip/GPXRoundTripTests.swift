import Foundation
import GPXCompare
import GeoFormats
import TestSupport
import Testing

/// Tests that reading and writing a file preserves its content.
@Suite struct GPXRoundTripTests {
  /// The fixtures made for these tests, which are outside the subfolders.
  static let roundTripFixtures = ["torture-1.1", "torture-1.0"] + oddFixtures
  static let oddFixtures = [
    "odd-elements-1.1", "odd-order-1.1", "odd-order-1.0", "odd-order-prefixed-1.1",
    "odd-order-prefixed-1.0", "odd-prefixes", "odd-no-namespace",
    "odd-root-undeclared",
  ]

  static let generalFixtures: [String] = {
    let root = PackageFiles.fixture("gpx").path
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    // A root element in upper case is written in lower case.
    return files.filter {
      $0.hasSuffix(".gpx") && $0.contains("/") && $0 != "bad/root-upper-case.gpx"
    }.sorted()
  }()

  @Test(arguments: roundTripFixtures)
  func `a fixture made for round trips is written back unchanged`(name: String) throws {
    let input = try Reading.bytes("gpx/\(name).gpx")
    let result = try RoundTrip.run(input)
    #expect(result.report.refusal == nil)
    #expect(result.report.isComplete)
    #expect(try RoundTrip.differences(input, result.output) == [])
  }

  @Test(arguments: roundTripFixtures)
  func `a second round trip of a fixture gives identical bytes`(name: String) throws {
    let first = try RoundTrip.run(Reading.bytes("gpx/\(name).gpx"))
    let second = try RoundTrip.run(first.output)
    #expect(
      String(decoding: second.output, as: UTF8.self)
        == String(decoding: first.output, as: UTF8.self))
  }

  @Test(arguments: generalFixtures)
  func `every completely read fixture is written back unchanged`(path: String) throws {
    let input = try Reading.bytes("gpx/\(path)")
    let result = try RoundTrip.run(input)
    // A parser that trusts a wrong encoding declaration reads different text.
    guard !result.report.isRefused, result.report.isComplete,
      result.report.totals[.encodingMismatch] == nil, let left = try? XMLTree(bytes: input)
    else { return }
    guard left.skippedEntities.isEmpty else { return }
    let right = try XMLTree(bytes: result.output)
    #expect(GPXComparison(left, right).differences.map(\.description) == [])
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: GPXSchema.allCases)
  func `a valid file is valid after a round trip`(schema: GPXSchema) throws {
    let result = try RoundTrip.run(Reading.bytes("gpx/torture-\(schema.rawValue).gpx"))
    #expect(try schema.violations(of: Data(result.output)) == [])
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"))
  func `a valid GPX 1.0 file is valid after conversion to GPX 1.1`() throws {
    let result = try RoundTrip.run(Reading.bytes("gpx/torture-1.0.gpx")) {
      RoundTrip.options($0, .version11)
    }
    let violations = try GPXSchema.version11.violations(of: Data(result.output))
    #expect(violations == [])
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"))
  func `a valid GPX 1.1 file is valid after conversion to GPX 1.0`() throws {
    let result = try RoundTrip.run(Reading.bytes("gpx/torture-1.1.gpx")) {
      RoundTrip.options($0, .version10)
    }
    #expect(try GPXSchema.version10.violations(of: Data(result.output)) == [])
    #expect(!result.diagnostics.isEmpty)
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: oddFixtures)
  func `an odd file written without its invalid parts is valid`(name: String) throws {
    let result = try RoundTrip.run(Reading.bytes("gpx/\(name).gpx")) { header in
      var options = GeoWritingOptions(unchangedSource: header)
      options.isValidOnly = true
      return options
    }
    let schema = try #require(GPXSchema(of: Data(result.output)))
    let violations = try schema.violations(of: Data(result.output))
    #expect(violations == [])
  }
}
