import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The wording of messages, headers, panes and hints.
@Suite struct WordingTests {
  @Test func `a message shortens a long name in the middle, but not the key hint after it`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    let name = "Day 1: Saint-Évrard – Refuge du Névé by the high variant over both cols"
    editor.send(
      .written(
        .undo(1), EditResult(title: ChangeTitle(.insert, "a point in \(name)")),
        editor.library.index, []))
    let status = editor.screen[22]
    #expect(status.hasSuffix(" both cols — ctrl-r does it again"), "\(status)")
    #expect(status.contains("Undid: Insert a point in") && status.contains("…"))
  }

  @Test func `a long warning is drawn in two rows, and the next key shows the hints again`() {
    let editor = EditorDriver(size: Size(columns: 60, rows: 24))
    let hints = editor.screen[23]
    let words = (1...8).map { "reason\($0)" }
    _ = editor.state.warn("this is not possible: " + words.joined(separator: " ") + ".")
    #expect(words.allSatisfy(editor.text.contains), "\(editor.text)")
    #expect(editor.screen[22].hasPrefix(" NORMAL  this is not possible"))
    #expect(editor.screen[23].hasSuffix("reason8."))
    editor.click(20, 23)
    #expect(editor.screen[23] == hints && editor.state.list.marks.isEmpty, "no hint was clicked")
    _ = editor.state.warn(String(repeating: "word ", count: 500))
    #expect(editor.screen[23].hasSuffix("… g e"))
    editor.press("j k")
    #expect(editor.screen[23] == hints)
  }

  @Test func `the error of a form's field is wrapped, not cut off`() throws {
    let editor = EditorDriver(size: Size(columns: 60, rows: 24))
    editor.press("e")
    var form = try #require(editor.state.overlays.top(as: FormState.self))
    let words = (1...12).map { "reason\($0)" }
    let reason = words.joined(separator: " ")
    let isValid = form.check { $0.kind == .text(.name) ? reason : nil }
    #expect(!isValid)
    editor.state.overlays.replaceTop(form)
    #expect(words.allSatisfy(editor.text.contains), "\(editor.text)")
    #expect(editor.text.contains("Colour"))
  }

  @Test func `the row of all items counts paths and places, and zoom 0 has no sign`() {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    #expect(
      editor.screen.contains { $0.contains("Everything") && $0.contains("14 paths 5 places") })
    editor.state.map.show(MapViewport(centre: WorldPoint(x: 0.5, y: 0.5), zoom: -0.2))
    #expect(editor.text.contains("2 Map  z0.0"))
  }

  @Test func `the hints of a drawing name the keys that move the map, at 80 columns`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    editor.press("o p")
    #expect(editor.screen[23].contains("a add point  h j k l pan  enter finish"))
    #expect(editor.text.contains(" move the map; a adds a point "))
  }

  @Test func `an import message omits the folder and fits the undo hint into 80 columns`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    let file = "/tmp/a/very/long/way/down/to/where/it/lies/planned-walk.gpx"
    editor.files[file] = ImportSummary(
      file: file, status: .imported, places: 19, paths: 1, points: 300,
      created: [SampleLibrary.bonhomme], messages: (1...11).map { "line \($0): odd" })
    editor.press(":")
    editor.type("import \(file)")
    editor.press("enter")
    #expect(
      editor.screen[22].contains(
        "Imported planned-walk.gpx: 1 path, 19 places — w 11 remarks, u to undo"))
  }

  @Test func `point numbers have grouped digits, and a grab keeps the Points pane's title`() {
    var content = SampleLibrary.content()
    let id = ItemID(.path, 1)
    content.points[id] = (0..<1_490).map {
      Coordinate(latitude: 46 + Double($0) / 10_000, longitude: 7)
    }
    content.elevations[id] = nil
    content.times[id] = nil
    content.snapshot.paths[0].pointCount = 1_490
    let editor = EditorDriver(content)
    editor.press("enter G")
    #expect(editor.text.contains("point 1 490 of 1 490"))
    editor.press("m")
    #expect(editor.state.modeName == "GRAB")
    #expect(editor.text.contains("3 Points"))
  }

  @Test func `counts use the singular for one and the word no for zero`() {
    let editor = EditorDriver()
    editor.press("g r j")
    #expect(editor.selectedName == "TMB")
    #expect(editor.text.contains("1 path, no places"))
    #expect(Numbers.counted(1, "point") == "1 point")
    #expect(Numbers.counted(1_204, "point") == "1 204 points")
  }

  @Test func `the header shows the actual sort order of each list`() {
    let editor = EditorDriver()
    editor.press(", l")
    #expect(editor.screen[0].contains("length↓"))
    editor.press("g l")
    #expect(editor.screen[0].contains("name↑"))
    editor.press("g p")
    #expect(editor.screen[0].contains("length↓"))
  }

  @Test func `the history marks an undone change even if its title is long`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    let time = Date(timeIntervalSinceReferenceDate: 806_000_000)
    let name = String(repeating: "Insert a point in a path of a long name ", count: 3)
    editor.press("g h")
    editor.send(
      .historyLoaded([
        LibraryChange(id: 1, title: ChangeTitle(.move, "Hut"), time: time, state: .done, rows: 1),
        LibraryChange(id: 2, title: ChangeTitle(stored: name), time: time, state: .undone, rows: 1),
      ]))
    let row = editor.screen.first { $0.contains("Insert a point") }
    #expect(row?.contains("undone") == true, "\(row ?? "")")
    #expect(editor.screen.first { $0.contains("Move Hut") }?.contains("undone") == false)
  }

  @Test func `closing a form shows how to reopen its draft`() {
    let editor = EditorDriver()
    editor.press("o l")
    #expect(!editor.text.contains("ctrl-p"), "this form has no colour field")
    editor.type("Hut")
    editor.press("esc")
    #expect(editor.state.toast?.text.contains("o l opens it again") == true)
    editor.press("2 l l 1 o l")
    #expect(editor.text.contains("Hut"))
    #expect(!editor.text.contains("now”"))
    editor.press("ctrl-g y C")
    #expect(editor.text.contains("ctrl-p ctrl-n colour"))
  }

  @Test func `enter on the map opens the selected path`() {
    let editor = EditorDriver()
    editor.press("o p a l l a enter")
    editor.type("Loop")
    editor.press("enter")
    #expect(editor.state.focus == .map)
    #expect(editor.selectedName == "Loop")
    editor.press("enter")
    #expect(editor.state.modeName == "EDIT")
  }

  @Test func `a paste of a megabyte into the filter is truncated`() {
    let editor = EditorDriver()
    let text = String(repeating: "46.5 alps ", count: 100_000)
    editor.send(.input(.paste(text)))
    #expect(editor.state.overlays.isEmpty)
    editor.press("/")
    editor.send(.input(.paste(text)))
    #expect(editor.state.list.filter.count == 256)
  }
}
