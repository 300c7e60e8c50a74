import Foundation
import TestSupport
import Testing

@Suite struct SourceFileRuleTests {
  static let handwrittenFolders = ["Packaging", "SampleData", "Sources", "Tests", "docs"]

  @Test func `the top level of the package contains only known names`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: PackageFiles.root.path)
    #expect(SourceFileRule.strayTopLevelNames(names) == [])
    #expect(names.contains("Package.swift"))
  }

  @Test func `an unknown name at the top level is found`() {
    let names = ["Sources", ".git", "notes.txt", "Package.swift", "build"]
    #expect(SourceFileRule.strayTopLevelNames(names) == ["build", "notes.txt"])
  }

  @Test func `every long source file gives a reason in its header`() throws {
    let tree = SourceTree.package
    let found = try ["Sources", "Tests"].flatMap { folder in
      try tree.files(below: folder).filter { path in
        [".swift", ".c", ".h", ".sh"].contains { path.hasSuffix($0) }
      }.compactMap { path in
        SourceFileRule.lengthViolation(
          path: "\(folder)/\(path)", source: try tree.text("\(folder)/\(path)"))
      }
    }
    expectNone(found)
  }

  @Test func `a long file is found unless its header gives a reason`() {
    let body = String(repeating: "let a = 1\n", count: 600)
    func violation(_ header: String) -> String? {
      SourceFileRule.lengthViolation(path: "Long.swift", source: header + body)
    }
    #expect(violation("") == nil)
    #expect(violation("import Foundation\n")?.contains("601 lines") == true)
    #expect(violation("// Over 600 lines: one table, from the standard.\n") == nil)
    #expect(violation("let a = 1\n// Over 600 lines: too late.\n") != nil)
    let test = String(repeating: "let a = 1\n", count: 301)
    #expect(SourceFileRule.lengthViolation(path: "Tests/A/LongTests.swift", source: test) != nil)
  }

  @Test func `the package has no left-over files and no vague folder names`() throws {
    let found = try Self.handwrittenFolders.flatMap { folder in
      try SourceTree.package.files(below: folder).compactMap {
        SourceFileRule.misplaced(path: "\(folder)/\($0)")
      }
    }
    expectNone(found)
  }

  @Test(arguments: [
    "Sources/Geodesy/Utils/A.swift", "Sources/Geodesy/A.swift.orig", "docs/notes.md~",
    "Tests/core", "Tests/core.1234", "Sources/CartographerApp/helpers/A.swift",
  ])
  func `a left-over file or a vague folder name is found`(path: String) {
    #expect(SourceFileRule.misplaced(path: path) != nil)
  }

  @Test(arguments: ["Sources/CartographerCore/Library.swift", "docs/core.md", "Tests/a/log.txt"])
  func `an ordinary file is not reported as left over`(path: String) {
    #expect(SourceFileRule.misplaced(path: path) == nil)
  }

  @Test func `the names of all tests are sentences in backticks`() throws {
    let tree = SourceTree.package
    var found: [String] = []
    for path in try tree.files(below: "Tests") where path.hasSuffix("Tests.swift") {
      var isTest = false
      for line in try tree.text("Tests/\(path)").split(separator: "\n") {
        let words = line.drop { $0 == " " }
        if words.hasPrefix("@Test") { isTest = true }
        guard isTest, ["@Test", "func ", "static "].contains(where: words.hasPrefix),
          let name = words.firstRange(of: "func ")
        else { continue }
        isTest = false
        if words[name.upperBound...].first != "`" { found.append("\(path): \(words)") }
      }
    }
    expectNone(found)
  }

  @Test func `no comment has a line of more than 100 columns`() {
    expectNone(SourceTree.package.sources.flatMap(SourceFileRule.longComments))
    func count(_ line: String) -> Int {
      SourceFileRule.longComments(in: SourceFile(path: "A.swift", text: "\n\(line)\n")).count
    }
    let text = String(repeating: "é", count: 96)
    #expect(count("/// \(text)") == 0)
    #expect(count("  // \(text)") == 1)
    #expect(count("let a = \(text)") == 0, "the formatter breaks code")
  }

  @Test func `no source file contains a mark of unfinished work`() throws {
    expectNone(SourceTree.package.sources.flatMap(SourceFileRule.unfinishedMarks))
    #expect(
      SourceFileRule.unfinishedMarks(in: SourceFile(path: "A.swift", text: "\n// TODO: b\n")).count
        == 1)
  }

  @Test func `the messages of the libraries name no option of the command line`() throws {
    expectNone(SourceTree.package.sources.flatMap(SourceFileRule.commandLineMentions))
    func mentions(_ source: String, in module: String = "GeoFormats") -> Int {
      SourceFileRule.commandLineMentions(in: SourceFile(path: "\(module)/A.swift", text: source))
        .count
    }
    #expect(mentions(#"let a = "lifted by `--no-limits`""#) == 1)
    #expect(mentions("let a = \"\"\"\n  use \\(b) --swap\n  \"\"\"", in: "CartographerCore") == 1)
    #expect(mentions(#"let a = "run `cartographer store migrate`""#) == 1)
    #expect(mentions(#"let a = "a--b" // `--swap`"#) == 0)
    #expect(mentions(#"let a = "use `--swap`""#, in: "cartographer") == 0)
  }

  @Test func `the general-purpose libraries do not name the program`() throws {
    expectNone(SourceTree.package.sources.flatMap(SourceFileRule.programMentions))
    let source = "/// For Cartographer.\n"
    #expect(
      SourceFileRule.programMentions(in: SourceFile(path: "Geodesy/A.swift", text: source)).count
        == 1)
    #expect(
      SourceFileRule.programMentions(in: SourceFile(path: "GeoFormats/A.swift", text: source)) == []
    )
  }
}
