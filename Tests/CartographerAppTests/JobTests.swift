import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Imports, exports and other jobs, the command line and settings.
@Suite struct JobTests {
  let editor = EditorDriver()

  @Test func `the import command completes the file name and shows its progress`() {
    editor.names = ["tour/", "tour.gpx"]
    editor.press(":")
    editor.type("import t")
    #expect(editor.effects.contains(.complete(argument: "t")))
    editor.press("down down tab")
    #expect(editor.text.contains(":import tour.gpx"))
    editor.press("enter")
    #expect(editor.effects.last == .importFile(job: 1, path: "tour.gpx", groups: []))
    editor.send(.jobProgress(id: 1, JobProgress(fraction: 0.64, detail: "tour.gpx")))
    #expect(editor.text.contains("[import tour.gpx 64%]"))
  }

  @Test func `an import selects the new path, and its report can be opened`() {
    editor.importFileWithRemark()
    #expect(editor.selectedName == "Col du Bonhomme")
    #expect(editor.text.contains("Imported a.gpx: 1 path, no places, 1 200 points"))
    editor.press("w")
    #expect(editor.text.contains("latitude 91.2"))
  }

  @Test func `the result of an import states how many places and points were left out`() {
    var summary = ImportSummary(
      file: "a.gpx", status: .imported, places: 1, paths: 1, points: 2_802,
      created: [SampleLibrary.bonhomme], messages: [])
    (summary.leftOutPlaces, summary.leftOutPoints) = (1, 6_741)
    editor.files["a.gpx"] = summary
    editor.press(":")
    editor.type("import a.gpx")
    editor.press("enter")
    #expect(editor.text.contains("2 802 points; left out 1 place, 6 741 points"))
  }

  @Test func `ctrl-c cancels the running job, or says how to quit`() {
    editor.press("ctrl-c")
    #expect(editor.state.toast?.text.contains("q to quit") == true)
    editor.press("2 ctrl-c")
    #expect(editor.state.toast?.text.contains("Type :quit to quit") == true, "q goes back here")
    editor.press(":")
    editor.type("import slow.gpx")
    editor.press("enter ctrl-c")
    #expect(editor.effects.last == .cancelJob(1))
    #expect(editor.state.runningJobs.isEmpty)
  }

  @Test func `q asks whether to wait for a running job or to cancel it`() {
    editor.press(":")
    editor.type("import slow.gpx")
    editor.press("enter q")
    #expect(!editor.wantsToQuit)
    editor.press("w q c")
    #expect(editor.wantsToQuit)
    #expect(editor.effects.contains(.cancelJob(1)))
  }

  @Test func `changes are refused during an import, and drafts are kept`() {
    editor.press("e end")
    editor.type(" II")
    editor.send(.input(.key(KeyStroke(.escape))))
    editor.press(":")
    editor.type("import slow.gpx")
    editor.press("enter d")
    #expect(editor.state.toast?.text.contains("an import is running") == true)
    #expect(editor.library.done.isEmpty)
    editor.send(.jobCancelled(id: 1))
    editor.press("e enter")
    #expect(editor.selectedName == "Aletsch traverse II", "the draft was kept")
  }

  @Test func `overwriting a file by an export is confirmed by r, not by enter`() {
    editor.press(":")
    editor.type("export out.gpx")
    editor.press("enter")
    #expect(
      editor.effects.contains(
        .export(job: 1, ids: [ItemID(.path, 1)], path: "out.gpx", replacing: false)))
    editor.send(.exportExists(job: 1, ids: [ItemID(.path, 1)], path: "out.gpx"))
    editor.press("enter")
    #expect(editor.state.modeName == "CONFIRM")
    #expect(editor.state.jobs.all.isEmpty, "the question is no job")
    editor.press("r")
    #expect(
      editor.effects.contains(
        .export(job: 2, ids: [ItemID(.path, 1)], path: "out.gpx", replacing: true)))
    #expect(editor.state.jobs.all.map(\.id) == [2])
  }

  @Test func `the palette runs the best match and says why a command is unavailable`() {
    editor.press(": h i s")
    editor.press("enter")
    #expect(editor.state.modeName == "HISTORY")
    editor.press("esc :")
    editor.type("purge")
    #expect(editor.text.contains("works only in"))
  }

  @Test(arguments: ["delete foo bar", "undo 5x", "fit all"])
  func `an argument is refused for a command that takes none`(text: String) {
    editor.press("d")
    let before = editor.library.done.count
    editor.press(":")
    editor.type(text)
    editor.press("enter")
    #expect(editor.library.done.count == before)
    #expect(editor.state.toast?.text.contains("takes no argument") == true)
    #expect(editor.text.contains(":\(text)"), "the typed command can be corrected")
  }

  @Test func `commands move the map, change the units and turn off the mouse`() {
    editor.press(":")
    editor.type("goto 46.5 7.9")
    editor.press("enter")
    #expect(abs(editor.state.map.viewport.centreCoordinate.latitude - 46.5) < 1e-6)
    editor.press(":")
    editor.type("units imperial")
    editor.press("enter")
    #expect(editor.text.contains(" mi"))
    editor.press(":")
    editor.type("set mouse off")
    editor.press("enter")
    #expect(editor.effects.contains(.setMouse(false)))
    editor.click(40, 2)
    #expect(editor.state.focus == .map, "clicks are ignored now")
  }

  @Test func `a paste never runs keys, and pasted coordinates open a form for a place`() {
    editor.send(.input(.paste("dddd")))
    #expect(editor.library.done.isEmpty)
    editor.send(.input(.paste("46.5, 7.9\n")))
    #expect(editor.text.contains("New place"))
    #expect(editor.text.contains("46.50000"))
  }

  @Test func `a long change shows its progress and can be cancelled`() {
    editor.answersWrites = false
    editor.press("d")
    #expect(editor.state.isSaving)
    editor.send(.writeProgress(JobProgress(fraction: 0.25, detail: "")))
    #expect(editor.text.contains("saving 25%; ctrl-c cancels"))
    editor.press("ctrl-c")
    #expect(editor.effects.last == .cancelWrite)
    editor.send(.writeFailed(EditorFailure("The change was cancelled; nothing was saved.")))
    #expect(!editor.state.isSaving)
    #expect(editor.state.writes.progress == nil)
    editor.send(.writeProgress(JobProgress(fraction: 0.5, detail: "")))
    #expect(editor.state.writes.progress == nil, "progress that arrives after the end is ignored")
    editor.press("ctrl-c")
    #expect(editor.state.toast?.text.contains("to quit") == true)
  }

  @Test func `an import that changes paths reloads their points`() {
    let path = editor.state.list.selected
    editor.files["a.gpx"] = ImportSummary(
      file: "a.gpx", status: .updated, places: 0, paths: 1, points: 40, created: [], messages: [])
    editor.press(":")
    editor.type("import a.gpx")
    let before = editor.effects.count
    editor.press("enter")
    guard
      case .loadPaths(let ids)? = editor.effects.dropFirst(before).last(where: {
        if case .loadPaths = $0 { true } else { false }
      })
    else {
      Issue.record("no paths were loaded")
      return
    }
    #expect(ids == [path].compactMap(\.self))
  }
}
