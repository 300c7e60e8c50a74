import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  /// The operation being previewed. Nil if no operation is being previewed.
  var operation: OpenOperation? {
    if case .preview(let operation) = mode { operation } else { nil }
  }

  /// The paths that an operation changes: the path being edited; if no path is being edited, the
  /// marked or selected paths.
  var operationPaths: [ItemID] {
    switch mode {
    case .pathEdit(let edit): [edit.path]
    case .preview(let operation): operation.paths
    case .browse, .boxSelect, .draw, .measure, .grab, .itinerary:
      targets.filter { $0.kind == .path }
    }
  }

  /// The paths to join, in the order in which they were marked. A single marked path is appended to
  /// the selected path.
  private var joinedPaths: [ItemID] {
    let marked = list.inOrderOfMarking(targets.filter { $0.kind == .path })
    guard let selected, selected.kind == .path, marked.count < 2 else { return marked }
    return [selected] + marked.filter { $0 != selected }
  }

  /// The maximum number of points that an operation on several paths reads into memory.
  static let mostPreviewedPoints = 2_000_000

  /// Starts an operation's preview.
  ///
  /// - Parameter argument: The value of the first input field, or an empty string for the default.
  mutating func startOperation(_ kind: OperationKind, _ argument: String) -> [Effect] {
    let ids = kind == .join ? joinedPaths : operationPaths
    if kind == .join, ids.count < 2 {
      return warn(
        """
        mark the paths to join to this path \
        (\(key("mark")) marks)
        """)
    }
    let points = ids.reduce(0) { $0 + (index.outlines[$1]?.pointCount ?? 0) }
    guard ids.count < 2 || points <= Self.mostPreviewedPoints else {
      return warn(
        """
        the \(Numbers.counted(ids.count, "path")) have \(Numbers.grouped(points)) points, and a preview shows \
        at most \(Numbers.grouped(Self.mostPreviewedPoints)); mark fewer paths, or use the command line
        """)
    }
    guard ids.allSatisfy({ paths[$0] != nil }) else {
      return wait(for: ids, kind.command, argument)
    }
    guard let first = ids.first, let path = paths[first],
      ids.allSatisfy({ paths[$0]?.count ?? 0 > 0 })
    else { return warn("one of the paths has no points") }
    restorePathEdit(of: kind, on: first, count: path.count)
    var origin: PathEditState?
    if case .pathEdit(let edit) = mode { origin = edit }
    let range = origin.flatMap { edit in
      edit.anchor == nil
        ? nil : (edit.range.lowerBound..<edit.range.upperBound + 1).clamped(to: 0..<path.count)
    }
    let measures = path.measures
    let places = kind == .split ? NearPlace.sorted(index.mapPlaces, by: path.shape) : []
    let context = PreviewContext(
      pointCount: path.count, lengthMetres: measures.lengthMetres,
      startTime: measures.timeFirst?.timeIntervalSinceReferenceDate,
      endTime: measures.timeLast?.timeIntervalSinceReferenceDate,
      hasElevations: measures.elevationMax != nil, range: range, point: origin?.point ?? 0,
      terrainFolder: settings.terrainFolder ?? "", stepper: stepper(places))
    let form = OperationForm(kind, context)
    // The forms for cropping, splitting and joining do not use the range of the edited path.
    let takesRange = ![.crop, .split, .join].contains(kind)
    var operation = OpenOperation(
      paths: ids, range: takesRange ? range : nil, origin: origin, form: form, places: places,
      view: PreviewViewport(before: map.viewport, followedContents: map.followsContents))
    var kept: DraftPreview?
    if argument.isEmpty {
      kept = operations.draft(for: operation.subject)
      if kept == nil { kept = setAsideDraft(of: operation) }
    } else {
      operation.setArgument(argument)
    }
    if let kept {
      operation.restore(kept)
      let reset = key("default-values")
      messages.show(
        "The values of the last preview were restored", hint: "\(reset) restores the defaults")
    }
    let room = layout.mapSize
    enterPreview(operation)
    panes.focus(.detail)
    if origin == nil || layout.mapSize != room { fitPreview() }
    return previewOperation()
  }

  var operationStepper: OperationStepper { stepper(operation?.places ?? []) }

  private func stepper(_ places: [NearPlace]) -> OperationStepper {
    OperationStepper(
      units: settings.units, zone: settings.zone, now: now, places: places.map(\.name))
  }

  // MARK: Previewing

  /// Reads the operation's parameters from the form and requests a preview, unless the preview is
  /// ready or pending.
  mutating func previewOperation() -> [Effect] {
    guard let operation else { return [] }
    let values = reading(operation)
    changeOperation { $0.readPlan(values) }
    return requestPreview()
  }

  private func reading(_ operation: OpenOperation) -> OperationParsing {
    return OperationParsing(
      zone: settings.zone, now: now,
      pointCount: paths[operation.paths.first ?? ItemID(.path, 0)]?.count ?? 0,
      lengthMetres: operation.paths.first.flatMap { paths[$0]?.measures.lengthMetres } ?? 0,
      isOfSeveral: operation.paths.count > 1,
      place: { text in
        operation.places.first { $0.name == text }?.coordinate
          ?? coordinate(in: text)
      })
  }

  /// Requests a preview of the form's operation. If the form changes while a request is pending,
  /// the next request is sent when the answer arrives, so that results appear even while a key is
  /// held down. A slow request, which has already reported progress, is replaced immediately.
  private mutating func requestPreview() -> [Effect] {
    guard let operation, let plan = operation.plan else { return [] }
    if let asked = operation.pending {
      let isAsked =
        asked.plan == plan && asked.subjects.map(\.path) == library.points(of: operation.paths)
      guard !isAsked, operation.progress != nil else { return [] }
    }
    let subjects = operation.paths.compactMap { id in
      paths[id].map {
        PreviewRequest.Subject(
          path: $0, name: index[id]?.name ?? "", kind: index.path(id)?.kind ?? .track)
      }
    }
    let isSame = operation.preview?.subjects == subjects.map(\.path)
    if isSame, operation.preview?.plan == plan { return [] }
    let request = PreviewRequest(
      number: operations.nextRequest(), plan: plan, subjects: subjects, range: operation.range,
      thresholdMetres: settings.climbThresholdMetres, known: isSame ? operation.preview : nil)
    changeOperation { $0.request(request) }
    return [.preview(request)]
  }

  mutating func updatePreviewProgress(_ progress: JobProgress, of number: Int) -> [Effect] {
    let isCurrent = changeOperation { $0.updateProgress(progress, of: number) }
    return isCurrent == true ? requestPreview() : []
  }

  /// The number of the pending preview request. Nil if no request is pending.
  var requestedPreview: Int? { operation?.pending?.number }

  /// Cancels a preview that is no longer needed.
  func cancelPreview(of number: Int?, after message: Message) -> [Effect] {
    guard let number, requestedPreview == nil else { return [] }
    if case .previewed(number, _) = message { return [] }
    return [.cancelPreview]
  }

  mutating func receivePreview(_ outcome: PreviewOutcome, of number: Int) -> [Effect] {
    guard let asked = changeOperation({ $0.receive(outcome, of: number) }) ?? nil, let operation
    else { return [] }
    guard asked.plan == operation.plan,
      asked.subjects.map(\.path) == library.points(of: operation.paths)
    else {
      changeOperation { $0.removeRefusal() }
      return requestPreview()
    }
    return operation.isConfirmed ? confirmOperation() : []
  }

  /// Requests a new preview after the previewed paths have changed. Keys typed for the old preview
  /// are dropped.
  mutating func renewPreview() -> [Effect] {
    guard case .preview(var operation) = mode else { return [] }
    let shown = operation.pending?.subjects.map(\.path) ?? operation.preview?.subjects
    operation.removePaths { index[$0]?.trashed == nil && paths[$0] != nil }
    guard let first = operation.paths.first, let path = paths[first], path.count > 0 else {
      leaveMode()
      return warn("the preview was closed because the paths have no points left")
    }
    guard let shown, shown != library.points(of: operation.paths) else { return [] }
    operation.checkRange(count: path.count)
    operation.restart()
    input.dropDeferred()
    enterPreview(operation)
    messages.show("a path in the preview was changed; the preview was updated", .warning)
    return previewOperation()
  }

  // MARK: Ending

  /// Applies the previewed operation. If the preview is not ready, marks the operation as
  /// confirmed, so that it is applied as soon as the preview is ready.
  mutating func confirmOperation() -> [Effect] {
    changeOperation { $0.endTyping() }
    guard let operation else { return [] }
    if let problem = operation.form.visible.lazy.compactMap({ operation.form.fields[$0].error })
      .first
    {
      return warn(problem)
    }
    if let refusal = operation.refusal { return warn(refusal) + previewOperation() }
    guard operation.pending == nil, let preview = operation.preview, preview.plan == operation.plan
    else {
      changeOperation { $0.confirm() }
      return requestPreview()
    }
    guard !preview.edits.isEmpty else { return warn("the operation would not change anything") }
    if let reason = writeObstacle { return warn(reason) }
    operations.submit(operation)
    operations.dropDraft(of: operation.subject)
    endOperation(operation)
    if let kept = preview.join?.order.first { settle(on: kept, joinedOf: operation.paths) }
    return send(preview.edits)
  }

  /// Selects the path into which the other paths were joined.
  private mutating func settle(on kept: ItemID, joinedOf paths: [ItemID]) {
    list.unmark(paths)
    select(kept)
    if case .pathEdit(let edit) = mode, edit.path != kept {
      enterPathEditing(PathEditState(path: kept))
    }
  }

  mutating func leaveOperation(_ operation: OpenOperation) -> [Effect] {
    operations.keep(DraftPreview(operation, in: index))
    endOperation(operation)
    return say(
      operation.hasChangedValues
        ? "Nothing was changed; the values are kept for the next preview" : "Nothing was changed")
  }

  private mutating func endOperation(_ operation: OpenOperation) {
    if var origin = operation.origin {
      origin.endRange()
      enterPathEditing(origin)
      panes.focus(.map)
    } else {
      leaveMode()
      panes.focus(.list)
    }
    map.leaveView(of: operation, in: layout.mapSize)
    clampPoints()
  }

  /// Reopens an operation's form after the store has rejected the change. Returns false if no
  /// operation was submitted or the operation's paths were deleted.
  mutating func reopenOperation(_ failure: EditorFailure) -> Bool {
    guard var operation = operations.removeSubmitted() else { return false }
    operation.removePaths { index[$0]?.trashed == nil && paths[$0] != nil }
    guard !operation.paths.isEmpty else { return false }
    operation.refuse(failure.message)
    enterPreview(operation)
    panes.focus(.detail)
    fitPreview()
    return true
  }

  /// Fits the map view to the paths of the previewed operation.
  mutating func fitPreview() {
    guard let operation, map.fit(Set(operation.paths), in: layout.mapSize) else { return }
    let viewport = map.viewport
    changeOperation { $0.fitted(viewport) }
  }

  /// Refits the map view to the operation's paths, in case the map pane's size has changed.
  /// Does nothing if the user moved the map.
  mutating func keepViewport() {
    guard operation?.view?.fitted == map.viewport else { return }
    fitPreview()
  }
}
