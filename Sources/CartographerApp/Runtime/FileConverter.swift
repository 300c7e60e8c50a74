import CartographerCore
import Foundation

/// An external program, such as GPSBabel, that converts files in formats not supported by
/// Cartographer itself.
///
/// If the current task is cancelled, the program is stopped, and the methods throw
/// `CancellationError`. A failed conversion throws ``EditorFailure``.
package protocol FileConverter: Sendable {
  /// The program's name, such as `gpsbabel`.
  var programName: String { get }
  /// The format to which files are converted before they are imported.
  var intermediateFormat: FileFormat { get }
  /// Whether the program can convert a folder as a single data set, for example with one file per
  /// layer.
  var readsFolders: Bool { get }

  /// Converts a file, and passes the result to a closure. The converted file is removed afterwards.
  func importing<Value>(
    _ file: String, _ body: (ImportInput) async throws -> Value
  ) async throws -> Value

  /// Exports items and converts the export to a file.
  ///
  /// - Parameter isReplacing: Whether existing files are replaced.
  func export(
    _ ids: [ItemID], from library: Library, to target: URL, isReplacing: Bool,
    progress: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ExportReport
}

/// A closure that finds the chosen external program.
///
/// - Throws: ``EditorFailure`` for an unsupported or missing program, or for an invalid time limit.
package typealias ConverterFinder = @Sendable (ConversionChoice) throws -> any FileConverter
