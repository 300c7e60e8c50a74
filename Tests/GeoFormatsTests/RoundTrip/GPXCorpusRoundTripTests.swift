import Foundation
import GPXCompare
import GeoFormats
import TestSupport
import Testing

/// Strangers' files through reader and writer.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct GPXCorpusRoundTripTests {
  static let sound = GPXCorpusTests.sound

  /// The schema that a file is valid by, or nil.
  private static func schema(of document: Data) throws -> GPXSchema? {
    guard GPXSchema.isChecked, let schema = GPXSchema(of: document) else { return nil }
    return try schema.violations(of: document).isEmpty ? schema : nil
  }

  @Test(arguments: sound)
  func `a stranger's file comes out as it went in, and valid if it was`(
    row: GPXCorpusTests.Row
  ) throws {
    let input = try Data(contentsOf: Corpus.file(row.path))
    let result = try RoundTrip.run(Array(input))
    guard !result.report.isRefused, result.report.isComplete else { return }
    #expect(try RoundTrip.differences(Array(input), result.output) == [])
    if let schema = try Self.schema(of: input) {
      #expect(try schema.violations(of: Data(result.output)) == [])
    }
  }

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: sound)
  func `a stranger's valid file is valid in the other version`(row: GPXCorpusTests.Row) throws {
    let input = try Data(contentsOf: Corpus.file(row.path))
    guard let schema = try Self.schema(of: input) else { return }
    let isOld = schema == .version10
    let result = try RoundTrip.run(Array(input)) {
      RoundTrip.options($0, isOld ? .version11 : .version10)
    }
    guard !result.report.isRefused, result.report.isComplete else { return }
    let other = isOld ? GPXSchema.version11 : .version10
    #expect(try other.violations(of: Data(result.output)) == [])
  }
}
