import Testing

@Suite struct LongFunctionTests {
  @Test func `every long function gives reasons in comments`() {
    expectNone(
      SourceTree.package.sources.flatMap { file in
        LongFunction.withoutComments(in: file).map {
          "\(file.path):\($0.line): \($0.lineCount) lines without a comment: \($0.name)"
        }
      })
  }

  private static let steps = String(repeating: "  step()\n", count: 40)

  @Test(arguments: [
    "func long(\n  _ a: [Int]\n) throws -> Int {\n\(steps)}", "init?(_ a: Int) {\n\(steps)}",
    "private var long: Int {\n\(steps)}", "func long() {\n  /// A doc comment.\n\(steps)}",
    "func long() {\n  if a {\n\(steps)  }\n}", "func long(in a: Int) throws {\n\(steps)}",
    "func long<A>(_ a: A) -> [A] {\n\(steps)}", "static func == (a: A, b: A) -> Bool {\n\(steps)}",
    "@inline(__always) func long(_ a: (Int) -> Int) {\n\(steps)}",
    "func long(\n  _ a: Int, _ b: () -> Void = {}\n) {\n\(steps)}",
  ])
  func `a long function without an ordinary comment is found`(source: String) {
    #expect(LongFunction.withoutComments(in: SourceFile(path: "A.swift", text: source)).count == 1)
  }

  @Test(arguments: [
    "func short() {\n  step()\n}", "func long() {\n  // Why.\n\(steps)}",
    "func long() {\n  switch (a, b) {\n\(steps)  }\n}", "var long: [Int] {\n  [\n\(steps)  ]\n}",
    "protocol A {\n  func a()\n}\nstruct B {\n\(steps)}",
    "protocol A {\n  func a()\n  var b: Int { get }\n}\nextension A {\n\(steps)}",
  ])
  func `short functions, tables and requirements are allowed`(source: String) {
    #expect(LongFunction.withoutComments(in: SourceFile(path: "A.swift", text: source)).isEmpty)
  }
}
