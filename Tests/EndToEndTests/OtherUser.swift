import Foundation
import TestSupport

/// A runner of the program as an unprivileged user, since root can read and write everything.
enum OtherUser {
  private static let userID = "65534"
  private static let isRoot = geteuid() == 0

  static let absence = "the program cannot be run as another user here"

  /// Whether the program can be run as a user to whom file permissions apply.
  static let canRun: Bool = {
    guard isRoot else { return true }
    guard let program = try? CLIProgram() else { return false }
    return (try? run(program, ["--version"]))?.exitCode == 0
  }()

  static func run(
    _ program: CLIProgram, _ words: [String], standardInput: String = "", store: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> Subprocess {
    var environment = program.environment.merging(environment) { $1 }
    if let store { environment["CARTOGRAPHER_STORE"] = store.path }
    let switchUser = [
      "--reuid", userID, "--regid", userID, "--clear-groups", program.executable.path,
    ]
    return try Subprocess.run(
      isRoot ? "setpriv" : program.executable.path, (isRoot ? switchUser : []) + words,
      environment: environment, workingDirectory: PackageFiles.root,
      standardInput: Data(standardInput.utf8))
  }

  /// Restricts the permissions of a file or a folder.
  static func restrict(_ url: URL, to permissions: Int = 0) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
  }
}
