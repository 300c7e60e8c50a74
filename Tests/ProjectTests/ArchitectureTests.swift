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

  /// The number in a walk's heading is the number of files that its steps name.
  @Test func `the headings of the walks count the files of the editor`() {
    let walks = page.components(separatedBy: "\n### ").filter {
      $0.contains(" files of the editor")
    }
    #expect(walks.count == 3)
    for walk in walks {
      let heading = walk.prefix { $0 != "\n" }
      let steps = walk.split(separator: "\n").filter {
        $0.first?.isNumber == true || $0.hasPrefix("   ")
      }
      .joined(separator: "\n")
      let files = Self.named.matches(in: steps).compactMap { $0[1] }.filter {
        $0.hasSuffix(".swift")
      }
      let numbers = heading.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(numbers.last == files.count, "\(heading): \(files.count) files")
      #expect(numbers.first ?? 0 <= 4 && files.count <= 6, "\(heading)")
    }
  }

  /// A file or folder in backticks, with at least one folder or a Swift file name.
  private static let named = Pattern(#"`([\w+]+(?:/[\w+.]+)*(?:\.(?:swift|md|c)|/))`"#)
}
