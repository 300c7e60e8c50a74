import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

/// The import of several files, one after the other. The files of an archive are imported like the
/// files of a folder.
struct ImportLoop {
  let files: ImportFiles
  /// The program that converts the files before they are imported, or nil.
  let converter: ForeignConverter?
  let reading: ReadingOptions
  let library: Library
  let options: ImportOptions
  let session: Session
  let isJSON: Bool
  private var outcome = ImportOutcome()
  private var unchangedCount = 0
  /// The names of the files that a dry run has read, keyed by the hash of their bytes. A dry run stores
  /// nothing, so it does not find files with equal contents in the store.
  private var namesByHash: [String: String] = [:]
  private var withoutPositions = 0
  private var isDeferringFlushes = false

  init(
    files: ImportFiles, converter: ForeignConverter?, reading: ReadingOptions, library: Library,
    options: ImportOptions, session: Session, isJSON: Bool
  ) {
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

  /// Delays the synchronisation of the store with the disk until all files are imported.
  private mutating func deferFlushes() throws {
    guard !isDeferringFlushes, !options.isDryRun else { return }
    try library.beginImports()
    isDeferringFlushes = true
  }

  private mutating func importAll() async throws {
    if let converter { return try await importConverted(by: converter) }
    let lists = ActivityLists(files.names)
    if lists.files.count > 1 { try deferFlushes() }
    let given = Set(files.names)
    for file in lists.files {
      var input: ImportInput = file == "-" ? .standardInput : .file(URL(filePath: file), name: file)
      input.activities = lists.activities
      let isQuiet = files.isFromFolder(file) || !given.contains(file)
      guard try await importContent(of: input, isQuiet: isQuiet) else { break }
    }
    if lists.activities != nil {
      var report = ImportReport(file: lists.name, status: .imported)
      report.diagnostics = lists.findings
      add(archive: report, count: lists.files.count)
    }
    tellCounts()
  }

  /// Converts each file and imports the result.
  private mutating func importConverted(by converter: ForeignConverter) async throws {
    if files.names.count > 1 { try deferFlushes() }
    for file in files.names {
      let line = session.progressLine()
      defer { line.end() }
      let goesOn = try await tellingFailures(of: file, line) { loop in
        let folder = try TemporaryFolder(in: FileManager.default.temporaryDirectory)
        defer { folder.remove() }
        let converted = try await converter.convert(file, in: folder)
        try await loop.importFile(.conversion(of: file, at: converted), isQuiet: false, line) { $0 }
        return true
      }
      guard goesOn else { break }
    }
    tellCounts()
  }

  private func tellCounts() {
    if withoutPositions > 0 {
      session.console.say(
        "Not imported, because they have no positions: \(Numbers.counted(withoutPositions, "file"))."
      )
    }
    if unchangedCount > 0 {
      session.console.say(
        "Already imported and therefore not listed: \(Numbers.counted(unchangedCount, "file")).")
    }
  }

  /// Imports a file, or the files of an archive.
  ///
  /// - Returns: Whether the import continues; false if it was interrupted.
  private mutating func importContent(of input: ImportInput, isQuiet: Bool) async throws -> Bool {
    let line = session.progressLine()
    defer { line.end() }
    return try await tellingFailures(of: input.name, line) { loop in
      let content = try await loop.library.content(of: input, options: loop.options) {
        line.update($0)
      }
      switch content {
      case .file(let input): try await loop.importFile(input, isQuiet: isQuiet, line) { $0 }
      case .archive(let members): return try await loop.importMembers(members, line)
      }
      return true
    }
  }

  private mutating func importMembers(
    _ members: ArchiveMembers, _ line: ProgressLine
  ) async throws -> Bool {
    guard options.updating == nil else {
      throw Failure.usage(
        "`--update` needs one file, but \(members.name) contains \(members.count) files.",
        remedy: "Decompress the archive, and specify one of its files.")
    }
    guard options.format == nil else {
      throw Failure.usage(
        "`--format` needs one file, but \(members.name) contains \(members.count) files.",
        remedy: """
          Leave `--format` out, so that the format of each file is recognised, or decompress the \
          archive and specify the files that have this format.
          """)
    }
    try deferFlushes()
    while let input = try await members.next() {
      let (index, count) = (members.index, members.count)
      let goesOn = try await tellingFailures(of: input.name, line) { loop in
        try await loop.importFile(input, isQuiet: true, line) { progress in
          JobProgress(
            fraction: (Double(index - 1) + (progress.fraction ?? 0)) / Double(max(count, index)),
            detail: "\(index)/\(count) \(progress.detail)")
        }
        return true
      }
      guard goesOn else { return false }
    }
    line.end()
    add(archive: members.report, count: members.index)
    return true
  }

  private mutating func add(archive report: ImportReport, count: Int) {
    outcome.add(archive: report, count: count, isStrict: options.isStrict)
    if !isJSON { outcome.tell(archive: report, session) }
  }

  private mutating func importFile(
    _ input: ImportInput, isQuiet: Bool, _ line: ProgressLine,
    progress: @escaping @Sendable (JobProgress) -> JobProgress
  ) async throws {
    var report = try await library.importFile(input, options: options) { line.update(progress($0)) }
    line.end()
    // In an export of activities, files without positions are common.
    if input.activities != nil, report.lacksPositions {
      withoutPositions += 1
      outcome.addWithoutPositions(report)
      return
    }
    var twin: String?
    if let hash = report.sha256, report.status == .checked, !options.duplicates {
      twin = namesByHash[hash]
      if twin == nil { namesByHash[hash] = input.name } else { report.skip() }
    }
    outcome.add(report)
    if let format = report.format.flatMap(FileFormat.named),
      let option = reading.ineffectiveOption(for: format)
    {
      session.console.say(
        "\(input.name): `--\(option)` has no effect, because the file's format is \(format.shortName)."
      )
    }
    let isNews = twin != nil || (report.wouldBe ?? report.status) != .unchanged || !isQuiet
    if !isNews { unchangedCount += 1 }
    if !isJSON, isNews { try outcome.tell(report, sameAs: twin, session) }
  }

  /// Runs a closure, and reports an error that concerns only one file.
  ///
  /// - Returns: The result of the closure, true after an error that concerns only one file, or false if the
  ///   import was interrupted.
  private mutating func tellingFailures(
    of file: String, _ line: ProgressLine, _ body: (inout ImportLoop) async throws -> Bool
  ) async throws -> Bool {
    do {
      return try await body(&self)
    } catch let error where LibraryError.from(error) is CancellationError && !outcome.isEmpty {
      line.end()
      outcome.add(
        Failure(
          .interrupted, code: "interrupted",
          "Interrupted while reading \(file): the file was not imported. "
            + "All previous files were imported, as reported above."), file: file)
      if !isJSON, let failure = outcome.failure { session.console.report(failure, asJSON: false) }
      return false
    } catch let error where ImportOutcome.isOfOneFile(error) {
      line.end()
      outcome.add(Failure(error), file: file)
      if !isJSON { session.console.report(Failure(error), asJSON: false) }
      return true
    }
  }
}

extension ImportReport {
  /// Changes a dry run's report to say that the file's items are already in the library.
  fileprivate mutating func skip() {
    status = .unchanged
    wouldBe = nil
    groups = []
  }
}
