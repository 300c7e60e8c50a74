import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The screens of the editor: every pane, mode and popup.
///
/// The functions that return the scene of a state, ``shown(by:)``, switch over every mode and pane,
/// so that a new one does not compile without a scene.
enum ScreenScene: String, CaseIterable {
  // The panes while browsing.
  case groupColumn = "group-column"
  case browse
  case map
  case detail
  case profilePane = "profile-pane"
  case jobsPane = "jobs-pane"
  // The other lists, and a range and a chord in a list.
  case places
  case placeSelected = "place"
  case groupList = "group-list"
  case openGroup = "open-group"
  case trash
  case range
  case chord
  case empty
  // The modes.
  case box
  case draw
  case measure
  case edit
  case points
  case profile
  case preview
  case split
  case crop
  case times
  case grab
  case grabPlace = "grab-place"
  case itinerary
  // The popups.
  case filter
  case search
  case palette
  case help
  case manual
  case form
  case colour
  case purge
  case groups
  case stops = "itinerary-add"
  case nearest
  case found
  case jobs
  case files
  case importing
  case history
  case change
  case drafts
  case message
  case statistics

  /// Returns the scene of the top popup or, if no popup is open, of the mode or the focused pane.
  static func shown(by state: AppState) -> ScreenScene {
    guard let overlay = state.overlay else { return shown(by: state.mode, state.focus) }
    return popups.first { $0.type == type(of: overlay) }?.scene ?? .message
  }

  /// The scene of each kind of popup.
  static let popups: [(type: any Overlay.Type, scene: ScreenScene)] = [
    (FilterLine.self, .filter), (PointSearchLine.self, .search), (CommandPrompt.self, .palette),
    (StatisticsBox.self, .statistics), (HelpPage.self, .help), (ManualReader.self, .manual),
    (FormState.self, .form),
    (Confirmation.self, .purge), (GroupPicker.self, .groups), (StopPicker.self, .stops),
    (NearestList.self, .nearest), (FoundPicker.self, .found), (FileBrowser.self, .files),
    (ImportQuestion.self, .importing), (ImportGroupPicker.self, .importing),
    (JobList.self, .jobs), (HistoryList.self, .history),
    (ChangeBox.self, .change), (DraftList.self, .drafts),
    (MessageBox.self, .message),
  ]

  private static func shown(by mode: Mode, _ pane: Pane) -> ScreenScene {
    switch mode {
    case .browse: shown(by: pane)
    case .boxSelect: .box
    case .draw: .draw
    case .measure: .measure
    case .pathEdit: .edit
    case .preview: .preview
    case .grab: .grab
    case .itinerary: .itinerary
    }
  }

  private static func shown(by pane: Pane) -> ScreenScene {
    switch pane {
    case .groups: .groupColumn
    case .list: .browse
    case .map: .map
    case .detail: .detail
    case .profile: .profilePane
    case .jobs: .jobsPane
    }
  }

  /// The scene of which this scene is a variant, or the scene itself.
  var kind: ScreenScene {
    switch self {
    case .places, .placeSelected, .groupList, .openGroup, .trash, .range, .chord, .empty: .browse
    case .points, .profile: .edit
    case .split, .crop, .times: .preview
    case .grabPlace: .grab
    case .colour: .form
    case .groupColumn, .browse, .map, .detail, .profilePane, .jobsPane, .box, .draw,
      .measure, .edit, .preview,
      .grab, .itinerary, .filter, .search, .palette, .help, .manual, .form, .purge, .groups, .stops,
      .nearest, .found, .jobs, .files, .importing,
      .history, .change, .drafts, .message, .statistics:
      self
    }
  }

