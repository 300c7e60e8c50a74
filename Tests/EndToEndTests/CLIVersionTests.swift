import Foundation
import TestSupport
import Testing

@Suite struct CLIVersionTests {
  @Test func `--version gives the version, the commit and the libraries on a line each`() throws {
    let result = try CLIProgram().run("--version")
    #expect(result.exitCode == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    #expect(lines.dropFirst().first?.hasPrefix("Commit: ") == true)
    let libraries = try #require(lines.last)
    for name in ["SQLite", "expat", "zlib", "libarchive", "OpenSSL", "ncurses"] {
      #expect(libraries.contains(try Regex("\(name) \\d+\\.\\d+")), "\(name): \(libraries)")
    }
  }

  @Test func `about --json gives the same versions as --version`() throws {
    let program = try CLIProgram()
    let version = try program.run("--version").output
    let about = try program.json("about")
    #expect(version.hasPrefix("\(try #require(about["version"] as? String))\n"))
    let libraries = try #require(about["libraries"] as? [[String: String]])
    #expect(libraries.count == 6)
    for library in libraries {
      let name = try #require(library["name"])
      #expect(version.contains("\(name) \(try #require(library["version"]))"))
    }
  }
}
