import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The complete state of the editor, as a value without terminal, store or clock.
package struct AppState: Sendable, Equatable {
  /// The size of the terminal, in cells.
  package var size: Size
  package var settings: Settings
  package var keymap = Keymap.standard
  /// The name of the store shown to the user, such as its file name.
  package var storeName: String
  /// The path of the store's file; empty for a store in memory.
  package var storePath: String

  package var index = LibraryIndex.empty
  /// Whether the first snapshot of the library was loaded.
  package var isLoaded = false
  /// The points and measures of the loaded paths.
  package var paths: [ItemID: PathData] = [:]

  /// The details of an item that are not part of the snapshot, or nil before the first answer.
  package var facts: ItemFacts?
  var askedFacts: FactsRequest?

  package var list = ListState()
  package var map = MapState()
  package var mode = Mode.browse
  package var focus = Pane.list
  /// Whether the focused pane fills the whole screen.
  package var isZoomed = false
  /// The index of the selected path's point that profile, map and point list highlight, or nil.
  package var pointCursor: Int?
  /// The unfinished drawing that the user left last, or nil.
  package var keptDrawing: DrawState?
  package var drawnClimb: DrawnClimb?
  package var detailTop = 0
  /// Whether the table of points fills the height of the screen while a path is edited.
  package var showsPointTable = false
  package var pointSearch: PointSearch?
  /// The speeds, slopes and sensor values along the selected path, or nil before they are loaded.
  package var series: PathSeries?
  var askedSeries: PathData?
  package var profileView = ProfileView()
  var shownProfile: ShownProfile?

  /// The open popups, the drafts of forms and the revision that edits are based on.
  var overlays = OverlayStack()
  /// The keys typed so far of an incomplete chord, and the input that waits.
  var input = InputQueue()
  package var toast: Toast?

  package var jobs: [Job] = []
  package var nextJob = 1
  /// The job number of an export whose first answer is pending, or nil. The export may have to ask
  /// before it replaces a file.
  package var awaitedExport: Int?
  /// The number of the last background request: a preview, a report or a point search.
  var nextTrial = 0
  /// The operation whose change is being saved, or nil. If the change is refused, the operation
  /// opens again.
  var submittedTrial: TrialState?

  /// The IDs of the changes that this run of the editor made.
  package var ownEntries: Set<HistoryEntry.ID> = []
  /// The ID of the newest change when the editor started.
  package var firstEntry: HistoryEntry.ID = 0
  /// Whether a change is being saved.
  package var isSaving = false
  /// The progress of the change being saved, or nil if the change is fast.
  package var savingProgress: JobProgress?
  /// The changes that wait until the current one is saved.
  package var queuedWrites: [Write] = []
  /// Whether another process may have changed points that were not loaded again.
  package var arePathsStale = false
  /// The paths whose points are being loaded again, each with the minimum revision of the new
  /// points.
  package var outdatedPaths: [ItemID: Int64] = [:]
  /// The files named on the command line, to be offered for import once the library is loaded.
  package var offeredFiles: [String] = []

  package init(
    size: Size, settings: Settings = Settings(), storeName: String = "", storePath: String = ""
  ) {
    self.size = size
    self.settings = settings
    self.storeName = storeName
    self.storePath = storePath
  }

  /// The popup on top, or nil.
  var overlay: (any Overlay)? { overlays.top }

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

  /// The selected path's points, or nil if no path is selected or its points are not loaded.
  package var selectedPath: PathData? { selected.flatMap { paths[$0] } }

  /// Whether keys must wait, so that fast typing has the same effect as slow typing.
  ///
  /// Keys wait while a change is being saved, while an export may ask a question, while the points
  /// of the open path are loaded, while file names for a completion are read, and while the history
  /// is reloaded.
  package var keysWait: Bool {
    if isSaving || awaitedExport != nil { return true }
    if let overlay { return overlay.isWaiting }
    switch mode {
    case .pathEdit(let edit):
      return outdatedPaths[edit.path] != nil || pointSearch?.asked != nil
    case .trial(let trial):
      return trial.isConfirmed || trial.paths.contains { outdatedPaths[$0] != nil }
    case .browse, .boxSelect, .draw, .grab, .itinerary: return false
    }
  }

  package var runningJobs: [Job] { jobs.filter(\.isRunning) }

  /// The reason why the library cannot be changed now, or nil if changes are possible.
  package var writeObstacle: String? {
    if !index.snapshot.isWritable { return "this store is read-only" }
    return runningJobs.contains(where: \.isWriting)
      ? "an import is running: \(key("jobs")) shows it, \(key("cancel")) cancels it" : nil
  }

  package var isEmptyLibrary: Bool {
    isLoaded && index.snapshot.places.isEmpty && index.snapshot.paths.isEmpty
      && index.snapshot.groups.isEmpty
  }
}
