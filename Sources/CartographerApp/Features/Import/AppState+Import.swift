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

  /// Performs a dry run of a file import, and shows a single prompt for all files. The prompt
  /// appears when the currently open popups are closed.
  mutating func askImport(of sources: [String], groups: [String] = []) -> [Effect] {
    guard !sources.isEmpty else { return [] }
    if let reason = Obstacle.notWritable(self) { return warn("nothing can be imported: \(reason)") }
    let number = jobs.nextImportRequest()
    overlays.enqueue(ImportQuestion(number: number, sources: sources, groups: groups))
    return [.checkImport(number: number, sources: sources)]
  }

  /// Removes the job that searched a typed folder or pattern, and asks whether to import the files
  /// found.
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
    return importFiles(check.sources, groups: question.groups, reading: question.choices)
  }

  // MARK: Several files

  /// Imports files, one after the other. The imports can be undone together or one by one.
  mutating func importFiles(
    _ paths: [String], groups: [String] = [], reading: ReadingChoices = ReadingChoices()
  ) -> [Effect] {
    guard let first = paths.first else { return [] }
    let name =
      paths.count == 1 ? lastComponent(first) : Numbers.counted(paths.count, "file")
    let job = startJob("import \(name)", isWriting: true)
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
    // A single file is reported like an import by its name, without a summary of several files.
    if batch.summaries.count == 1, batch.failures.isEmpty, batch.cancelledCount == 0,
      batch.remarks.isEmpty
    {
      return finishImport(id, batch.summaries[0], index)
    }
    let done = batch.summaries.filter { $0.status != .refused }
    var total = ImportSummary(
      file: Numbers.counted(done.count, "file"), status: .imported, places: 0, paths: 0, points: 0,
      created: [], messages: [])
    for summary in done {
      if summary.status == .updated { total.status = .updated }
      guard summary.status != .unchanged else { continue }
      total.places += summary.places
      total.paths += summary.paths
      total.points += summary.points
      total.created += summary.created
      total.namedPaths += summary.namedPaths
      total.leftOutPlaces += summary.leftOutPlaces
      total.leftOutPoints += summary.leftOutPoints
    }
    total.messages = batch.summaries.flatMap { summary in
      let name = lastComponent(summary.file)
      return [sentence(for: summary)] + summary.messages.map { "\(name): \($0)" }
    }
    total.messages += batch.failures.map { "\(lastComponent($0.path)): \($0.reason)" }
    total.messages += batch.remarks
    let refused = batch.summaries.count - done.count + batch.failures.count
    let damaged = done.filter { $0.damage != nil }.map { lastComponent($0.file) }
    let verb = damaged.count == 1 ? "is" : "are"
    let incomplete =
      "\(Numbers.counted(damaged.count, "file")) \(verb) incomplete: \(damaged.shortList(3))"
    let rest = [
      damaged.isEmpty ? nil : incomplete,
      refused == 0 ? nil : "\(Numbers.counted(refused, "file")) could not be imported",
      batch.cancelledCount == 0
        ? nil : "cancelled before importing \(Numbers.counted(batch.cancelledCount, "file"))",
    ].compactMap { $0 }.map { "; \($0)" }.joined()
    let remarks =
      batch.summaries.reduce(batch.failures.count + batch.remarks.count) {
        $0 + $1.messages.count
      }
    return finishImport(
      id, total, index, text: sentence(for: total) + rest,
      shortText: sentence(for: total, withPoints: false) + rest, remarks: remarks,
      isRefused: done.isEmpty, isIncomplete: !damaged.isEmpty)
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
