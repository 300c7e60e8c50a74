import CartographerApp
import CartographerCore
import Foundation

/// A file converter for the editor that reports failures as ``EditorFailure``.
struct EditorConverter: FileConverter {
  private let converter: ForeignConverter

  /// Finds the external program that the user chose.
  ///
  /// - Throws: ``EditorFailure`` for an invalid choice, and for a program that is not installed.
  init(_ choice: ConversionChoice, _ environment: [String: String]) throws {
    do {
      converter = try ForeignConverter(choice.program, timeLimit: choice.timeLimit, environment)
    } catch let failure as Failure {
      throw EditorFailure(failure)
    }
  }

  var programName: String { converter.programName }
  var intermediateFormat: FileFormat { converter.intermediateFormat }
  var readsFolders: Bool { converter.readsFolders }

  func importing<Value>(
    _ file: String, _ body: (ImportInput) async throws -> Value
  ) async throws -> Value {
    try await EditorFailure.translating { try await converter.importing(file, body) }
  }

  func export(
    _ ids: [ItemID], from library: Library, to target: URL, isReplacing: Bool,
    progress: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ExportReport {
    try await EditorFailure.translating {
      try await converter.export(
        ids, from: library, to: target, isReplacing: isReplacing, options: ExportOptions(),
        progress: progress)
    }
  }
}

extension EditorFailure {
  /// Runs a closure, and converts a command-line failure to an editor failure.
  static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let failure as Failure {
      throw EditorFailure(failure)
    }
  }

  fileprivate init(_ failure: Failure) {
    let separator = failure.message.last?.isPunctuation == true ? " " : ". "
    self.init([failure.message, failure.remedy].compactMap(\.self).joined(separator: separator))
  }
}
