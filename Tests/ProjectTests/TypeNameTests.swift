import Testing

@Suite struct TypeNameTests {
  @Test func `no two modules declare a top-level type of the same name`() {
    let names = Dictionary(
      grouping: SourceTree.package.sources.flatMap(Self.types).filter { !$0.isNested }, by: \.name)
    #expect(names.count > 1_000)
    let shared = names.filter { Set($0.value.map(\.module)).count > 1 }
    expectNone(
      shared.map { name, types in
        "\(name): declared in \(Set(types.map(\.module)).sorted().joined(separator: ", "))"
      }.sorted())
  }

  /// The nested types that may have the name of a top-level type of another module.
  private static let allowed: [String: String] = [
    "Edit": "the type of the command `edit`, whose module no other module imports"
  ]

  @Test func `no nested type has the name of a top-level type of another module`() {
    let types = SourceTree.package.sources.flatMap(Self.types)
    let topLevel = Dictionary(grouping: types.filter { !$0.isNested }, by: \.name)
    let nested = types.filter(\.isNested)
    #expect(nested.count > 500)
    let shared = nested.filter { type in
      topLevel[type.name, default: []].contains { $0.module != type.module }
    }
    expectNone(
      shared.filter { Self.allowed[$0.name] == nil }.map { type in
        let modules = Set(topLevel[type.name, default: []].map(\.module)).sorted()
        return "\(type.name): nested in \(type.module), see \(modules.joined(separator: ", "))"
      }.sorted())
    // A name that is no longer shared does not need an exception.
    #expect(Set(shared.map(\.name)) == Set(Self.allowed.keys))
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
    let types = Self.types(in: SourceFile(path: "Geodesy/A.swift", text: source))
    #expect(types.filter { !$0.isNested }.map(\.name) == ["Outer", "Hidden", "Tree"])
    #expect(types.filter(\.isNested).map(\.name) == ["Inner", "Other"])
  }

  private typealias DeclaredType = (name: String, module: Substring, isNested: Bool)

  /// Returns the types that a file declares, with the file's module. A type inside of braces is
  /// nested.
  private static func types(in file: SourceFile) -> [DeclaredType] {
    let module = file.path.prefix { $0 != "/" }
    var depth = 0
    var types: [DeclaredType] = []
    // Braces and declarations are visited in their order in the file, so that the depth is known at
    // each of them.
    for match in token.matches(in: file.code.text) {
      switch match[0] {
      case "{": depth += 1
      case "}": depth -= 1
      default:
        // The second keyword in `class func` and `class var` does not begin the name of a type.
        if let name = match[1], name != "func", name != "var" {
          types.append((String(name), module, depth > 0))
        }
      }
    }
    return types
  }

  private static let token = Pattern(
    #"[{}] | (?<![.\w]) (?: struct | class | enum | protocol | actor | typealias | macro )\ (\w+)"#)
}
