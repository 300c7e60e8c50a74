import Testing

@Suite struct ForbiddenUseTests {
  @Test func `only the edges read the clock, the environment and the terminal`() throws {
    expectNone(try SourceTree.package.violations(ForbiddenUse.surroundings.violations))
  }

  @Test(arguments: [
    "let start = Date()", "let start = Date.now", "var created: Date = .now",
    "f(since: .now)", "let clock = ContinuousClock()", "ContinuousClock.now",
    "ProcessInfo.processInfo.environment", "getenv(\"HOME\")", "isatty(1)",
    "FileManager.default.currentDirectoryPath", "let zone = TimeZone.current",
    "let text = \"at \\(Date())\"", "CommandLine.arguments.dropFirst()",
  ])
  func `a use of the clock, environment or terminal is found outside the edges`(source: String) {
    let rule = ForbiddenUse.surroundings
    for path in ["Geodesy/A.swift", "CartographerApp/Update/A.swift", "SwiftData/Model/A.swift"] {
      #expect(rule.violations(path: path, source: "\n" + source).count == 1)
      #expect(rule.violations(path: path, source: "\n" + source).first?.contains(":2:") == true)
    }
    for path in [
      "cartographer/A.swift", "CartographerApp/Runtime/A.swift", "SwiftData/Storage/A.swift",
      "TerminalUI/Backend/A.swift",
    ] {
      #expect(rule.violations(path: path, source: source) == [])
    }
  }

  @Test(arguments: [
    "// Date() is read elsewhere", "let text = \"getenv Date()\"", "update(state, now: now)",
    "let then = Date(timeIntervalSince1970: 0)", "state.now", "StoreClock.now()",
    "let zone: TimeZone",
  ])
  func `a passed-in value is not a forbidden use`(source: String) {
    #expect(ForbiddenUse.surroundings.violations(path: "Geodesy/A.swift", source: source) == [])
  }

  @Test func `no source file contains a force unwrap, try! or as!`() throws {
    expectNone(try SourceTree.package.violations(ForbiddenUse.force.violations))
  }

  @Test(arguments: ["let a = b!", "try! c()", "d as! E", "f()!.g", "h[0]!", "var i: J!"])
  func `a force unwrap, try! or as! is found`(source: String) {
    #expect(ForbiddenUse.force.violations(path: "Geodesy/A.swift", source: source).count == 1)
  }

  @Test(arguments: ["a != b", "a!=b", "!c", "\"d!\"", "// e!", "if (!f) {}", "a !== b"])
  func `a negation is not a force unwrap`(source: String) {
    #expect(ForbiddenUse.force.violations(path: "Geodesy/A.swift", source: source) == [])
  }

  @Test func `only the libraries have public declarations`() throws {
    expectNone(try SourceTree.package.violations(ForbiddenUse.publicAccess.violations))
    let source = "public struct A {}\nopen class B {}\npackage struct C {}\n"
    let rule = ForbiddenUse.publicAccess
    #expect(rule.violations(path: "TerminalUI/A.swift", source: source).count == 2)
    #expect(rule.violations(path: "Geodesy/A.swift", source: source) == [])
  }

  @Test func `the editor uses no model objects`() throws {
    expectNone(try SourceTree.package.violations(ForbiddenUse.modelsInEditor.violations))
    let source = "let context: ModelContext\nlet id: PersistentIdentifier\n"
    let rule = ForbiddenUse.modelsInEditor
    #expect(rule.violations(path: "CartographerApp/State/A.swift", source: source).count == 1)
    #expect(rule.violations(path: "CartographerCore/A.swift", source: source) == [])
  }
}
