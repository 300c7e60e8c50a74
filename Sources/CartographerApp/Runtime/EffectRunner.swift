import BaseMap
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import Logging
import Synchronization
import TerminalUI

/// The runner that performs effects in the background and posts the results as messages.
final class EffectRunner: Sendable {
  private let openLibrary: Mutex<Library>
  let mailbox: Mailbox
  private let logger: Logger
  private let facts = Mutex<Task<Void, Never>?>(nil)
  private let operation = Mutex<Task<Void, Never>?>(nil)
  private let writing = Mutex<Task<Void, Never>?>(nil)
  /// The task that reads a folder for the file browser.
  let reading = Mutex<Task<Void, Never>?>(nil)
  /// The tasks that are running import dry runs, keyed by request number.
  let checking = Mutex<[Int: Task<Void, Never>]>([:])
  /// The latest request to measure paths.
  private let measuring = Mutex<(threshold: Double, task: Task<Void, Never>)?>(nil)
  /// The latest search for items in a box on the map.
  let boxSearch = Mutex<Task<Void, Never>?>(nil)
  private let jobs = Mutex<[Int: Task<Void, Never>]>([:])
  /// The last library index that was passed to the editor.
  private let known = Mutex<LibraryIndex?>(nil)
  let files: PathCompletion
  /// The topmost folder in the file browser.
  let topFolder: String
  private let manual: ManualFolder?
  let baseMap: InstalledBaseMap?
  let pngConverter: (@Sendable (String) async throws -> Data)?
  let findConverter: ConverterFinder?
  let userMaps: UserMaps
  /// The queue on which the user's own maps are read. A slow map file must not occupy the threads
  /// of other effects.
  private let mapQueue = DispatchQueue(label: "maps")
  /// The latest request for the user's own maps, if it is still pending.
  private let mapRequest = Mutex<UserMapsState.Request?>(nil)
  /// The file with the reports of jobs. Nil for an in-memory store.
  private let reportFile: Mutex<ReportFile?>
  /// The queue on which reports are written and read, so that the user never waits for the disk.
  private let reportQueue = DispatchQueue(label: "reports")
  /// The number of running effects, not counting ``watch()``.
  private let running = Mutex(0)
  private let whenIdle: @Sendable () -> Void

  /// Creates a runner for an open library.
  ///
  /// - Parameter folder: The base folder for relative paths, or nil for the working directory.
  /// - Parameter topFolder: The file browser's topmost folder, or nil for the root folder.
  /// - Parameter whenIdle: A closure called on any thread when no more effects are running.
  init(
    library: Library, mailbox: Mailbox, logger: Logger, folder: URL? = nil, topFolder: URL? = nil,
    manual: ManualFolder? = nil, baseMap: InstalledBaseMap? = nil,
    pngConverter: (@Sendable (String) async throws -> Data)? = nil,
    findConverter: ConverterFinder? = nil,
    userMaps: UserMaps = UserMaps(UserMaps.Sources()),
    whenIdle: @escaping @Sendable () -> Void = {}
  ) {
    openLibrary = Mutex(library)
    reportFile = Mutex(library.location.url.map(ReportFile.init))
    self.mailbox = mailbox
    self.logger = logger
    files = PathCompletion(folder: folder)
    self.topFolder = topFolder?.standardizedFileURL.path ?? "/"
    self.manual = manual
    self.baseMap = baseMap
    self.pngConverter = pngConverter
    self.findConverter = findConverter
    self.userMaps = userMaps
    self.whenIdle = whenIdle
  }

  /// The open library, which is replaced when the library is saved in a new store.
  var library: Library { openLibrary.withLock { $0 } }

  /// Whether no effect is running. Messages of effects that have ended may still be in the mailbox.
  var isIdle: Bool { running.withLock { $0 == 0 } }

  /// Runs work in the background, while the main loop continues to handle keys.
  @discardableResult
  func detach(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    running.withLock { $0 += 1 }
    // The work has priority over other tasks of the process, because the user waits for the result.
    return Task.detached(priority: .userInitiated) { [self] in
      await work()
      end()
    }
  }

  /// Runs work in the background, after all earlier work in the given queue.
  private func enqueue(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    running.withLock { $0 += 1 }
    queue.async { [self] in
      work()
      end()
    }
  }

  private func end() {
    let isLast = running.withLock { running in
      running -= 1
      return running == 0
    }
    if isLast { whenIdle() }
  }

