import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Imports of archives through the whole editor.
@Suite struct ArchiveImportEditorTests {
  private static func file(_ place: String) -> [UInt8] {
    Array(
      """
      <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test">
      <wpt lat="45.\(place.count)" lon="6"><name>\(place)</name></wpt></gpx>
      """.utf8)
  }

  @Test func `a typed archive asks about its files and imports each of them`() async throws {
    let editor = try await LiveEditor()
    let archive = ArchiveBytes.zip([
      ("days/a.gpx", Self.file("Hut")), ("photo.png", [0x89, 0x50, 0x4E, 0x47]),
      ("days/b.gpx", Self.file("Lake")), ("days/copy.gpx", Self.file("Hut")),
    ])
    try Data(archive).write(to: editor.folder.file("trip.zip"))
    let enter = try #require(KeyStroke.sequence(notation: "enter"))
    let typed =
      try #require(KeyStroke.sequence(notation: ":")) + "import trip.zip".map { KeyStroke($0) }
      + enter
    var question = ""
    let problem = await editor.press(typed) { _, screen in question = screen?.text ?? "" }
    #expect(problem == nil)
    #expect(question.contains("Import 2 files?"), "\(question)")
    #expect(question.contains("1 duplicate file") && question.contains("1 picture"), "\(question)")
    #expect(question.contains("a.gpx") && question.contains("b.gpx"))
    #expect(try await editor.library.snapshot().places.isEmpty)
    let secondProblem = await editor.press(typed + enter)
    #expect(secondProblem == nil)
    let places = try await editor.library.snapshot().places
    #expect(places.map(\.name).sorted() == ["Hut", "Lake"])
    #expect(try await editor.library.snapshot().undoCount == 2)
  }
}
