import CartographerPresentation
import Foundation
import Logging
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Imports and exports through an external program, in the whole editor.
@Suite struct ConversionTests {
  private let editor: LiveEditor

  init() async throws {
    var editor = try await LiveEditor()
    editor.findConverter = { try StandInConverter($0) }
    try editor.folder.write("place Hut", to: "old.gdb")
    try editor.folder.write("place Lake", to: "more.gdb")
    self.editor = editor
  }

  private var places: [String] {
    get async throws { try await editor.library.snapshot().places.map(\.name).sorted() }
  }

  // MARK: Import

  @Test func `a typed file is converted by the named program, and imported under its own name`()
    async throws
  {
    let text = try await editor.screen(after: ": \"import --via gpsbabel:gdb old.gdb\" enter")
    #expect(text.contains("Imported old.gdb: no paths, 1 place"), "\(text)")
    #expect(try await places == ["Hut"])
    let again = try await editor.screen(after: ": \"import --via gpsbabel:gdb old.gdb\" enter")
    #expect(again.contains("old.gdb is already in the store"), "\(again)")
  }

  @Test(arguments: [
    ("--via perl old.gdb", "The program perl is not installed."), ("--via", "needs a program"),
    ("--via gpsbabel", "Type the path"), ("--time-limit 1min old.gdb", "works only with"),
    ("--via gpsbabel no.gdb", "No such file"),
  ])
  func `a wrong option keeps the command line open with the typed text and the reason`(
    argument: String, reason: String
  ) async throws {
    let text = try await editor.screen(after: ": \"import \(argument)\" enter")
    #expect(text.contains(":import \(argument)"), "\(text)")
    #expect(text.contains(reason), "\(text)")
    #expect(try await places.isEmpty)
  }

  @Test func `a failed conversion is the result of the job`() async throws {
    try editor.folder.write("no places", to: "bad.gdb")
    let text = try await editor.screen(after: ": \"import --via gpsbabel bad.gdb\" enter w")
    #expect(text.contains("gpsbabel could not convert"), "\(text)")
  }

  @Test func `several files are converted in one question and one import`() async throws {
    let keys = ": \"import --via gpsbabel *.gdb\" enter"
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Import 2 files?"), "\(question)")
    #expect(question.contains("convert all files with: gpsbabel"), "\(question)")
    _ = try await editor.screen(after: keys + " enter")
    #expect(try await places == ["Hut", "Lake"])
  }

  @Test func `a folder is converted as one data set, or refused, depending on the program`()
    async throws
  {
    try editor.folder.write("x", to: "survey.shp/a.shp")
    let refused = try await editor.screen(after: ": \"import --via gpsbabel survey.shp\" enter")
    #expect(refused.contains("gpsbabel converts files, not folders"), "\(refused)")
    _ = try await editor.screen(after: ": \"import --via ogr2ogr survey.shp\" enter enter")
    #expect(try await places == ["Data set"])
  }

  @Test func `a file in an unknown format asks, and v converts it`() async throws {
    let keys = ": \"import old.gdb\" enter"
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Nothing to import yet"), "\(question)")
    #expect(question.contains("v       convert 1 file with another program"), "\(question)")
    let typing = try await editor.screen(after: keys + " v")
    #expect(typing.contains("convert with gpsbabel"), "\(typing)")
    let converted = try await editor.screen(after: keys + " v \"gpsbabel:gdb\" enter")
    #expect(converted.contains("Import old.gdb?"), "\(converted)")
    #expect(converted.contains("convert 1 file with: gpsbabel:gdb"), "\(converted)")
    let undone = try await editor.screen(after: keys + " v enter v ctrl-u enter")
    #expect(undone.contains("Nothing to import yet"), "\(undone)")
    _ = try await editor.screen(after: keys + " v \"gpsbabel:gdb\" enter enter")
    #expect(try await places == ["Hut"])
  }

  @Test func `only files in unknown formats are converted in the dialog`() async throws {
    try editor.folder.write(GPXText.file(GPXText.place("Pass", 45, 6)), to: "pass.gpx")
    let keys = ": \"import *.g*\" enter v enter"
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Import 3 files?"), "\(question)")
    #expect(question.contains("convert 2 files with: gpsbabel"), "\(question)")
    _ = try await editor.screen(after: keys + " enter")
    #expect(try await places == ["Hut", "Lake", "Pass"])
  }

  @Test func `the converter of the dialog can be corrected after a failure`() async throws {
    let keys = ": \"import old.gdb\" enter v ctrl-u \"perl\" enter"
    let failed = try await editor.screen(after: keys)
    #expect(failed.contains("The program perl is not installed."), "\(failed)")
    let corrected = try await editor.screen(after: keys + " v ctrl-u \"ogr2ogr\" enter")
    #expect(corrected.contains("Import old.gdb?"), "\(corrected)")
  }

  @Test func `v says why it does nothing if all formats are known`() async throws {
    try editor.folder.write("lat,lon,name\n46,7,Hut\n", to: "a.csv")
    let text = try await editor.screen(after: ": \"import a.csv\" enter v")
    #expect(text.contains("the formats of all files are known"), "\(text)")
  }

