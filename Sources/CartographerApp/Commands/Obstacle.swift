import CartographerCore

/// The reasons why commands are unavailable, as messages for the status row.
package enum Obstacle {
  /// The reason why a command is unavailable.
  package struct Reason: Sendable, ExpressibleByStringInterpolation {
    /// The kind of a reason. The editor handles all kinds except `other` in a special way.
    enum Kind {
      /// The path's points are still loading. The command runs as soon as the points are loaded.
      case pointsLoading
      /// No itinerary stop is selected. The message is shown without the command's title.
      case noStop
      case other
    }

    let text: String
    let kind: Kind

    init(_ text: String, _ kind: Kind = .other) {
      self.text = text
      self.kind = kind
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  /// The message shown for commands that are unavailable because the store's file cannot be
  /// written.
  static let storeIsReadOnly = "the store is read-only"

  static let readOnly: @Sendable (AppState) -> Reason? = { state in
    state.writeObstacle.map { Reason($0) }
  }

  /// The reason why an import cannot be started, if any. A running import does not prevent another
  /// import.
  static let notWritable: @Sendable (AppState) -> Reason? = { state in
    if state.library.loss != nil { return readOnly(state) }
    return state.index.snapshot.isWritable ? nil : Reason(storeIsReadOnly)
  }

  /// The reason why the sample trip cannot be imported, if any.
  static let noSample: @Sendable (AppState) -> Reason? = { state in
    state.jobs.imports.sampleFolder == nil
      ? "the sample trip is not installed with this program" : notWritable(state)
  }

  static let noSelection: @Sendable (AppState) -> Reason? = { state in
    // While the groups column has the focus, commands must not act on the list's selection by
    // accident.
    if state.isInGroupColumn, !state.actsOnMarks {
      return """
        this command acts on the list; \
        \(state.key("focus-list")) goes to the list
        """
    }
    return state.hasTargets ? nil : "nothing is selected"
  }

  static let nothingToExport: @Sendable (AppState) -> Reason? = { state in
    state.openTrip == nil ? noSelection(state) : nil
  }

  /// The reason why the list cannot be sorted, if any.
  static let sortedTrash: @Sendable (AppState) -> Reason? = { state in
    state.list.tab == .trash
      ? "the trash cannot be sorted; the last deleted item is always first" : nil
  }

  /// The reason why the marked or selected items cannot be changed, if any.
  static let noTargets: @Sendable (AppState) -> Reason? = { state in
    readOnly(state) ?? noSelection(state) ?? inTrash(state)
  }

  /// The reason why commands for items that are not in the trash are unavailable, if any.
  static let inTrash: @Sendable (AppState) -> Reason? = { state in
    guard state.list.tab == .trash else { return nil }
    let restore = state.key("restore")
    return "the item is in the trash; \(restore) restores it"
  }

  static let noMembers: @Sendable (AppState) -> Reason? = { state in
    noTargets(state)
      ?? (state.hasMemberTargets ? nil : "a group cannot be a member of another group")
  }

  /// The reason shown for a command that is unavailable while a path's points are loading.
  static let pointsLoading = Reason("the path's points are still loading", .pointsLoading)

  static let notMoving: @Sendable (AppState) -> Reason? = { state in
    if case .grab = state.mode { return nil }
    return """
      start to move a place with \(state.key("move-place")), \
      or a path's point with \(state.key("move-point"))
      """
  }

  static let noPath: @Sendable (AppState) -> Reason? = { state in
    guard state.selected?.kind == .path else { return "select a path first" }
    return state.selectedPath == nil ? pointsLoading : nil
  }

  static let noPlace: @Sendable (AppState) -> Reason? = { state in
    noTargets(state)
      ?? (state.selected?.kind == .location ? nil : "select a place first")
  }

  static let notInGroup: @Sendable (AppState) -> Reason? = { state in
    guard state.list.scope != nil else {
      return """
        open a group to remove items from it; \
        \(state.key("group")) shows an item's groups
        """
    }
    return noMembers(state)
  }

  /// The reason why commands cannot act on the stops of an itinerary, if any. While the groups
  /// column has the focus, the commands are unavailable, so that the selected stop is not changed
  /// by accident.
  static let notOnStops: @Sendable (AppState) -> Reason? = { state in
    state.itinerary == nil
      ? """
      open an itinerary first: \
      press \(state.key("itinerary")) in a group
      """
      : state.focus == .groups
        ? """
        this command acts on the stops; \
        \(state.key("focus-list")) goes to the stops
        """ : nil
  }

  /// The reason why the stops of an itinerary cannot be changed, if any.
  static let notPlanning: @Sendable (AppState) -> Reason? = { state in
    notOnStops(state) ?? readOnly(state)
  }

  /// The reason why a box cannot be drawn on the map, if any.
  static let planning: @Sendable (AppState) -> Reason? = { state in
    state.itinerary == nil ? nil : "an itinerary is open; close it first"
  }

  static let noStopToShow: @Sendable (AppState) -> Reason? = { state in
    if state.itinerary == nil { return notOnStops(state) }
    return state.selectedStop == nil ? Reason(state.missingStopReason, .noStop) : nil
  }

  static let noStop: @Sendable (AppState) -> Reason? = { state in
    notPlanning(state) ?? noStopToShow(state)
  }

  /// The reason why itinerary stops cannot be moved up or down, if any. While a filter is active, a
  /// stop would move past hidden stops.
  static let hiddenStops: @Sendable (AppState) -> Reason? = { state in
    noStop(state)
      ?? (state.itinerary?.filter.isEmpty == false
        ? """
        the filter hides the neighbouring stops; \
        \(state.key("back")) shows all stops
        """ : nil)
  }

  static let noSelectedStop: @Sendable (AppState) -> Reason? = { state in
    notOnStops(state) ?? noStopToShow(state)
  }

  static let notInTrash: @Sendable (AppState) -> Reason? = { state in
    state.list.tab == .trash
      ? readOnly(state) ?? noSelection(state)
      : """
      this command works only in the trash; \
      \(state.key("trash")) shows the trash
      """
  }

  static let noRunningJob: @Sendable (AppState) -> Reason? = { state in
    state.runningJobs.isEmpty ? "no job is running" : nil
  }

  static let noUndo: @Sendable (AppState) -> Reason? = { state in
    readOnly(state)
      ?? (state.index.snapshot.undoCount > 0 || state.isSaving
        ? nil : "there is nothing to undo")
  }

  static let noRedo: @Sendable (AppState) -> Reason? = { state in
    readOnly(state)
      ?? (state.index.snapshot.redoCount > 0 || state.isSaving
        ? nil : "there is nothing to redo")
  }

  static let noPathsToWorkOn: @Sendable (AppState) -> Reason? = { state in
    if let reason = readOnly(state) { return reason }
    if case .preview = state.mode {
      return """
        another operation is already being previewed; \
        \(state.key("back")) cancels it
        """
    }
    if state.mode == .browse, let reason = noTargets(state) { return reason }
    // Many paths may be marked, so their points are checked only when the operation is applied.
    if state.actsOnMarks {
      let hasPath =
        state.list.marks.contains { $0.kind == .path }
        || state.list.range.contains { $0.kind == .path }
      return hasPath ? nil : "none of the marked items is a path"
    }
    if let reason = noPath(state) { return reason }
    return state.selectedPath?.count == 0 ? "the path has no points" : nil
  }

  static let noOperation: @Sendable (AppState) -> Reason? = { state in
    if case .preview = state.mode { nil } else { "choose an operation first, such as simplify" }
  }

  /// The reason why the legs of a measured line cannot be listed, if any.
  static let noLegs: @Sendable (AppState) -> Reason? = { state in
    guard case .measure(let line) = state.mode else {
      let measure = state.key("distance")
      return "start measuring on the map first (\(measure))"
    }
    return line.points.count > 1 ? nil : "add a second point first"
  }

  static let noPathsToMeasure: @Sendable (AppState) -> Reason? = { state in
    state.isInGroupColumn || state.hasTargets || state.openTrip != nil
      ? nil : "select a path or a group first"
  }

  /// The reason why commands cannot act on the points of an edited path, if any.
  static let noPathPoints: @Sendable (AppState) -> Reason? = { state in
    state.pointEdit == nil ? "open a path with points first" : nil
  }

  static let noPoints: @Sendable (AppState) -> Reason? = { state in
    readOnly(state)
      ?? (state.selectedPath == nil ? pointsLoading : nil)
      ?? ((state.selectedPath?.count ?? 0) == 0
        ? """
        the path has no points; \
        \(state.key("append-point")) adds one
        """ : nil)
  }
}
