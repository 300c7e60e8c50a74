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
    #expect(editor.state.toast?.text.contains("Imported 1 file: ") == true)
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
}
