import CartographerCore
import Foundation
import Geodesy
import Synchronization

/// The effects that list folders, and import and export files.
extension EffectRunner {
  // MARK: The file browser

  /// Lists a folder for the file browser. A newer request cancels the previous one.
  func listFolder(_ number: Int, _ path: String) {
    let task = detach { [library, mailbox, files, topFolder] in
      let typed = files.expanded(path.isEmpty ? "." : path)
      var folder = URL(filePath: typed).standardizedFileURL.path
      if folder != topFolder, topFolder != "/", !folder.hasPrefix(topFolder + "/") {
        folder = topFolder
      }
      guard var listing = try? FolderReader.listing(of: folder) else { return }
      listing.isTop = folder == topFolder
      let names = Set(listing.entries.lazy.filter { !$0.isFolder }.map(\.name))
      let times = (try? await library.importTimes(ofFilesNamed: names)) ?? [:]
      for position in listing.entries.indices where !listing.entries[position].isFolder {
        let entry = listing.entries[position]
        guard let time = times[listing.path(of: entry.name)] else { continue }
        listing.entries[position].importStatus = entry.modified > time ? .changed : .imported
      }
      mailbox.post(.folderListed(number, listing))
    }
    reading.withLock { last in
      last?.cancel()
      last = task
    }
  }

  // MARK: Imports

  /// Imports the file at a path that the user typed. If the text names a folder or several files,
  /// or if the user can choose how the file is read, nothing is imported; the answer lists the
  /// files to ask about.
  func importFile(
    _ job: Int, typed text: String, _ groups: [ItemID], _ namesByTowns: Bool
  ) {
    start(job) { [self] in
      let sources: FolderReader.Sources
      do throws(EditorFailure) {
        sources = try FolderReader.sources(of: text, expand: files.expanded)
      } catch {
        return .pathRejected(job: job, command: "import", path: text, error)
      }
      switch sources {
      case .file(let path):
        mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
        let content = try await library.content(of: .file(URL(filePath: path)))
        guard case .file(let input) = content, !ImportableFile.hasReadingOptions(path) else {
          return .importNeedsQuestion(job: job, [path])
        }
        let report = try await importFile(job, input, groups, namesByTowns)
        if report.status == .refused, report.hasSwappedCoordinates {
          return .importNeedsQuestion(job: job, [path])
        }
        return .imported(job: job, report.summary(\.editorClause), try await readIndex())
      case .several(let paths): return .importNeedsQuestion(job: job, paths)
      }
    }
  }

  private func importFile(
    _ job: Int, _ input: ImportInput, _ groups: [ItemID], _ namesByTowns: Bool
  ) async throws -> ImportReport {
    mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
    var options = ImportOptions(groups: groups.map(\.description))
    options.namePath = try pathNamer(namesByTowns)
    return try await library.importFile(
      input, options: options, progress: { self.mailbox.post(.jobProgress(id: job, $0)) })
  }

  func checkText(_ job: Int, _ text: String, named name: String) {
    start(job) { [library] in
      let report = try await library.importFile(
        .text(text, named: name), options: ImportOptions(isDryRun: true))
      return .textChecked(job: job, text: text, ImportCheck.File(path: name, report))
    }
  }

  func importText(
    _ job: Int, _ text: String, named name: String, _ groups: [ItemID], _ namesByTowns: Bool
  ) {
    start(job) { [self] in
      let report = try await importFile(job, .text(text, named: name), groups, namesByTowns)
      return .imported(job: job, report.summary(\.editorClause), try await readIndex())
    }
  }

  /// Reads files in a dry run, without importing them. Dry runs for several import prompts can run
  /// at the same time: the next prompt waits behind the one on the screen.
  func checkImport(_ number: Int, _ sources: [String], _ reading: ReadingChoices) {
    let work = { @Sendable [self] in
      defer { checking.withLock { $0[number] = nil } }
      let report = { @Sendable [mailbox] (fraction: Double?, detail: String) in
        let progress = JobProgress(fraction: fraction, detail: detail)
        mailbox.post(.importCheckProgress(number, progress))
      }
      do {
        let paths = try FolderReader.files(of: sources.map(files.expanded)) { count in
          report(nil, "\(Numbers.counted(count, "file")) found")
        }
        var check = ImportCheck()
        var pathsByHash: [String: String] = [:]
        var sequence = ImportSequence(paths, library)
        while let step = try await sequence.next() {
          report(step.fraction(), "reading file \(step.label)")
          check.files.append(try await checked(step, reading, &pathsByHash))
        }
        check.remarks = sequence.remarks
        mailbox.post(.importChecked(number, check))
      } catch let failure as EditorFailure {
        let file = ImportCheck.File(
          path: sources.first ?? "", outcome: .refused(failure.message))
        mailbox.post(.importChecked(number, ImportCheck(files: [file])))
      } catch {
        // Cancelled: the question is closed.
      }
    }
    // The task removes itself, so it must be stored before it ends.
    checking.withLock { $0[number] = detach(work) }
  }

  /// Performs a dry run of importing a single file, and returns the result.
  ///
  /// - Parameter pathsByHash: The files already checked in the same dry run, as paths keyed by file
  ///   hash.
  /// - Throws: `CancellationError` if the task is cancelled.
  private func checked(
    _ step: ImportSequence.Step, _ reading: ReadingChoices, _ pathsByHash: inout [String: String]
  ) async throws -> ImportCheck.File {
    var file = ImportCheck.File(path: step.path, outcome: .refused(""))
    do {
      let report = try await library.importFile(
        step.input.get(), options: reading.options(for: step.path, isDryRun: true))
      file = ImportCheck.File(path: step.path, report)
      if let hash = report.sha256, report.status != .unchanged {
        if let former = pathsByHash[hash] {
          file.outcome = .duplicate(of: former)
        } else {
          pathsByHash[hash] = step.path
        }
      }
    } catch {
      let reason = LibraryError.from(error)
      if reason is CancellationError { throw reason }
      file.outcome = .refused(EditorFailure(reason).message)
    }
    file.archive = step.archive
    return file
  }