  /// Runs an effect. Ignores effects that need the terminal, because the main loop runs them.
  func run(_ effect: Effect) {
    // This function runs on the main loop's thread and must not wait. Time-consuming work runs in
    // the background, and its result is sent to the editor as a message.
    switch effect {
    case .loadLibrary: background { .loaded(try await self.loadIndex()) }
    case .loadPaths(let ids): loadPaths(ids)
    case .loadFacts(let id): loadFacts(id)
    case .write(let write, let revision, let ids): send(write, basedOn: revision, refreshing: ids)
    case .loadSeries(let path):
      background {
        .seriesLoaded(PathSeries(path, sensors: try await self.library.sensors(of: path.id)))
      }
    case .loadDetail(let request): loadDetail(request)
    case .searchBox(let box, let found, let unknown): searchBox(box, found, unknown)
    case .cancelBoxSearch: boxSearch.withLock { $0 }?.cancel()
    case .report(let request):
      background {
        var builder = PathReportBuilder(request)
        // The paths are read one by one, so that only one path's points are in memory.
        for subject in request.subjects {
          for path in try await self.library.geometries(of: [subject.id]) { builder.add(path) }
        }
        return .reported(request.number, builder.report)
      }
    case .measure(let ids, let threshold): measure(ids, thresholdMetres: threshold)
    case .findPoints(let request): background { .found(request.number, request.matches()) }
    // Cancelling a task only sets its flag and does not wait. The task ends at its next check.
    case .cancelWrite: writing.withLock { $0 }?.cancel()
    case .preview(let request): computePreview(request)
    case .cancelPreview: operation.withLock { $0 }?.cancel()
    case .loadHistory: background { .historyLoaded(try await self.library.history(limit: 500)) }
    case .ask(let question): background { try await self.answer(question) }
    case .checkTerrainFolder(let setting, let path): checkTerrainFolder(setting, path)
    case .listFolder(let number, let path): listFolder(number, path)
    case .checkImport(let number, let sources, let groups, let reading):
      checkImport(number, sources, groups, reading)
    case .cancelImportCheck(let number): checking.withLock { $0[number] }?.cancel()
    case .importFile(let job, let path, let groups, let namesByTowns, let conversion):
      importFile(job, typed: path, groups, namesByTowns, conversion)
    case .importFiles(let job, let paths, let groups, let reading, let namesByTowns):
      importFiles(job, paths, groups, reading, namesByTowns)
    case .checkText(let job, let text, let name): checkText(job, text, named: name)
    case .importText(let job, let text, let name, let groups, let namesByTowns):
      importText(job, text, named: name, groups, namesByTowns)
    case .export(
      let job, let ids, let path, let format, let isReplacing, let createsFolder, let conversion):
      export(job, ids, path, format, isReplacing, createsFolder, conversion)
    case .picture(let job, let request, let path, let isReplacing):
      draw(job, request, path, isReplacing)
    case .saveLibrary(let path): saveLibrary(at: path)
    case .cancelJob(let id): jobs.withLock { $0[id] }?.cancel()
    case .readBaseMap(let request): readBaseMap(request)
    case .readUserMaps(let request): readUserMaps(request)
    case .complete(let argument):
      background { .completed(argument: argument, self.files.completions(of: argument)) }
    case .completeTopic(let argument):
      background { [manual] in
        let names = (manual?.names ?? []).filter { $0.hasPrefix(argument) }
        return .completed(argument: argument, names)
      }
    case .readManual(let topic, let anchor):
      background { [manual] in
        guard let manual else { throw ManualFolder.missing }
        let name = manual.name(of: topic)
        return .manualRead(name: name, try manual.page(name), anchor: anchor)
      }
    case .keepReport(let job, let report): keep(report, of: job)
    case .readReports: readReports()
    // The main loop runs these effects. They need the terminal or the state, or end the loop.
    case .editNotes, .copy, .setMouse, .repaint, .suspend, .saveSession, .writeDrafts, .quit: break
    }
  }

  /// Returns the function that names unnamed paths after towns. Returns nil if naming by towns is
  /// turned off or no base map is installed.
  func pathNamer(_ namesByTowns: Bool) throws -> PathNamer? {
    guard namesByTowns, let towns = try baseMap?.towns() else { return nil }
    return { towns.pathName(from: $0, to: $1) }
  }

  private func readBaseMap(_ request: BaseMapState.Request) {
    detach { [self] in
      guard let baseMap else { return }
      do {
        let pieces = try baseMap.pieces(of: request.scale, touching: request.bounds)
        let towns = request.needsTowns ? try baseMap.towns() : nil
        mailbox.post(.baseMapRead(pieces, towns))
      } catch {
        mailbox.post(.baseMapFailed(EditorFailure("\(error)")))
      }
    }
  }

