import Foundation

/// Functions that read standard input.
enum StandardInput {
  /// Returns all bytes up to the end of standard input.
  ///
  /// - Throws: ``Failure`` if standard input is closed or cannot be read.
  ///   For example, a folder cannot be read.
  static func read() throws -> Data {
    do {
      return try FileHandle.standardInput.readToEnd() ?? Data()
    } catch {
      throw Failure(
        .inputOutput, code: "inputOutput", "Standard input is closed or cannot be read.",
        remedy: "Provide the input through a pipe or with `<`, or list the items as arguments.")
    }
  }
}
