import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Imports of archives and of exports of activities through the whole editor.
@Suite struct ArchiveImportEditorTests {
  private static func file(_ place: String) -> [UInt8] {
    Array(
      GPXText.file("<wpt lat=\"45.\(place.count)\" lon=\"6\"><name>\(place)</name></wpt>").utf8)
  }

  @Test func `a typed archive asks about its files and imports each of them`() async throws {
    let editor = try await LiveEditor()
    let archive = ArchiveBytes.zip([
      ("days/a.gpx", Self.file("Hut")), ("photo.png", [0x89, 0x50, 0x4E, 0x47]),
      ("days/b.gpx", Self.file("Lake")), ("days/copy.gpx", Self.file("Hut")),
    ])
    try Data(archive).write(to: editor.folder.file("trip.zip"))
    let question = try await type("import trip.zip", into: editor)
    #expect(question.contains("Import 2 files?"), "\(question)")
    #expect(question.contains("1 duplicate file") && question.contains("1 picture"), "\(question)")
    #expect(question.contains("a.gpx") && question.contains("b.gpx"))
    #expect(try await editor.library.snapshot().places.isEmpty)
    _ = try await type("import trip.zip", into: editor, then: "enter")
    let places = try await editor.library.snapshot().places
    #expect(places.map(\.name).sorted() == ["Hut", "Lake"])
    #expect(try await editor.library.snapshot().undoCount == 2)
  }

  @Test(arguments: ["activities.csv", "activities/1002.gpx"])
  func `a typed file of a Strava export is named by the list of the activities`(file: String)
    async throws
  {
    let editor = try await LiveEditor()
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("exports/strava"), to: editor.folder.file("strava"))
    _ = try await type("import strava/\(file)", into: editor, then: "enter")
    let names = try await editor.library.snapshot().paths.map(\.name)
    #expect(names.contains("Feierabendrunde"))
    #expect(names.count == (file == "activities.csv" ? 3 : 1))
  }

  @Test func `the archives in a folder are imported`() async throws {
    let editor = try await LiveEditor()
    let archive = ArchiveBytes.zip([("a.gpx", Self.file("Hut")), ("b.gpx", Self.file("Lake"))])
    try FileManager.default.createDirectory(
      at: editor.folder.file("files"), withIntermediateDirectories: true)
    try Data(archive).write(to: editor.folder.file("files/part1.zip"))
    _ = try await type("import files", into: editor, then: "enter")
    #expect(try await editor.library.snapshot().places.map(\.name).sorted() == ["Hut", "Lake"])
  }

  /// Types a command line, presses further keys, and returns the screen.
  private func type(
    _ command: String, into editor: LiveEditor, then keys: String = ""
  ) async throws -> String {
    func strokes(_ notation: String) throws -> [KeyStroke] {
      try #require(KeyStroke.sequence(notation: notation))
    }
    var typed = try strokes(":") + command.map { KeyStroke($0) } + strokes("enter")
    if !keys.isEmpty { typed += try strokes(keys) }
    var text = ""
    let problem = await editor.press(typed) { _, screen in text = screen?.text ?? "" }
    #expect(problem == nil)
    return text
  }
}