  private func readUserMaps(_ request: UserMapsState.Request) {
    let isQueued = mapRequest.withLock { newest in
      defer { newest = request }
      return newest != nil
    }
    guard !isQueued else { return }
    enqueue(on: mapQueue) { [self] in
      let newest = mapRequest.withLock { newest in
        defer { newest = nil }
        return newest
      }
      var problems: [String] = []
      // A cancelled request needs no answer, because a newer request will be answered.
      guard let newest,
        let scene = try? userMaps.scene(
          for: newest.window, relief: newest.relief, problems: &problems,
          isCancelled: { mapRequest.withLock { $0 != nil } })
      else { return }
      mailbox.post(.userMapsRead(newest, scene, problems: problems))
    }
  }

  /// Writes a job's report to disk. A failure is logged and shown in the list of jobs.
  private func keep(_ report: JobReport, of job: Int) {
    enqueue(on: reportQueue) { [self] in
      let now = Date()
      do {
        try reportFile.withLock { try $0?.add(report, now: now) }
      } catch {
        logger.note(error, of: "keep the report")
      }
      mailbox.post(.reportKept(job: job, now))
    }
  }

  private func readReports() {
    enqueue(on: reportQueue) { [self] in
      let found = reportFile.withLock { $0?.earlierReports(now: Date()) }
      mailbox.post(.reportsRead(found?.reports ?? [], problem: found?.problem))
    }
  }

  /// Waits until all reports are written.
  func finishReports() { reportQueue.sync {} }

  func cancelAllJobs() {
    for task in jobs.withLock({ Array($0.values) }) { task.cancel() }
    reading.withLock { $0 }?.cancel()
    for task in checking.withLock({ Array($0.values) }) { task.cancel() }
  }

