import CartographerCore
import Foundation
import Geodesy
import Synchronization

/// Methods that list folders and import files.
extension EffectRunner {
  // MARK: The file browser

  /// Lists a folder for the file browser. For the path of a file, lists the file's folder. A newer
  /// request cancels the previous one.
  func listFolder(_ number: Int, _ path: String) {
    let task = detach { [library, mailbox, files, topFolder] in
      let typed = files.expanded(path.isEmpty ? "." : path)
      let path = URL(filePath: typed).standardizedFileURL.path
      let isFile =
        FileManager.default.fileExists(atPath: path) && !FileManager.default.isFolder(path)
      var folder = isFile ? URL(filePath: path).deletingLastPathComponent().path : path
      if folder != topFolder, topFolder != "/", !folder.hasPrefix(topFolder + "/") {
        folder = topFolder
      }
      guard var listing = try? FolderReader.listing(of: folder) else { return }
      listing.isTop = folder == topFolder
      if isFile, listing.path(of: path.lastComponent) == path {
        listing.file = path.lastComponent
      }
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

  // MARK: Terrain tiles

  /// Checks whether the files in a terrain-tile folder can be listed.
  func checkTerrainFolder(_ setting: String, _ path: String) {
    detach { [mailbox, files] in
      var problem: EditorFailure?
      do {
        _ = try TerrainFolder(url: URL(filePath: files.expanded(path))).grid()
      } catch let error as LibraryError {
        problem = EditorFailure(error)
      } catch {
        problem = EditorFailure("The folder \(path) cannot be read; check its permissions.")
      }
      mailbox.post(.terrainFolderChecked(setting: setting, path, problem))
    }
  }

  // MARK: Imports

  /// Imports the file at a path that the user entered. If the path names a folder or several files,
  /// or if the user can choose how the file is read, nothing is imported; instead, the answer lists
  /// the files that the user must confirm.
  func importFile(
    _ job: Int, typed text: String, _ groups: [ItemID], _ namesByTowns: Bool,
    _ conversion: ConversionChoice?
  ) {
    start(job) { [self] in
      let sources: FolderReader.Sources
      let converter: (any FileConverter)?
      do throws(EditorFailure) {
        sources = try FolderReader.sources(of: text, expand: files.expanded)
        converter = try self.converter(conversion)
      } catch {
        let command = ["import", conversion?.options].compactMap(\.self).joined(separator: " ")
        return .pathRejected(job: job, command: command, path: text, error)
      }
      switch sources {
      case .file(let path):
        if let converter {
          return try await importFile(job, path, groups, namesByTowns, conversion, converter)
        }
        mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
        let content = try await library.content(of: .file(URL(filePath: path)))
        guard case .file(let input) = content, !ImportableFile.hasReadingOptions(path) else {
          return .importNeedsQuestion(job: job, [path])
        }
        let report = try await importFile(job, input, groups, namesByTowns)
        let isConvertible = findConverter != nil && report.suggestedConverter != nil
        if report.status == .refused, report.swapMendsPositions || isConvertible {
          return .importNeedsQuestion(job: job, [path])
        }
        return .imported(job: job, report.summary(\.editorClause), try await readIndex())
      case .several(let paths):
        return .importNeedsQuestion(job: job, paths, conversion: conversion)
      }
    }
  }

  /// Converts a file and imports the result.
  private func importFile(
    _ job: Int, _ path: String, _ groups: [ItemID], _ namesByTowns: Bool,
    _ conversion: ConversionChoice?, _ converter: any FileConverter
  ) async throws -> Message {
    // The path is recorded as the source of the import.
    let path = URL(filePath: path).standardizedFileURL.path
    let detail = "converting the file with \(converter.programName)"
    mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: detail)))
    let report = try await converter.importing(path) { input in
      try await importFile(job, input, groups, namesByTowns, converter.intermediateFormat)
    }
    if report.status == .refused, report.swapMendsPositions {
      return .importNeedsQuestion(job: job, [path], conversion: conversion)
    }
    return .imported(job: job, report.summary(\.editorClause), try await readIndex())
  }

  /// Imports a file or pasted text into the given groups.
  ///
  /// - Parameter format: The file's format. If nil, the format is recognised automatically.
  private func importFile(
    _ job: Int, _ input: ImportInput, _ groups: [ItemID], _ namesByTowns: Bool,
    _ format: FileFormat? = nil
  ) async throws -> ImportReport {
    mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
    var options = ImportOptions(groups: groups.map(\.description))
    options.format = format
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

  /// The reason why the import dialog does not read a special file.
  private static let specialFileReason =
    "this is a named pipe, a socket or a device; import it on the command line"

  /// Reads files in a dry run, without importing them. Several dry runs can run at the same time,
  /// because the dry run for a queued import prompt starts before the prompt is shown.
  func checkImport(
    _ number: Int, _ sources: [String], _ groups: [String], _ reading: ReadingChoices
  ) {
    let work = { @Sendable [self] in
      defer { checking.withLock { $0[number] = nil } }
      let report = { @Sendable [mailbox] (fraction: Double?, detail: String) in
        let progress = JobProgress(fraction: fraction, detail: detail)
        mailbox.post(.importCheckProgress(number, progress))
      }
      do {
        let converter = try converter(reading.conversion)
        let found = try paths(of: sources, reading, converter) { count in
          report(nil, "\(Numbers.counted(count, "file")) found")
        }
        // A pipe may block forever, and its bytes can be read only once.
        let paths = found.filter { !ImportInput.isSpecialFile($0) }
        var check = ImportCheck(
          files: found.filter(ImportInput.isSpecialFile).map { path in
            ImportCheck.File(path: path, outcome: .refused(Self.specialFileReason))
          })
        var pathsByHash: [String: String] = [:]
        var sequence = ImportSequence(
          paths, library, convertedFiles: Set(paths.filter(reading.converts)))
        while let step = try await sequence.next() {
          let verb = reading.converts(step.path) ? "converting" : "reading"
          report(step.fraction(), "\(verb) file \(step.label)")
          check.files.append(try await checked(step, groups, reading, converter, &pathsByHash))
        }
        check.remarks = sequence.remarks
        mailbox.post(.importChecked(number, check))
      } catch let failure as EditorFailure {
        let file = ImportCheck.File(
          path: sources.first ?? "", outcome: .refused(failure.message))
        mailbox.post(.importChecked(number, ImportCheck(files: [file])))
      } catch {
        // A cancelled dry run needs no answer.
      }
    }
    // The task removes itself, so it must be stored before it ends.
    checking.withLock { $0[number] = detach(work) }
  }

  /// Performs a dry run of importing a single file, and returns the result.
  ///
  /// - Parameter pathsByHash: The paths of files checked earlier in this dry run, by file hash.
  /// - Throws: `CancellationError` if the task is cancelled.
  private func checked(
    _ step: ImportSequence.Step, _ groups: [String], _ reading: ReadingChoices,
    _ converter: (any FileConverter)?, _ pathsByHash: inout [String: String]
  ) async throws -> ImportCheck.File {
    var file = ImportCheck.File(path: step.path, outcome: .refused(""))
    do {
      let options = reading.options(for: step.path, groups: groups, isDryRun: true)
      let report = try await importFile(step, reading, converter, options)
      file = ImportCheck.File(path: step.path, report)
      // A converter needs a separate file, so it cannot convert a file inside an archive.
      if findConverter == nil || step.archive != nil { file.suggestedConverter = nil }
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
      file.outcome = .refused((error as? EditorFailure ?? EditorFailure(reason)).message)
    }
    file.archive = step.archive
    return file
  }

  /// Imports one file of a multi-file import. If the user chose a converter for the file, imports
  /// the converted file.
  private func importFile(
    _ step: ImportSequence.Step, _ reading: ReadingChoices, _ converter: (any FileConverter)?,
    _ options: ImportOptions, progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    guard let converter, reading.converts(step.path) else {
      return try await library.importFile(step.input.get(), options: options, progress: progress)
    }
    var options = options
    options.format = converter.intermediateFormat
    return try await converter.importing(step.path) { input in
      try await library.importFile(input, options: options, progress: progress)
    }
  }

  /// Returns the paths of the files to import. If one converter is used for all files, a folder is
  /// imported as a single data set, or rejected if the converter cannot read folders.
  ///
  /// - Parameter found: A closure that is called with the number of files found so far.
  /// - Throws: `CancellationError`; ``EditorFailure`` if a folder cannot be read or converted.
  private func paths(
    of sources: [String], _ reading: ReadingChoices, _ converter: (any FileConverter)?,
    found: (Int) -> Void
  ) throws -> [String] {
    let sources = sources.map(files.expanded)
    guard let converter, reading.convertedFiles == nil else {
      return try FolderReader.files(of: sources, found: found)
    }
    guard converter.readsFolders || !sources.contains(where: FileManager.default.isFolder) else {
      throw EditorFailure("\(converter.programName) converts files, not folders.")
    }
    return sources.map { URL(filePath: $0).standardizedFileURL.path }
  }

  /// Finds the file converter that the user chose. Returns nil if no converter is chosen.
  func converter(
    _ conversion: ConversionChoice?
  ) throws(EditorFailure) -> (any FileConverter)? {
    guard let conversion else { return nil }
    guard let findConverter else {
      throw EditorFailure("No file conversion program is available.")
    }
    do {
      return try findConverter(conversion)
    } catch {
      throw EditorFailure(error)
    }
  }

  /// Imports several files, and flushes the store to disk only once, at the end.
  func importFiles(
    _ job: Int, _ sources: [String], _ groups: [String], _ reading: ReadingChoices,
    _ namesByTowns: Bool
  ) {
    start(job) { [self] in
      let namePath = try pathNamer(namesByTowns)
      let converter = try converter(reading.conversion)
      let paths = try paths(of: sources, reading, converter) { _ in }
      var batch = ImportBatch()
      try library.beginImports()
      var sequence = ImportSequence(
        paths, library, convertedFiles: Set(paths.filter(reading.converts)))
      do {
        while let step = try await sequence.next() {
          do {
            var options = reading.options(for: step.path, groups: groups)
            options.namePath = namePath
            if reading.converts(step.path) {
              mailbox.post(
                .jobProgress(
                  id: job,
                  JobProgress(fraction: step.fraction(), detail: "converting \(step.label)")))
            }
            let report = try await importFile(step, reading, converter, options) { progress in
              self.mailbox.post(
                .jobProgress(
                  id: job,
                  JobProgress(fraction: step.fraction(progress.fraction), detail: step.label)))
            }
            batch.summaries.append(report.summary(\.editorClause))
          } catch {
            let reason = LibraryError.from(error)
            if reason is CancellationError { throw reason }
            let failure = error as? EditorFailure ?? EditorFailure(reason)
            batch.failures.append(
              ImportBatch.FailedFile(path: step.path, reason: failure.message))
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
}
