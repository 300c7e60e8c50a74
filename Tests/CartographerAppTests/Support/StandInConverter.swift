import Foundation
import TestSupport

@testable import CartographerApp
@testable import CartographerCore

/// A stand-in for GPSBabel and ogr2ogr: a file with the text `place NAME` becomes a place, and an
/// export becomes a text with the chosen format and the number of places.
struct StandInConverter: FileConverter {
  let choice: ConversionChoice
  let programName: String

  /// - Throws: ``EditorFailure`` for a program other than the two.
  init(_ choice: ConversionChoice) throws {
    self.choice = choice
    programName = choice.program.split(separator: ":").first.map(String.init) ?? ""
    guard ["gpsbabel", "ogr2ogr"].contains(programName) else {
      throw EditorFailure("The program \(choice.program) is not installed.")
    }
  }

  var intermediateFormat: FileFormat { .gpx }
  var readsFolders: Bool { programName == "ogr2ogr" }

  func importing<Value>(
    _ file: String, _ body: (ImportInput) async throws -> Value
  ) async throws -> Value {
    // A file that is converted until the job is cancelled.
    if file.hasSuffix("/endless.gdb") { try await Task.sleep(for: .seconds(3_600)) }
    let url = URL(filePath: file)
    let isFolder = FileManager.default.isFolder(file)
    let text = isFolder ? "place Data set" : try String(contentsOf: url, encoding: .utf8)
    guard text.hasPrefix("place ") else {
      throw EditorFailure("\(choice.program) could not convert \(file): no places.")
    }
    let name = text.dropFirst(6)
    let result = url.deletingLastPathComponent().appending(path: "result-of-conversion")
    defer { try? FileManager.default.removeItem(at: result) }
    try Data(
      GPXText.file("<wpt lat=\"45.\(name.count)\" lon=\"6\"><name>\(name)</name></wpt>").utf8
    ).write(to: result)
    return try await body(.conversion(of: file, at: result))
  }

  func export(
    _ ids: [ItemID], from library: Library, to target: URL, isReplacing: Bool,
    progress: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ExportReport {
    var report = try await library.export(ids, writing: { _ in })
    report.findings = []
    let limit = choice.timeLimit.map { " within \($0)" } ?? ""
    try FileSink.write(
      Data("\(choice.program)\(limit): \(report.places)".utf8), to: target,
      isReplacing: isReplacing)
    return report
  }
}
