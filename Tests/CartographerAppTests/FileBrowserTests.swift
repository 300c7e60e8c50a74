import CartographerCore
import Foundation
import TerminalUI
import Testing

@testable import CartographerApp

/// The file browser, in which files are chosen for an import.
@Suite struct FileBrowserTests {
  let editor = EditorDriver()

  init() {
    editor.state.jobs.begin(home: "/home/ada", sampleFolder: nil)
    let tracks = FolderListing(
      folder: "/home/ada/tracks",
      entries: [
        entry("2025", isFolder: true), entry(".old.gpx"), entry("alps.gpx"), entry("jura.gpx"),
        entry("vosges.gpx.gz"),
      ], omittedCount: 2)
    editor.folders = [
      "": tracks, "/home/ada/tracks": tracks,
      "/home/ada/tracks/2025": FolderListing(
        folder: "/home/ada/tracks/2025", entries: [entry("alps.gpx")]),
      "/home/ada": FolderListing(
        folder: "/home/ada",
        entries: [entry("music", isFolder: true), entry("tracks", isFolder: true)]),
    ]
  }

  private func entry(_ name: String, isFolder: Bool = false) -> FolderListing.Entry {
    FolderListing.Entry(name: name, isFolder: isFolder, bytes: 1_234_567)
  }

  private var browser: FileBrowser? { editor.state.overlays.top(as: FileBrowser.self) }
  private var selected: String? { browser?.selected?.name }
  private var checked: [String]? {
    for case .checkImport(_, let sources, _, _) in editor.effects.reversed() { return sources }
    return nil
  }

  private var imported: String? {
    for case .importFile(_, let path, _, _, _) in editor.effects.reversed() { return path }
    return nil
  }

  @Test func `the browser shows the folder, its files with sizes, and what it leaves out`() {
    editor.press("o i")
    for part in [
      "Import from ~/tracks", "2025/", "alps.gpx", "1.2 MB", "../",
      "3 files, 1 folder, 1 hidden, 2 other files not shown",
    ] {
      #expect(editor.text.contains(part), "\(part)")
    }
    #expect(!editor.text.contains(".old.gpx"))
    #expect(selected == "2025")
  }

  @Test func `enter opens a folder, and every parent key returns to it`() {
    for key in ["backspace", "h", "left"] {
      editor.press("o i enter")
      #expect(browser?.listing?.folder == "/home/ada/tracks/2025")
      editor.press(key)
      #expect(browser?.listing?.folder == "/home/ada/tracks")
      #expect(selected == "2025")
      editor.press("esc")
    }
  }

  @Test func `enter on the first row goes to the parent folder and selects the folder left`() {
    editor.press("o i k enter")
    #expect(browser?.listing?.folder == "/home/ada")
    #expect(selected == "tracks")
  }

