import Foundation
import TestSupport
import Testing

@Suite struct READMETests {
  private func readme() throws -> String { try SourceTree.package.text("README.md") }

  @Test func `the README has at most 150 lines`() throws {
    #expect(try readme().split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  @Test func `the README shows a picture for dark and light pages`() throws {
    let text = try readme()
    for shade in ["dark", "light"] {
      let path = "docs/manual/pictures/overview-\(shade).svg"
      #expect(text.contains(path))
      #expect(FileManager.default.fileExists(atPath: PackageFiles.root.appending(path: path).path))
    }
  }

  @Test func `the README names one command each to install, to run and to test`() throws {
    let text = try readme()
    for command in ["sudo apt install ./cartographer_", "    make run ", "    make test "] {
      #expect(text.contains(command), "\(command)")
    }
  }

  @Test func `the README and the Makefile state the same durations of the first build and test`()
    throws
  {
    let makefile = try SourceTree.package.text("Makefile")
    for duration in ["5 to 15 minutes", "25 to 45 minutes"] {
      #expect(try readme().contains(duration) && makefile.contains(duration), "\(duration)")
    }
  }
}
