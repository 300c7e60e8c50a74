import CartographerCore

/// The result of a dry run of an import of several files.
package struct ImportCheck: Sendable, Equatable {
  /// The result of the dry run of one file.
  package struct File: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
      case new
      /// The file was imported before and has changed since. The import adds and updates items.
      case changed(added: Int, updated: Int)
      /// The items of the file are in the library already.
      case unchanged
      /// The file has the same bytes as another file of the same import, which has the given path.
      case duplicate(of: String)
      /// The file cannot be imported, for the given reason.
      case refused(String)
    }

    package var path: String
    /// The path of the archive that contains the file, or nil for a file outside an archive.
    package var archive: String?
    package var outcome: Outcome
    package var places = 0
    package var paths = 0
    package var points = 0

    package init(
      path: String, outcome: Outcome, places: Int = 0, paths: Int = 0, points: Int = 0
    ) {
      self.path = path
      self.outcome = outcome
      self.places = places
      self.paths = paths
      self.points = points
    }

    /// Whether the file cannot be imported.
    package var isRefused: Bool {
      if case .refused = outcome { true } else { false }
    }

    /// Whether an import of the file would change the library.
    package var isImportable: Bool {
      switch outcome {
      case .new, .changed: true
      case .unchanged, .duplicate, .refused: false
      }
    }
  }

  package var files: [File]
  /// The findings about archives and activity lists, such as files that are not read.
  package var remarks: [String] = []

  package init(files: [File] = []) {
    self.files = files
  }

  /// The paths to import: those of the importable files, and those of the archives that contain
  /// importable files.
  package var sources: [String] {
    var seen: Set<String> = []
    return importable.map { $0.archive ?? $0.path }.filter { seen.insert($0).inserted }
  }

  /// The files whose import would change the library.
  package var importable: [File] { files.filter(\.isImportable) }
}

extension ImportCheck.File {
  /// Creates the result of a file's dry run from the report of the dry run.
  init(path: String, _ report: ImportReport) {
    self.init(
      path: path, outcome: .new, places: report.summary.places, paths: report.summary.paths,
      points: report.summary.points)
    switch report.status {
    case .refused:
      outcome = .refused(report.diagnostics.last?.text ?? "the file cannot be imported")
    case .unchanged: outcome = .unchanged
    case .imported, .updated, .checked:
      guard report.wouldBe == .updated else { return }
      let changes = report.changes ?? ImportReport.Changes()
      outcome = .changed(added: changes.added, updated: changes.updated)
    }
  }
}

/// The results of importing several files, one after the other.
package struct ImportBatch: Sendable, Equatable {
  package struct Failure: Sendable, Equatable {
    package var path: String
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// The results of the files that were read.
  package var summaries: [ImportSummary]
  /// The files that could not be read.
  package var failures: [Failure]
  /// The number of files that were not read, because the user cancelled the import.
  package var cancelledCount: Int
  /// The findings about archives and activity lists, such as files that were not read.
  package var remarks: [String] = []

  package init(
    summaries: [ImportSummary] = [], failures: [Failure] = [], cancelledCount: Int = 0
  ) {
    self.summaries = summaries
    self.failures = failures
    self.cancelledCount = cancelledCount
  }
}
