import CartographerCore
import Foundation

/// The current session's imports and exports, the reports of earlier sessions, and the files that
/// the editor will offer to import.
package struct JobsState: Sendable, Equatable {
  /// All jobs in start order, including finished jobs.
  package private(set) var all: [Job] = []
  private var nextID = 1
  /// The number of the job whose first response the editor awaits. Nil if no response is awaited.
  /// The first response can be a question to the user, or an error about the path.
  private(set) var awaitedJob: Int?
  /// The file browser's folder, the sample trip's folder, and the request numbers for imports.
  package private(set) var imports = ImportState()
  /// The format that determines the suggested file name extension for exports.
  private(set) var exportFormat = FileFormat.gpx
  /// The files given on the command line, which the editor offers to import once the library is
  /// loaded.
  private var offeredFiles: [String] = []
  /// The numbers of the ended jobs whose reports have not yet been submitted for writing to disk.
  private var endedJobs: [Int] = []
  /// The reports of earlier sessions and of other editors, newest first. Empty until the reports
  /// are read.
  private(set) var earlierReports: [JobReport] = []
  /// Whether the editor is reading ``earlierReports`` in order to show them.
  private(set) var isReadingReports = false

  package var running: [Job] { all.filter(\.isRunning) }

  subscript(id: Int) -> Job? { all.first { $0.id == id } }

  // MARK: The course of a job

  /// Starts a job and returns its number.
  mutating func start(_ title: String, isWriting: Bool, at position: Job.Whereabouts) -> Int {
    defer { nextID += 1 }
    all.append(Job(id: nextID, title: title, isWriting: isWriting, begunAt: position))
    return nextID
  }

  /// Starts waiting for a job's first response: its progress, its result or a question.
  mutating func awaitAnswer(of id: Int) { awaitedJob = id }

  /// Stores the files that an import will skip, as determined by the dry run.
  mutating func keepSkippedFiles(_ files: ImportBatch, of id: Int) {
    guard let position = all.firstIndex(where: { $0.id == id }) else { return }
    all[position].keepSkippedFiles(files)
  }

  mutating func reportProgress(_ progress: JobProgress, of id: Int) -> [Effect] {
    change(id) { $0.reportProgress(progress) }
    return []
  }

  mutating func finish(_ id: Int, _ text: String, messages: [String] = []) {
    change(id) { $0.end(.done(text), messages: messages) }
    endedJobs.append(id)
  }

  mutating func fail(_ id: Int, _ reason: String, messages: [String] = []) {
    change(id) { $0.end(.failed(reason), messages: messages) }
    endedJobs.append(id)
  }

  mutating func cancel(_ id: Int) {
    change(id) { $0.cancel() }
  }

  /// Removes a job that could not start because its path is invalid or a question must be answered
  /// first.
  mutating func remove(_ id: Int) {
    change(id) { _ in }
    all.removeAll { $0.id == id }
  }

  /// Applies a change to a job. If the editor was waiting for the job's first response, stops
  /// waiting.
  private mutating func change(_ id: Int, _ change: (inout Job) -> Void) {
    if awaitedJob == id { awaitedJob = nil }
    guard let position = all.firstIndex(where: { $0.id == id }) else { return }
    change(&all[position])
  }

  /// Updates the recorded starting tab, group, filter and selection of the jobs that began at
  /// `old`. Called after the editor, rather than the user, has changed the selection.
  mutating func moveStarts(from old: Job.Whereabouts, to new: Job.Whereabouts) {
    for position in all.indices where all[position].begunAt == old {
      all[position].moveStart(to: new)
    }
  }

  mutating func setExportFormat(_ format: FileFormat) { exportFormat = format }

  // MARK: Reports

  /// Requests that the reports of recently ended jobs be written to disk.
  mutating func requestReports() -> [Effect] {
    defer { endedJobs = [] }
    return endedJobs.compactMap { self[$0] }.map { job in
      .keepReport(
        job: job.id, JobReport(title: job.title, result: job.sentence, remarks: job.messages))
    }
  }

  /// Stores the time at which a job's report was written.
  mutating func setEndTime(_ time: Date, of id: Int) -> [Effect] {
    guard let position = all.firstIndex(where: { $0.id == id }) else { return [] }
    all[position].setEndTime(time)
    return []
  }

  mutating func beginReadingReports() { isReadingReports = true }

  mutating func receive(_ reports: [JobReport]) {
    isReadingReports = false
    earlierReports = reports
  }

  // MARK: Imports

  /// Stores the paths of the home folder and the sample trip's folder at startup.
  mutating func begin(home: String, sampleFolder: String?) {
    imports.begin(home: home, sampleFolder: sampleFolder)
  }

  /// Returns a number for a new request from the file browser or an import prompt.
  mutating func nextImportRequest() -> Int { imports.nextRequest() }

  /// Stores the path of the folder shown in the file browser.
  mutating func rememberFolder(_ folder: String) { imports.rememberFolder(folder) }

  /// Shows or hides the hidden files in the file browser.
  mutating func toggleHiddenFiles() { imports.toggleHidden() }

  /// Shows or hides the files in unknown formats in the file browser.
  mutating func toggleOtherFiles() { imports.toggleOthers() }

  /// Stores the changes made by a multi-file import, so that they can be undone together.
  mutating func rememberBatch(_ changes: [LibraryChange.ID]) { imports.rememberBatch(changes) }

  // MARK: Offered files

  /// Stores the paths of files that the editor will offer to import once the library is loaded.
  mutating func keepOffers(_ files: [String]) { offeredFiles = files }

  /// Removes and returns the paths of the files that the editor offers to import.
  mutating func removeOffers() -> [String] {
    defer { offeredFiles = [] }
    return offeredFiles
  }
}
