import Foundation
import TestSupport
import Testing

/// The page “SwiftData on Linux” quotes the example package; `make example` runs the package.
@Suite struct LibraryPageTests {
  private func trimmedLines(_ path: String) throws -> [String] {
    try SourceTree.package.text(path).components(separatedBy: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func `the page shows the recorded output of the example`() throws {
    let page = try SourceTree.package.text("docs/manual/swiftdata.md")
    let output = try SourceTree.package.text("docs/example/expected.txt")
    #expect(output.contains("Note.places: 0 → 4 links"))
    #expect(page.contains("```text\n\(output)```"))
  }

  @Test func `the quick start is the example program that make example runs`() throws {
    let page = try SourceTree.package.text("docs/manual/swiftdata.md")
    let source = try SourceTree.package.text("docs/example/Sources/trips/main.swift")
    #expect(page.contains("```swift\n\(source)```"))
    let output = try SourceTree.package.text("docs/example/expected-trips.txt")
    #expect(page.contains("```text\n\(output)```"))
    let makefile = try SourceTree.package.text("Makefile")
    #expect(makefile.contains("\ncompare trips expected-trips.txt\n"))
  }

  @Test func `the code of the migration on the page is that of the example`() throws {
    let page = try SourceTree.package.text("docs/manual/swiftdata.md")
    let section = try #require(page.components(separatedBy: "## A complete migration\n").last)
    let blocks = section.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
    }
    #expect(blocks.count == 2)
    let folder = "docs/example/Sources/field-notes"
    let source = Set(
      try trimmedLines("\(folder)/NotesV3.swift") + trimmedLines("\(folder)/NotesPlan.swift"))
    for line in blocks.joined().map({ $0.trimmingCharacters(in: .whitespaces) })
    where line != "// …" {
      #expect(source.contains(line), "\(line)")
    }
  }
}
