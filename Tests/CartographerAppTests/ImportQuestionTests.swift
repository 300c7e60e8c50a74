import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The question before an import, and the import of several files.
@Suite struct ImportQuestionTests {
  private let files = (1...3).map { "/tracks/day-\($0).gpx" }

  private func imports(_ editor: EditorDriver) -> [Effect] {
    editor.effects.filter {
      switch $0 {
      case .importFile, .importFiles: true
      default: false
      }
    }
  }

  /// Returns an editor that was started with files to import, before the library is loaded.
  private func started(_ files: [String], empty: Bool = true) -> EditorDriver {
    let editor = empty ? EditorDriver.empty() : EditorDriver()
    editor.state.library = LibraryState(storeName: "trip.store")
    editor.state.jobs.keepOffers(files)
    return editor
  }

  private func summary(_ path: String, places: Int = 1) -> ImportSummary {
    ImportSummary(
      file: path, status: .imported, places: places, paths: 1, points: 100, created: [],
      messages: [])
  }

  @Test func `a file named at the start is offered; esc declines and enter imports it`() {
    let editor = started(["/tmp/tour.gpx"])
    editor.send(.loaded(editor.library.index))
    #expect(editor.text.contains("Import tour.gpx?"))
    editor.press("esc")
    #expect(imports(editor).isEmpty && editor.state.overlays.isEmpty)
    editor.state.library = LibraryState(storeName: "trip.store")
    editor.state.jobs.keepOffers(["/tmp/tour.gpx"])
    editor.send(.loaded(editor.library.index))
    editor.press("enter")
    #expect(imports(editor) == [.importFiles(job: 1, paths: ["/tmp/tour.gpx"], groups: [])])
  }

  @Test func `many files named at the start are one question with totals of each kind`() {
    let editor = started(files + ["/tracks/old.gpx", "/tracks/copy.gpx", "/tracks/bad.gpx"])
    for (number, file) in files.enumerated() {
      editor.checks[file] = ImportCheck.File(
        path: file, outcome: .new, places: 2, paths: number, points: 1_000)
    }
    editor.checks[files[2]]?.outcome = .changed(added: 4, updated: 1)
    editor.checks[files[2]]?.groupUpdates = ["G1 (Alps): itinerary"]
    editor.checks[files[1]]?.leftOutPoints = 300
    editor.checks["/tracks/old.gpx"] = ImportCheck.File(
      path: "/tracks/old.gpx", outcome: .unchanged)
    editor.checks["/tracks/copy.gpx"] = ImportCheck.File(
      path: "/tracks/copy.gpx", outcome: .duplicate(of: files[0]))
    editor.checks["/tracks/bad.gpx"] = ImportCheck.File(
      path: "/tracks/bad.gpx", outcome: .refused("line 3: no points"))
    editor.send(.loaded(editor.library.index))
    #expect(editor.state.overlays.all.count == 1)
    for part in [
      "Import 3 files?", "2 new files", "1 path, 4 places, 2 000 points; left out 300 points",
      "1 changed file",
      "adds 4 items, updates 1 item; updates G1 (Alps): itinerary", "1 unchanged file",
      "1 duplicate file",
      "same content as day-1.gpx", "1 unreadable file", "line 3: no points",
    ] {
      #expect(editor.text.contains(part), "\(part)")
    }
    editor.press("G")
    #expect(editor.text.contains("until you"), "\(editor.text)")
    editor.press("enter")
    #expect(imports(editor) == [.importFiles(job: 1, paths: files, groups: [])])
  }

