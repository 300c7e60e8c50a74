import CartographerCore
import Geodesy
import TerminalUI

/// Updates the editor's state in response to a message, and returns the effects to run.
///
/// The function is pure: it does not access the clock, files or the terminal. Side effects are not
/// performed but returned as data.
package func update(_ state: inout AppState, _ message: Message) -> [Effect] {
  let wanted = state.requestedPreview
  // After every message, deferred keys that no longer have to wait are processed, so that no key
  // stays in the queue.
  let effects = state.answer(message) + state.replayDeferredKeys()
  let points = state.askForPaths()
  if !state.keysWait { state.overlays.openNext() }
  state.keepBasis()
  state.profile.updateShown(of: state.selectedPath)
  state.updateColouring()
  let mapSize = state.layout.mapSize
  let maps =
    state.map.requestBaseMap(in: mapSize, state.settings)
    + state.map.requestUserMaps(in: mapSize, state.settings)
  return state.askForFacts() + state.askForSeries() + maps + state.askForClimb() + points
    + state.askForDetail() + effects + state.cancelPreview(of: wanted, after: message)
    + state.writeDrafts() + state.jobs.requestReports()
}

extension AppState {
  fileprivate mutating func answer(_ message: Message) -> [Effect] {
    // The user may have left a popup or changed a request before its answer arrives. Such a message
    // therefore contains the number or the content of its request, and an old answer is ignored.
    switch message {
    case .input(let event): handle(event)
    case .factsLoaded(let facts): library.receive(facts)
    case .loaded(let index): receiveLibrary(index)
    case .partlyLoaded(let index): receivePart(index)
    case .pathsLoaded(let paths, let ids): receivePaths(paths, of: ids)
    case .detailLoaded(let pieces, let request): map.receiveDetail(pieces, of: request)
    case .boxSearched(let box, let found): receiveBox(found, in: box)
    case .written(let write, let result, let index, let paths):
      finish(write, result, index, paths)
    case .writeProgress(let progress): writes.updateProgress(progress)
    case .writeFailed(let failure): refuse(failure)
    case .reported(let number, let report): receiveReport(report, of: number)
    case .measured(let paths): receiveMeasures(paths)
    case .seriesLoaded(let series): receiveSeries(series)
    case .found(let number, let points): receiveFoundPoints(points, of: number)
    case .previewed(let number, let outcome): receivePreview(outcome, of: number)
    case .previewProgress(let number, let progress): updatePreviewProgress(progress, of: number)
    case .historyLoaded(let entries): showHistory(entries)
    case .climbed(let points, let climb): pathEditing.receiveClimb(climb, of: points)
    case .climbFailed(let points, let failure): failClimb(failure, of: points)
    case .changeShown(let change): show(change)
    case .answered(let title, let lines): showAnswer(lines, title: title)
    case .foundNearest(let origin, let found): showNearest(to: origin, found)
    case .jobProgress(let id, let progress): jobs.reportProgress(progress, of: id)
    case .imported(let job, let summary, let index): finishImport(job, summary, index)
    case .terrainFolderChecked(let setting, let path, let problem):
      setFolder(setting, to: path, problem)
    case .folderListed(let number, let listing): receiveFolder(listing, of: number)
    case .importCheckProgress(let number, let progress):
      receiveCheckProgress(progress, of: number)
    case .importChecked(let number, let check): receiveCheck(check, of: number)
    case .textChecked(let job, let text, let file): offerPasted(job, text, file)
    case .importNeedsQuestion(let job, let sources, let conversion):
      askTypedImport(job, sources, conversion)
    case .importedFiles(let job, let batch, let index): finishImports(job, batch, index)
    case .pathRejected(let job, let command, let path, let failure):
      reopenPrompt(job, command, path, failure)
    case .exported(
      let job, let path, let places, let paths, let points, let remarks, let program):
      finishExport(
        job, path, Numbers.written(places: places, paths: paths, points: points), remarks,
        program: program)
    case .jobFailed(let id, let failure): failJob(id, failure)
    case .jobCancelled(let id): endCancelledJob(id)
    case .exportExists(let job, let ids, let path, let conversion):
      askToReplace(job, path, .export(ids: ids, path: path, conversion))
    case .pictureWritten(let job, let path): finishPicture(job, path)
    case .pictureExists(let job, let request, let path):
      askToReplace(job, path, .picture(request, path: path))
    case .exportNeedsFolder(let job, let ids, let path, let folder, let conversion):
      askToCreateFolder(job, ids, path, folder, conversion)
    case .completed(let argument, let names): complete(argument, names)
    case .manualRead(let name, let page, let anchor): showManual(name, page, anchor: anchor)
    case .notesEdited(let id, let text, let revision):
      receiveNotes(id, text, basedOn: revision)
    case .storeLost(let loss, let suggestion): receiveLoss(loss, suggestion: suggestion)
    case .librarySaved(let path): finishSavingLibrary(at: path)
    case .librarySavingFailed(let path, let failure): failSavingLibrary(at: path, failure)
    case .baseMapRead(let pieces, let towns): map.receiveBaseMap(pieces, towns)
    case .userMapsRead(let request, let scene, let problems):
      receiveUserMaps(scene, for: request, problems: problems)
    case .townsFound(let name, let found): receiveTowns(named: name, found)
    case .namesFound(let name, let found): receiveNames(found, for: name)
    case .baseMapFailed(let failure): failBaseMap(failure)
    case .copied(let what): say("Copied \(what)", .success)
    case .draftsNotWritten(let failure): stopWritingDrafts(failure)
    case .reportKept(let job, let time): jobs.setEndTime(time, of: job)
    case .reportsRead(let reports, let problem): receiveReports(reports, problem: problem)
    case .failed(let failure): handleLoadFailure(failure)
    }
  }
}

extension AppState {
  /// Shows a message in the status row.
  package mutating func say(_ text: String, _ level: Toast.Level = .note) -> [Effect] {
    messages.show(text, level)
    return []
  }

  /// Shows the answer to a question in a popup. Also clears a status-row note, for example that the
  /// answer is being computed.
  private mutating func showAnswer(_ lines: [String], title: String) -> [Effect] {
    if toast?.level == .note { messages.clear() }
    return show(lines, title: title)
  }

  /// Shows the reason for a failure in the status row and, if the row is too narrow, also in a
  /// popup box.
  mutating func fail(_ failure: EditorFailure) -> [Effect] {
    messages.show(failure.message, .error)
    guard failure.message.count > size.columns - 12 else { return [] }
    return show([failure.message], title: "Error", isFailure: true)
  }

  /// Stops waiting for data after a failure to load it, processes the deferred key presses, and
  /// shows the failure.
  mutating func handleLoadFailure(_ failure: EditorFailure) -> [Effect] {
    library.endLoading()
    library.cancelPathRequests()
    input.endWaiting()
    map.cancelRequests()
    pathEditing.cancelPointRequest()
    keepOldHistory()
    stopCompletion()
    let effects = replayDeferredKeys()
    // After the loss of the store's file, every read fails. A popup box would cover the question
    // about the loss.
    if library.loss != nil, let reason = writeObstacle { return effects + warn(reason) }
    return effects + fail(failure)
  }

  package mutating func warn(_ text: String) -> [Effect] { say(text, .warning) }

  package var saving: Effect { .saveSession(session) }
  package var layout: ScreenLayout { ScreenLayout(self) }
}
