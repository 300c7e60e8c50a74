import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The complete state of the editor, as a value that does not depend on a terminal, a store or a
/// clock.
///
/// Each feature's state has its own type in the feature's folder, and only that type's functions
/// can change the state. `AppState` composes the states of all features. The extensions of
/// `AppState` are the coordinator: they handle messages and keys that concern several features,
/// call the functions of the states involved, and return the effects to run. A function that needs
/// only one feature belongs to that feature's state. No other file replaces the whole state of a
/// feature.
package struct AppState: Sendable, Equatable {
  package internal(set) var preferences: Preferences
  package internal(set) var library: LibraryState
  package internal(set) var writes = WriteQueue()
  package internal(set) var jobs = JobsState()
  package internal(set) var list = ListState()
  package internal(set) var map = MapState()
  package internal(set) var panes: Panes
  package internal(set) var profile = ProfileState()
  package private(set) var mode = Mode.browse
  package internal(set) var pathEditing = PathEditing()
  package internal(set) var operations = OperationsState()
  /// The drafts of forms, the drafts set aside for later, and the drafts most recently submitted
  /// for writing to disk.
  package internal(set) var drafts = DraftsState()
  var messages = MessagesState()

  /// The open popups, and the library revision on which edits are based.
  var overlays = OverlayStack()
  /// The keys of an incomplete chord, the input deferred while the editor waits for an answer, and
  /// the time of the latest input.
  var input = InputQueue()

  package init(
    size: Size, settings: Settings = Settings(), storeName: String = "", storePath: String = ""
  ) {
    panes = Panes(size: size)
    preferences = Preferences(settings)
    library = LibraryState(storeName: storeName, storePath: storePath)
  }

  /// The time of the latest input, for relative dates such as `tomorrow`. Nil before any input.
  package var now: Date? { input.time }
  mutating func setClock(to now: Date) { input.setTime(now) }
}

/// The functions that change the mode; no other code changes the mode. The functions whose names
/// begin with `enter` can also update the current mode's state.
extension AppState {
  /// Ends the current mode, and returns to browsing the list and the map.
  mutating func leaveMode() { mode = .browse }

  mutating func enterBoxSelection(corner: Coordinate) { mode = .boxSelect(corner: corner) }
  mutating func enterDrawing(_ drawing: DrawState) { mode = .draw(drawing) }
  mutating func enterMeasuring(_ line: DrawState) { mode = .measure(line) }
  mutating func enterPathEditing(_ edit: PathEditState) { mode = .pathEdit(edit) }
  mutating func enterPreview(_ operation: OpenOperation) { mode = .preview(operation) }
  mutating func enterMoving(_ grab: GrabState) { mode = .grab(grab) }
  mutating func enterItinerary(_ itinerary: ItineraryState) { mode = .itinerary(itinerary) }

  /// Changes the path-editing state, which is kept during an operation's preview and while a point
  /// is moved.
  mutating func changeEdit(_ change: (inout PathEditState) -> Void) { mode.changeEdit(change) }

  /// Changes the open itinerary. Does nothing if no itinerary is open.
  mutating func changeItinerary(_ change: (inout ItineraryState) -> Void) {
    guard case .itinerary(var itinerary) = mode else { return }
    change(&itinerary)
    mode = .itinerary(itinerary)
  }

  /// Changes the previewed operation, and returns the closure's result. Returns nil if no operation
  /// is being previewed.
  @discardableResult
  mutating func changeOperation<Value>(_ change: (inout OpenOperation) -> Value) -> Value? {
    guard case .preview(var operation) = mode else { return nil }
    let result = change(&operation)
    mode = .preview(operation)
    return result
  }
}

/// Accessors for parts of the state that several features use.
extension AppState {
  /// The message in the status row. Nil if no message is shown.
  package var toast: Toast? { messages.shown }

  /// The terminal's size, in cells.
  package var size: Size { panes.size }
  package var settings: Settings { preferences.settings }
  package var keymap: Keymap { preferences.keymap }
  package var index: LibraryIndex { library.index }
  package var paths: [ItemID: PathData] { library.paths }
  package var focus: Pane { panes.focused }
  package var isSaving: Bool { writes.isSaving }
  package var runningJobs: [Job] { jobs.running }
  /// The topmost popup. Nil if no popup is open.
  var overlay: (any Overlay)? { overlays.top }
}

extension AppState {
  /// The item that is shown in the details pane and on which commands act: the item that is being
  /// edited, moved or previewed, or the item of an open itinerary's selected stop; otherwise, the
  /// list's selected item. Nil if there is no such item.
  package var selected: ItemID? {
    if case .pathEdit(let edit) = mode { return edit.path }
    if let operation { return operation.paths.first }
    if case .grab(let grab) = mode { return grab.item }
    if case .itinerary = mode {
      return selectedStop?.item.flatMap { index.contains($0) ? $0 : nil }
    }
    return list.selected
  }

  package var selectedItem: LibraryItem? { selected.flatMap { index[$0] } }

  /// The selected path's points. Nil if no path is selected or its points are not loaded.
  package var selectedPath: PathData? { selected.flatMap { paths[$0] } }

  /// Whether key presses are deferred until pending work is done. Fast typing thus has the same
  /// effect as slow typing.
  ///
  /// Key presses are deferred while the places are loaded at startup, while the library is being
  /// changed or saved, and while an import or export may still ask a question. Key presses are also
  /// deferred while the editor waits for the contents of the top popup, the result of a box search
  /// on the map, the town to which the map moves, the points that a command needs, the result of a
  /// point search, the reports of earlier jobs, or the preview of a confirmed operation.
  package var keysWait: Bool {
    if isSaving || library.isBeingSaved || jobs.awaitedJob != nil { return true }
    if library.isPartlyLoaded || map.boxSearch != nil || input.waiting != nil { return true }
    if map.isSearchingTown || jobs.isReadingReports { return true }
    if let overlay { return overlay.isWaiting }
    switch mode {
    case .pathEdit(let edit):
      return library.isReloading(edit.path) || pathEditing.search?.isPending == true
    case .preview(let operation):
      return operation.isConfirmed || operation.paths.contains(where: library.isReloading)
    case .browse, .boxSelect, .draw, .measure, .grab, .itinerary: return false
    }
  }

  /// The reason why the library cannot be changed now. Nil if changes are possible.
  package var writeObstacle: String? {
    if let loss = library.loss {
      return """
        the store was \(loss == .removed ? "removed" : "replaced"); \
        :save-library saves the library
        """
    }
    if !index.snapshot.isWritable { return Obstacle.storeIsReadOnly }
    return runningJobs.contains(where: \.isWriting)
      ? """
      an import is running: \
      \(key("jobs")) shows it, \
      \(key("cancel")) cancels it
      """ : nil
  }

  /// Stores a frame's label positions, so that the labels do not jump in later frames.
  package mutating func keepLabels(of frame: Frame) { map.keepLabels(frame.labels) }
}
