import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct ManualLayoutTests {
  private func lines(_ markdown: String, columns: Int = 40) -> [String] {
    ManualLayout(ManualText(markdown: markdown), columns: columns).lines.map(\.text.string)
  }

  @Test func `lines of a paragraph are joined and wrapped at spaces`() {
    #expect(
      lines("One two three\nfour **five** *six* `seven`,\neight", columns: 20)
        == ["One two three four", "five six seven,", "eight"])
  }

  @Test func `items of a list are indented below their marker`() {
    #expect(
      lines("- one two three four five\n  six\n  1. seven\n\nAfter", columns: 20)
        == ["- one two three four", "  five six", "  1. seven", "", "After"])
  }

  @Test func `code keeps its line ends and is not parsed`() {
    #expect(
      lines("```sh\na **b**\n\n# c\n```\n\n    d `e`\n")
        == ["    a **b**", "    ", "    # c", "", "    d `e`"])
  }

  @Test func `a table that is too wide wraps its widest column`() {
    #expect(
      lines("| A | B |\n|---|---|\n| `x \\| y` | one two three four |", columns: 20)
        == ["A      B", "────────────────────", "x | y  one two three", "       four"])
  }

  @Test func `pictures are omitted, and links keep their targets in order`() {
    let layout = ManualLayout(
      ManualText(
        markdown: """
          # A title

          <picture>
            <img src="a.svg" alt="a">
          </picture>

          Read [the map](map.md#zoom) and [trips](trips.md).
          """), columns: 60)
    #expect(layout.lines.map(\.text.string) == ["A title", "", "Read the map and trips."])
    #expect(layout.links == ["map.md#zoom", "trips.md"])
    #expect(layout.lines[0].anchor == "a-title")
    #expect(layout.lines[2].parts.compactMap(\.link) == [0, 1])
  }

  @Test func `no sentence of the manual announces a picture that is omitted`() throws {
    let folder = PackageFiles.root.appending(path: "docs/manual")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }
    #expect(names.count > 10)
    for name in names {
      let page = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(!page.contains(":\n\n<picture>"), "\(name)")
    }
  }

  @Test func `control characters in a page do not reach the terminal`() {
    let lines = lines("a\u{1B}[31mb\n\n    c\u{1B}]0;d\u{7}\n\n| e\u{9B} |\n|---|\n| f |")
    #expect(lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test func `without colours, code is printed between backticks`() {
    let page = ManualText(markdown: "Press `j` twice.")
    #expect(ManualPrinter.lines(page, columns: 40, colours: false) == ["Press `j` twice."])
    let coloured = ManualPrinter.lines(page, columns: 40, colours: true)[0]
    #expect(coloured.hasPrefix("Press \u{1B}[") && !coloured.contains("`"))
  }

  // MARK: The folder

  @Test func `the manual is found beside an installed program and in a checkout`() throws {
    let folder = try TemporaryDirectory()
    let installed = folder.file("usr/share/cartographer/manual")
    let checkout = folder.file("checkout/docs/manual")
    for place in [installed, checkout] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("# The index\n\n[B](b.md) [A](a.md)\n".utf8)
        .write(to: place.appending(path: "README.md"))
      for name in ["a", "b", "c"] {
        try Data("# Page \(name)\n".utf8).write(to: place.appending(path: "\(name).md"))
      }
    }
    try folder.write("", to: "checkout/Package.swift")
    let manual = try #require(ManualFolder(ofProgram: folder.file("usr/bin/cartographer")))
    #expect(manual.url.path == installed.path)
    let build = ManualFolder(ofProgram: folder.file("checkout/.build/linux/debug/cartographer"))
    #expect(build?.url.path == checkout.path)
    #expect(ManualFolder(ofProgram: folder.file("opt/bin/cartographer")) == nil)
    #expect(manual.names == ["index", "b", "a", "c"], "in the order of the index")
    #expect(try manual.page("b").title == "Page b")
    #expect(manual.name(of: "") == "index")
    #expect(manual.name(of: "ind") == "index")
    #expect(throws: (any Error).self) { try manual.page("../secret") }
    #expect(throws: (any Error).self) { try manual.page("d") }
  }

  @Test func `pages about file formats are found by their names and links`() throws {
    let manual = ManualFolder(PackageFiles.root.appending(path: "docs/manual"))
    #expect(manual.name(of: "kml") == "formats/kml")
    #expect(manual.name(of: "geoj") == "formats/geojson")
    #expect(manual.name(of: "store") == "store")
    #expect(try manual.page("formats/store").title == "The store on disk")
    #expect(throws: (any Error).self) { try manual.page("formats/../manual/map") }
    for (target, page, name) in [
      ("../formats/kml.md", "index", "formats/kml"), ("gpx.md", "formats/kml", "formats/gpx"),
      ("../manual/README.md", "formats/kml", "index"), ("map.md", "index", "map"),
      ("../adr/0001.md", "formats/kml", nil), ("../README.md", "map", nil),
      ("https://example.org/a.md", "map", nil),
    ] as [(String, String, String?)] {
      #expect(ManualFolder.page(ofLink: target, on: page) == name, "\(target)")
    }
    let index = ManualLayout(try manual.page("index"), columns: 80).links
    let listed = Set(index.compactMap { ManualFolder.page(ofLink: $0, on: "index") })
    #expect(Set(manual.names).subtracting(["index"]).isSubset(of: listed))
  }

  @Test func `every page of the manual has a title and fits into 80 columns except for code`()
    throws
  {
    let manual = ManualFolder(PackageFiles.root.appending(path: "docs/manual"))
    #expect(manual.names.count > 4)
    for name in manual.names {
      let page = try manual.page(name)
      #expect(!page.title.isEmpty, "\(name)")
      for line in ManualLayout(page, columns: 80).lines where line.width > 80 {
        #expect(line.text.string.hasPrefix("    "), "\(name): \(line.text.string)")
      }
    }
  }
}
