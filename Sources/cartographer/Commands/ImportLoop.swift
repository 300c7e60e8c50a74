import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A sequential import of several files. The files of an archive are imported like the files of a
/// folder.
struct ImportLoop {
  private(set) var files: ImportFiles
  /// The program that converts the files before the import. Nil if `--via` is not given.
  let converter: ForeignConverter?
  let reading: ReadingOptions
  let library: Library
  let options: ImportOptions
  let session: Session
  let isJSON: Bool
  let isRecursive: Bool
  private var outcome = ImportOutcome()
  private var unchangedCount = 0
  /// The names of the files read in a dry run, keyed by content hash. A dry run stores nothing, so
  /// it cannot use the store to recognise files with equal contents.
  private var namesByHash: [String: String] = [:]
  /// The names of the files without positions in an activity export, such as recordings of indoor
  /// activities.
  private var withoutPositions: [String] = []
  private var isDeferringFlushes = false
  /// The file formats for which the program has reported that an option has no effect.
  private var formatsWithoutOption: Set<FileFormat> = []

  init(
    files: ImportFiles, converter: ForeignConverter?, reading: ReadingOptions, library: Library,
    options: ImportOptions, session: Session, isJSON: Bool, isRecursive: Bool
  ) {
    self.isRecursive = isRecursive
    self.files = files
    self.converter = converter
    self.reading = reading
    self.library = library
    self.options = options
    self.session = session
    self.isJSON = isJSON
  }

  /// Imports all files. A file that cannot be imported does not stop the import of the others.
  ///
  /// - Throws: ``Failure`` or ``LibraryError`` for an error that concerns all files.
  mutating func run() async throws -> ImportOutcome {
    do {
      try await importAll()
    } catch {
      if isDeferringFlushes { try? library.endImports() }
      throw error
    }
    if isDeferringFlushes { try library.endImports() }
    return outcome
  }

  /// Delays flushing the store to the disk until all files are imported.
  private mutating func deferFlushes() throws {
    guard !isDeferringFlushes, !options.isDryRun else { return }
    try library.beginImports()
    isDeferringFlushes = true
  }

  /// Reports files whose names are not valid UTF-8. Such files cannot be opened.
  private mutating func tellMisnamed() {
    for file in files.misnamed {
      let failure = Failure(
        .badData, code: "badData",
        "\(file) was not imported, because its name is not valid UTF-8 text.",
        remedy: "Rename the file.")
      outcome.add(failure, file: file)
      if !isJSON { session.console.report(failure, asJSON: false) }
    }
  }

  private mutating func importAll() async throws {
    tellMisnamed()
    if let converter { return try await importConverted(by: converter) }
    let line = session.progressLine()
    defer { line.end() }
    var sequence = ImportSequence(files.names, library, options: options)
    files.excludeFromUnrecognised(sequence.activityLists)
    let given = Set(files.names)
    while let step = try await nextStep(&sequence, line) {
      if sequence.hasSeveralFiles { try deferFlushes() }
      let isQuiet =
        step.archive != nil || files.isFromFolder(step.source) || !given.contains(step.source)
      let goesOn = try await tellingFailures(of: step.path, line) { loop in
        if let count = step.archiveCount, loop.options.updating != nil {
          throw Failure.usage(
            "`--update` needs one file, but \(step.source) contains \(Numbers.grouped(count)) files.",
            remedy: "Decompress the archive, and specify one of its files.")
        }
        if let count = step.archiveCount, loop.options.format != nil {
          throw Failure.usage(
            "`--format` needs one file, but \(step.source) contains \(Numbers.grouped(count)) files.",
            remedy: """
              Omit `--format`, so that the format of each file is recognised, or decompress the \
              archive and specify the files that have this format.
              """)
        }
        try await loop.importFile(step.input.get(), isQuiet: isQuiet, line) { progress in
          JobProgress(fraction: progress.fraction.map(step.fraction), detail: step.label)
        }
      }
      guard goesOn else { break }
    }
    if let list = sequence.listReport { add(archive: list) }
    tellCounts()
  }

  /// Returns the next file to import. If the previous file was the last file of an archive, the
  /// function first reports on the archive. Returns nil after the last file, or if the import was
  /// interrupted.
  private mutating func nextStep(
    _ sequence: inout ImportSequence, _ line: ProgressLine
  ) async throws -> ImportSequence.Step? {
    let told = sequence.archives.count
    var next: ImportSequence.Step?
    do {
      next = try await sequence.next { line.update($0) }
    } catch  where isInterruption(error) {
      tellInterruption(of: sequence.sourceName, line)
    }
    for archive in sequence.archives.dropFirst(told) {
      line.end()
      add(archive: archive)
    }
    return next
  }

  /// Converts each file and imports the result.
  private mutating func importConverted(by converter: ForeignConverter) async throws {
    if files.names.count > 1 { try deferFlushes() }
    for file in files.names {
      let line = session.progressLine()
      defer { line.end() }
      let goesOn = try await tellingFailures(of: file, line) { loop in
        try await converter.importing(file) { input in
          try await loop.importFile(input, isQuiet: false, line) { $0 }
        }
      }
      guard goesOn else { break }
    }
    tellCounts()
  }

