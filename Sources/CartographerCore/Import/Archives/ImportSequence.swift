import Foundation

/// The sequence of files that an import reads, one after another. Each file in an archive is a
/// separate step. An activity list is replaced by the files that it lists.
package struct ImportSequence {
  /// A file to import.
  package struct Step: Sendable {
    /// The file's name as specified by the user. For a file in an archive, the name begins with the
    /// archive's name.
    package let path: String
    /// The path of the file or archive, as specified by the user or in an activity list.
    package let source: String
    /// The number of importable files in the file's archive. Nil for a file outside an archive.
    package let archiveCount: Int?
    package let input: Result<ImportInput, any Error>
    /// The file's number, the total number of files and the file's name, such as `3/20 day1.gpx`.
    /// The label of a single file is only the file's name.
    package let label: String
    fileprivate let start: Double
    fileprivate let share: Double

    /// The path of the file's archive. Nil for a file outside an archive.
    package var archive: String? { archiveCount == nil ? nil : source }

    /// Returns the fraction of the whole import that is complete.
    ///
    /// - Parameter own: The completed fraction of this file's import.
    package func fraction(_ own: Double? = nil) -> Double { start + share * (own ?? 0) }
  }

  private let library: Library
  private let options: ImportOptions
  private let lists: ActivityLists
  /// The paths of the files that are not opened because an external program converts them.
  private let convertedFiles: Set<String>
  private var index = 0
  private var members: ArchiveMembers?
  private var finishedMembers = 0
  /// Whether the import of the file most recently returned by ``next(progress:)`` is unfinished.
  private var isStepOpen = false
  /// The reports about the archives, each with the number of files read from the archive.
  package private(set) var archives: [(report: ImportReport, fileCount: Int)] = []

  /// Creates the sequence of the files at the given paths. The path `-` means standard input.
  ///
  /// - Parameter convertedFiles: The files that an external program will convert.
  ///   Converted files are returned without being opened, even if they look like archives.
  package init(
    _ paths: [String], _ library: Library, options: ImportOptions = ImportOptions(),
    convertedFiles: Set<String> = []
  ) {
    self.convertedFiles = convertedFiles
    self.library = library
    self.options = options
    lists = ActivityLists(paths)
  }

  /// The report about the activity lists, with the number of files to import. Nil if there are no
  /// activity lists.
  package var listReport: (report: ImportReport, fileCount: Int)? {
    guard lists.activities != nil else { return nil }
    var report = ImportReport(file: lists.name, status: .imported)
    report.diagnostics = lists.findings
    return (report, lists.files.count)
  }

  /// The paths of the activity lists that describe the imported files.
  package var activityLists: [String] { lists.lists }

  /// The messages about activity lists and archives, for example about files that are not imported.
  package var remarks: [String] {
    lists.findings.map(\.message)
      + archives.flatMap { report, _ in
        report.diagnostics.map { "\(ImportInput.shortName(report.file)): \($0.message)" }
      }
  }

  /// Whether the sequence consists of several files or is reading an archive.
  package var hasSeveralFiles: Bool { lists.files.count > 1 || members != nil }

  /// The name of the file or archive that is being read, or an empty string after the last file.
  package var sourceName: String { source.map { Self.input(of: $0).name } ?? "" }

  private var source: String? { index < lists.files.count ? lists.files[index] : nil }

  private static func input(of source: String) -> ImportInput {
    source == "-" ? .standardInput : .file(URL(filePath: source), name: source)
  }

  /// The number of files that have not been completely processed yet. An archive that has not been
  /// opened yet counts as one file.
  package var remainingCount: Int {
    let others = lists.files.count - index
    guard let members else { return others }
    return others - 1 + max(members.count - finishedMembers, 1)
  }

  /// Marks the current file as completely processed.
  private mutating func finishStep() {
    guard isStepOpen else { return }
    isStepOpen = false
    if members == nil { index += 1 } else { finishedMembers += 1 }
  }

  /// Returns the next file to import. The result is nil after the last file. If a file or an
  /// archive cannot be read, the returned step contains the error.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package mutating func next(
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> Step? {
    finishStep()
    while true {
      if let members {
        do {
          if let step = try await nextMember(members) { return step }
        } catch {
          // The rest of the archive cannot be read.
          self.members = nil
          return try failed(members.name, error)
        }
        archives.append((members.report, members.index))
        self.members = nil
        index += 1
      }
      guard let source else { return nil }
      var input = Self.input(of: source)
      input.activities = lists.activities
      if convertedFiles.contains(source) { return step(input.name, .success(input)) }
      do {
        switch try await library.content(of: input, options: options, progress: progress) {
        case .file(let input): return step(input.name, .success(input))
        case .archive(let archive):
          members = archive
          finishedMembers = 0
        }
      } catch {
        return try failed(input.name, error)
      }
    }
  }

  /// Returns an import step that reports a file or archive as unreadable.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  private mutating func failed(_ path: String, _ error: any Error) throws -> Step {
    let reason = LibraryError.from(error)
    if reason is CancellationError { throw reason }
    return step(path, .failure(reason))
  }

  private mutating func step(_ path: String, _ input: Result<ImportInput, any Error>) -> Step {
    isStepOpen = true
    let count = lists.files.count
    let name = ImportInput.shortName(path)
    return Step(
      path: path, source: lists.files[index], archiveCount: nil, input: input,
      label: count == 1 ? name : "\(index + 1)/\(count) \(name)",
      start: Double(index) / Double(count), share: 1 / Double(count))
  }

  private mutating func nextMember(_ members: ArchiveMembers) async throws -> Step? {
    guard let input = try await members.next() else { return nil }
    isStepOpen = true
    let count = max(members.count, members.index)
    let share = 1 / Double(lists.files.count) / Double(count)
    return Step(
      path: input.name, source: lists.files[index], archiveCount: members.count,
      input: .success(input),
      label: "\(members.index)/\(count) \(input.shortName)",
      start: Double(index) / Double(lists.files.count) + share * Double(members.index - 1),
      share: share)
  }
}
