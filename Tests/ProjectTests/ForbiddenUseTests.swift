import Testing

@Suite struct ForbiddenUseTests {
  @Test func `only the edges read the clock, the environment and the terminal`() throws {
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.surroundings.violations))
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
      #expect(rule.violations(in: SourceFile(path: path, text: "\n" + source)).count == 1)
      #expect(
        rule.violations(in: SourceFile(path: path, text: "\n" + source)).first?.contains(":2:")
          == true)
    }
    for path in [
      "cartographer/A.swift", "CartographerApp/Runtime/A.swift", "SwiftData/Storage/A.swift",
      "TerminalUI/Backend/A.swift",
    ] {
      #expect(rule.violations(in: SourceFile(path: path, text: source)) == [])
    }
  }

  @Test(arguments: [
    "// Date() is read elsewhere", "let text = \"getenv Date()\"", "update(state, now: now)",
    "let then = Date(timeIntervalSince1970: 0)", "state.now", "StoreClock.now()",
    "let zone: TimeZone",
  ])
  func `values passed in as parameters are allowed`(source: String) {
    #expect(
      ForbiddenUse.surroundings.violations(in: SourceFile(path: "Geodesy/A.swift", text: source))
        == [])
  }

  @Test func `only the command line starts programs`() throws {
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.programs.violations))
    let source = "let process = Process()\nposix_spawn(&id, path)\nlet info = ProcessInfo.self\n"
    let rule = ForbiddenUse.programs
    #expect(
      rule.violations(in: SourceFile(path: "CartographerCore/A.swift", text: source)).count == 2)
    #expect(rule.violations(in: SourceFile(path: "cartographer/A.swift", text: source)) == [])
  }

  @Test func `no source file contains a force unwrap, try! or as!`() throws {
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.force.violations))
  }

  @Test(arguments: ["let a = b!", "try! c()", "d as! E", "f()!.g", "h[0]!", "var i: J!"])
  func `a force unwrap, try! or as! is found`(source: String) {
    #expect(
      ForbiddenUse.force.violations(in: SourceFile(path: "Geodesy/A.swift", text: source)).count
        == 1)
  }

  @Test(arguments: ["a != b", "a!=b", "!c", "\"d!\"", "// e!", "if (!f) {}", "a !== b"])
  func `a negation is not a force unwrap`(source: String) {
    #expect(
      ForbiddenUse.force.violations(in: SourceFile(path: "Geodesy/A.swift", text: source)) == [])
  }

  @Test func `only the libraries have public declarations`() throws {
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.publicAccess.violations))
    let source = "public struct A {}\nopen class B {}\npackage struct C {}\n"
    let rule = ForbiddenUse.publicAccess
    #expect(rule.violations(in: SourceFile(path: "TerminalUI/A.swift", text: source)).count == 2)
    #expect(rule.violations(in: SourceFile(path: "Geodesy/A.swift", text: source)) == [])
  }

  @Test func `the editor uses no model objects`() throws {
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.modelsInEditor.violations))
    let source = "let context: ModelContext\nlet id: PersistentIdentifier\n"
    let rule = ForbiddenUse.modelsInEditor
    #expect(
      rule.violations(in: SourceFile(path: "CartographerApp/State/A.swift", text: source)).count
        == 1)
    #expect(rule.violations(in: SourceFile(path: "CartographerCore/A.swift", text: source)) == [])
  }

  @Test func `keys are matched only in the registry`() throws {
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.keyMatches.violations))
    expectNone(SourceTree.package.sources.flatMap(ForbiddenUse.typedCharacters.violations))
  }

  @Test(arguments: ["guard let typed = stroke.typed else { return }", "stroke.typed.map(type)"])
  func `a typed character that is matched outside the registry is found`(source: String) {
    let rule = ForbiddenUse.typedCharacters
    let feature = "CartographerApp/Features/List/A.swift"
    #expect(rule.violations(in: SourceFile(path: feature, text: source)).count == 1)
    for path in ["CartographerApp/Loop/AppState+Input.swift", "TerminalUI/Input/A.swift"] {
      #expect(rule.violations(in: SourceFile(path: path, text: source)) == [])
    }
  }

  @Test(arguments: [
    "switch stroke.notation {", "if stroke.notation == \"esc\" {", "stroke.key == .escape",
    "let typed = [\"esc\", \"q\"].contains(stroke.notation)", "key == .tab",
    "case .escape: close()",
    "press(KeyStroke(.up))", "if \"q\" == pressed.notation {", "stroke.modifiers == .control",
    "steps[stroke.notation]", "let close = KeyStroke(\"q\")", "case .function(1), .enter: help()",
  ])
  func `a key comparison outside the registry is found`(source: String) {
    let rule = ForbiddenUse.keyMatches
    for path in ["CartographerApp/Features/List/A.swift", "TerminalUI/Widgets/A.swift"] {
      #expect(!rule.violations(in: SourceFile(path: path, text: source)).isEmpty)
    }
    for path in ["TerminalUI/Input/A.swift", "CartographerApp/Commands/Keymap.swift"] {
      #expect(rule.violations(in: SourceFile(path: path, text: source)) == [])
    }
  }

  @Test(arguments: [
    "Command(\"close\", keys: [.history: \"esc or q\"])", "settings.notation.format(position)",
    "if list.sort.key == .length {", "switch settings.notation {",
    "KeyStroke.notation(of: typed)", "case .next: move(by: 1)", "entries[index].key",
  ])
  func `key bindings and unrelated properties named key are allowed`(source: String) {
    let path = "CartographerApp/Features/List/A.swift"
    #expect(ForbiddenUse.keyMatches.violations(in: SourceFile(path: path, text: source)) == [])
  }

  @Test func `every popup has its commands in the registry and a scene for the golden screens`()
    throws
  {
    let tree = SourceTree.package
    let commands = try tree.text("Sources/CartographerApp/Overlays/PopupCommands.swift")
    let scenes = try tree.text("Tests/CartographerAppTests/Screens/ScreenScene.swift")
    var popups: [String] = []
    let conformance = Pattern(
      #"\b(?:struct|extension)\ (\w+):\ (?:Overlay|ListOverlay|ScrollingOverlay|Picker)\b"#)
    for file in tree.sources where file.path.hasPrefix("CartographerApp/") {
      popups += conformance.matches(in: file.code.text).compactMap { $0[1].map(String.init) }
    }
    #expect(popups.count >= 13)
    for popup in popups {
      #expect(commands.contains("\(popup).commands"), "\(popup)")
      #expect(scenes.contains("(\(popup).self, "), "\(popup)")
    }
  }
}
