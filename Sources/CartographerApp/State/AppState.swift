import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// Everything the editor knows at one moment: a value, without terminal, store or clock.
package struct AppState: Sendable, Equatable {
  /// Of the terminal.
  package var size: Size
  package var settings: Settings
  package var keymap = Keymap.standard
  /// The store as people know it, such as its file's name.
  package var storeName: String
  /// Where the store is; empty in memory.
  package var storePath: String

  package var index = LibraryIndex.empty
  /// False until the first snapshot has come.
  package var isLoaded = false
  /// Points and measures of paths, as far as they are loaded.
  package var paths: [ItemID: PathData] = [:]

  /// What else is known of the item that was asked about last, once it is read.
  package var facts: ItemFacts?
  var askedFacts: FactsRequest?

  package var list = ListState()
  package var map = MapState()
  package var mode = Mode.browse
  package var focus = Pane.list
  /// Whether the focused pane fills the screen.
  package var isZoomed = false
  /// The point shared by profile, map and point list, on the selected path.
  package var pointCursor: Int?
  /// A drawing that was left before it was finished.
  package var keptDrawing: DrawState?
  package var drawnClimb: DrawnClimb?
  package var detailTop = 0
  /// Whether the points of a path being edited have a table in full height.
  package var showsPointTable = false
  package var pointSearch: PointSearch?
  /// What changes along the path that is looked at, once it is known.
  package var series: PathSeries?
  var askedSeries: PathData?
  package var profileView = ProfileView()
  var shownProfile: ShownProfile?

  package var overlays: [Overlay] = []
  /// The library's revision at which the open form, prompt, question or grab began. What is
  /// decided in it goes with it, so that nobody overwrites what they never saw.
  package var basis: Int64?
  /// The prompt whose change is on its way: it comes back with what was typed if that is refused.
  package var submitted: Overlay?
  /// Whether a refused prompt waits for the library as it is now.
  package var awaitsReload = false
  /// The keys of a chord typed so far.
  package var pendingKeys: [KeyStroke] = []
  package var drafts: [FormState.Purpose: FormState] = [:]
  package var toast: Toast?

  package var jobs: [Job] = []
  package var nextJob = 1
  /// The export of which nothing was heard yet: it may have to ask before it replaces a file.
  package var awaitedExport: Int?
  /// The number of the last operation that was tried.
  var nextTrial = 0
  /// The operation whose change is on its way: it comes back if that is refused.
  var submittedTrial: TrialState?

  /// The entries of the history that this run of the editor made.
  package var ownEntries: Set<HistoryEntry.ID> = []
  /// The newest entry there was when the editor began.
  package var firstEntry: HistoryEntry.ID = 0
  /// Whether a change is on its way to the store.
  package var isSaving = false
  /// How far the change on its way is, where it takes long enough to be told.
  package var savingProgress: JobProgress?
  /// Changes that wait for the one on its way.
  package var queuedWrites: [Write] = []
  /// Whether another process may have changed points that were not read again.
  package var arePathsStale = false
  /// Paths whose points are being read again because they changed, with the revision they are to
  /// be of.
  package var outdatedPaths: [ItemID: Int64] = [:]
  /// Keys, and texts pasted between them, of the time while ``keysWait``, to be acted on after it.
  package var deferredKeys: [InputEvent] = []
  /// Files named on the command line, to be offered once the library is there.
  package var offeredFiles: [String] = []

  package init(
    size: Size, settings: Settings = Settings(), storeName: String = "", storePath: String = ""
  ) {
    self.size = size
    self.settings = settings
    self.storeName = storeName
    self.storePath = storePath
  }

  package var overlay: Overlay? { overlays.last }

  package var selected: ItemID? {
    if case .pathEdit(let edit) = mode { return edit.path }
    if case .trial(let trial) = mode { return trial.paths.first }
    if case .grab(let grab) = mode {
      switch grab.subject {
      case .place(let id): return id
      case .point(let edit, _): return edit.path
      }
    }
    if case .itinerary = mode {
      return selectedEntry?.item.flatMap { index.contains($0) ? $0 : nil }
    }
    return list.selected
  }

  package var selectedItem: LibraryItem? { selected.flatMap { index[$0] } }

  /// Points of the selected path, when it is one and they are loaded.
  package var selectedPath: PathData? { selected.flatMap { paths[$0] } }

  /// Whether keys wait, so that fast typing means what slow typing means: for a change on its way
  /// to the store, for a question that an export may have, for the points of the open path, for file
  /// names that are to complete a path, for the history as it is now.
  package var keysWait: Bool {
    if isSaving || awaitedExport != nil { return true }
    switch (overlay, mode) {
    case (.palette(let palette)?, _): return palette.wantsCompletion
    case (.history(let history)?, _): return history.isOutdated
    case (nil, .pathEdit(let edit)):
      return outdatedPaths[edit.path] != nil || pointSearch?.asked != nil
    case (nil, .trial(let trial)):
      return trial.isConfirmed || trial.paths.contains { outdatedPaths[$0] != nil }
    default: return false
    }
  }

  package var runningJobs: [Job] { jobs.filter(\.isRunning) }

  /// Why nothing can be changed now; nil when it can.
  package var writeObstacle: String? {
    if !index.snapshot.isWritable { return "this store can only be read" }
    return runningJobs.contains(where: \.isWriting)
      ? "an import is running: \(key("jobs")) shows it, \(key("cancel")) cancels it" : nil
  }

  package var isEmptyLibrary: Bool {
    isLoaded && index.snapshot.places.isEmpty && index.snapshot.paths.isEmpty
      && index.snapshot.groups.isEmpty
  }
}
