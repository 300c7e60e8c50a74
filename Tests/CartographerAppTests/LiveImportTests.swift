import CartographerPresentation
import Foundation
import Logging
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Imports and exports of real files, through the whole editor.
@Suite struct LiveImportTests {
  private let editor: LiveEditor

  init() async throws {
    editor = try await LiveEditor()
    try place("Hut", to: "tracks/a.gpx")
    // The clock of the library stands before the time of this test.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: editor.folder.file("tracks/a.gpx").path)
    try place("Lake", to: "tracks/b.gpx")
    try place("Pass", to: "tracks/more/c.gpx")
    try place("Peak", to: "tracks/.hidden/d.gpx")
    try place("Spring", to: "tracks/spring.txt")
    try editor.folder.write("# Notes", to: "tracks/notes.md")
    try editor.folder.write("no coordinates", to: "tracks/notes.txt")
  }

  private func place(_ name: String, to path: String) throws {
    try editor.folder.write(
      GPXText.file("<wpt lat=\"45.\(name.count)\" lon=\"6\"><name>\(name)</name></wpt>"), to: path)
  }

  private func press(_ keys: String) async throws -> String { try await editor.screen(after: keys) }

  private var places: [String] {
    get async throws { try await editor.library.snapshot().places.map(\.name).sorted() }
  }

  @Test func `files marked in the browser are imported, and each is undone on its own`()
    async throws
  {
    let text = try await press("o i / \"tracks\" enter enter a i enter")
    #expect(text.contains("Imported 3 files: no paths, 3 places"), "\(text)")
    #expect(try await places == ["Hut", "Lake", "Spring"])
    #expect(try await editor.library.snapshot().undoCount == 3)
  }

  @Test func `a pipe among the matches of a pattern is named and not read`() async throws {
    #expect(mkfifo(editor.folder.file("tracks/x.gpx").path, 0o600) == 0)
    let question = try await press(": \"import tracks/*.gpx\" enter")
    #expect(question.contains("Import 2 files?"), "\(question)")
    #expect(question.contains("x.gpx") && question.contains("a named pipe"), "\(question)")
    _ = try await press(": \"import tracks/*.gpx\" enter enter")
    #expect(try await places == ["Hut", "Lake"])
  }

  @Test func `the browser omits other files and notes those imported before`() async throws {
    let text = try await press(": \"import tracks/a.gpx\" enter o i / \"tracks\" enter enter")
    #expect(text.contains("3 files, 1 folder, 1 hidden, 2 other files not shown"), "\(text)")
    let rows = text.split(separator: "\n")
    #expect(rows.first { $0.contains(" a.gpx  ") }?.contains("imported") == true, "\(text)")
    #expect(rows.first { $0.contains(" b.gpx  ") }?.contains("imported") == false)
    try place("Hut II", to: "tracks/a.gpx")
    let later = try await press("o i / \"tracks\" enter enter")
    #expect(later.contains("changed since import"), "\(later)")
  }

  @Test func `neither the browser nor the completion shows the files beside a store`()
    async throws
  {
    for name in ["my.store", "my.store-wal", "my.store-shm", "my.store.lock", "my.lock"] {
      try editor.folder.write("<gpx>", to: name)
    }
    let completion = try await press(": \"import my\"")
    #expect(completion.contains("my.store ") && completion.contains("my.lock"), "\(completion)")
    for name in ["my.store-wal", "my.store-shm", "my.store.lock"] {
      #expect(!completion.contains(name), "\(name)")
    }
    #expect(try await !press("o i").contains("my."))
  }

  @Test func `paths pasted into the browser open a folder, import a file or name the problem`()
    async throws
  {
    // On a narrower screen, a long error would open a box.
    let terminal = LiveTerminal(size: Size(columns: 200, rows: 40))
    let folder = editor.folder.url.standardizedFileURL.path
    var events: [[InputEvent]] = [
      [.key(KeyStroke("o"))], [.key(KeyStroke("i"))], [.paste("\(folder)/tracks/more\n")],
      [.paste("\(folder)/tracks/typo.gpx")], [.paste("\(folder)/tracks/b.gpx")],
      [.key(KeyStroke(.enter))],
    ]
    var screens: [String] = []
    var messages: [String] = []
    terminal.next = { [unowned terminal] state in
      messages.append(state.toast?.text ?? "")
      screens.append(terminal.screen?.text ?? "")
      return events.isEmpty ? nil : events.removeFirst()
    }
    #expect(await editor.run(on: terminal) == nil)
    #expect(screens[3].contains("c.gpx") && screens[4].contains("c.gpx"))
    #expect(messages[4].contains("typo.gpx cannot be read (No such file or directory)"))
    #expect(screens[5].contains("Import b.gpx?"), "\(screens[5])")
    #expect(try await places == ["Lake"])
  }

  @Test func `a typed folder stands for its files and subfolders, without hidden ones`()
    async throws
  {
    let question = try await press(": \"import tracks\" enter")
    #expect(question.contains("Import 4 files?"), "\(question)")
    #expect(try await places.isEmpty)
    _ = try await press(": \"import tracks\" enter enter")
    #expect(try await places == ["Hut", "Lake", "Pass", "Spring"])
    let again = try await press(": \"import tracks\" enter")
    #expect(again.contains("Nothing to import"), "\(again)")
    #expect(again.contains("4 unchanged files"))
  }

