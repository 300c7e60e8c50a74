import Testing

@Suite struct IdentifierTests {
  @Test func `no declaration has a name that the English rules forbid`() {
    expectNone(SourceTree.package.sources.flatMap(Self.forbidden))
  }

  @Test(arguments: [
    "func take(_ ids: [Int]) {}", "mutating func goOn() {}", "let doomed = 1", "var nobody: Int",
    "struct Outset {}", "case trial", "enum Trial {}", "private func rehearse() {}",
    "static func letGo() {}", "func run(_ goOn: () -> Void) {}", "init(outset: Int) {}",
  ])
  func `a forbidden name is found in declarations`(source: String) {
    #expect(Self.forbidden(in: SourceFile(path: "Geodesy/A.swift", text: source)).count == 1)
  }

  @Test(arguments: [
    "let name = field.take()", "func takeOver() {}", "// func take()", "let a = \"goOn\"",
    "let intake = 1",
  ])
  func `calls, longer names, comments and texts are allowed`(source: String) {
    #expect(Self.forbidden(in: SourceFile(path: "Geodesy/A.swift", text: source)) == [])
  }

  /// Returns the declarations and parameters of a file that have a forbidden name.
  private static func forbidden(in file: SourceFile) -> [String] {
    declaration.parts(of: file.code.text).map {
      "\(file.path):\($0.lineNumber): \($0): use the field's term"
    }
  }

  private static let words = "take|goOn|doomed|outset|letGo|nobody|trial|rehearse|numberAnew"

  private static let declaration = Pattern(
    """
    \\b (?: func | let | var | case | struct | class | enum | protocol | actor | typealias )
      \\ (?i: \(words) ) \\b
    | (?<= [(,_] | [(,_]\\s ) (?: \(words) ) (?= : \\s )
    """)
}
