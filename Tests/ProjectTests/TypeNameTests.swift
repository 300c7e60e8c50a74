import Testing

@Suite struct TypeNameTests {
  @Test func `no two modules declare a top-level type of the same name`() {
    let names = Dictionary(
      grouping: SourceTree.package.sources.flatMap(Self.topLevelTypes), by: \.name)
    #expect(names.count > 1_000)
    let shared = names.filter { Set($0.value.map(\.module)).count > 1 }
    expectNone(
      shared.map { name, types in
        "\(name): declared in \(Set(types.map(\.module)).sorted().joined(separator: ", "))"
      }.sorted())
  }

  @Test func `nested types, private types and members are told apart from top-level types`() {
    let source = """
      package enum Outer {
        struct Inner {}
        class func make() {}
      }
      @MainActor
      private final class Hidden {}
      extension Outer { typealias Other = Int }
      indirect enum Tree { case leaf }
      // struct Comment {}
      """
    let file = SourceFile(path: "Geodesy/A.swift", text: source)
    #expect(Self.topLevelTypes(in: file).map(\.name) == ["Outer", "Hidden", "Tree"])
  }

  /// Returns the types that a file declares outside of all braces, with the file's module.
  private static func topLevelTypes(in file: SourceFile) -> [(name: String, module: Substring)] {
    let module = file.path.prefix { $0 != "/" }
    var depth = 0
    var types: [(name: String, module: Substring)] = []
    // Braces and declarations are visited in their order in the file, so that the depth is known at each of them.
    for match in token.matches(in: file.code.text) {
      switch match[0] {
      case "{": depth += 1
      case "}": depth -= 1
      default:
        if depth == 0, let name = match[1] { types.append((String(name), module)) }
      }
    }
    return types
  }

  private static let token = Pattern(
    #"[{}] | (?<![.\w]) (?: struct | class | enum | protocol | actor | typealias | macro )\ (\w+)"#)
}
