import Foundation
import GPXCompare
import GeoFormats
import TestSupport
import Testing

/// Round-trip tests with the files of the corpus.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct GPXCorpusRoundTripTests {
  static let wellFormed = GPXCorpusTests.wellFormed

  /// Returns the schema of a valid file, or nil if the file is invalid.
  private static func schema(of document: Data) throws -> GPXSchema? {
    guard GPXSchema.isChecked, let schema = GPXSchema(of: document) else { return nil }
    return try schema.violations(of: document).isEmpty ? schema : nil
  }

  @Test(arguments: wellFormed)
  func `a corpus file is written back unchanged, and stays valid if it was valid`(
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

  @Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"), arguments: wellFormed)
  func `a valid corpus file is valid after conversion to the other GPX version`(
    row: GPXCorpusTests.Row
  ) throws {
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
