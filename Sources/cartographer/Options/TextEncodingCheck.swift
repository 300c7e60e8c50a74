import Foundation
import Glibc

/// A check that the program's arguments and environment are valid UTF-8 text.
///
/// The program stores file names as text. Invalid bytes in a file name would be replaced, so a
/// command could read or write a different file.
enum TextEncodingCheck {
  /// Checks the arguments, the variables that name the program's files, and the name of the working
  /// directory.
  ///
  /// - Throws: ``Failure`` that quotes the invalid text.
  static func run() throws {
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = CommandLine.unsafeArgv[index], !isText(argument) else { continue }
      throw Failure.usage(
        "The argument '\(String(cString: argument))' is not valid UTF-8 text.",
        remedy: """
          Type text in UTF-8. If the argument is the name of a file, rename the file; or read it from standard \
          input, as in `cartographer import - < FILE`, or write to standard output.
          """)
    }
    for name in variables {
      guard let value = getenv(name), !isText(value) else { continue }
      throw Failure.usage(
        "The value '\(String(cString: value))' of the environment variable \(name) is not valid UTF-8 text.",
        remedy: "Rename the file or folder, and change the variable.")
    }
    guard let folder = getcwd(nil, 0) else { return }
    defer { free(folder) }
    guard isText(folder) else {
      throw Failure.usage(
        "The name of the working directory \(String(cString: folder)) is not valid UTF-8 text.",
        remedy: "Rename the folder, or run the command in another folder.")
    }
  }

  private static let variables = [
    "CARTOGRAPHER_STORE", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
  ]

  private static func isText(_ bytes: UnsafePointer<CChar>) -> Bool {
    String(validatingCString: bytes) != nil
  }
}
