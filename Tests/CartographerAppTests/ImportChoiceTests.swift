import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// The choices that the import prompt offers for files that do not show how to read them.
@Suite struct ImportChoiceTests {
  private let editor: LiveEditor

  init() async throws { editor = try await LiveEditor() }

  private func gpx(_ latitude: Double, _ longitude: Double, to name: String) throws {
    try editor.folder.write(
      GPXText.file(GPXText.place(name, latitude, longitude), creator: "test"), to: name)
  }

  private var places: [PlaceSnapshot] {
    get async throws {
      try await editor.library.snapshot().places.sorted { $0.name < $1.name }
    }
  }

  // MARK: Files that were imported before

  @Test func `the message about a changed file tells what was added and updated`() async throws {
    try gpx(46.5, 7.9, to: "hut.gpx")
    _ = try await editor.screen(after: ": \"import hut.gpx\" enter")
    func replace(_ text: String, with other: String) throws {
      let file = try String(contentsOf: editor.folder.file("hut.gpx"), encoding: .utf8)
      try editor.folder.write(file.replacing(text, with: other), to: "hut.gpx")
    }
    try replace("</name>", with: "</name><desc>Open in summer</desc>")
    let updated = try await editor.screen(after: ": \"import hut.gpx\" enter")
    #expect(updated.contains("Imported hut.gpx: 1 item updated"), "\(updated)")
    try replace("creator=\"test\"", with: "creator=\"another program\"")
    let equal = try await editor.screen(after: ": \"import hut.gpx\" enter")
    #expect(equal.contains("Imported hut.gpx: no new or changed items"), "\(equal)")
  }

  // MARK: Swapped coordinates

  @Test func `a typed file with swapped coordinates asks, and s swaps them`() async throws {
    try gpx(145.5, -16.9, to: "reef.gpx")
    let question = try await editor.screen(after: ": \"import reef.gpx\" enter")
    #expect(question.contains("all latitudes are out of range;"), "\(question)")
    #expect(question.contains("s       swap latitude and longitude in 1 file"), "\(question)")
    #expect(!question.contains("--swap"))
    let swapped = try await editor.screen(after: ": \"import reef.gpx\" enter s")
    #expect(swapped.contains("Import reef.gpx?"), "\(swapped)")
    #expect(swapped.contains("do not swap latitude and longitude in 1 file"), "\(swapped)")
    _ = try await editor.screen(after: ": \"import reef.gpx\" enter s enter")
    #expect(try await places.map(\.coordinate.latitude) == [-16.9])
  }

  @Test func `the remedy for a file of another program is told in the words of the editor`()
    async throws
  {
    try editor.folder.write("MsRcf", to: "a.gdb")
    let text = try await editor.screen(after: ": \"import a.gdb\" enter w")
    #expect(text.contains("Garmin") && text.contains("GPSBabel"), "\(text)")
    #expect(text.contains("import it with :import --via gpsbabel"), "\(text)")
  }

  @Test func `only the files with swapped coordinates are corrected`() async throws {
    try gpx(145.5, -16.9, to: "reef.gpx")
    try gpx(46, 7, to: "hut.gpx")
    let both = try await editor.screen(after: ": \"import *.gpx\" enter s")
    #expect(both.contains("Import 2 files?"), "\(both)")
    _ = try await editor.screen(after: ": \"import *.gpx\" enter s enter")
    #expect(try await places.map(\.coordinate.latitude) == [46, -16.9])
  }

  @Test func `s swaps the coordinates of a table in which only some latitudes are out of range`()
    async throws
  {
    try editor.folder.write("lat;lon;name\n8.5;47.4;A\n110.2;20.1;B\nx;1;C\n", to: "a.csv")
    let question = try await editor.screen(after: ": \"import a.csv\" enter")
    #expect(question.contains("s       swap latitude and longitude in 1 file"), "\(question)")
    let swapped = try await editor.screen(after: ": \"import a.csv\" enter s")
    #expect(swapped.contains("do not swap latitude and longitude in 1 file"), "\(swapped)")
    _ = try await editor.screen(after: ": \"import a.csv\" enter s enter")
    #expect(try await places.map(\.coordinate.latitude) == [47.4, 20.1])
  }

  @Test func `s does not swap a file with one wrong position together with swapped files`()
    async throws
  {
    try gpx(145.5, -16.9, to: "reef.gpx")
    try editor.folder.write("lat,lon,name\n46,7,Hut\n146,7,Lake\n", to: "a.csv")
    let keys = ": \"import .\" enter s enter"
    _ = try await editor.screen(after: keys)
    #expect(try await places.map(\.coordinate.latitude) == [46, -16.9])
  }