  /// Imports several files, and flushes the store to disk only once, at the end.
  func importFiles(
    _ job: Int, _ sources: [String], _ groups: [String], _ reading: ReadingChoices,
    _ namesByTowns: Bool
  ) {
    start(job) { [self] in
      let namePath = try pathNamer(namesByTowns)
      let paths = try FolderReader.files(of: sources.map(files.expanded)) { _ in }
      var batch = ImportBatch()
      try library.beginImports()
      var sequence = ImportSequence(paths, library)
      do {
        while let step = try await sequence.next() {
          do {
            var options = reading.options(for: step.path, groups: groups)
            options.namePath = namePath
            let report = try await library.importFile(
              step.input.get(), options: options
            ) { progress in
              self.mailbox.post(
                .jobProgress(
                  id: job,
                  JobProgress(fraction: step.fraction(progress.fraction), detail: step.label)))
            }
            batch.summaries.append(report.summary(\.editorClause))
          } catch {
            let reason = LibraryError.from(error)
            if reason is CancellationError { throw reason }
            batch.failures.append(
              ImportBatch.FailedFile(path: step.path, reason: EditorFailure(reason).message))
          }
        }
      } catch  where LibraryError.from(error) is CancellationError {
        batch.cancelledCount = sequence.remainingCount
      }
      batch.remarks = sequence.remarks
      try library.endImports()
      if batch.cancelledCount > 0, batch.summaries.isEmpty, batch.failures.isEmpty {
        throw CancellationError()
      }
      let done = batch
      // The imported files stay, even if the job was cancelled.
      return try await Task.detached { [self] in
        .importedFiles(job: job, done, try await readIndex())
      }.value
    }
  }

  // MARK: Exports

  func export(
    _ job: Int, _ ids: [ItemID], _ path: String, _ format: FileFormat, _ isReplacing: Bool,
    _ createsFolder: Bool
  ) {
    start(job) { [self] in
      let target: ExportTarget
      do throws(EditorFailure) {
        target = try ExportTarget(
          path, format, createsFolder: createsFolder, expand: files.expanded)
      } catch {
        return .pathRejected(
          job: job, command: ids.isEmpty ? "export-all" : "export", path: path, error)
      }
      if let folder = target.missingFolder {
        return .exportNeedsFolder(job: job, ids: ids, path: target.path, folder: folder)
      }
      if !isReplacing, FileManager.default.fileExists(atPath: target.url.path) {
        return .exportExists(job: job, ids: ids, path: target.path)
      }
      mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
      let report = try await library.export(
        ids, to: target.url, replacing: isReplacing,
        progress: { self.mailbox.post(.jobProgress(id: job, $0)) })
      return .exported(
        job: job, path: target.path, places: report.places, paths: report.paths,
        points: report.pathPoints, remarks: report.findings.mostSevereFirst.map(\.text))
    }
  }
}

extension [ImportReport.Finding] {
  /// The findings sorted by severity: omitted content first, then changed values, then notes.
  /// Findings of equal severity keep their order.
  var mostSevereFirst: [ImportReport.Finding] {
    let actions = ["refused", "skipped", "repaired", "kept"]
    return actions.flatMap { action in filter { $0.action == action } }
      + filter { !actions.contains($0.action) }
  }
}

/// The destination file of an export.
struct ExportTarget {
  /// The typed path, with the format's extension appended if the path had no extension.
  let path: String
  let url: URL
  /// The path of the target file's folder, if that folder does not exist. Otherwise nil.
  let missingFolder: String?

  /// Creates the destination for a typed path. If the path has no extension, appends the format's
  /// extension.
  ///
  /// - Parameter createsFolder: Whether the file's folder is created if it is missing.
  /// - Parameter expand: A closure that returns the absolute path for a typed path.
  /// - Throws: ``EditorFailure`` if no file can be written at the path.
  init(
    _ typed: String, _ format: FileFormat, createsFolder: Bool, expand: (String) -> String
  ) throws(EditorFailure) {
    if FileManager.default.isFolder(expand(typed)) {
      throw EditorFailure("\(typed) is a folder; add a file name.")
    }
    // A device such as /dev/stdout gets no extension.
    let isComplete = ExportName.hasExtension(typed) || Self.isDevice(expand(typed))
    path = isComplete ? typed : "\(typed).\(format.fileExtension)"
    url = URL(filePath: expand(path))
    do {
      _ = try Library.exportFormat(of: url)
    } catch {
      throw EditorFailure(error)
    }
    let folder = url.deletingLastPathComponent().path
    if !FileManager.default.fileExists(atPath: folder) {
      // The user has not yet agreed to a new folder; the editor asks and tries again.
      guard createsFolder else {
        missingFolder = folder
        return
      }
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw EditorFailure(
          "The folder \(folder) cannot be created (\(error.localizedDescription)); type another path."
        )
      }
    }
    missingFolder = nil
    guard FileManager.default.isFolder(folder) else {
      throw EditorFailure("\(folder) is not a folder; type another path.")
    }
    // Write access is checked first, so that a long export does not fail at its end.
    guard access(folder, W_OK) == 0 || access(url.path, W_OK) == 0 else {
      throw EditorFailure(
        """
        Cannot write to the folder \(folder) (\(String(cString: strerror(errno)))); \
        type another path.
        """)
    }
  }

  /// Returns whether a path refers to a device or a pipe, such as `/dev/stdout`.
  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}
