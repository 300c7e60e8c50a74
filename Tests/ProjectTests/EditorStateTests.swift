import Testing

/// The composition of the editor's state (ADR 0015).
@Suite struct EditorStateTests {
  /// The stored properties of `AppState`.
  private let states: [(name: String, type: String, hasPrivateSetter: Bool)]
  private let replacement: Pattern

  init() throws {
    let file = try #require(
      SourceTree.package.sources.first { $0.path == "CartographerApp/State/AppState.swift" })
    states = Self.stored.matches(in: file.code.text).compactMap { match in
      guard let name = match[2], let type = match[3] else { return nil }
      return (String(name), String(type), match[1] == "private(set) ")
    }
    let replaceable = states.filter { !$0.hasPrivateSetter }
    replacement = Self.replacement(
      names: replaceable.map(\.name), types: replaceable.map(\.type))
  }

  @Test func `the editor's state consists of at most 15 parts`() {
    #expect((10...15).contains(states.count))
    #expect(states.contains { $0 == ("map", "MapState", false) })
    #expect(states.contains { $0 == ("library", "LibraryState", false) })
    #expect(states.contains { $0 == ("mode", "Mode", true) })
  }

  /// Swift lets every extension of `AppState` that calls a state's functions also replace the whole
  /// state.
  @Test func `only the composition replaces the whole state of a feature`() {
    let files = SourceTree.package.sources.filter {
      $0.path.hasPrefix("CartographerApp/") && $0.path != "CartographerApp/State/AppState.swift"
    }
    #expect(files.count > 100)
    expectNone(
      files.flatMap { file in
        replacement.parts(of: file.code.text).map { "\(file.path):\($0.lineNumber): \($0)" }
      })
  }

  @Test(arguments: [
    "state.map = other.map", "state.list = ListState()", "map = MapState()",
    "self.overlays = OverlayStack()", "jobs =\n  JobsState()",
  ])
  func `a replaced state is found`(source: String) {
    #expect(replacement.parts(of: source).count == 1)
  }

  @Test(arguments: [
    "state.map.show(viewport)", "let map = MapState()", "var list: ListState", "state.map == other",
    "panes = []", "package internal(set) var list = ListState()", "input = PickerInput()",
  ])
  func `calls of a state's functions and other variables are allowed`(source: String) {
    #expect(replacement.parts(of: source) == [])
  }

  /// A stored property of the composition, with its type.
  private static let stored = Pattern(
    #"^\ \ (?:package\ )?((?:internal|private)\(set\)\ )?var\ (\w+)(?::\ |\ =\ )(\w+)(?!.*\{)"#)

  /// Returns the pattern of an assignment that replaces a whole state.
  private static func replacement(names: [String], types: [String]) -> Pattern {
    let name = names.joined(separator: "|")
    let type = types.joined(separator: "|")
    return Pattern(
      #"""
      \b state \s* \. \s* (?: \#(name) ) \s* = (?!=)
      | (?<! [\w.] ) (?<! let\ ) (?<! var\ ) (?: self\. )? (?: \#(name) ) \s* = \s* (?: \#(type) ) \b
      """#)
  }
}
