import CBuildStamp
import CartographerCore
import TerminalUI

/// The program's version number, its commit, and the versions of its C libraries.
enum ProgramVersion {
  /// The version number. The man page, the packages and the release read the number from this line.
  static let number = "1.0.0"

  /// The commit from which a packaged program was built. Nil in other builds.
  static var commit: String? {
    let text = String(cString: cb_commit())
    return text.isEmpty ? nil : text
  }

  /// The C libraries and their versions at run time, which can be newer than those at build time.
  static var libraries: [LinkedLibrary] {
    LinkedLibrary.all + [LinkedLibrary(name: "ncurses", version: NcursesBackend.libraryVersion)]
  }

  /// The output of `--version`: the version, the commit and the libraries, one line each. Scripts
  /// read the first line.
  static var text: String {
    let versions = libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return """
      \(number)
      Commit: \(commit ?? "unknown (development build)")
      Libraries: \(versions)
      """
  }
}