  private func tellCounts() {
    if !withoutPositions.isEmpty {
      let names = withoutPositions.shortList(10)
      session.console.say(
        """
        Not imported because they contain no positions: \
        \(Numbers.counted(withoutPositions.count, "file")): \(names).
        """)
    }
    if !files.skippedFolders.isEmpty {
      let count = files.skippedFolders.count
      let advice = isRecursive ? "" : "; to import them, add --recursive"
      let skipped = Numbers.counted(count, isRecursive ? "symbolic link" : "subfolder")
      session.console.say("Skipped \(skipped)\(advice).")
    }
    if let first = files.unrecognised.first {
      let count = files.unrecognised.count
      let skipped = Numbers.counted(count, "file")
      let link = count == 1 ? ":" : ", such as"
      session.console.say("Skipped \(skipped) in an unknown format\(link) \(first).")
    }
    if let message = files.specialFilesMessage { session.console.say(DisplayText(message)) }
    // The JSON document lists these files, too.
    if unchangedCount > 0, !isJSON {
      let unchanged = Numbers.counted(unchangedCount, "file")
      session.console.say("Already imported and therefore not listed: \(unchanged).")
    }
  }

  private mutating func add(archive: (report: ImportReport, fileCount: Int)) {
    outcome.add(
      archive: archive.report, count: archive.fileCount, isStrict: options.isStrict)
    if !isJSON { outcome.tell(archive: archive.report, session) }
  }

  private mutating func importFile(
    _ input: ImportInput, isQuiet: Bool, _ line: ProgressLine,
    progress: @escaping @Sendable (JobProgress) -> JobProgress
  ) async throws {
    var report = try await library.importFile(input, options: options) { line.update(progress($0)) }
    line.end()
    // In an export of activities, files without positions are common.
    if input.activities != nil, report.lacksPositions {
      withoutPositions.append(input.shortName)
      outcome.addWithoutPositions(report)
      return
    }
    var original: String?
    if let hash = report.sha256, report.status == .checked, !options.duplicates {
      original = namesByHash[hash]
      if original == nil { namesByHash[hash] = input.name } else { report.skip() }
    }
    outcome.add(report)
    if let change = report.undo { session.console.noteCommitted(change) }
    if let format = report.format.flatMap(FileFormat.named),
      let option = reading.ineffectiveOption(for: format),
      formatsWithoutOption.insert(format).inserted
    {
      session.console.say(
        "`--\(option)` has no effect on \(format.shortName) files, such as \(input.name)."
      )
    }
    let isNews =
      original != nil || (report.wouldBe ?? report.status) != .unchanged || !isQuiet
      || report.hasUnreadFiles
    if !isNews { unchangedCount += 1 }
    if !isJSON, isNews { try outcome.tell(report, sameAs: original, session) }
  }

  /// Runs a closure that imports one file, and reports the errors of this import.
  ///
  /// - Returns: Whether the import continues with the next file.
  ///   False if the import was interrupted or the store cannot be written.
  private mutating func tellingFailures(
    of file: String, _ line: ProgressLine, _ body: (inout ImportLoop) async throws -> Void
  ) async throws -> Bool {
    do {
      try await body(&self)
    } catch  where isInterruption(error) {
      tellInterruption(of: file, line)
      return false
    } catch let error where files.names.count > 1 && Self.isOfStore(error) {
      line.end()
      tellShortage(Failure(error), file: file)
      return false
    } catch let error where ImportOutcome.isOfOneFile(error) {
      line.end()
      outcome.add(Failure(error), file: file)
      if !isJSON { session.console.report(Failure(error), asJSON: false) }
    }
    return true
  }

  /// Returns whether an error, such as a full disk, was caused by the store rather than the
  /// imported file.
  private static func isOfStore(_ error: any Error) -> Bool {
    guard let error = LibraryError.from(error) as? LibraryError else { return false }
    return error.isOfStore && [.cannotWrite, .inputOutput, .readOnly].contains(error.code)
  }

  /// Reports that a file was not imported because writing the store failed. The message also states
  /// how many files were imported before this one.
  private mutating func tellShortage(_ failure: Failure, file: String) {
    let rest = files.names.firstIndex(of: file).map { files.names.count - $0 - 1 } ?? 0
    let place = session.location.url.map { ", so nothing was written to \($0.path)" } ?? ""
    let reason = failure.message.replacing(place, with: "")
    let imported = Numbers.counted(outcome.importedCount, "file")
    let was = outcome.importedCount == 1 ? "was" : "were"
    let remaining = Numbers.counted(rest, "file")
    let were = rest == 1 ? "was" : "were"
    let told = Failure(
      failure.status, code: failure.code,
      """
      \(file) was not imported: \(reason) \(imported) \(was) imported before this file, and \
      \(remaining) \(were) not attempted.
      """,
      remedy: failure.remedy, ids: failure.ids)
    outcome.add(told, file: file)
    if !isJSON { session.console.report(told, asJSON: false) }
  }

  /// Returns whether an error reports a cancellation that occurred after at least one file had been
  /// processed.
  private func isInterruption(_ error: any Error) -> Bool {
    LibraryError.from(error) is CancellationError && !outcome.isEmpty
  }

  private mutating func tellInterruption(of file: String, _ line: ProgressLine) {
    line.end()
    outcome.add(
      Failure(
        .interrupted, code: "interrupted",
        "Interrupted while reading \(file): the file was not imported. "
          + "All previous files were imported, as reported above."), file: file)
    if !isJSON, let failure = outcome.failure { session.console.report(failure, asJSON: false) }
  }
}

extension ImportReport {
  /// Marks the file as `unchanged` in a dry run's report, because it duplicates an earlier file of
  /// the same import.
  fileprivate mutating func skip() {
    status = .unchanged
    wouldBe = nil
    groups = []
  }
}