  func editor(size: Size, glyphs: GlyphSet) -> EditorDriver {
    var settings = EditorDriver.settings
    settings.glyphs = glyphs
    let content =
      self == .empty
      ? FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1)) : SampleLibrary.content()
    let editor = EditorDriver(content, size: size, settings: settings)
    prepare(editor)
    return editor
  }

  private func prepare(_ editor: EditorDriver) {
    switch self {
    case .groupColumn: editor.press("0 j")
    case .browse: editor.press("j j")
    case .map: editor.press("j j f 2 - l")
    case .detail: editor.press("j j 3")
    case .profilePane: editor.press("j j 4 l l l l")
    case .jobsPane:
      runJobs(editor)
      editor.press("5")
    case .places: editor.press("g l")
    case .placeSelected: editor.press("g l j j f")
    case .groupList: editor.press("g r")
    case .openGroup: editor.press("g r enter j")
    case .trash: editor.press("j j d d g t")
    case .range: editor.press("j v j j")
    case .chord: editor.press("g")
    case .empty:
      editor.state.library = LibraryState(
        storeName: "default", storePath: "/home/ada/.local/share/cartographer/default.store")
      editor.send(.loaded(editor.library.index))
      editor.state.jobs.begin(home: "/home/ada", sampleFolder: "/usr/share/sample")
    case .box: editor.press("j j f 2 v l l j")
    case .draw: editor.press("o p a l l a k a l")
    case .measure: editor.press("j j f 2 g m l enter k enter l")
    case .edit: editor.press("j j enter j l")
    case .points:
      editor.press("j j enter T /")
      editor.type(">2000m")
      editor.press("enter n *")
    case .profile: editor.press("j j enter j z v z t z i")
    case .preview: editor.press("j j S j l l l l")
    case .split:
      editor.press("j j t s k l l j")
      editor.type("2km")
    case .crop: editor.press("j j t c")
    case .times: editor.press("j j t t")
    case .grab: editor.press("j j enter j m l l l L")
    case .grabPlace: editor.press("g l j M H J")
    case .itinerary: plan(editor)
    case .filter:
      editor.press("/")
      editor.type("alps ro")
    case .search:
      editor.press("j j enter /")
      editor.type(">2000m")
    case .palette: editor.press(": z o")
    case .help: editor.press("?")
    case .manual:
      editor.press(":")
      editor.type("help sample")
      editor.press("enter tab tab")
    case .form: editor.press("j j e")
    case .colour: editor.press("j j C ctrl-n ctrl-n")
    case .purge: editor.press("j j d g t D")
    case .groups: editor.press("j j m")
    case .stops:
      plan(editor)
      editor.press("a space space")
    case .jobs:
      runJobs(editor)
      editor.press("w")
    case .files:
      browse(editor)
      editor.press("j space j")
    case .importing:
      browse(editor)
      editor.press("j * enter")
    case .nearest: editor.press("g l g a j")
    case .found:
      editor.press("2 /")
      editor.type("de")
      editor.press("enter l a down")
    case .history: editor.press("j j d d R u g h j")
    case .change:
      editor.press("d d g h")
      editor.send(
        .changeShown(
          ShownChange(
            id: editor.library.history[0].id, isDone: true, title: "Move 1 path to the trash",
            lines: [
              .init("P1  Aletsch traverse  changed", ItemID(.path, 1)),
              .init("  + trashed", ItemID(.path, 1)),
            ])))
    case .drafts: editor.press("e A esc o p a l l a l l a esc C b esc o d j")
    case .message: editor.press("j j f g d")
    case .statistics: editor.press("j j g s")
    }
  }

  /// Plans five members of a group over three days and marks one stop as done.
  private func plan(_ editor: EditorDriver) {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i a space space space space space enter j D j > j >")
    editor.press("t")
    editor.type("2026-07-11")
    editor.press("enter g g")
  }

  /// Opens the file browser in a folder with a subfolder and several files.
  private func browse(_ editor: EditorDriver) {
    editor.state.jobs.begin(home: "/home/ada", sampleFolder: nil)
    let noon = Date(timeIntervalSinceReferenceDate: 805_464_000)
    func file(_ name: String, _ bytes: Int64, _ days: Double) -> FolderListing.Entry {
      FolderListing.Entry(name: name, bytes: bytes, modified: noon - days * 86_400)
    }
    var imported = file("day-1.gpx", 812_345, 3)
    imported.importStatus = .imported
    var changed = file("day-2.gpx", 1_234_567, 2)
    changed.importStatus = .changed
    editor.folders[""] = FolderListing(
      folder: "/home/ada/tracks",
      entries: [
        FolderListing.Entry(name: "2025", isFolder: true, modified: noon), imported, changed,
        file("day-10.gpx", 4_321, 1), file("broken.gpx", 512, 0),
        file("Überschreitung 富士山.gpx", 98_765_432, 5),
      ], omittedCount: 3)
    func path(_ name: String) -> String { "/home/ada/tracks/\(name)" }
    for check in [
      ImportCheck.File(path: path("day-1.gpx"), outcome: .unchanged),
      ImportCheck.File(path: path("day-2.gpx"), outcome: .changed(added: 1, updated: 2)),
      ImportCheck.File(
        path: path("day-10.gpx"), outcome: .new, places: 2, paths: 1, points: 1_490),
      ImportCheck.File(
        path: path("broken.gpx"),
        outcome: .refused("line 12: the file has no usable places or points")),
      ImportCheck.File(
        path: path("Überschreitung 富士山.gpx"),
        outcome: .duplicate(of: path("day-10.gpx"))),
    ] { editor.checks[check.path] = check }
    editor.press("o i")
  }

  /// Starts an export that succeeds, an import that fails and an import that keeps running.
  private func runJobs(_ editor: EditorDriver) {
    editor.press("j j o x")
    editor.type("bonhomme.gpx")
    editor.press("enter :")
    editor.type("import broken.gpx")
    editor.press("enter")
    editor.send(
      .jobFailed(
        id: 2,
        EditorFailure("broken.gpx has no element gpx, but html in line 1; name a file of GPX.")))
    editor.press("esc :")
    editor.type("import tour.gpx")
    editor.press("enter")
    editor.send(
      .jobProgress(id: 3, JobProgress(fraction: 0.64, detail: "118 000 points of tour.gpx")))
  }
}
