import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Text pasted while no text field has the focus.
@Suite struct PasteTests {
  let editor = EditorDriver()

  private var imported: [String] {
    editor.effects.compactMap {
      if case .importText(_, let text, "pasted.gpx", [], _) = $0 { text } else { nil }
    }
  }

  private func paste(_ text: String) { editor.send(.input(.paste(text))) }

  private static let file = """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <!-- <kml> --><!DOCTYPE gpx>
    <gpx version="1.1" creator="x"><wpt lat="45.7" lon="6.8"><name>P</name></wpt>
    <trk><trkseg><trkpt lat="45" lon="6"/></trkseg></trk><rte/></gpx>

    """

  @Test func `pasted GPX is imported after a confirmation that counts its contents`() {
    editor.checks["pasted.gpx"] = ImportCheck.File(
      path: "pasted.gpx", outcome: .new, places: 1, paths: 2)
    editor.checks["pasted.gpx"]?.format = .gpx
    paste(Self.file)
    let size = "\(Self.file.utf8.count) B"
    #expect(editor.text.contains("\(size) of GPX text: 2 paths, 1 place, no points."))
    #expect(imported.isEmpty)
    editor.press("esc")
    paste(Self.file)
    editor.press("enter")
    #expect(imported.isEmpty, "enter does not confirm, because it may be part of the paste")
    editor.press("y")
    #expect(imported == [Self.file])
    #expect(editor.state.jobs.all.map(\.title) == ["import pasted.gpx"])
  }

  @Test func `pasted text without new or readable items is not offered for import`() {
    editor.checks["pasted.gpx"] = ImportCheck.File(path: "pasted.gpx", outcome: .unchanged)
    paste(Self.file)
    #expect(editor.state.overlay == nil)
    #expect(editor.state.toast?.text.contains("already in the library") == true)
    editor.checks["pasted.gpx"]?.outcome = .refused("line 3: no points")
    paste(Self.file)
    #expect(editor.text.contains("Nothing to import") && editor.text.contains("line 3: no points"))
  }

  @Test func `keys typed while pasted text is read do not answer the question`() {
    editor.answersReads = false
    paste(Self.file)
    editor.press("y d")
    editor.answer()
    #expect(editor.text.contains("Import the pasted text?"))
    #expect(imported.isEmpty && editor.library.done.isEmpty)
  }

  @Test func `pasted GPX is not imported while a path is being edited`() {
    editor.press("j enter")
    paste(Self.file)
    #expect(editor.state.overlay == nil)
    #expect(editor.state.toast?.text.contains("while browsing") == true)
  }

  @Test func `more lines of coordinates than can be pasted are refused with the limit`() {
    paste(String(repeating: "45.76 6.85\n", count: PastedText.mostLines + 1))
    #expect(editor.state.overlay == nil && editor.writes.isEmpty)
    #expect(editor.state.toast?.text.contains("more than 10 000 lines") == true)
  }

  @Test func `pasted lines of coordinates become places in one change, after a confirmation`() {
    paste("45.76 6.85\n\n46.5, 7.9\r\nN 47° 00.000 E 8° 30.000\n")
    #expect(editor.text.contains("Create 3 places?"))
    #expect(editor.writes.isEmpty)
    editor.press("y")
    guard case .together(let edits)? = editor.writes.first,
      case .addPlace(let name, let at, _, _, _) = edits[1]
    else {
      Issue.record("expected an edit that adds places, found \(editor.writes)")
      return
    }
    #expect(edits.count == 3)
    #expect(at == Coordinate(latitude: 46.5, longitude: 7.9))
    #expect(name == EditorDriver.settings.notation.format(at))
  }

  @Test func `a pasted line without valid coordinates is reported, and no place is created`() {
    paste("45.76 6.85\nlunch\n46.5 7.9")
    #expect(editor.state.overlay == nil)
    #expect(editor.state.toast?.text.contains("line 2 is not a valid pair of coordinates") == true)
  }

  @Test func `coordinates pasted while drawing are appended as points`() {
    editor.press("o p")
    paste("45.76 6.85\n")
    paste("45.77 6.86\n45.78 6.87")
    guard case .draw(let drawing) = editor.state.mode else {
      Issue.record("expected drawing, found \(editor.state.mode)")
      return
    }
    #expect(drawing.points.map(\.latitude) == [45.76, 45.77, 45.78])
    #expect(editor.state.overlay == nil)
  }

  @Test func `coordinates pasted while measuring are appended as points`() {
    editor.press("2 g m")
    paste("45.76 6.85\n45.77 6.86")
    let points = editor.state.mode.line?.points ?? []
    #expect(points.count == 3 && points.dropFirst().map(\.latitude) == [45.76, 45.77])
    #expect(editor.state.modeName == "MEASURE" && editor.state.overlay == nil)
    #expect(editor.state.insertionPosition == points.last, "the crosshair is on the last point")
    #expect(editor.state.mapScene.ruler?.label.string == "0 m")
  }

  @Test func `dropped files are offered for import`() {
    paste("'/home/ann/My trip.gpx' /home/ann/a\\ b.fit\n")
    paste("file:///home/ann/Tour%20du%20Lac.kml\r\n")
    let checks = editor.effects.compactMap {
      if case .checkImport(_, let sources, _, _) = $0 { sources } else { nil }
    }
    #expect(
      checks.first == ["/home/ann/My trip.gpx", "/home/ann/a b.fit"], "\(editor.effects)")
    #expect(editor.text.contains("Import"))
  }

  @Test(arguments: [
    ("/tmp/a b.gpx", ["/tmp/a b.gpx"]), ("~/a.gpx /b.kml", ["~/a.gpx", "/b.kml"]),
    ("file:///a%C3%A9.gpx\n/b", ["/aé.gpx", "/b"]), ("a.gpx", nil), ("/a\nb", nil), ("", nil),
    ("file://", nil), ("file:///x/it's%20k.tcx", ["/x/it's k.tcx"]),
    ("file:///it's.gpx file:///b's.gpx", ["/it's.gpx", "/b's.gpx"]),
    ("file:///it\\'s.gpx '/c d'", ["/it's.gpx", "/c d"]),
    ("'file:///a%20b.gpx' /c", ["/a b.gpx", "/c"]),
  ])
  func `pasted paths are recognised as terminals write them`(text: String, paths: [String]?) {
    #expect(DroppedPaths(text)?.paths == paths)
  }

  @Test func `dropped files are not imported while a path is being edited`() {
    editor.press("j enter")
    paste("/home/ann/a.gpx")
    #expect(editor.state.overlay == nil)
    #expect(editor.state.toast?.text.contains("while browsing") == true)
  }

  @Test func `other pasted text has no effect except for a warning`() {
    for text in ["dddd", "<html/>", "<", "<?xml", "<!--", "", "\n\n"] {
      paste(text)
      #expect(editor.state.overlay == nil)
      #expect(editor.writes.isEmpty)
      #expect(editor.state.toast?.level == .warning)
    }
  }
}
