import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Returns a path for display, with the user's home folder abbreviated to `~`.
  func abbreviated(_ path: String) -> String {
    HomeFolder.abbreviating(path, home: jobs.imports.home)
  }

  /// Imports the file at the typed path. For a folder or a pattern, first asks whether to import
  /// the files found. Without a path, opens the file browser.
  mutating func importTyped(_ text: String) -> [Effect] {
    guard !text.isEmpty else { return openFileBrowser() }
    let job = startJob("import \(lastComponent(text))", isWriting: true)
    // The path may be wrong, or it may be a folder, which needs a question.
    jobs.awaitAnswer(of: job)
    toast = Toast("Importing \(lastComponent(text)); \(key("jobs")) shows the jobs")
    return [
      .importFile(job: job, path: text, groups: [], namesByTowns: settings.namesByTowns)
    ]
  }

  // MARK: The question

  /// Performs a dry run of an import, and shows one prompt for all files. The prompt appears when
  /// the currently open popups are closed.
  mutating func askImport(of sources: [String], groups: [String] = []) -> [Effect] {
    guard !sources.isEmpty else { return [] }
    if let reason = Obstacle.notWritable(self) { return warn("nothing can be imported: \(reason)") }
    let number = jobs.nextImportRequest()
    overlays.enqueue(ImportQuestion(number: number, sources: sources, groups: groups))
    return [.checkImport(number: number, sources: sources)]
  }

  /// Asks whether to import the files found for a typed path, and removes the job that found them.
  mutating func askTypedImport(_ job: Int, _ sources: [String]) -> [Effect] {
    jobs.remove(job)
    toast = nil
    return askImport(of: sources)
  }

  mutating func receiveCheckProgress(_ progress: JobProgress, of number: Int) -> [Effect] {
    overlays.update(ImportQuestion.self) { if $0.number == number { $0.receive(progress) } }
    return []
  }

  mutating func receiveCheck(_ check: ImportCheck, of number: Int) -> [Effect] {
    // The user must see that files cannot be imported or are damaged, even if Enter was typed ahead.
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

  /// Imports files after a dry run, one file after the other. The imports can be undone together or
  /// one by one.
  private mutating func importFiles(
    _ check: ImportCheck, groups: [String], reading: ReadingChoices
  ) -> [Effect] {
    let paths = check.sources
    guard let first = paths.first else { return [] }
    // The files in archives are counted one by one, as in the question and in the report.
    let count = check.importable.count
    let name = count == 1 ? lastComponent(first) : Numbers.counted(count, "file")
    let job = startJob("import \(name)", isWriting: true)
    jobs.keepUnreadable(check.unreadable, of: job)
    toast = Toast("Importing \(name); \(key("jobs")) shows the jobs")
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
    toast = Toast("Importing the sample trip")
    return [.importFiles(job: job, paths: [folder], groups: groups)]
  }

  mutating func finishImports(
    _ id: Int, _ batch: ImportBatch, _ index: LibraryIndex
  ) -> [Effect] {
    jobs.rememberBatch(batch.summaries.compactMap(\.undo))
    let failures = (jobs[id]?.unreadable ?? []) + batch.failures
    // A single file is reported like an import by its name, without a summary of several files.
    if batch.summaries.count == 1, failures.isEmpty, batch.cancelledCount == 0,
      batch.remarks.isEmpty
    {
      return finishImport(id, batch.summaries[0], index)
    }
    let refused = batch.summaries.filter { $0.status == .refused }
    let unchanged = batch.summaries.filter { $0.status == .unchanged }
    let done = batch.summaries.filter { $0.status != .refused && $0.status != .unchanged }
    var total = ImportSummary(
      file: Numbers.counted(done.count, "file"), status: .imported, places: 0, paths: 0, points: 0,
      created: [], messages: [])
    for summary in done {
      if summary.status == .updated { total.status = .updated }
      total.places += summary.places
      total.paths += summary.paths
      total.points += summary.points
      total.created += summary.created
      total.namedPaths += summary.namedPaths
      total.leftOutPlaces += summary.leftOutPlaces
      total.leftOutPoints += summary.leftOutPoints
    }
    // The files that were not imported come first, since a report can be long.
    total.messages = failures.map { "\(lastComponent($0.path)): \($0.reason)" }
    total.messages += (refused + done + unchanged).flatMap { summary in
      let name = lastComponent(summary.file)
      return [sentence(for: summary)] + summary.messages.map { "\(name): \($0)" }
    }
    total.messages += batch.remarks
    let failed = refused.count + failures.count
    let damaged = done.filter { $0.damage != nil }.map { lastComponent($0.file) }
    let verb = damaged.count == 1 ? "is" : "are"
    let incomplete =
      "\(Numbers.counted(damaged.count, "file")) \(verb) incomplete: \(damaged.shortList(3))"
    let rest = [
      damaged.isEmpty ? nil : incomplete,
      failed == 0 ? nil : "\(Numbers.counted(failed, "file")) could not be imported",
      unchanged.isEmpty
        ? nil : "\(Numbers.counted(unchanged.count, "file")) already in the store",
      batch.cancelledCount == 0
        ? nil : "cancelled before importing \(Numbers.counted(batch.cancelledCount, "file"))",
    ].compactMap { $0 }.map { "; \($0)" }.joined()
    let remarks =
      batch.summaries.reduce(failures.count + batch.remarks.count) {
        $0 + $1.messages.count
      }
    // In a narrow row, the failed files are more important than the points that were left out.
    var short = total
    (short.leftOutPlaces, short.leftOutPoints) = (0, 0)
    return finishImport(
      id, total, index, text: sentence(for: total) + rest,
      shortText: sentence(for: short, withPoints: false) + rest, remarks: remarks,
      isRefused: done.isEmpty && unchanged.isEmpty, isIncomplete: !damaged.isEmpty)
  }

  // MARK: Wrong paths

  /// Reopens the command line with a path that could not be used, and shows the reason.
  mutating func reopenPrompt(
    _ job: Int, _ command: String, _ text: String, _ failure: EditorFailure
  ) -> [Effect] {
    jobs.remove(job)
    // The waiting keys were typed for the screen after the command.
    input.dropDeferred()
    input.endChord()
    toast = nil
    return openCommandPrompt("\(command) \(text)", problem: failure.message)
  }
}