  @Test
  func `the question warns of a damaged file before the user agrees, and the result repeats it`() {
    let damage = "record 96: a size is wrong (reading stopped at byte 7471 of 78252 (9 %))"
    let editor = EditorDriver()
    editor.answersReads = false
    _ = editor.state.askImport(of: [files[0]])
    editor.press("enter")
    var file = ImportCheck.File(path: files[0], outcome: .new, paths: 1, points: 236)
    file.damage = damage
    editor.send(.importChecked(1, ImportCheck(files: [file])))
    #expect(editor.text.contains("1 incomplete file") && editor.text.contains("(9 %)"))
    #expect(imports(editor).isEmpty, "enter was typed before the warning")
    editor.press("enter")
    #expect(imports(editor).count == 1)
    var damaged = summary(files[0])
    (damaged.damage, damaged.messages) = (damage, [damage])
    editor.send(
      .importedFiles(job: 1, ImportBatch(summaries: [damaged]), editor.library.index))
    #expect(editor.state.toast?.level == .warning)
    #expect(editor.state.toast?.text.hasPrefix("Imported only part of day-1.gpx: ") == true)
    _ = editor.state.startJob("import 2 files", isWriting: true)
    let batch = ImportBatch(summaries: [damaged, summary(files[1])])
    editor.send(.importedFiles(job: 2, batch, editor.library.index))
    #expect(editor.state.toast?.level == .warning)
    #expect(editor.state.toast?.text.contains("1 file is incomplete: day-1.gpx") == true)
  }

  @Test func `of very many files, the first are listed, beginning with the unreadable ones`() {
    let editor = EditorDriver()
    let many = (1...2_000).map { "/tracks/\($0).gpx" }
    editor.checks["/tracks/2000.gpx"] = ImportCheck.File(
      path: "/tracks/2000.gpx", outcome: .refused("no points"))
    _ = editor.state.askImport(of: many)
    let files = many.map { editor.checks[$0] ?? ImportCheck.File(path: $0, outcome: .new) }
    editor.send(.importChecked(1, ImportCheck(files: files)))
    #expect(editor.text.contains("Import 1 999 files?"))
    #expect(editor.text.contains("! 2000.gpx"))
    editor.press("G")
    #expect(editor.text.contains("… and 1 500 more files"))
  }

  @Test func `keys wait until the files are read, and esc stops the reading`() {
    let editor = EditorDriver()
    editor.answersReads = false
    _ = editor.state.askImport(of: files)
    editor.send(.importCheckProgress(1, JobProgress(fraction: 0.5, detail: "reading file 2 of 3")))
    #expect(editor.text.contains("reading file 2 of 3"))
    editor.press("enter")
    #expect(imports(editor).isEmpty)
    let check = ImportCheck(files: files.map { ImportCheck.File(path: $0, outcome: .new) })
    editor.send(.importChecked(1, check))
    #expect(imports(editor) == [.importFiles(job: 1, paths: files, groups: [])])
    _ = editor.state.askImport(of: files)
    editor.press("d esc")
    #expect(editor.effects.last == .cancelImportCheck(number: 2))
    #expect(editor.state.overlays.isEmpty && editor.library.done.isEmpty)
  }

  @Test func `if nothing can be imported, enter closes the question`() {
    let editor = EditorDriver()
    editor.checks[files[0]] = ImportCheck.File(path: files[0], outcome: .unchanged)
    editor.folders[""] = FolderListing(
      folder: "/tracks", entries: [FolderListing.Entry(name: "day-1.gpx")])
    editor.press("o i a enter")
    #expect(editor.text.contains("Nothing to import"))
    #expect(editor.text.contains("already in the library"))
    editor.press("enter")
    #expect(imports(editor).isEmpty && editor.state.overlays.isEmpty)
  }

  @Test func `the import of several files reports totals, failures and every file`() {
    let editor = EditorDriver()
    _ = editor.state.startJob("import 4 files", isWriting: true)
    var refused = summary(files[2])
    refused.status = .refused
    let batch = ImportBatch(
      summaries: [summary(files[0]), summary(files[1]), refused],
      failures: [ImportBatch.FailedFile(path: "/tracks/gone.gpx", reason: "No such file")])
    editor.send(.importedFiles(job: 1, batch, editor.library.index))
    let text = editor.state.toast?.text ?? ""
    #expect(text.hasPrefix("Imported 2 files: 2 paths, 2 places, 200 points"))
    #expect(text.contains("2 files could not be imported"))
    editor.press("w")
    #expect(editor.text.contains("Imported day-1.gpx"))
    #expect(editor.text.contains("gone.gpx: No such file"))
  }

  @Test func `a cancelled import of several files says how many files are missing`() {
    let editor = EditorDriver()
    _ = editor.state.startJob("import 3 files", isWriting: true)
    let batch = ImportBatch(summaries: [summary(files[0])], cancelledCount: 2)
    editor.send(.importedFiles(job: 1, batch, editor.library.index))
    #expect(editor.state.toast?.text.contains("cancelled before importing 2 files") == true)
  }

