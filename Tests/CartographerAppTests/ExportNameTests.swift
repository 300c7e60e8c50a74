import CartographerCore
import Testing

@testable import CartographerApp

/// The file name that the editor suggests for an export, and how the user changes it.
@Suite struct ExportNameTests {
  @Test func `typed text replaces the suggested name, and tab makes it editable`() {
    let editor = EditorDriver()
    editor.press("o x")
    editor.type("x")
    #expect(editor.text.contains(":export x ") && !editor.text.contains("xAletsch"))
    editor.press("backspace")
    editor.type("/tmp/")
    #expect(editor.text.contains(":export /tmp/Aletsch traverse.gpx"))
    editor.press("tab backspace")
    #expect(editor.text.contains(":export /tmp/Aletsch traverse.gp "))
  }

  @Test(arguments: [
    ("a/b: c", "a-b- c.gpx"), ("..hidden. ", "hidden.gpx"), ("~root", "root.gpx"),
    ("-rf", "rf.gpx"), ("a\u{202E}b\u{200B}", "a-b-.gpx"), ("👩‍👧", "👩‍👧.gpx"),
    ("", "export.gpx"), (" \u{7}", "export.gpx"), ("Über 富士", "Über 富士.gpx"),
  ])
  func `a suggested file name is valid`(name: String, expected: String) {
    #expect(ExportName.fileName(name, fileExtension: "gpx") == expected)
  }

  @Test func `a suggested file name fits the file system's limit of 255 bytes`() {
    let name = ExportName.fileName(
      String(repeating: "👩‍👩‍👧‍👦", count: 60), fileExtension: "gpx")
    #expect(name.dropLast(4).allSatisfy { $0 == "👩‍👩‍👧‍👦" } && name.hasSuffix(".gpx"))
    #expect((150...204).contains(name.utf8.count))
    let long = "a" + String(repeating: "\u{301}", count: 300)
    #expect(ExportName.fileName(long, fileExtension: "gpx") == "export.gpx")
  }

  @Test(arguments: [
    ("home x", ":export xAletsch traverse.gpx "), ("home home x", ":xexport Aletsch traverse.gpx "),
    ("left backspace", ":export Aletsch traverse.gx "), ("end x", ":export Aletsch traverse.gpxx "),
    ("ctrl-w x", ":export Aletsch x "), ("ctrl-u x", ":export x "),
  ])
  func `keys for editing change the suggested name, not the command`(keys: String, line: String) {
    let editor = EditorDriver()
    editor.press("o x \(keys)")
    #expect(editor.text.contains(line), "\(editor.text)")
  }
}