  @Test func `s is not offered if the swap would move other positions out of range`() async throws {
    try editor.folder.write("lat,lon,name\n35.5,139.5,A\n139.7,35.6,B\n", to: "a.csv")
    let text = try await editor.screen(after: ": \"import a.csv\" enter")
    #expect(text.contains("1 place") && !text.contains("swap latitude"), "\(text)")
  }

  @Test func `s does nothing if no file has swapped coordinates`() async throws {
    try gpx(46, 7, to: "hut.gpx")
    let text = try await editor.screen(after: ": \"import .\" enter s")
    #expect(text.contains("no file has swapped coordinates"), "\(text)")
    #expect(!text.contains("swap latitude"))
  }

  // MARK: Tables

  @Test func `a table asks before it is imported, and shows its columns and totals`() async throws {
    try editor.folder.write("lat,lon,name,stars\n46,7,Hut,3\n46.1,7,Lake,4\n", to: "a.csv")
    let question = try await editor.screen(after: ": \"import a.csv\" enter")
    #expect(question.contains("Import a.csv?"), "\(question)")
    #expect(question.contains("no paths, 2 places"))
    #expect(question.contains("lat=1, lon=2, name=3; kept as extension values: 4 “stars”"))
    #expect(question.contains("c       table columns: as named in the header"))
    #expect(try await places.isEmpty)
    _ = try await editor.screen(after: ": \"import a.csv\" enter enter")
    #expect(try await places.map(\.name) == ["Hut", "Lake"])
    let again = try await editor.screen(after: ": \"import a.csv\" enter")
    #expect(again.contains("1 unchanged file"), "\(again)")
  }

  @Test func `the columns of a table can be stated`() async throws {
    try editor.folder.write("n,b,a\nHut,7,46\nLake,7,46.1\n", to: "a.csv")
    let question = try await editor.screen(after: ": \"import a.csv\" enter")
    #expect(question.contains("no columns are named latitude and longitude"), "\(question)")
    #expect(question.contains("Nothing to import yet"))
    #expect(!question.contains("--columns"))
    let wrong = try await editor.screen(after: ": \"import a.csv\" enter c \"lat=9,lon=2\" enter")
    #expect(wrong.contains("there is no column 9"), "\(wrong)")
    #expect(wrong.contains("c       table columns: lat=9,lon=2"))
    let keys = ": \"import a.csv\" enter c \"lat=a,lon=2,name=1\" enter"
    let right = try await editor.screen(after: keys)
    #expect(right.contains("lat=3, lon=2, name=1"), "\(right)")
    _ = try await editor.screen(after: keys + " enter")
    #expect(try await places.map(\.name) == ["Hut", "Lake"])
  }

  @Test func `of several tables, each file's row shows its columns`() async throws {
    try editor.folder.write("lat,lon,name\n46,7,Hut\n", to: "a.csv")
    try editor.folder.write("Title;Latitude;Longitude\nLake;46,1;7\n", to: "b.csv")
    let text = try await editor.screen(after: ": \"import *.csv\" enter")
    #expect(text.contains("+ a.csv  no paths, 1 place, no points; columns lat=1, lon=2, name=3"))
    #expect(text.contains("+ b.csv  no paths, 1 place, no points; columns lat=2, lon=3, name=1"))
  }

  @Test func `typing columns begins with the recognised ones, and esc leaves them`() async throws {
    try editor.folder.write("lat,lon,name\n46,7,Hut\n", to: "a.csv")
    let typing = try await editor.screen(after: ": \"import a.csv\" enter c")
    #expect(typing.contains("columns lat=1, lon=2, name=3"), "\(typing)")
    #expect(typing.contains("leave empty to use the header"))
    let left = try await editor.screen(after: ": \"import a.csv\" enter c \"x\" esc")
    #expect(left.contains("table columns: as named in the header"), "\(left)")
    #expect(left.contains("Import a.csv?"))
  }

  @Test func `the key hints name the choices that apply to the files`() async throws {
    try editor.folder.write("lat,lon,name\n46,7,Hut\n", to: "a.csv")
    let table = try await editor.screen(after: ": \"import a.csv\" enter")
    #expect(table.contains("c columns  a rows"), "\(table)")
    try gpx(46, 7, to: "hut.gpx")
    let file = try await editor.screen(after: ": \"import hut.gpx\" enter")
    #expect(!file.contains("c columns"), "\(file)")
  }

