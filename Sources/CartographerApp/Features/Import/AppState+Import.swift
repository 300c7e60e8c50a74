import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Imports the file named in a typed argument: a path, optionally preceded by converter options.
  /// For a folder or a pattern, first asks whether to import the files found. Without a path, opens
  /// the file browser.
  mutating func importTyped(_ text: String) -> [Effect] {
    guard !text.isEmpty else { return openFileBrowser() }
    let source: ConvertedPath
    do throws(EditorFailure) {
      source = try ConvertedPath(text)
    } catch {
      return openCommandPrompt("import \(text)", problem: error.message)
    }
    guard !source.path.isEmpty else {
      return openCommandPrompt(
        "import \(text) ", problem: "Type the path of the file to convert.")
    }
    return importFile(at: source.path, source.conversion)
  }

  /// Imports the file at a path. For a folder or a pattern, first asks whether to import the files
  /// found.
  mutating func importFile(
    at path: String, _ conversion: ConversionChoice? = nil
  ) -> [Effect] {
    let job = startImport(of: path.lastComponent)
    // The path may be wrong, or it may be a folder, which requires a question.
    jobs.awaitAnswer(of: job)
    return [
      .importFile(
        job: job, path: path, groups: [], namesByTowns: settings.namesByTowns,
        conversion: conversion)
    ]
  }

  /// Imports the pasted content of a file.
  mutating func importText(_ text: String, name: String) -> [Effect] {
    let job = startImport(of: name)
    return [
      .importText(job: job, text: text, name: name, groups: [], namesByTowns: settings.namesByTowns)
    ]
  }

  /// Starts an import job and shows that the job is running. Returns the job's number.
  ///
  /// - Parameter name: The name of the file, or the number of files.
  private mutating func startImport(of name: String) -> Int {
    messages.show("Importing \(name); \(key("jobs")) shows the jobs")
    return startJob("import \(name)", isWriting: true)
  }

  // MARK: The question

  /// Performs a dry run of an import, and shows one prompt for all files. The prompt appears once
  /// the currently open popups are closed.
  mutating func askImport(
    of sources: [String], groups: [String] = [], _ conversion: ConversionChoice? = nil
  ) -> [Effect] {
    guard !sources.isEmpty else { return [] }
    if let reason = Obstacle.notWritable(self) {
      return warn("nothing can be imported: \(reason.text)")
    }
    let number = jobs.nextImportRequest()
    let question = ImportQuestion(
      number: number, sources: sources, groups: groups, conversion: conversion)
    overlays.enqueue(question)
    return [
      .checkImport(
        number: number, sources: sources, groups: groups, reading: question.choices)
    ]
  }

  /// Asks whether to import the files found at a typed path, and removes the job that searched for
  /// the files.
  mutating func askTypedImport(
    _ job: Int, _ sources: [String], _ conversion: ConversionChoice?
  ) -> [Effect] {
    jobs.remove(job)
    messages.clear()
    return askImport(of: sources, conversion)
  }

  mutating func receiveCheckProgress(_ progress: JobProgress, of number: Int) -> [Effect] {
    overlays.update(ImportQuestion.self) { if $0.number == number { $0.receive(progress) } }
    return []
  }

  mutating func receiveCheck(_ check: ImportCheck, of number: Int) -> [Effect] {
    // The user must see that files cannot be imported or are damaged, even if Enter was typed
    // ahead.
    let isClean = check.files.allSatisfy { $0.isImportable && $0.damage == nil }
    if !isClean || check.files.isEmpty { input.dropDeferred() }
    overlays.update(ImportQuestion.self) { if $0.number == number { $0.receive(check) } }
    return []
  }

  /// Closes the import prompt and imports the files that would change the library.
  mutating func confirm(_ question: ImportQuestion) -> [Effect] {
    guard let check = question.check else { return [] }
    overlays.close()
    return importFiles(check, groups: question.groups, reading: question.choices)
  }

  // MARK: Several files

  /// Imports files in sequence after a dry run. The imports can be undone together or
  /// one by one.
  private mutating func importFiles(
    _ check: ImportCheck, groups: [String], reading: ReadingChoices
  ) -> [Effect] {
    let paths = check.sources
    // The files in archives are counted one by one, as in the question and in the report.
    let files = check.importable
    guard let first = files.first else { return [] }
    let name = files.count == 1 ? first.path.lastComponent : Numbers.counted(files.count, "file")
    let job = startImport(of: name)
    jobs.keepSkippedFiles(check.skippedFiles, of: job)
    return [
      .importFiles(
        job: job, paths: paths, groups: groups, reading: reading,
        namesByTowns: settings.namesByTowns)
    ]
  }

  /// Imports the sample trip. If the library is not empty, first asks whether to add the trip.
  mutating func openSample() -> [Effect] {
    guard let folder = jobs.imports.sampleFolder else { return [] }
    let groups = [SampleTrip.groupName]
    guard library.isEmpty else { return askImport(of: [folder], groups: groups) }
    let job = startJob("import the sample trip", isWriting: true)
    messages.show("Importing the sample trip")
    return [.importFiles(job: job, paths: [folder], groups: groups)]
  }

  mutating func finishImports(
    _ id: Int, _ batch: ImportBatch, _ index: LibraryIndex
  ) -> [Effect] {
    jobs.rememberBatch(batch.summaries.compactMap(\.undo))
    let skipped = jobs[id]?.skippedFiles ?? ImportBatch()
    let failures = skipped.failures + batch.failures
    let summaries = batch.summaries + skipped.summaries
    // A single file is reported like an import by its name, without a summary of several files.
    if summaries.count == 1, failures.isEmpty, batch.cancelledCount == 0, batch.remarks.isEmpty {
      return finishImport(id, summaries[0], index)
    }
    let refused = summaries.filter { $0.status == .refused }
    let unchanged = summaries.filter { $0.status == .unchanged }
    let groupedCount = unchanged.reduce(0) { $0 + $1.grouped }
    let done = summaries.filter { $0.status != .refused && $0.status != .unchanged }
    var total = ImportSummary(totalOf: done)
    // The files that were not imported come first, since a report can be long.
    total.messages = failures.map { "\($0.path.lastComponent): \($0.reason)" }
    total.messages += refused.flatMap(\.reportLines) + batch.remarks
    total.messages += (done + unchanged).flatMap(\.reportLines)
    let remarkCounts = batch.summaries.map(\.messages.count)
    var message = ImportMessage(total)
    if done.count > 1 {
      let damaged = done.filter { $0.damage != nil }.map { $0.file.lastComponent }
      let files = Numbers.counted(damaged.count, "file")
      let verb = damaged.count == 1 ? "is" : "are"
      message.append(
        .incompleteFiles, damaged.count,
        "\(files) \(verb) incomplete: \(damaged.shortList(3))",
        abbreviation: "\(Numbers.grouped(damaged.count)) incomplete")
    }
    let failed = refused.count + failures.count
    let failedFiles = Numbers.counted(failed, "file")
    message.append(
      .failedFiles, failed, "\(failedFiles) could not be imported",
      abbreviation: "\(Numbers.grouped(failed)) failed")
    let unchangedFiles = Numbers.counted(unchanged.count, "file")
    message.append(.unchanged, unchanged.count, "\(unchangedFiles) already in the store")
    let groupedItems = Numbers.counted(groupedCount, "item")
    message.append(.grouped, groupedCount, "\(groupedItems) added to groups")
    let cancelledFiles = Numbers.counted(batch.cancelledCount, "file")
    message.append(
      .cancelled, batch.cancelledCount, "cancelled before importing \(cancelledFiles)",
      abbreviation: "cancelled")
    return finishImport(
      id, total, index, message: message,
      remarks: failures.count + batch.remarks.count + remarkCounts.reduce(0, +),
      isRefused: batch.summaries.allSatisfy { $0.status == .refused },
      isIncomplete: done.contains { $0.damage != nil })
  }

  mutating func finishImport(
    _ id: Int, _ summary: ImportSummary, _ index: LibraryIndex
  ) -> [Effect] {
    finishImport(
      id, summary, index, message: ImportMessage(summary), remarks: summary.messages.count,
      isRefused: summary.status == .refused, isIncomplete: summary.damage != nil)
  }

  /// Marks an import job as finished, and shows its result and the imported items.
  ///
  /// - Parameter message: The message for the job's report and for the status row.
  /// - Parameter remarks: The number of messages about repairs and files that were not imported.
  /// - Parameter isIncomplete: Whether a damaged file was imported only up to the damage.
  mutating func finishImport(
    _ id: Int, _ summary: ImportSummary, _ index: LibraryIndex, message: ImportMessage,
    remarks: Int, isRefused: Bool, isIncomplete: Bool
  ) -> [Effect] {
    if isRefused {
      jobs.fail(id, message.text, messages: summary.messages)
    } else {
      jobs.finish(id, message.text, messages: summary.messages)
    }
    let isUnmoved = mode == .browse && overlays.isEmpty && hasNotMoved(since: id)
    let redoCount = self.index.snapshot.redoCount
    // The rows of an updated path were replaced.
    if summary.status == .updated { library.markPointsReplaced(library.changedItems(in: index)) }
    adopt(index)
    let isNew = summary.status == .imported || summary.status == .updated
    let hints = [
      remarks == 0 ? nil : "\(key("jobs")) \(Numbers.counted(remarks, "remark"))",
      isNew && !summary.created.isEmpty || summary.grouped > 0
        ? "\(key("undo")) to undo" : nil,
      lostRedo(redoCount),
    ]
    let hint = hints.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    messages.show(
      message.text, shorter: message.shorterTexts,
      isRefused ? .error : isIncomplete ? .warning : .success, hint: hint)
    if isUnmoved { showImported(summary) }
    return remeasure()
  }

  /// Returns whether the list's tab, open group, filter and selected item are unchanged since a job
  /// began. If nothing was selected when the job began, any selection is accepted.
  private func hasNotMoved(since job: Int) -> Bool {
    guard var before = jobs[job]?.begunAt else { return false }
    if before.selected == nil { before.selected = list.selected }
    return before == list.whereabouts
  }

  private mutating func showImported(_ summary: ImportSummary) {
    let before = list.whereabouts
    guard let first = summary.created.first(where: { $0.kind == .path }) ?? summary.created.first
    else { return }
    reveal(first)
    map.followContents(in: layout.mapSize)
    // This move was made by the editor, not by the user.
    jobs.moveStarts(from: before, to: list.whereabouts)
  }

  // MARK: Wrong paths

  /// Reopens the command line with the rejected path, and shows why the path cannot be used.
  mutating func reopenPrompt(
    _ job: Int, _ command: String, _ text: String, _ failure: EditorFailure
  ) -> [Effect] {
    jobs.remove(job)
    input.dropTyped()
    messages.clear()
    return openCommandPrompt("\(command) \(text)", problem: failure.message)
  }
}
