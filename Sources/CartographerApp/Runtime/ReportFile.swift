import Foundation

/// The file beside a store that contains the reports of the last imports and exports.
///
/// All editors with the same store share the file. An editor locks the file while it adds a report,
/// so that no report of another editor is lost.
struct ReportFile {
  /// The age, in seconds, at which a report is discarded.
  static let lifetimeSeconds = 30 * 86_400.0
  /// The maximum number of attempts to lock the file.
  private static let mostAttempts = 60
  /// The pause between two attempts to lock the file, in microseconds.
  private static let pauseMicroseconds: UInt32 = 10_000

  private let path: String
  /// The reports that this editor added.
  private var own: [JobReport] = []
  /// The reason why the latest report was not written. Nil if the report was written.
  private var problem: String?

  init(store: URL) {
    path = store.resolvingSymlinksInPath().path + ".reports"
  }

  /// Returns the reports of earlier sessions and of other editors, newest first. Also returns the
  /// reason why reports cannot be read or kept. The reason is nil if there is no problem.
  func earlierReports(now: Date) -> (reports: [JobReport], problem: String?) {
    guard FileManager.default.fileExists(atPath: path) else { return ([], problem) }
    do {
      let file = try locked()
      defer { file.close() }
      let kept = try reports(in: file, now: now)
      return (kept.filter { !own.contains($0) }, problem)
    } catch {
      return ([], EditorFailure(error).message)
    }
  }

  /// Adds a report to the file, and removes the oldest reports if there are too many.
  ///
  /// - Throws: ``EditorFailure`` or an I/O error. If an error is thrown, the file is unchanged.
  mutating func add(_ report: JobReport, now: Date) throws {
    var dated = report
    // The file stores whole seconds.
    dated.time = Date(
      timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded(.down))
    do {
      var file = try locked()
      defer { file.close() }
      let kept = try reports(in: file, now: now)
      try file.replace(with: try ReportFormat.encode([dated] + kept))
      own.append(dated)
      problem = nil
    } catch {
      problem = "Reports cannot be saved to disk: \(EditorFailure(error).message)"
      throw error
    }
  }

  /// Locks the file, and creates it if it does not exist. Waits if another editor has locked the
  /// file.
  private func locked() throws -> LockedFile {
    for _ in 0..<Self.mostAttempts {
      if let file = try LockedFile(existing: path) ?? LockedFile(creating: path) { return file }
      usleep(Self.pauseMicroseconds)
    }
    throw EditorFailure("\(path) is locked or belongs to another user.")
  }

  private func reports(in file: LockedFile, now: Date) throws -> [JobReport] {
    guard let all = file.read(limitBytes: ReportFormat.limitBytes).flatMap(ReportFormat.decode)
    else {
      throw EditorFailure(
        "This version of the editor cannot read the reports in \(path). "
          + "New reports cannot be saved until you delete the file.")
    }
    return all.filter { report in
      report.time.map { now.timeIntervalSince($0) < Self.lifetimeSeconds } ?? false
    }
  }
}
