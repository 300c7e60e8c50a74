import Foundation
import TestSupport
import Testing

/// Tests that compare the table of the public API with the declarations in the sources.
struct LibraryCatalogueTests {
  private let sources: String
  private let catalogue: String
  private let table: [[String]]

  init() throws {
    let library = PackageFiles.root.appending(path: "Sources/SwiftData")
    func texts(_ ending: String) throws -> [String] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: library.path)
      return try files.filter { $0.hasSuffix(ending) }.sorted().map {
        try String(contentsOf: library.appending(path: $0), encoding: .utf8)
      }
    }
    sources = try texts(".swift").joined(separator: "\n")
    catalogue = try texts(".md").joined(separator: "\n")
    let page = try String(
      contentsOf: library.appending(path: "SwiftData.docc/PublicAPI.md"), encoding: .utf8)
    table = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns the names between backticks, without arguments, type prefixes and punctuation.
  private func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }
      .compactMap { _, code in
        let path = code.prefix { $0 != "(" }
        return path.split(separator: ".").last.map { $0.filter { $0.isLetter || $0.isNumber } }
      }
  }

  @Test func `every supported name of the API table is declared in the sources`() throws {
    #expect(table.count > 50)
    let declaredElsewhere: Set = ["Predicate", "Expression", "init"]
    let declaration = Pattern(
      #"""
      ^ [^\n]* \b (?: var | let | func | class | struct | enum | protocol | macro | case | typealias | actor )
      \s+ ( \w+ (?: ,\ \w+ )* )
      """#)
    let declared = Set(
      declaration.matches(in: sources).compactMap { $0[1] }
        .flatMap { $0.components(separatedBy: ", ") })
    for row in table where row.count >= 2 && row[1] != "no" {
      for name in names(in: row[0]) where !name.isEmpty && !declaredElsewhere.contains(name) {
        let isDeclared = declared.contains(name)
        #expect(
          isDeclared, "\(name) is in the table but is not declared in the sources")
      }
    }
  }

  @Test func `every public type and macro has a usage example in its doc comment`() {
    expectNone(Self.withoutExample(in: sources))
    let source = """
      /// Shows a trip.
      ///
      /// ```swift
      /// Shown()
      /// ```
      public struct Shown {
        /// A part of it.
        public enum Part {}
      }

      /// Declares an index: `#Mark(\\.name)`.
      @freestanding(declaration)
      public macro Mark() = #externalMacro(module: "A", type: "B")

      /// Exists in another library.
      @available(
        *, unavailable, message: "use Shown")
      public final class Missing {}
      """
    #expect(Self.withoutExample(in: source) == ["Part"])
  }

  /// Returns the names of the public types and macros whose doc comments have no example.
  ///
  /// Unavailable declarations only explain what to use instead, so they need no example.
  private static func withoutExample(in source: String) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let declaration = Pattern(
      #"""
      ^ \s* (?: @\S+ \s )? public \s (?: final \s | indirect \s )?
      (?: class | struct | enum | protocol | macro | actor ) \s ( [A-Za-z] \w* )
      """#)
    return lines.indices.compactMap { index in
      guard let name = declaration.matches(in: String(lines[index])).first?[1] else { return nil }
      let above = lines[..<index].reversed().prefix {
        !$0.allSatisfy(\.isWhitespace) && $0.last != "{" && $0.last != "}"
      }
      let hasExample = above.contains { line in
        ["```", "`@\(name)", "`#\(name)"].contains { line.contains($0) }
      }
      let isUnavailable = above.contains { $0.contains("unavailable") }
      return hasExample || isUnavailable ? nil : String(name)
    }
  }

  @Test func `every public type and macro is in the documentation catalogue`() throws {
    let declaration = Pattern(
      #"^(?:@\S+\ )?public\ (?:final\ )?(?:class|struct|enum|protocol|macro)\ ([A-Za-z]\w*)"#)
    let found = declaration.matches(in: sources).compactMap { $0[1].map(String.init) }
    let words = Set(Pattern(#"\w+"#).parts(of: catalogue).map(String.init))
    #expect(found.contains("ModelContainer"))
    for name in found {
      let isListed = words.contains(name)
      #expect(isListed, "\(name) is missing from the catalogue")
    }
  }
}
