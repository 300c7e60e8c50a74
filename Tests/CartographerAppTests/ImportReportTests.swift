import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The message and the report after an import of several files.
@Suite struct ImportReportTests {
  private func summary(_ path: String) -> ImportSummary {
    ImportSummary(
      file: path, status: .imported, places: 1, paths: 1, points: 100, created: [], messages: [])
  }

  /// Returns an editor with the question whether to import checked files.
  private func editor(asking files: [ImportCheck.File]) -> EditorDriver {
    let editor = EditorDriver(size: Size(columns: 200, rows: 40))
    editor.answersReads = false
    _ = editor.state.askImport(of: files.map(\.path))
    editor.send(.importChecked(1, ImportCheck(files: files)))
    return editor
  }

  @Test func `the report names the files that could not be read before the import`() {
    let editor = editor(asking: [
      ImportCheck.File(path: "/tracks/a.gpx", outcome: .new),
      ImportCheck.File(path: "/tracks/pictures.kmz", outcome: .refused("no usable places")),
    ])
    editor.press("enter")
    editor.send(
      .importedFiles(
        job: 1, ImportBatch(summaries: [summary("/tracks/a.gpx")]), editor.library.index))
    #expect(editor.state.jobs.all[0].title == "import a.gpx")
    #expect(editor.state.toast?.text.hasPrefix("Imported a.gpx: ") == true)
    #expect(editor.state.toast?.text.contains("1 file could not be imported") == true)
    #expect(editor.state.toast?.hint.contains("1 remark") == true)
    #expect(editor.state.jobs.all[0].messages.first == "pictures.kmz: no usable places")
  }

  @Test func `the question, the job and the message count the files of archives alike`() {
    var files = ["a.gpx", "b.gpx", "c.gpx"].map { name in
      var file = ImportCheck.File(path: "/tracks/trip.zip/\(name)", outcome: .new)
      file.archive = "/tracks/trip.zip"
      return file
    }
    files[1].outcome = .refused("line 3: no points")
    files[2].outcome = .unchanged
    files.append(ImportCheck.File(path: "/tracks/d.gpx", outcome: .new))
    let editor = editor(asking: files)
    #expect(editor.text.contains("Import 2 files?"))
    editor.press("enter")
    #expect(editor.state.jobs.all[0].title == "import 2 files")
    var summaries = files.map { summary($0.path) }
    summaries[1].status = .refused
    summaries[2].status = .unchanged
    editor.send(.importedFiles(job: 1, ImportBatch(summaries: summaries), editor.library.index))
    let text = editor.state.toast?.text ?? ""
    #expect(text.hasPrefix("Imported 2 files: 2 paths, 2 places"), "\(text)")
    #expect(text.contains("1 file could not be imported"), "\(text)")
    #expect(text.contains("1 file already in the store"), "\(text)")
    #expect(editor.state.jobs.all[0].messages.first == "b.gpx could not be imported")
  }

  @Test func `the report names unchanged files and duplicates, and counts them`() {
    let editor = editor(asking: [
      ImportCheck.File(path: "/tracks/a.gpx", outcome: .new),
      ImportCheck.File(path: "/tracks/old.gpx", outcome: .unchanged),
      ImportCheck.File(path: "/tracks/copy.gpx", outcome: .duplicate(of: "/tracks/a.gpx")),
    ])
    editor.press("enter")
    editor.send(
      .importedFiles(
        job: 1, ImportBatch(summaries: [summary("/tracks/a.gpx")]), editor.library.index))
    #expect(editor.state.toast?.text.contains("2 files already in the store") == true)
    #expect(
      editor.state.jobs.all[0].messages.suffix(2) == [
        "old.gpx is already in the store; nothing was added",
        "copy.gpx is already in the store; nothing was added",
      ])
    #expect(editor.state.toast?.hint.contains("remark") == false)
  }

  /// Returns the last two rows of the screen after an import of 13 files of which two failed.
  private func rowsAfterImport(columns: Int) -> [String] {
    let editor = EditorDriver(size: Size(columns: columns, rows: 24))
    _ = editor.state.startJob("import 15 files", isWriting: true)
    var summaries = (1...13).map { summary("/tracks/\($0).gpx") }
    summaries[0].created = [SampleLibrary.bonhomme]
    summaries[1].leftOutPoints = 22
    summaries[2].messages = (1...30).map { "line \($0): odd" }
    let failures = ["StonehengeMap.kmz", "treadmill.fit"].map {
      ImportBatch.FailedFile(path: $0, reason: "no usable places or points")
    }
    editor.send(
      .importedFiles(
        job: 1, ImportBatch(summaries: summaries, failures: failures), editor.library.index))
    return Array(editor.screen.suffix(2))
  }

  @Test(arguments: [
    (
      160,
      """
      Imported 13 files: 13 paths, 13 places, 1 300 points; left out 22 points; \
      2 files could not be imported — w 32 remarks, u to undo
      """
    ),
    (
      120,
      """
      Imported 13 files: 13 paths, 13 places; 2 files could not be imported — w 32 remarks, \
      u to undo
      """
    ),
    (80, "Imported 13 files; 2 failed — w 32 remarks, u to undo"),
  ])
  func `on a narrow screen, the message omits its least important parts`(
    columns: Int, text: String
  ) {
    let row = rowsAfterImport(columns: columns)[0]
    #expect(row.contains(text), "\(row)")
    #expect(!row.contains("…"), "\(row)")
  }

  @Test func `on a very narrow screen, the message and its hint are in two rows`() {
    let rows = rowsAfterImport(columns: 44)
    #expect(rows[0].contains("Imported 13 files; 2 failed"), "\(rows)")
    #expect(rows[1].contains("w 32 remarks, u to undo"), "\(rows)")
  }
}
