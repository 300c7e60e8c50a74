import CartographerCore
import Foundation

/// The files of an import in the editor, which are read one after the other. Each file of an archive is a
/// step of its own.
struct ImportSequence {
  /// A file to import.
  struct Step: Sendable {
    /// The file's path. For a file in an archive, it begins with the path of the archive.
    let path: String
    /// The path of the archive that contains the file, or nil for a file outside an archive.
    let archive: String?
    let input: Result<ImportInput, any Error>
    /// The file's number, the total number of files and the file's name, such as `3/20 day1.gpx`.
    let label: String
    fileprivate let start: Double
    fileprivate let share: Double

    /// Returns the fraction of the whole import that is complete.
    ///
    /// - Parameter own: The fraction of this step that is complete.
    func fraction(_ own: Double? = nil) -> Double { start + share * (own ?? 0) }
  }

  private let library: Library
  private let lists: ActivityLists
  private var index = 0
  private var members: ArchiveMembers?
  private var finishedMembers = 0
  /// Whether the last step returned by ``next()`` is unfinished.
  private var isStepOpen = false
  /// The findings about archives and activity lists, such as files that are not read.
  private(set) var remarks: [String] = []

  init(_ paths: [String], _ library: Library) {
    self.library = library
    lists = ActivityLists(paths)
    remarks = lists.findings.map(\.message)
  }

  /// The number of files whose steps are not finished. Archives that are not open count as one file.
  var remainingCount: Int {
    let others = lists.files.count - index
    guard let members else { return others }
    return others - 1 + max(members.count - finishedMembers, 1)
  }

  /// Counts the current step as finished.
  private mutating func finishStep() {
    guard isStepOpen else { return }
    isStepOpen = false
    if members == nil { index += 1 } else { finishedMembers += 1 }
  }

  /// Returns the next file, or nil after the last one. A source that cannot be read is a step with an
  /// error.
  ///
  /// - Throws: `CancellationError`.
  mutating func next() async throws -> Step? {
    finishStep()
    while true {
      if let members {
        do {
          if let step = try await nextMember(members) { return step }
        } catch {
          // The rest of the archive cannot be read.
          self.members = nil
          return try failed(lists.files[index], error)
        }
        let name = URL(filePath: members.name).lastPathComponent
        remarks += members.report.diagnostics.map { "\(name): \($0.message)" }
        self.members = nil
        index += 1
      }
      guard index < lists.files.count else { return nil }
      let path = lists.files[index]
      var input = ImportInput.file(URL(filePath: path))
      input.activities = lists.activities
      do {
        switch try await library.content(of: input) {
        case .file(let input): return step(path, .success(input))
        case .archive(let archive):
          members = archive
          finishedMembers = 0
        }
      } catch {
        return try failed(path, error)
      }
    }
  }

  /// Returns a step for a source that cannot be read.
  ///
  /// - Throws: `CancellationError`.
  private mutating func failed(_ path: String, _ error: any Error) throws -> Step {
    let reason = LibraryError.from(error)
    if reason is CancellationError { throw reason }
    return step(path, .failure(reason))
  }

  private mutating func step(_ path: String, _ input: Result<ImportInput, any Error>) -> Step {
    isStepOpen = true
    let count = lists.files.count
    let name = URL(filePath: path).lastPathComponent
    return Step(
      path: path, archive: nil, input: input, label: "\(index + 1)/\(count) \(name)",
      start: Double(index) / Double(count), share: 1 / Double(count))
  }

  private mutating func nextMember(_ members: ArchiveMembers) async throws -> Step? {
    guard let input = try await members.next() else { return nil }
    isStepOpen = true
    let count = max(members.count, members.index)
    let share = 1 / Double(lists.files.count) / Double(count)
    return Step(
      path: input.name, archive: lists.files[index], input: .success(input),
      label: "\(members.index)/\(count) \(URL(filePath: input.name).lastPathComponent)",
      start: Double(index) / Double(lists.files.count) + share * Double(members.index - 1),
      share: share)
  }
}