  @Test func `o in the file browser shows files in unknown formats, which can be converted`()
    async throws
  {
    let before = try await editor.screen(after: "o i")
    #expect(before.contains("2 other files not shown") && !before.contains("old.gdb"), "\(before)")
    let shown = try await editor.screen(after: "o i o")
    #expect(shown.contains("old.gdb") && shown.contains("unknown format"), "\(shown)")
    #expect(!shown.contains("not shown"))
    _ = try await editor.screen(after: "o i o / \"old\" enter enter v enter enter")
    #expect(try await places == ["Hut"])
  }

  @Test func `a running conversion is cancelled with its job`() async throws {
    try editor.folder.write("place Never", to: "endless.gdb")
    let (idle, ending) = AsyncStream.makeStream(of: Void.self)
    let mailbox = Mailbox {}
    let runner = EffectRunner(
      library: editor.library, mailbox: mailbox, logger: Logger(label: "test"),
      folder: editor.folder.url, findConverter: { try StandInConverter($0) },
      whenIdle: { ending.yield() })
    runner.run(
      .importFile(
        job: 1, path: "endless.gdb", groups: [], conversion: ConversionChoice("gpsbabel")))
    runner.run(.cancelJob(1))
    for await _ in idle where runner.isIdle { break }
    let isCancelled = mailbox.removeAll().contains {
      if case .jobCancelled(1) = $0 { true } else { false }
    }
    #expect(isCancelled)
    #expect(try await places.isEmpty)
  }

  // MARK: Export

  private func text(of name: String) throws -> String {
    try String(contentsOf: editor.folder.file(name), encoding: .utf8)
  }

  @Test func `an export is written by the named program, and replaces a file only after r`()
    async throws
  {
    let keys = ": \"export-all --via gpsbabel:unicsv --time-limit 30min out.txt\" enter"
    let importing = ": \"import --via gpsbabel old.gdb\" enter "
    let text = try await editor.screen(after: importing + keys)
    #expect(text.contains("Passed 1 place to gpsbabel, which wrote out.txt"), "\(text)")
    #expect(try self.text(of: "out.txt") == "gpsbabel:unicsv within 30min: 1")
    try editor.folder.write("old", to: "out.txt")
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Replace the file?"), "\(question)")
    #expect(try self.text(of: "out.txt") == "old")
    _ = try await editor.screen(after: keys + " r")
    #expect(try self.text(of: "out.txt") == "gpsbabel:unicsv within 30min: 1")
  }

  @Test func `a name without an extension stays as typed, and a missing folder is created`()
    async throws
  {
    let keys = ": \"export-all --via ogr2ogr:GPKG new/out\" enter"
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Create the folder?"), "\(question)")
    let left = try await editor.screen(after: keys + " esc")
    #expect(left.contains(":export-all --via ogr2ogr:GPKG new/out"), "\(left)")
    _ = try await editor.screen(after: keys + " y")
    #expect(try text(of: "new/out") == "ogr2ogr:GPKG: 0")
  }

  // MARK: The command line

  @Test func `a hyphen suggests the programs, and file names complete the path after them`()
    async throws
  {
    let options = try await editor.screen(after: ": \"import -\"")
    #expect(options.contains("--via gpsbabel") && options.contains("--via ogr2ogr"), "\(options)")
    let chosen = try await editor.screen(after: ": \"import -\" down down enter")
    #expect(chosen.contains(":import --via ogr2ogr "), "\(chosen)")
    let files = try await editor.screen(after: ": \"import --via gpsbabel:gdb ol\" tab")
    #expect(files.contains(":import --via gpsbabel:gdb old.gdb"), "\(files)")
  }

  @Test(arguments: [
    ("a b.gdb", "", "a b.gdb"), ("--via gpsbabel:gdb a b.gdb", "--via gpsbabel:gdb", "a b.gdb"),
    ("--via=ogr2ogr  x", "--via ogr2ogr", "x"), ("./--viaduct.gpx", "", "./--viaduct.gpx"),
    ("--time-limit 1h --via ogr2ogr x", "--via ogr2ogr --time-limit 1h", "x"),
    ("./--via x", "", "./--via x"), ("--via gpsbabel", "--via gpsbabel", ""),
  ])
  func `the options precede the path`(text: String, options: String, path: String) throws {
    let parsed = try ConvertedPath(text)
    #expect(parsed.path == path)
    #expect(parsed.conversion?.options ?? "" == options)
  }

  @Test(arguments: [
    ("--privacy-zone L1:300m share.gpx", "--privacy-zone"), ("--force a.gpx", "--force"),
    ("-h", "-h"), ("--via gpsbabel:gdb --swap a.gdb", "--swap"), ("--viaduct.gpx", "--viaduct.gpx"),
  ])
  func `an unknown option is refused instead of becoming part of the path`(
    text: String, option: String
  ) {
    let failure = #expect(throws: EditorFailure.self) { _ = try ConvertedPath(text) }
    #expect(failure?.message.contains("`\(option)` is not an option here") == true)
    for command in ["import", "export"] {
      let editor = EditorDriver()
      editor.press(":")
      editor.type("\(command) \(text)")
      editor.press("enter")
      #expect(editor.text.contains("is not an option here") && editor.state.runningJobs.isEmpty)
      #expect(editor.text.contains(":\(command) \(text) "), "the text stays for correction")
    }
  }
}
