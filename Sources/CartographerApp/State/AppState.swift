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
  package internal(set) var panes = Panes()
  /// The index of the selected path's point that profile, map and point list highlight, or nil.
  package var pointCursor: Int?
  /// The unfinished drawing that the user left last, or nil.
  package var keptDrawing: DrawState?
  package var drawnClimb: DrawnClimb?
  /// Whether the table of points fills the height of the screen while a path is edited.
  package var showsPointTable = false
  package var pointSearch: PointSearch?
  package internal(set) var profile = ProfileState()

  package var overlays: [Overlay] = []
  /// The library's revision when the open form, prompt, question or grab began, or nil if none is
  /// open. An edit carries this revision, so that it cannot overwrite changes that the user has not
  /// seen.
  package var basis: Int64?
  /// The prompt whose change is being saved, or nil. If the change is refused, the prompt opens
  /// again with the typed text.
  package var submitted: Overlay?
  /// Whether a refused prompt waits until the library is loaded again.
  package var awaitsReload = false
  /// The keys typed so far of an incomplete chord.
  package var pendingKeys: [KeyStroke] = []
  package var drafts: [FormState.Purpose: FormState] = [:]
  package var toast: Toast?

  package internal(set) var jobs = JobsState()
  package internal(set) var operations = OperationsState()

  package internal(set) var writes = WriteQueue()
  /// Whether another process may have changed points that were not loaded again.
  package var arePathsStale = false
  /// The paths whose points are being loaded again, each with the minimum revision of the new
  /// points.
  package var outdatedPaths: [ItemID: Int64] = [:]
  /// The keys and pasted texts received while ``keysWait`` is true; they are replayed afterwards.
  package var deferredKeys: [InputEvent] = []

  package init(
    size: Size, settings: Settings = Settings(), storeName: String = "", storePath: String = ""
  ) {
    self.size = size
    self.settings = settings
    self.storeName = storeName
    self.storePath = storePath
  }

  package var overlay: Overlay? { overlays.last }

  package var focus: Pane { panes.focused }

  package var isSaving: Bool { writes.isSaving }

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
    if isSaving || jobs.awaitedExport != nil { return true }
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

  package var runningJobs: [Job] { jobs.running }

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