  @Test func `a typed folder or pattern asks, and the file browser is not needed`() {
    let editor = EditorDriver()
    editor.press(":")
    editor.type("import *.gpx")
    editor.press("enter d")
    editor.send(.importNeedsQuestion(job: 1, files))
    #expect(editor.text.contains("Import 3 files?"))
    #expect(editor.state.jobs.all.isEmpty, "the job did not begin")
  }

  @Test func `a wrong path keeps the command line open with the typed text and the reason`() {
    let editor = EditorDriver()
    editor.answersReads = false
    editor.press(":")
    editor.type("export nowhere/tour")
    editor.press("enter d")
    editor.send(
      .pathRejected(
        job: 1, command: "export", path: "nowhere/tour", EditorFailure("There is no folder x.")))
    #expect(editor.text.contains(":export nowhere/tour"))
    #expect(editor.text.contains("There is no folder x."))
    #expect(editor.library.done.isEmpty, "the key typed before the answer is dropped")
    #expect(editor.state.jobs.all.isEmpty)
    editor.press("backspace")
    #expect(!editor.text.contains("There is no folder x."))
  }

  // MARK: The names of exports

  @Test func `an export suggests the item's name, and enter takes the suggestion`() {
    let editor = EditorDriver()
    editor.press("o x")
    #expect(editor.text.contains(":export Aletsch traverse.gpx"))
    editor.press("enter")
    #expect(
      editor.effects.contains(
        .export(
          job: 1, ids: [ItemID(.path, 1)], path: "Aletsch traverse.gpx", replacing: false)))
  }

  @Test func `export as asks for a format, then for a file with the format's extension`() {
    let editor = EditorDriver()
    editor.press("o f")
    #expect(editor.text.contains(":export-as") && editor.text.contains("gpx"))
    editor.type("nope")
    editor.press("enter")
    #expect(editor.state.toast?.text.contains("There is no format “nope”") == true)
    editor.press("esc o f")
    editor.type("KMZ")
    editor.press("enter")
    #expect(editor.text.contains(":export Aletsch traverse.kmz"))
    editor.press("esc o f")
    #expect(editor.text.contains("kmz") && editor.text.contains("ndjson"))
    editor.type("ndjson")
    editor.press("enter")
    #expect(editor.text.contains(":export Aletsch traverse.ndjson"))
    editor.press("esc o f")
    editor.type("kml")
    editor.press("enter")
    #expect(editor.text.contains(":export Aletsch traverse.kml"))
    editor.press("esc o f")
    editor.type("gpx")
    editor.press("enter")
    #expect(editor.text.contains(":export Aletsch traverse.gpx"))
    editor.press("enter")
    #expect(editor.state.jobs.exportFormat == .gpx)
    #expect(
      editor.effects.contains(
        .export(job: 1, ids: [ItemID(.path, 1)], path: "Aletsch traverse.gpx", replacing: false)))
  }

  @Test func `the chosen format gives suggested names its extension`() {
    var state = AppState(size: .zero)
    let format = FileFormat(
      id: "x", name: "X (a test)", fileExtensions: ["xyz"], canRead: false, canWrite: true)
    state.jobs.setExportFormat(format)
    #expect(state.libraryExportName == "export.xyz")
    #expect(
      state.export([], to: "Tour")
        == [.export(job: 1, ids: [], path: "Tour", format: format, replacing: false)])
  }

  @Test func `the report of an export lists the details that the format does not have`() {
    let editor = EditorDriver()
    _ = editor.state.startJob("export tour.tcx", isWriting: false)
    editor.send(
      .exported(
        job: 1, path: "tour.tcx", places: 0, paths: 1, points: 4,
        remarks: ["skipped: TCX has no colours", "skipped: TCX has no links"]))
    #expect(
      editor.state.toast?.text
        == "Exported tour.tcx: 1 path and 4 points; 2 details omitted or written differently — w shows them"
    )
    editor.press("w")
    #expect(editor.text.contains("TCX has no links"))
  }
}
