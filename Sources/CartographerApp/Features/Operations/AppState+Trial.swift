import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  /// The paths that an operation changes: the path being edited, otherwise the marked or selected
  /// paths.
  var trialPaths: [ItemID] {
    switch mode {
    case .pathEdit(let edit): [edit.path]
    case .trial(let trial): trial.paths
    case .browse, .boxSelect, .draw, .grab, .itinerary: targets.filter { $0.kind == .path }
    }
  }

  /// The paths to join, in the order in which they were marked. A single marked path is appended to
  /// the selected path.
  private var joinedPaths: [ItemID] {
    let marked = list.inOrderOfMarking(targets.filter { $0.kind == .path })
    guard let selected, selected.kind == .path, marked.count < 2 else { return marked }
    return [selected] + marked.filter { $0 != selected }
  }

  /// Starts the preview of an operation.
  ///
  /// - Parameter argument: The value of the form's first input field, or an empty string for the
  ///   field's default.
  mutating func startTrial(_ kind: TrialKind, _ argument: String) -> [Effect] {
    let ids = kind == .join ? joinedPaths : trialPaths
    if kind == .join, ids.count < 2 {
      return warn("mark the paths to join to this path (\(key("mark")) marks)")
    }
    guard ids.allSatisfy({ paths[$0] != nil }) else { return warn("the points are still loading") }
    guard let first = ids.first, let path = paths[first],
      ids.allSatisfy({ paths[$0]?.count ?? 0 > 0 })
    else { return warn("one of the paths has no points") }
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
      endTime: measures.timeLast?.timeIntervalSinceReferenceDate, range: range,
      point: origin?.point ?? 0,
      terrainFolder: settings.terrainFolder ?? "", stepper: stepper(places))
    var form = TrialForm(kind, context)
    if !argument.isEmpty { form.field.input.replace(with: argument) }
    // The forms for cropping, splitting and joining do not use the range of the edited path.
    let takesRange = ![.crop, .split, .join].contains(kind)
    let trial = TrialState(
      paths: ids, range: takesRange ? range : nil, origin: origin, form: form, places: places,
      view: TrialView(before: map.viewport, followedContents: map.followsContents))
    let room = layout.mapSize
    mode = .trial(trial)
    panes.focus(.detail)
    if origin == nil || layout.mapSize != room { fitTrial() }
    return tryOut()
  }

  var trialStepper: TrialStepper {
    if case .trial(let trial) = mode { stepper(trial.places) } else { stepper([]) }
  }

  private func stepper(_ places: [NearPlace]) -> TrialStepper {
    TrialStepper(units: settings.units, zone: settings.zone, places: places.map(\.name))
  }

  // MARK: Trying

  /// Requests a preview of the form's operation, unless the preview is ready or pending.
  mutating func tryOut() -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    trial.readPlan(reading(trial))
    mode = .trial(trial)
    return askForTrial()
  }

  private func reading(_ trial: TrialState) -> TrialReading {
    return TrialReading(
      zone: settings.zone, pointCount: paths[trial.paths.first ?? ItemID(.path, 0)]?.count ?? 0,
      isOfSeveral: trial.paths.count > 1,
      place: { text in
        trial.places.first { $0.name == text }?.coordinate
          ?? (try? CoordinateParser.parse(text))
      })
  }

  /// Requests a preview if no request is pending. Input changed during a request is previewed when
  /// the answer arrives, so that results are shown while a key is held. A slow request is replaced.
  private mutating func askForTrial() -> [Effect] {
    guard case .trial(var trial) = mode, let plan = trial.plan else { return [] }
    if let asked = trial.pending {
      let isAsked = asked.plan == plan && asked.subjects.map(\.path) == self.subjects(of: trial)
      guard !isAsked, trial.progress != nil else { return [] }
    }
    let subjects = trial.paths.compactMap { id in
      paths[id].map {
        TrialRequest.Subject(
          path: $0, name: index[id]?.name ?? "", kind: index.path(id)?.kind ?? .track)
      }
    }
    let isSame = trial.preview?.subjects == subjects.map(\.path)
    if isSame, trial.preview?.plan == plan { return [] }
    let request = TrialRequest(
      number: operations.nextRequest(), plan: plan, subjects: subjects, range: trial.range,
      thresholdMetres: settings.climbThresholdMetres, known: isSame ? trial.preview : nil)
    trial.request(request)
    mode = .trial(trial)
    return [.tryOut(request)]
  }

  mutating func updatePreviewProgress(_ progress: JobProgress, of number: Int) -> [Effect] {
    guard case .trial(var trial) = mode, trial.updateProgress(progress, of: number) else {
      return []
    }
    mode = .trial(trial)
    return askForTrial()
  }

  /// The number of the pending preview request, or nil.
  var askedTrial: Int? {
    if case .trial(let trial) = mode { trial.pending?.number } else { nil }
  }

  /// Cancels a preview whose result is no longer needed.
  func cancelTrial(of number: Int?, after message: Message) -> [Effect] {
    guard let number, askedTrial == nil else { return [] }
    if case .tried(number, _) = message { return [] }
    return [.cancelTrial]
  }

  mutating func receivePreview(_ outcome: TrialOutcome, of number: Int) -> [Effect] {
    guard case .trial(var trial) = mode, let asked = trial.receive(outcome, of: number) else {
      return []
    }
    let isCurrent = asked.plan == trial.plan && asked.subjects.map(\.path) == subjects(of: trial)
    if !isCurrent { trial.removeRefusal() }
    mode = .trial(trial)
    guard isCurrent else { return askForTrial() }
    return trial.isConfirmed ? confirmTrial() + replayDeferredKeys() : []
  }

  private func subjects(of trial: TrialState) -> [PathData] {
    trial.paths.compactMap { paths[$0] }
  }

  /// Computes the preview again after its paths changed. Keys typed for the old preview are
  /// dropped.
  mutating func renewTrial() -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    let shown = trial.pending?.subjects.map(\.path) ?? trial.preview?.subjects
    trial.removePaths { index[$0]?.trashed == nil && paths[$0] != nil }
    guard let first = trial.paths.first, let path = paths[first], path.count > 0 else {
      mode = .browse
      return warn("The preview ended because the paths have no points left")
    }
    guard let shown, shown != subjects(of: trial) else { return [] }
    trial.checkRange(count: path.count)
    trial.restart()
    input.dropDeferred()
    mode = .trial(trial)
    toast = Toast("A path in the preview was changed; the preview was updated", .warning)
    return tryOut()
  }

  // MARK: Ending

  /// Applies the previewed operation as soon as its preview is ready.
  mutating func confirmTrial() -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    trial.endTyping()
    mode = .trial(trial)
    if let problem = trial.form.visible.lazy.compactMap({ trial.form.fields[$0].error }).first {
      return warn(problem)
    }
    if let refusal = trial.refusal { return warn(refusal) + tryOut() }
    guard trial.pending == nil, let preview = trial.preview, preview.plan == trial.plan else {
      trial.confirm()
      mode = .trial(trial)
      return askForTrial()
    }
    guard !preview.edits.isEmpty else { return warn("The operation would not change anything") }
    if let reason = writeObstacle { return warn(reason) }
    operations.submit(trial)
    endTrial(trial)
    if let kept = preview.join?.order.first { settle(on: kept, joinedOf: trial.paths) }
    return send(preview.edits)
  }

  /// Selects the path that remains after a join.
  private mutating func settle(on kept: ItemID, joinedOf paths: [ItemID]) {
    list.unmark(paths)
    select(kept)
    if case .pathEdit(let edit) = mode, edit.path != kept {
      mode = .pathEdit(PathEditState(path: kept))
    }
  }

  mutating func leaveTrial(_ trial: TrialState) -> [Effect] {
    endTrial(trial)
    return say("Nothing was changed")
  }

  private mutating func endTrial(_ trial: TrialState) {
    if var origin = trial.origin {
      origin.endRange()
      mode = .pathEdit(origin)
      panes.focus(.map)
    } else {
      mode = .browse
      panes.focus(.list)
    }
    leaveView(of: trial)
    clampPoints()
  }

  /// Reopens an operation's form after the store rejected the operation's change. Returns false if
  /// there is no such operation or its paths were deleted.
  mutating func reopenTrial(_ failure: EditorFailure) -> Bool {
    guard var trial = operations.removeSubmitted() else { return false }
    trial.removePaths { index[$0]?.trashed == nil && paths[$0] != nil }
    guard !trial.paths.isEmpty else { return false }
    trial.refuse(failure.message)
    mode = .trial(trial)
    panes.focus(.detail)
    fitTrial()
    return true
  }
}