  @Test func `the rows of a table become places or one path as chosen`() async throws {
    try editor.folder.write("lat,lon\n46,7\n46.1,7\n", to: "a.csv")
    let path = try await editor.screen(after: ": \"import a.csv\" enter a a")
    #expect(path.contains("read rows as: one path"), "\(path)")
    #expect(path.contains("1 path, no places, 2 points"))
    _ = try await editor.screen(after: ": \"import a.csv\" enter a a enter")
    #expect(try await editor.library.snapshot().paths.count == 1)
  }

  // MARK: Accuracy

  @Test func `a limit for the accuracy leaves out inaccurate positions`() async throws {
    let locations = (0..<4).map { number in
      """
      {"latitudeE7": 46000000\(number), "longitudeE7": 70000000, "accuracy": \(number < 3 ? 10 : 900),
       "timestamp": "2024-05-01T10:0\(number):00Z"}
      """
    }
    try editor.folder.write(
      "{\"locations\": [\(locations.joined(separator: ","))]}", to: "Records.json")
    let all = try await editor.screen(after: ": \"import Records.json\" enter")
    #expect(all.contains("1 path, no places, 4 points"), "\(all)")
    let wrong = try await editor.screen(after: ": \"import Records.json\" enter m \"x\" enter")
    #expect(wrong.contains("enter a length such as 100m"), "\(wrong)")
    let limited = try await editor.screen(
      after: ": \"import Records.json\" enter m \"100m\" enter")
    #expect(limited.contains("1 path, no places, 3 points"), "\(limited)")
    #expect(limited.contains("radius over 100 m are left out"))
  }

  // MARK: Pasted text

  /// Pastes a text and presses keys, and returns the final screen.
  private func screen(afterPasting text: String, _ keys: String = "") async throws -> String {
    let terminal = LiveTerminal(size: Size(columns: 120, rows: 40))
    var events = [InputEvent.paste(text)]
    if !keys.isEmpty {
      events += try #require(KeyStroke.sequence(notation: keys)).map(InputEvent.key)
    }
    var shown = ""
    terminal.next = { [unowned terminal] _ in
      guard !events.isEmpty else {
        shown = terminal.screen?.text ?? ""
        return nil
      }
      return [events.removeFirst()]
    }
    let problem = await editor.run(on: terminal)
    #expect(problem == nil)
    return shown
  }

  @Test func `pasted text is read before the question, which shows totals and remarks`()
    async throws
  {
    let table = "lat,lon,name\n46,7,Hut\n46.1,7,Lake\n"
    let question = try await screen(afterPasting: table)
    #expect(question.contains("34 B of CSV text: no paths, 2 places, no points."), "\(question)")
    #expect(try await places.isEmpty)
    _ = try await screen(afterPasting: table, "y")
    #expect(try await places.map(\.name) == ["Hut", "Lake"])
    let again = try await screen(afterPasting: table)
    #expect(again.contains("already in the library"), "\(again)")
    let cut = try await screen(
      afterPasting: """
        <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" version="1.1" creator="x">
        <g:wpt lat="1" lon="2"/><g:wpt lat="3
        """)
    #expect(cut.contains(" B of GPX text: no paths, 1 place, no points."), "\(cut)")
    #expect(cut.contains("the file ends"), "\(cut)")
  }

  // MARK: Marks of the file browser

  @Test func `the file browser marks archives whose files were imported`() async throws {
    func file(_ place: String) -> [UInt8] {
      Array(GPXText.file(GPXText.place(place, 45, 6)).utf8)
    }
    for (archive, names) in [("one.zip", ["a"]), ("two.zip", ["b", "c"]), ("new.zip", ["d"])] {
      let bytes = ArchiveBytes.zip(names.map { ("days/\($0).gpx", file($0)) })
      try Data(bytes).write(to: editor.folder.file(archive))
      // The clock of the library stands before the time of this test.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: editor.folder.file(archive).path)
    }
    let text = try await editor.screen(
      after: ": \"import one.zip\" enter : \"import two.zip\" enter enter o i")
    func row(_ name: String) -> Substring? {
      text.split(separator: "\n").first { $0.contains(" \(name) ") }
    }
    #expect(row("one.zip")?.contains("imported") == true, "\(text)")
    #expect(row("two.zip")?.contains("imported") == true, "\(text)")
    #expect(row("new.zip")?.contains("imported") == false, "\(text)")
  }
}
