import Foundation
import GeoFormats
import Synchronization

/// The importable files of an archive. Each file becomes a separate import.
package final class ArchiveMembers: Sendable {
  /// The archive's name as specified by the user.
  package let name: String
  /// The number of files in the archive that can be imported.
  package let count: Int
  private let survey: ArchiveSurvey
  private let input: ImportInput
  private let budget: ArchiveBudget
  private let state: Mutex<State>

  private struct State {
    let walk: ArchiveWalk
    var index = 0
  }

  init(_ survey: ArchiveSurvey, of input: ImportInput, _ limits: GeoReadingLimits) throws {
    guard let walk = try ArchiveWalk(input.open(), limits: limits) else {
      throw LibraryError(
        .inputOutput,
        "The archive \(input.name) changed while it was being read; import it again.")
    }
    name = input.name
    count = survey.count
    self.survey = survey
    self.input = input
    // Many small compressed files must not expand to more than the archive itself may.
    let expanded = (walk.progress.bytesTotal ?? 0).multipliedReportingOverflow(by: limits.ratio)
    budget = ArchiveBudget(
      expanded.overflow || expanded.partialValue == 0
        ? limits.unpacked : min(limits.unpacked, max(expanded.partialValue, 1 << 20)))
    state = Mutex(State(walk: walk))
  }

  /// The number of files that ``next()`` has returned.
  package var index: Int { state.withLock(\.index) }

  /// Reads the next file of the archive.
  ///
  /// - Returns: The file as an input, or nil after the last file.
  /// - Throws: ``LibraryError`` if the archive cannot be read.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func next() async throws -> ImportInput? {
    try await JobThread.run { [self] flag in
      try state.withLock { state -> ImportInput? in
        while let member = try state.walk.next() {
          try flag.check()
          guard survey.selects(member) else { continue }
          let spool = try SpooledBytes.reading(state.walk, flag.check)
          state.index += 1
          return ImportInput.member(
            member.name, of: input, spool, damage: state.walk.damage, budget, activities)
        }
        return nil
      }
    }
  }

  /// The activities listed in the archive's activity list or, if the archive has none, in a list
  /// outside the archive. Nil if there is no list.
  private var activities: ActivityCatalogue? {
    survey.activities.isEmpty ? input.activities : survey.activities
  }

  /// The report about the archive as a whole, which lists the files that were not imported and, if
  /// reading stopped early, gives the reason. If a limit prevented all files from being read, the
  /// report's status is `refused`. The report is complete only after ``next()`` has returned nil.
  package var report: ImportReport {
    var leftOut = state.withLock { $0.walk.leftOut }
    let isRefused = index == 0 && !leftOut.isEmpty
    if isRefused { leftOut[leftOut.count - 1].action = .refused }
    var report = ImportReport(file: name, status: isRefused ? .refused : .imported)
    report.diagnostics = (survey.diagnostics + leftOut).map(ImportReport.Finding.init)
    return report
  }
}

/// The content to import: one file, or the files in an archive.
package enum ImportContent: Sendable {
  case file(ImportInput)
  case archive(ArchiveMembers)
}

extension Library {
  /// Determines whether an import's input is an archive of several files. An archive with only one
  /// importable file is treated like that file.
  ///
  /// - Throws: ``LibraryError`` `notFound`, `noPermission` or `inputOutput` for an unreadable file.
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*n*) time, where *n* is the archive's size in bytes.
  ///   The memory use does not depend on the archive's size.
  package nonisolated func content(
    of input: ImportInput, options: ImportOptions = ImportOptions(),
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> ImportContent {
    guard input.location != nil || input.mayStall else { return .file(input) }
    return try await JobThread.run { flag in
      let meter = ProgressMeter(detail: input.shortName, flag: flag, report: progress)
      let received = try input.received(options, meter)
      let limits = options.reading.limits
      guard
        let survey = try ArchiveSurvey(
          received.open(), name: input.name, limits: limits,
          progress: { _ in try flag.check() }),
        !survey.isSingleFile
      else { return .file(received) }
      return .archive(try ArchiveMembers(survey, of: received, limits))
    }
  }
}
