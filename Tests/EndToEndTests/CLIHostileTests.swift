import Foundation
import TestSupport
import Testing

@Suite struct CLIHostileTests {
  private static let name = "a\u{1B}[31mb\u{202E}c\u{200B}d\re\u{9B}f\u{7}"

  /// Returns whether a text has no control, format or separator characters other than line ends.
  private func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  @Test func `hostile names are printed without control characters`() throws {
    let program = try CLIProgram()
    try program.run("add", "place", Self.name, "45", "6")
    try program.run("add", "path", Self.name, "45 6", "46 7", "--kind", "track")
    try program.run("group", "create", Self.name, "L1", "P1")
    try program.run("edit", "L1", "--notes", Self.name, "--symbol", Self.name)
    for words in [
      ["list"], ["list", "--json"], ["show", "L1", "P1", "G1", "--points"],
      ["show", "L1", "--json"],
      ["stats"], ["stats", "--json"], ["log"], ["log", "--json"], ["map"], ["profile", "P1"],
      ["group", "list"], ["show", Self.name], ["show", Self.name, "--json"],
      ["delete", "P1"], ["trash", "list"], ["trash", "list", "--json"], ["undo"],
    ] {
      let result = try program.run(words)
      #expect(isHarmless(result.output), "\(words)")
      #expect(isHarmless(result.errors), "\(words)")
    }
    let items = try program.json("show", "L1")["items"] as? [[String: Any]]
    #expect(items?.first?["name"] as? String == Self.name)
  }

  @Test func `a line end in an argument is escaped on standard error`() throws {
    let program = try CLIProgram.withSampleTrip()
    let word = "a\nEVIL\u{1B}[31m"
    try program.folder.write("<gpx/>", to: word)
    for words in [
      ["import", program.folder.file(word).path], ["import", word],
      ["import", "--group", word, word],
      ["show", word], ["list", "--store", program.folder.file(word).path], [word],
      ["group", word], ["edit", "L1", "--colour", word], ["edit", word, "--name", "A"],
      ["map", "--format", word], ["map", "--size", word], ["near", word], ["log", "-n", word],
      ["export", "-o", "/\(word)/a.gpx"], ["export", "-o", program.folder.file(word).path],
      ["run", word], ["store", "restore", word], ["store", "backup", "-o", "/\(word)/a"],
      ["list", "--\(word)"], ["split", "P1", "--at", word], ["completions", word], ["undo", word],
      ["itinerary", "list", word], ["trash", "restore", word], ["points", "delete", "P1", word],
      ["convert", "P1", "--to", word], ["add", "place", "A", word], ["help", word],
    ] {
      let result = try program.run(words)
      #expect(!result.errors.contains("\nEVIL"), "\(words): \(result.errors)")
      #expect(isHarmless(result.errors), "\(words)")
    }
  }

  @Test func `every hostile or broken file ends with exit code 0 or 65 and harmless output`() throws
  {
    for folder in ["hostile", "bad", "encodings"] {
      let program = try CLIProgram()
      let files = try FileManager.default.contentsOfDirectory(
        atPath: PackageFiles.fixture("gpx/\(folder)").path)
      for file in files.sorted() {
        let result = try program.run("import", "Tests/Fixtures/gpx/\(folder)/\(file)")
        #expect([0, 65].contains(result.exitCode), "\(file): \(result.errors)")
        #expect(isHarmless(result.output + result.errors), "\(file)")
      }
      for words in [["list"], ["stats"], ["stats", "--json"]] {
        let result = try program.run(words)
        #expect(result.exitCode == 0, "\(folder) \(words): \(result.exitCode) \(result.errors)")
        #expect(isHarmless(result.output), "\(folder) \(words)")
      }
    }
  }
}
