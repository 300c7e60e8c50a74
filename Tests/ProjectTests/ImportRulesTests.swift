import Foundation
import TestSupport
import Testing

@Suite struct ImportRulesTests {
  @Test func `every import in Sources is allowed by the module table`() throws {
    expectNone(SourceTree.package.sources.flatMap(ModuleRule.violations))
  }

  @Test func `the rules read every source file and find every import`() throws {
    // All imports of the project begin a line, so a plain text search must find the same lines.
    let importLine = Pattern(#"^(@\w+(\(\w+\))?\ )*((public|package)\ )?import\ [A-Z]"#)
    let sources = SourceTree.package.sources
    for file in sources {
      let lines = importLine.parts(of: file.text).map(\.lineNumber)
      let found = ImportDeclaration.all(in: file.code).map(\.line)
      #expect(Set(lines).isSubset(of: found), "\(file.path)")
    }
    let seen = Set(sources.map(\.path))
    let root = PackageFiles.root.appending(path: "Sources")
    let files = try #require(FileManager.default.subpaths(atPath: root.path))
    #expect(seen == Set(files.filter { $0.hasSuffix(".swift") }))
    #expect(seen.contains("SwiftData/Context/ModelContext.swift"))
  }

  @Test func `the module table and the folders of Sources match`() throws {
    let folders = Set(
      try SourceTree.package.files(below: "Sources").compactMap { $0.split(separator: "/").first })
    #expect(folders == Set(ModuleRule.table.map { Substring($0.module) }))
  }

  @Test func `a forbidden import in a folder is found with its line`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("import Foundation\n", to: "Sources/Geodesy/Units/Length.swift")
    try folder.write(
      "// Why.\n\nimport Foundation\nimport TerminalUI\n", to: "Sources/Geodesy/Stray.swift")
    try folder.write("struct New {}\n", to: "Sources/Novel/New.swift")
    let found = try SourceTree(root: folder.url).sources.flatMap(ModuleRule.violations)
    #expect(
      found == [
        "Geodesy/Stray.swift:4: Geodesy must not import TerminalUI here",
        "Novel/New.swift: the folder is missing from the module table",
      ])
  }

  @Test(arguments: [
    ("import Stray", 1),
    ("@testable import Stray", 1),
    ("package import Stray", 1),
    ("@preconcurrency public import Stray", 1),
    ("@_spi(Testing) @testable\nimport Stray", 2),
    ("import struct Stray.Thing", 1),
    ("import func Stray.thing", 1),
    ("import Stray.Inner.Deeper", 1),
    ("import Foundation; import Stray", 1),
    ("  \timport   Stray  // why", 1),
    ("/* why */ import Stray", 1),
    ("#if os(Linux)\n  import Stray\n#endif", 2),
    ("let text = \"\\(value) quoted \\\" \"\nimport Stray\r\n", 2),
    ("let text = #\"one \" two\"#\nimport Stray", 2),
    ("let text = \"\"\"\n  \"a\" /* no comment\n  \"\"\"\nimport Stray", 4),
    ("let pattern = /[\"]/\nimport Stray", 2),
  ])
  func `a forbidden import is found in any form`(source: String, line: Int) {
    let found = ImportDeclaration.all(in: SwiftCode(source)).filter { $0.module == "Stray" }
    #expect(found.map(\.line) == [line])
  }

  @Test(arguments: [
    "// import Stray",
    "/* outer /* inner */\nimport Stray\n*/",
    "let text = \"\"\"\n  import Stray\n  \"\"\"",
    "let text = #\"\"\"\n  \"\"\"\n  import Stray\n  \"\"\"#",
    "let text = \"\nimport\"",
    "func read(\n  import record: Stray\n) {}",
    "#if canImport(Stray)\n#endif",
  ])
  func `text that only looks like an import is ignored`(source: String) {
    #expect(ImportDeclaration.all(in: SwiftCode(source)) == [])
  }

  @Test func `only the storage folder may import GRDB`() {
    let source = "package import GRDB\nimport GRDBSQLite\n"
    func count(_ path: String) -> Int {
      ModuleRule.violations(in: SourceFile(path: path, text: source)).count
    }
    #expect(count("SwiftData/Storage/Connection.swift") == 0)
    #expect(count("SwiftData/Storage/Journal/Row.swift") == 0)
    #expect(count("SwiftData/Model/Storage.swift") == 2)
    #expect(count("SwiftData/Model/Storage/Row.swift") == 2)
    #expect(count("CartographerCore/Storage/Row.swift") == 2)
  }

  @Test func `only the edges may import the C library`() {
    func count(_ path: String) -> Int {
      ModuleRule.violations(in: SourceFile(path: path, text: "import Glibc\n")).count
    }
    #expect(count("SwiftData/Storage/StoreLock.swift") == 0)
    #expect(count("SwiftData/Context/ModelContext.swift") == 1)
    #expect(count("CartographerApp/Runtime/Loop.swift") == 0)
    #expect(count("CartographerApp/Update/Update.swift") == 1)
  }

  @Test func `only the listed modules may be re-exported`() {
    let found = ModuleRule.violations(
      in: SourceFile(
        path: "SwiftData/Exports.swift",
        text: "@_exported import Foundation\n@_exported public import Logging\n"))
    #expect(found == ["SwiftData/Exports.swift:2: SwiftData must not re-export Logging"])
  }

  @Test func `a Swift file in a module that wraps a C library is found`() {
    #expect(ModuleRule.violations(in: SourceFile(path: "CExpat/Parser.swift", text: "")).count == 1)
  }

  @Test func `the shared test code imports only Foundation`() throws {
    let tree = SourceTree.package
    let imports = try tree.files(below: "Tests/TestSupport").flatMap {
      ImportDeclaration.all(in: SwiftCode(try tree.text("Tests/TestSupport/\($0)")))
    }
    #expect(Set(imports.map(\.module)) == ["Foundation"])
  }
}
