import Foundation
import TestSupport
import Testing

@Suite struct ArchitectureTests {
  private let page: String

  init() throws {
    page = try SourceTree.package.text("docs/ARCHITECTURE.md")
  }

  @Test func `the page has at most 250 lines`() {
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
  }

  @Test func `every file and folder that the page names exists`() throws {
    let files = try ["Sources", "Tests", "docs"].flatMap { folder in
      try SourceTree.package.files(below: folder).map { "\(folder)/\($0)" }
    }
    let names = Self.named.matches(in: page).compactMap { $0[1].map(String.init) }
    #expect(names.count > 100)
    // A walk names files by their last folders, so a name is the end of a path.
    expectNone(
      Set(names).filter { name in
        !files.contains {
          name.hasSuffix("/") ? "/\($0)".contains("/\(name)") : "/\($0)".hasSuffix("/\(name)")
        }
      }.sorted())
  }

  // MARK: Walks

  @Test func `each file of a walk is a single source file with a function that the walk names`() {
    #expect(walks.count == 7)
    expectNone(
      walks.flatMap(\.rows).flatMap { row in
        row.names.filter { name in
          let found = sources(named: name)
          return found.count != 1 || !found.contains { declares($0, anyOf: row.functions) }
        }.map { "\($0) has none of \(row.functions)" }
      })
  }

  @Test func `each function that a walk names is in one of the files beside it`() {
    expectNone(
      walks.flatMap(\.rows).flatMap { row in
        row.functions.filter { function in
          !row.names.flatMap(sources).contains { declares($0, anyOf: [function]) }
        }.map { "\($0) is not in \(row.names)" }
      })
  }

  @Test func `the headings of the walks count the files of the editor and the store`() {
    let counted = walks.filter { $0.heading.contains(" of the editor") }
    #expect(counted.count == 4)
    for walk in counted {
      let files = Set(walk.rows.flatMap(\.names).flatMap(sources).map(\.path))
      let inEditor = files.filter { $0.hasPrefix("CartographerApp/") }.count
      let numbers = walk.heading.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(
        numbers == [inEditor, files.count - inEditor].filter { $0 > 0 }, "\(walk.heading)")
      // A change also updates the list and the map, which the walks of single commands do not
      // repeat.
      guard !walk.heading.hasPrefix("Every") else { continue }
      #expect(inEditor <= 4 && files.count <= 6, "\(walk.heading)")
    }
  }

  /// A walk from a key or command to its effect.
  private struct Walk {
    /// A row of the walk's table: the names of files, and the functions in the files.
    struct Row {
      let names: [String]
      /// The names of functions, properties and commands.
      let functions: [String]
    }

    let heading: String
    let rows: [Row]
  }

  private var walks: [Walk] {
    page.components(separatedBy: "\n### ").map { part in
      // The last walk ends at the next heading of a higher level.
      let section = part.components(separatedBy: "\n## ")[0]
      let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
        let cells = line.components(separatedBy: " | ")
        return Walk.Row(
          names: Self.named.matches(in: cells[0]).compactMap { $0[1].map(String.init) },
          functions: cells.count < 2
            ? [] : Self.quoted.matches(in: cells[1]).compactMap { $0[1].map(String.init) })
      }
      return Walk(heading: String(section.prefix { $0 != "\n" }), rows: rows)
    }.filter { $0.heading.first != "#" && !$0.rows.isEmpty }
  }

  /// Returns the source files whose paths end with a name.
  private func sources(named name: String) -> [SourceFile] {
    SourceTree.package.sources.filter { "/\($0.path)".hasSuffix("/\(name)") }
  }

  /// Returns whether a file declares one of the given functions or properties, or defines a command
  /// with this name.
  private func declares(_ file: SourceFile, anyOf names: [String]) -> Bool {
    names.contains { name in
      let declaration = name == "init" ? #"\binit\b"# : #"\b (?:func|let|var) \s+ \#(name) \b"#
      return file.text.contains("\"\(name)\"")
        || !Pattern(declaration).matches(in: file.code.text).isEmpty
    }
  }

  private static let quoted = Pattern("`([^`]+)`")

  /// A file or folder in backticks, with at least one folder or a Swift file name.
  private static let named = Pattern(#"`([\w+]+(?:/[\w+.]+)*(?:\.(?:swift|md|c)|/))`"#)
}