  @Test(arguments: ["tracks/*.gpx", "tracks/a.gpx tracks/b.gpx", "'tracks/a.gpx' tracks/b.*"])
  func `a typed pattern or several words ask once for all files`(text: String) async throws {
    let question = try await press(": \"import \(text)\" enter")
    #expect(question.contains("Import 2 files?"), "\(question)")
    _ = try await press(": \"import \(text)\" enter enter")
    #expect(try await places == ["Hut", "Lake"])
  }

  @Test func `a second question does not cancel the reading for the first one`() async throws {
    let (idle, ending) = AsyncStream.makeStream(of: Void.self)
    let mailbox = Mailbox {}
    let runner = EffectRunner(
      library: editor.library, mailbox: mailbox, logger: Logger(label: "test"),
      folder: editor.folder.url, whenIdle: { ending.yield() })
    for number in 1...2 { runner.run(.checkImport(number: number, sources: ["tracks"])) }
    for await _ in idle where runner.isIdle { break }
    let counts = mailbox.removeAll().reduce(into: [Int: Int]()) { counts, message in
      if case .importChecked(let number, let check) = message { counts[number] = check.files.count }
    }
    #expect(counts == [1: 4, 2: 4])
  }

  @Test func `of two equal files, one is imported`() async throws {
    try place("Hut", to: "tracks/copy.gpx")
    let question = try await press(": \"import tracks/*.gpx\" enter")
    #expect(question.contains("1 duplicate file"), "\(question)")
    _ = try await press(": \"import tracks/*.gpx\" enter enter")
    #expect(try await places == ["Hut", "Lake"])
    #expect(try await editor.library.snapshot().undoCount == 2)
  }

  @Test(arguments: [
    ("import nowhere.gpx", "No such file"), ("import *.fit", "No file matches"),
    ("export-all tracks/a.gpx/x", "folder; type another path"),
    ("export-all tracks", "is a folder"),
    ("export-all tour.shp", "cannot be exported"),
  ])
  func `a wrong path keeps the typed text and gives the reason`(
    command: String, reason: String
  ) async throws {
    let text = try await press(": \"\(command)\" enter")
    #expect(text.contains(":\(command)"), "\(text)")
    #expect(text.contains(reason), "\(text)")
  }

  @Test(arguments: [
    ("tour", "tour.gpx"), ("St. Gallen", "St. Gallen.gpx"), ("day 07.11", "day 07.11.gpx"),
    ("tour.gpx.gz", "tour.gpx.gz"), ("tracks/", "tracks/test.gpx"), ("", "test.gpx"),
  ])
  func `an export adds the extension, or the suggested name after a folder`(
    typed: String, written: String
  ) async throws {
    _ = try await press(": \"import tracks/a.gpx\" enter : \"export-all \(typed)\" enter")
    let file = editor.folder.file(written)
    #expect(FileManager.default.fileExists(atPath: file.path), "\(written)")
  }

  @Test func `an export creates a missing folder after a question`() async throws {
    let question = try await press(
      ": \"import tracks/a.gpx\" enter : \"export-all new/year/x\" enter")
    #expect(question.contains("Create the folder?"), "\(question)")
    let file = editor.folder.file("new/year/x.gpx")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    _ = try await press(
      ": \"import tracks/a.gpx\" enter : \"export-all new/year/x\" enter y")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `the report of an export lists omitted content before changed values and notes`() {
    let findings = ["kept", "repaired", "skipped", "kept", "skipped"].enumerated().map {
      ImportReport.Finding(code: "code", action: $1, message: "\($0)")
    }
    #expect(findings.mostSevereFirst.map(\.message) == ["2", "4", "1", "0", "3"])
  }

  @Test func `the sample trip is imported into an empty library with its group`() async throws {
    _ = try await press("o s")
    let snapshot = try await editor.library.snapshot()
    #expect(snapshot.groups.map(\.name).contains("Three days in the Alps"))
    #expect(snapshot.paths.count == 5)
    let question = try await press("o s")
    #expect(question.contains("5 unchanged files"), "\(question)")
  }

  @Test func `a folder without importable files is named with the formats that can be imported`()
    async throws
  {
    try editor.folder.write("no coordinates", to: "letters/a.odt")
    let text = try await press(": \"import letters\" enter")
    #expect(text.contains("There is no importable file in"), "\(text)")
    #expect(text.contains("letters or its subfolders."), "\(text)")
    #expect(text.contains("GeoJSON,") && text.contains("archives."), "\(text)")
  }

  @Test func `a folder without permission says why`() async throws {
    let folder = editor.folder.file("tracks/more").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder)
    guard access(folder, R_OK) != 0 else { return }  // The superuser can read every folder.
    let text = try await press("o i / \"tracks\" enter enter enter")
    #expect(text.contains("Permission denied"), "\(text)")
  }
}