  /// Starts a task that checks twice a second whether another process changed, removed or replaced
  /// the store. The checks end when the task is cancelled.
  func watch() -> Task<Void, Never> {
    Task.detached { [self] in
      var reported: LibraryLoss?
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(500))
        let loss = library.loss
        if loss != reported {
          reported = loss
          logger.warning("store \(loss.map { "\($0)" } ?? "found again")")
          mailbox.post(
            .storeLost(loss, suggestion: library.location.url.map(files.unusedName(beside:)) ?? ""))
        }
        guard loss == nil, let revision = try? await library.revision(),
          // Before the library is first loaded, a change would only cause it to be read twice.
          let shown = known.withLock({ $0?.snapshot.revision }), revision != shown,
          let index = try? await readIndex()
        else { continue }
        mailbox.post(.loaded(index))
      }
    }
  }

  @discardableResult
  func background(_ work: @escaping @Sendable () async throws -> Message) -> Task<Void, Never> {
    detach { [mailbox, logger] in
      do {
        mailbox.post(try await work())
      } catch is CancellationError {
        // A request that was cancelled needs no answer.
      } catch {
        logger.note(error, of: "read")
        mailbox.post(.failed(EditorFailure(error)))
      }
    }
  }

  /// Returns an index of the library. When the editor starts, a long list of paths is shown before
  /// the outlines of all paths have been read, and the paths are shown on the map before the places
  /// have been read.
  private func loadIndex() async throws -> LibraryIndex {
    guard known.withLock({ $0 }) == nil else { return try await readIndex() }
    let library = library
    let revision = try await library.revision()
    let list = LibraryIndex(
      try await library.snapshot(
        of: SnapshotScope(paths: .all, groups: .all, hasItineraries: true, hasHistory: true)))
    if list.snapshot.paths.count > Self.pathsShownAtOnce {
      let first = list.snapshot.paths.prefix(Self.pathsDrawnFirst).map(\.id.key)
      let outlines = try await library.levels(
        of: .keys(first), countingElevations: true, PathOutline.init)
      mailbox.post(.partlyLoaded(LibraryIndex(list, outlines: outlines)))
    }
    async let reading = library.levels(of: .all, countingElevations: true, PathOutline.init)
    async let wholeSnapshot = library.snapshot(countingPoints: false)
    let outlines = try await reading
    if !list.snapshot.paths.isEmpty {
      mailbox.post(.partlyLoaded(LibraryIndex(list, outlines: outlines)))
    }
    let snapshot = try await wholeSnapshot
    // If the library changed, the outlines may be older than the snapshot.
    guard snapshot.revision == revision else { return try await readIndex() }
    let index = LibraryIndex(snapshot, outlines: outlines)
    known.withLock { known in
      if index.snapshot.revision >= known?.snapshot.revision ?? 0 { known = index }
    }
    return index
  }

  /// The maximum number of paths whose map outlines are read at startup before the list is shown.
  /// For more paths, reading the outlines takes longer than reading the list.
  private static let pathsShownAtOnce = 1_000

  /// The number of paths drawn together with the list, before the outlines of all paths have been
  /// read.
  private static let pathsDrawnFirst = 256

  func readIndex() async throws -> LibraryIndex {
    let library = library
    let index: LibraryIndex
    if let previous = known.withLock({ $0 }) {
      let update = try await library.update(after: previous.snapshot)
      let changed = update.changed?.filter { $0.kind == .path }.map(\.key)
      let outlines = try await library.levels(
        of: changed.map { .keys($0) } ?? .all, countingElevations: true, PathOutline.init)
      index = LibraryIndex(update, outlines: outlines, of: previous)
    } else {
      // Outlines newer than the snapshot are read again with the next update; older outlines would
      // never be updated.
      let snapshot = try await library.snapshot(countingPoints: false)
      index = LibraryIndex(
        snapshot,
        outlines: try await library.levels(of: .all, countingElevations: true, PathOutline.init))
    }
    known.withLock { known in
      if index.snapshot.revision >= known?.snapshot.revision ?? 0 { known = index }
    }
    return index
  }

  private func answer(_ question: Question) async throws -> Message {
    switch question {
    case .diff(let id, let zone, let notation):
      let diff = try await library.diff(of: id, itemsTold: 100)
      let named = Set(diff.items.flatMap { $0.joined + $0.left })
      let groups = try await library.snapshot(of: Array(named)).groups
      let lines = ChangeDiffLines(diff, zone: zone, notation: notation) { id in
        groups.first { $0.id == id }?.name ?? id.description
      }
      return .changeShown(
        ShownChange(
          id: id, isDone: diff.changes.allSatisfy { $0.state == .done }, title: lines.title,
          lines: lines.itemLines))
    case .climb(let points, let folder, let threshold):
      let url = URL(filePath: files.expanded(folder), directoryHint: .isDirectory)
      do {
        return .climbed(
          points, try TerrainClimb.along(points, folder: url, thresholdMetres: threshold))
      } catch {
        logger.note(error, of: "read the terrain model")
        return .climbFailed(points, EditorFailure(error))
      }
    case .towns(let name, let position):
      // A damaged base map was reported at the start; the library's items can still be found.
      let found = try? baseMap?.towns().towns(
        named: name, near: position, limit: NameRequest.mostTowns)
      return .townsFound(named: name, found ?? [])
    case .names(let request):
      return .namesFound(for: request.name, request.suggestions(try? baseMap?.towns()))
    case .description(let request, let focus):
      return .answered(
        title: "The map in words", lines: try await lines(describing: request, focus))
    case .visited(let ids, let units, let zone):
      guard let baseMap else {
        throw EditorFailure("The base map is missing; install the program again.")
      }
      let report = try await VisitedReport.read(
        ids, in: try await library.snapshot(of: ids), from: library, towns: baseMap, zone: zone)
      return .answered(
        title: "Visited countries and regions",
        lines: report.isEmpty
          ? ["None of the tracks or places are in a country."]
          : report.lines(units: units).map(\.string))
    case .nearest(let position, let name, let except):
      let found = try await library.nearest(
        to: position, limit: 20, except: except.map { [$0] } ?? [])
      return .foundNearest(to: name, found)
    }
  }

  /// The number of paths whose points are held in memory at the same time while all paths are
  /// measured.
  private static let pathsAtOnce = 16
  /// The maximum number of measured paths in one message.
  private static let pathsInMessage = 512

  /// Measures the given paths with a climb threshold. First waits for any earlier request with the
  /// same threshold to end.
  private func measure(_ ids: [ItemID], thresholdMetres: Double) {
    measuring.withLock { last in
      let previous = last?.task
      if last?.threshold != thresholdMetres { previous?.cancel() }
      let task = detach { [self] in
        await previous?.value
        var measured: [MeasuredPath] = []
        do {
          for start in stride(from: 0, to: ids.count, by: Self.pathsAtOnce) {
            try Task.checkCancellation()
            let end = min(start + Self.pathsAtOnce, ids.count)
            measured += try await library.geometries(of: Array(ids[start..<end])).map {
              MeasuredPath($0, thresholdMetres: thresholdMetres)
            }
            if measured.count >= Self.pathsInMessage || end == ids.count {
              mailbox.post(.measured(measured))
              measured = []
            }
          }
        } catch is CancellationError {
          // The measures of a superseded threshold are not needed.
        } catch {
          logger.note(error, of: "read")
          mailbox.post(.failed(EditorFailure(error)))
        }
      }
      last = (threshold: thresholdMetres, task: task)
    }
  }

  private func loadPaths(_ ids: [ItemID]) {
    background {
      .pathsLoaded(try await self.library.geometries(of: ids).map(PathData.init), of: ids)
    }
  }

  /// Loads the details of an item. A newer request cancels the previous one, because the cursor
  /// passes many items while a key is held down.
  private func loadFacts(_ id: ItemID) {
    let task = detach { [library, mailbox] in
      guard !Task.isCancelled, let found = try? await library.facts(of: id), !Task.isCancelled
      else { return }
      mailbox.post(.factsLoaded(found))
    }
    facts.withLock { last in
      last?.cancel()
      last = task
    }
  }

  /// The delay before the progress of a running change or preview is shown.
  private static let silence = Duration.milliseconds(300)

  /// Computes the preview of an operation. A newer preview request supersedes the previous one.
  private func computePreview(_ request: PreviewRequest) {
    let share = ProgressShare()
    let task = detach { [mailbox, files] in
      let telling = Task.detached {
        while (try? await Task.sleep(for: Self.silence)) != nil {
          let progress = JobProgress(fraction: share.value, detail: "")
          mailbox.post(.previewProgress(request.number, progress))
        }
      }
      defer { telling.cancel() }
      let outcome = request.outcome(expanding: files.expanded) { share.value = $0 }
      if !Task.isCancelled { mailbox.post(.previewed(request.number, outcome)) }
    }
    operation.withLock { last in
      last?.cancel()
      last = task
    }
  }

  private func send(_ write: Write, basedOn revision: Int64, refreshing ids: [ItemID]) {
    let task = detach { [self] in
      do {
        let result = try await change(write, basedOn: revision)
        logger.debug("written", metadata: ["entry": "\(result.undo.map(String.init) ?? "none")"])
        // Already committed; a later cancellation is ignored.
        let answer = Task.detached { [self] in
          let index = try await readIndex()
          let paths = try await library.geometries(of: ids).map(PathData.init)
          return Message.written(write, result, index, paths)
        }
        mailbox.post(try await answer.value)
      } catch is CancellationError {
        mailbox.post(
          .writeFailed(EditorFailure("The change was cancelled; nothing was saved.")))
      } catch {
        logger.note(error, of: "write")
        mailbox.post(.writeFailed(EditorFailure(error)))
      }
    }
    writing.withLock { $0 = task }
  }

  private func change(_ write: Write, basedOn revision: Int64) async throws -> EditResult {
    let start = ContinuousClock.now
    let tell = { @Sendable [mailbox] (progress: JobProgress) in
      if ContinuousClock.now - start > Self.silence { mailbox.post(.writeProgress(progress)) }
    }
    return switch write {
    case .edit(let edit):
      try await library.apply(together: [edit], basedOn: revision, progress: tell)
    case .together(let edits):
      try await library.apply(together: edits, basedOn: revision, progress: tell)
    case .undo(let change): try await library.undo(change, progress: tell)
    case .redo(let change): try await library.redo(change, progress: tell)
    }
  }

  /// Saves the whole library in a new store, and uses that store from now on.
  private func saveLibrary(at path: String) {
    detach { [self] in
      do {
        let url = URL(filePath: files.expanded(path))
        let saved = try await library.saved(at: url)
        openLibrary.withLock { $0 = saved }
        mailbox.post(.librarySaved(path: url.path))
      } catch {
        logger.note(error, of: "save the library")
        mailbox.post(.librarySavingFailed(path: path, EditorFailure(error)))
      }
    }
  }

  func start(_ job: Int, _ work: @escaping @Sendable () async throws -> Message) {
    let task = detach { [self] in
      do {
        mailbox.post(try await work())
      } catch is CancellationError {
        mailbox.post(.jobCancelled(id: job))
      } catch {
        logger.note(error, of: "job")
        mailbox.post(.jobFailed(id: job, EditorFailure(error)))
      }
      jobs.withLock { $0[job] = nil }
    }
    jobs.withLock { $0[job] = task }
  }
}

/// The completed fraction of a preview, which several threads read and write.
private final class ProgressShare: Sendable {
  private let share = Mutex<Double?>(nil)

  var value: Double? {
    get { share.withLock { $0 } }
    set { share.withLock { $0 = newValue } }
  }
}

extension EditorFailure {
  init(_ error: any Error) {
    switch error {
    case let failure as EditorFailure: self = failure
    case let error as LibraryError: self.init(error.advice)
    default: self.init("\(error)")
    }
  }
}
