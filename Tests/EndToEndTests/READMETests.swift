import Foundation
import TestSupport
import Testing

/// Tests of the commands in the README.
@Suite struct READMETests {
  @Test func `the commands of the section “The command line” run one after the other`() throws {
    let readme = try String(
      contentsOf: PackageFiles.root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "\n## The command line\n").last)
    let commands = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("    cartographer ") }.map { $0.dropFirst(4) }
    #expect(commands.count > 10)
    let program = try CLIProgram()
    let folder = program.folder
    for (name, target) in [
      ("cartographer", program.executable),
      ("SampleData", PackageFiles.root.appending(path: "SampleData")),
    ] {
      try FileManager.default.createSymbolicLink(
        at: folder.file(name), withDestinationURL: target)
    }
    var environment = program.environment
    environment["PATH"] = "\(folder.url.path):/usr/local/bin:/usr/bin:/bin"
    for command in commands {
      let result = try Subprocess.run(
        "/bin/bash", ["-c", String(command)], environment: environment,
        workingDirectory: folder.url)
      #expect(result.exitCode == 0, "\(command): \(result.errors)")
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("alps.gpx").path))
  }
}
