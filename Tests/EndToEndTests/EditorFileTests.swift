import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorFileTests {
  @Test func `Enter imports a file named on the command line`() throws {
    let world = try EditorWorld()
    let window = try world.edit([PackageFiles.sample("plan.gpx").path])
    try window.wait(for: "Import plan.gpx?")
    try window.press("Enter")
    try window.wait(for: "Tour des Trois Re")
    try window.press("q")
    try window.wait(for: "ended 0")
    #expect(try world.cartographer(["list"]).contains("Lac Miroir"))
  }

  @Test func `Esc at the import question leaves the store unchanged`() throws {
    let world = try EditorWorld(samples: ["huts-gpx10.gpx"])
    let before = try [world.contents(), world.cartographer(["log"])]
    let window = try world.edit([PackageFiles.sample("plan.gpx").path])
    try window.wait(for: "Import plan.gpx?")
    try window.press("Escape")
    try window.wait(forNo: "Import plan.gpx?")
    try window.press("q")
    try window.wait(for: "ended 0")
    #expect(try [world.contents(), world.cartographer(["log"])] == before)
  }

  @Test func `the import command completes file names, and an import can be undone`() throws {
    let world = try EditorWorld()
    try FileManager.default.copyItem(
      at: PackageFiles.sample("plan.gpx"), to: world.folder.file("planned-walk.gpx"))
    let window = try world.edit()
    try window.wait(for: "Nothing here yet")
    try window.type(":import plan")
    try window.wait(for: "planned-walk.gpx")
    try window.press("Tab")
    try window.wait(for: "import planned-walk.gpx")
    try window.press("Enter")
    try window.wait(for: "Tour des Trois Re")
    try window.wait(for: "NORMAL  Imported planned-walk.gpx: 1 path, 19 places")
    try window.press("u")
    try window.wait(for: "Undo “Import planned-walk.gpx”?")
    try window.press("y")
    try window.wait(for: "Undid")
    try window.wait(for: "Nothing here yet")
    try window.press("C-r")
    try window.wait(for: "Tour des Trois Re")
  }

  @Test func `several files on the command line are one question`() throws {
    let world = try EditorWorld(samples: ["huts-gpx10.gpx"])
    let window = try world.edit(EditorWorld.allSamples.map { PackageFiles.sample($0).path })
    try window.wait(for: "Import 4 files?")
    try window.wait(for: "1 unchanged file")
    try window.press("Enter")
    try window.wait(for: "Imported 4 files: 4 paths")
    try window.press("q")
    try window.wait(for: "ended 0")
  }

  @Test func `the file browser imports files marked with the keyboard or the mouse`() throws {
    let world = try EditorWorld()
    for name in ["plan.gpx", "huts-gpx10.gpx"] {
      try FileManager.default.copyItem(
        at: PackageFiles.sample(name), to: world.folder.file(name))
    }
    let window = try world.edit()
    try window.wait(for: "To begin, type")
    try window.type("oi")
    let rows = try window.wait(for: "2 files")
    #expect(!rows.contains { $0.contains("trip.store-") || $0.contains(".lock") })
    let row = try #require(rows.firstIndex { $0.contains(" plan.gpx") })
    try window.click(column: 20, row: row)
    try window.wait(for: "▸ plan.gpx")
    try window.type("a")
    try window.wait(for: "2 marked")
    try window.press("Enter")
    try window.wait(for: "Import 2 files?")
    try window.press("Enter")
    try window.wait(for: "Imported 2 files")
  }

  @Test func `the first screen offers the sample trip and names the store`() throws {
    let world = try EditorWorld()
    let window = try world.edit()
    try window.wait(for: "~/trip.store")
    try window.type("os")
    try window.wait(for: "Imported 5 files")
    #expect(try world.cartographer(["list", "groups"]).contains("Three days in the Alps"))
  }

  @Test func `a tilde in the path of the store is the folder in HOME`() throws {
    let world = try EditorWorld()
    try world.cartographer(["--store=~/own.store", "import", PackageFiles.sample("plan.gpx").path])
    #expect(FileManager.default.fileExists(atPath: world.folder.file("own.store").path))
  }

  @Test func `a group is exported and imported with its itinerary`() throws {
    let world = try EditorWorld.withTrip()
    try world.cartographer(["itinerary", "add", "Trois Refuges", "P1", "L1", "P2", "--day", "2"])
    let plan = try world.cartographer(["itinerary", "Trois Refuges"])
    let window = try world.editTrip()
    try window.type("]]:export trip.gpx")
    try window.press("Enter")
    try window.wait(for: "Exported trip.gpx")
    try window.press("q")
    try window.wait(for: "ended 0")
    try world.cartographer(["delete", "Trois Refuges"])
    let second = try world.edit()
    try second.type(":import trip.gpx")
    try second.press("Enter")
    try second.wait(for: "Imported trip.gpx")
    func withoutIDs(_ text: String) -> String { text.replacing(/\b[ELP][0-9]+ */, with: "") }
    #expect(withoutIDs(try world.cartographer(["itinerary", "Trois Refuges"])) == withoutIDs(plan))
    try second.press("u")
    try second.wait(for: "Undo “Import trip.gpx”?")
    try second.press("y")
    try second.wait(for: "Undid")
    #expect(try !world.cartographer(["list", "groups"]).contains("Trois Refuges"))
  }

  @Test func `the selected path is exported, and a file is replaced only after confirmation`()
    throws
  {
    let world = try EditorWorld.withTrip()
    let target = world.folder.file("out.gpx")
    let window = try world.editTrip()
    try window.type(":export out.gpx")
    try window.press("Enter")
    try window.wait(for: "Exported out.gpx")
    #expect(try String(contentsOf: target, encoding: .utf8).contains("<name>After dinner</name>"))

    try world.folder.write("mine", to: "out.gpx")
    try window.type("j:export out.gpx")
    try window.press("Enter")
    try window.wait(for: "Replace the file?")
    try window.press("Enter")
    try window.press("Escape")
    try window.wait(forNo: "Replace the file?")
    #expect(try String(contentsOf: target, encoding: .utf8) == "mine")

    try window.type(":export out.gpx")
    try window.press("Enter")
    try window.wait(for: "Replace the file?")
    try window.press("r")
    try window.wait(for: "Exported out.gpx")
    #expect(try String(contentsOf: target, encoding: .utf8).contains("<name>Day 1: Saint-Évrard"))
  }

  @Test func `a failed import shows the reason`() throws {
    let world = try EditorWorld()
    try world.folder.write("<html></html>", to: "page.gpx")
    let window = try world.edit()
    try window.wait(for: "Nothing here yet")
    try window.type(":import page.gpx")
    try window.press("Enter")
    try window.wait(for: "page.gpx could not be imported")
    try window.press("w")
    try window.wait(for: "html")
  }

  @Test func `pasted GPX text is imported after confirmation`() throws {
    let world = try EditorWorld()
    let window = try world.edit()
    try window.wait(for: "Nothing here yet")
    let text = try String(contentsOf: PackageFiles.sample("plan.gpx"), encoding: .utf8)
    try window.paste(String(text.prefix(1_500)))
    try window.wait(for: "Import the pasted text?")
    try window.wait(for: "the file ends")
    try window.press("y")
    try window.wait(for: "Imported only part of pasted")
    #expect(try world.cartographer(["imports"]).contains("pasted.gpx"))
  }

  @Test func `notes stay unchanged if the text editor leaves no file or invalid text`() throws {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    for (script, message) in [
      ("rm \"$1\"", "file cannot be read"), ("printf '\\377\\376' >\"$1\"", "not valid UTF-8"),
    ] {
      let textEditor = try world.folder.write("#!/bin/sh\n\(script)\n", to: "scribe")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: textEditor.path)
      let window = try world.editTrip(variables: ["EDITOR": textEditor.path])
      try window.press("E")
      try window.wait(for: message)
      try window.press("Escape")
      try window.wait(forNo: message)
      try window.press("q")
      try window.wait(for: "ended 0")
    }
    #expect(try world.contents() == before)
  }

  @Test func `notes are edited in the user's text editor`() throws {
    let world = try EditorWorld.withTrip()
    let textEditor = try world.folder.write(
      "#!/bin/sh\nprintf 'bring crampons\\n' >>\"$1\"\n", to: "scribe")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: textEditor.path)
    let window = try world.editTrip(variables: ["EDITOR": textEditor.path])
    try window.press("E")
    try window.wait(for: "u to undo")
    #expect(try world.cartographer(["show", "After dinner"]).contains("bring crampons"))
    #expect(try window.state("#{alternate_on} #{mouse_any_flag}") == "1 1")
    try window.press("u")
    try window.wait(for: "Undid")
    #expect(try !world.cartographer(["show", "After dinner"]).contains("bring crampons"))
  }
}