  @Test func `enter on a file imports that file`() {
    editor.press("o i j enter")
    #expect(imported == "/home/ada/tracks/alps.gpx")
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `space marks files in several folders, and enter on a file imports all marks`() {
    editor.press("o i enter space backspace j space")
    #expect(editor.text.contains("2 marked"))
    #expect(selected == "jura.gpx")
    editor.press("enter")
    #expect(checked == ["/home/ada/tracks/2025/alps.gpx", "/home/ada/tracks/alps.gpx"])
  }

  @Test func `a marks all shown files but no folders, and a second time none`() {
    for key in ["a", "*"] {
      editor.press("o i \(key)")
      #expect(browser?.marks.count == 3)
      editor.press(key)
      #expect(browser?.marks.isEmpty == true)
      editor.press("esc")
    }
  }

  @Test func `i imports the marked files from a folder's row, and says if none is marked`() {
    editor.press("o i i")
    #expect(editor.state.toast?.text.contains("no file is marked") == true)
    editor.press("space i")
    #expect(checked == ["/home/ada/tracks/2025"], "a marked folder is imported with its files")
  }

  @Test func `the filter finds words and patterns, and esc clears it before it closes`() {
    editor.press("o i /")
    editor.type("JUR")
    #expect(browser?.shown.map(\.name) == ["jura.gpx"])
    #expect(selected == "jura.gpx")
    editor.press("ctrl-u")
    editor.type("*.gpx")
    #expect(browser?.shown.map(\.name) == ["alps.gpx", "jura.gpx"])
    editor.press("enter a")
    #expect(browser?.marks.count == 2)
    editor.press("esc")
    #expect(browser?.shown.count == 4)
    editor.press("esc")
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `hidden files are shown on demand, and the choice and folder are remembered`() {
    editor.press("o i j .")
    #expect(editor.text.contains(".old.gpx"))
    #expect(selected == "alps.gpx", "the selection stays")
    editor.press("k k enter esc o i")
    #expect(editor.effects.last == .listFolder(number: 3, path: "/home/ada/tracks/2025"))
    editor.press("esc")
    editor.press("o i")
    #expect(editor.state.jobs.imports.showsHidden)
  }

  @Test func `a folder that cannot be read says why, and its parent can be opened`() {
    editor.folders["/home/ada/tracks/2025"] = FolderListing(
      folder: "/home/ada/tracks/2025", problem: "The folder cannot be read (Permission denied)")
    editor.press("o i enter")
    #expect(editor.text.contains("Permission denied"))
    editor.press("enter")
    #expect(browser?.listing?.folder == "/home/ada/tracks")
  }

  @Test func `keys typed while a folder is read act on its content, and esc leaves at once`() {
    editor.answersReads = false
    editor.press("o i j enter")
    #expect(editor.text.contains("Reading the folder"))
    editor.answer()
    #expect(imported == "/home/ada/tracks/alps.gpx")
    editor.answersReads = false
    editor.press("o i j esc")
    #expect(editor.state.overlays.isEmpty)
    editor.answer()
    #expect(editor.state.overlays.isEmpty, "a late answer opens nothing")
  }

  private func paste(_ text: String) { editor.send(.input(.paste(text))) }

  @Test func `a pasted path of a folder opens the folder, also while filtering`() {
    for keys in ["o i", "o i /"] {
      for text in ["/home/ada\n", "file:///home/ada", "'/home/ada'", "/home/ada "] {
        editor.press(keys)
        paste(text)
        #expect(browser?.listing?.folder == "/home/ada", "\(keys), \(text)")
        #expect(browser?.field.isEmpty == true)
        editor.press("esc")
      }
    }
  }

  @Test(arguments: [
    ("/ s r v", "import /srv"), ("~ / x", "import ~/x"), ("a /", "import ~/tracks/a/"),
    ("backspace /", "import ~/tracks/"),
  ])
  func `a typed absolute path replaces the folder in the command line`(
    keys: String, text: String
  ) throws {
    editor.press("o i : \(keys)")
    let prompt = try #require(editor.state.overlays.top(as: CommandPrompt.self))
    #expect(prompt.text == text)
  }

  @Test(arguments: [
    ("'/srv/sub dir/a.gpx'", "import /srv/sub dir/a.gpx"),
    ("file:///srv/a%20b.gpx", "import /srv/a b.gpx"), ("/srv/a.gpx", "import /srv/a.gpx"),
    ("alps.gpx", "import ~/tracks/alps.gpx"),
  ])
  func `a path that is pasted into the command line replaces the folder`(
    pasted: String, text: String
  ) throws {
    editor.press("o i :")
    paste(pasted)
    let prompt = try #require(editor.state.overlays.top(as: CommandPrompt.self))
    #expect(prompt.text == text)
  }

  @Test func `a command line that was opened again keeps its options before an absolute path`()
    throws
  {
    _ = editor.state.openCommandPrompt("export --via gpsbabel:unicsv ~/trips/")
    editor.press("/")
    let prompt = try #require(editor.state.overlays.top(as: CommandPrompt.self))
    #expect(prompt.text == "export --via gpsbabel:unicsv ~/trips//")
  }

  @Test func `a pasted path of a file asks whether to import it with the marked files`() {
    var listing = FolderListing(folder: "/home/ada/Mes tours", entries: [entry("lac.gpx")])
    listing.file = "lac.gpx"
    editor.folders["/home/ada/Mes tours/lac.gpx"] = listing
    editor.press("o i")
    paste("file:///home/ada/Mes%20tours/lac.gpx\r\n")
    #expect(checked == ["/home/ada/Mes tours/lac.gpx"])
    #expect(editor.text.contains("Import lac.gpx?"))
    editor.press("esc o i")
    #expect(editor.effects.last == .listFolder(number: 4, path: "/home/ada/Mes tours"))
    editor.press("esc")
    listing.file = nil
    editor.folders["/home/ada/Mes tours"] = listing
    listing.file = "b.gpx"
    editor.folders["/home/ada/Mes tours/b.gpx"] = listing
    editor.press("o i a")
    paste("b.gpx")
    #expect(checked == ["/home/ada/Mes tours/b.gpx", "/home/ada/Mes tours/lac.gpx"])
  }

  @Test func `several pasted paths are imported together`() {
    editor.press("o i")
    paste("/tmp/a\\ b.gpx '/tmp/c.kml'\nfile:///tmp/d.fit\n")
    #expect(checked == ["/tmp/a b.gpx", "/tmp/c.kml", "/tmp/d.fit"])
    #expect(editor.text.contains("Import 3 files?"))
  }

  @Test func `a pasted path that cannot be read is named, and the folder stays open`() {
    editor.folders["/tmp/typo.gpx"] = FolderListing(
      folder: "/tmp/typo.gpx", problem: "/tmp/typo.gpx cannot be read (No such file or directory)")
    editor.press("o i")
    paste("/tmp/typo.gpx")
    #expect(editor.state.toast?.text.contains("/tmp/typo.gpx cannot be read") == true)
    #expect(browser?.listing?.folder == "/home/ada/tracks")
    #expect(editor.state.jobs.imports.folder == "/home/ada/tracks")
    paste("one\ntwo")
    #expect(editor.state.toast?.text.contains("paste the absolute paths") == true)
    #expect(browser?.shown.count == 4)
  }

  @Test func `text pasted into the filter that is not a path filters the files`() {
    editor.press("o i /")
    paste("jur")
    #expect(browser?.shown.map(\.name) == ["jura.gpx"])
  }

  @Test func `a colon opens the command line with the folder already typed`() {
    editor.press("o i :")
    #expect(editor.text.contains(":import ~/tracks/"))
    #expect(editor.effects.last == .complete(argument: "~/tracks/"))
    editor.press("esc")
    #expect(editor.state.overlays.all.count == 1 && browser != nil, "esc goes back to the files")
    editor.press(": j u r a . g p x enter")
    #expect(imported == "~/tracks/jura.gpx" && editor.state.overlays.isEmpty)
  }

  @Test func `a click selects, a second click opens, and the wheel moves the selection`() {
    editor.press("o i")
    func row(_ name: String) -> Point {
      let row = editor.screen.firstIndex { $0.contains(name) } ?? 0
      return Point(column: 60, row: row)
    }
    let file = row("jura.gpx")
    editor.click(file.column, file.row)
    #expect(selected == "jura.gpx" && imported == nil)
    editor.send(.input(.mouse(MouseEvent(.wheelUp, at: file))))
    #expect(selected == "alps.gpx")
    editor.click(file.column, file.row)
    #expect(imported == nil, "the wheel between two clicks makes them two single clicks")
    editor.press(".")
    editor.click(file.column, file.row)
    #expect(imported == nil, "a list that changed between two clicks makes them two single clicks")
    editor.press(".")
    editor.click(file.column, file.row)
    editor.click(file.column, file.row)
    #expect(imported == "/home/ada/tracks/jura.gpx")
  }

  @Test func `a read-only library offers no import`() {
    var content = SampleLibrary.content()
    content.snapshot.isWritable = false
    let editor = EditorDriver(content)
    editor.press("o i")
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.state.toast?.text.contains("read-only") == true)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1 KB"), (1_240, "1.2 KB"), (999_600, "1 MB"),
    (9_960_000, "10 MB"), (207_000_000, "207 MB"), (Int64.max, "9.2 EB"),
  ])
  func `sizes are short`(bytes: Int64, expected: String) {
    #expect(ByteCount.text(bytes) == expected)
  }
}
