import CartographerCore

/// The result of a dry run of a multi-file import.
package struct ImportCheck: Sendable, Equatable {
  /// The dry-run result of a single file.
  package struct File: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
      case new
      /// A file that has changed since its last import. The associated values are the numbers of
      /// items that the import would add and update.
      case changed(added: Int, updated: Int)
      /// A file whose items are already in the library.
      case unchanged
      /// A file with the same content as another file in the same import. The associated value is
      /// the other file's path.
      case duplicate(of: String)
      /// A file that cannot be imported, with the reason.
      case refused(String)
    }

    package var path: String
    /// The path of the archive that contains the file. Nil for a file outside an archive.
    package var archive: String?
    package var outcome: Outcome
    package var places = 0
    package var paths = 0
    package var points = 0
    /// The number of the file's places that the import omits.
    package var leftOutPlaces = 0
    /// The number of the file's points that the import omits.
    package var leftOutPoints = 0
    /// The file's format. Nil if the format was not recognised.
    package var format: FileFormat?
    /// The mapping of columns to fields that is used to read a table. Nil if the file is not a
    /// table.
    package var columns: String?
    /// The names of a table's columns, which are numbers if the table has no header. Empty if the
    /// file is not a table.
    package var columnNames: [String] = []
    /// Whether latitude and longitude are probably swapped in all positions of the file.
    package var isSwapped = false
    /// Whether swapping latitude and longitude would bring the file's out-of-range positions into
    /// range.
    package var isMendedBySwap = false
    /// The external program that could convert the file. Nil unless the file's format is unknown
    /// and the editor can run converters.
    package var suggestedConverter: ImportRemedy.Converter?
    /// The number of items in a changed file that the import leaves unchanged.
    package var unchangedItems = 0
    /// For an unchanged file, the number of items that the import adds to groups.
    package var groupedItems = 0
    /// Descriptions of the changes to existing groups. Each description names a group and its
    /// changed fields.
    package var groupUpdates: [String] = []
    /// The first few findings about the file's repaired, omitted or converted content.
    package var remarks: [String] = []
    /// The total number of findings about the file.
    package var remarkCount = 0
    /// A description of the damage that prevented the rest of the file from being read. Nil if the
    /// whole file was read.
    package var damage: String?

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

    /// Whether importing the file would change the library.
    package var isImportable: Bool {
      switch outcome {
      case .new, .changed: true
      case .unchanged: groupedItems > 0
      case .duplicate, .refused: false
      }
    }
  }

  package var files: [File]
  /// The findings about archives and activity lists, such as skipped files.
  package var remarks: [String] = []

  package init(files: [File] = []) {
    self.files = files
  }

  /// The paths to import: importable files outside archives, and archives that contain importable
  /// files.
  package var sources: [String] {
    var seen: Set<String> = []
    return importable.map { $0.archive ?? $0.path }.filter { seen.insert($0).inserted }
  }

  /// The files that contain tables.
  var tables: [File] { files.filter { $0.format?.hasOption("columns") == true } }

  /// The tables, grouped by header. The groups of tables are sorted by the position of the first
  /// table in each group.
  var tableSets: [TableSet] {
    var sets: [TableSet] = []
    var positions: [[String]: Int] = [:]
    for table in tables {
      if let position = positions[table.columnNames] {
        sets[position].files.append(table)
      } else {
        positions[table.columnNames] = sets.count
        sets.append(TableSet(columnNames: table.columnNames, files: [table]))
      }
    }
    return sets
  }

  /// The files that are not imported: unreadable, unchanged and duplicate files. Files inside an
  /// archive that will be imported are omitted, because the archive's import reports them.
  var skippedFiles: ImportBatch {
    let archives = Set(sources)
    var skipped = ImportBatch()
    for file in files where file.archive.map({ !archives.contains($0) }) ?? true {
      switch file.outcome {
      case .new, .changed: break
      case .unchanged where file.isImportable: break
      case .unchanged, .duplicate:
        skipped.summaries.append(
          ImportSummary(
            file: file.path, status: .unchanged, places: 0, paths: 0, points: 0, created: [],
            messages: []))
      case .refused(let reason):
        skipped.failures.append(ImportBatch.FailedFile(path: file.path, reason: reason))
      }
    }
    return skipped
  }

  /// The files whose import would change the library.
  package var importable: [File] { files.filter(\.isImportable) }
}

/// Tables with identical headers, for which the user chooses the columns together.
struct TableSet: Sendable, Equatable {
  /// The names of the columns, or their numbers if the tables have no header.
  let columnNames: [String]
  /// The tables in the set, at least one.
  var files: [ImportCheck.File]

  var paths: [String] { files.map(\.path) }

  /// Whether any table in the set cannot be imported, for example because its columns were not
  /// recognised.
  var hasRefusedFile: Bool { files.contains(where: \.isRefused) }
}

extension ImportCheck.File {
  /// The maximum number of findings per file that are kept for display.
  private static let remarksShown = 5

  /// A table's mapping of columns to fields, in the form that users type, such as
  /// `lat=1, lon=2, name=3`.
  var fields: String? { columns.map { String($0.prefix { $0 != ";" }) } }

  /// Creates a file's dry-run result from its import report.
  init(path: String, _ report: ImportReport) {
    let summary = report.summary(\.editorClause)
    self.init(
      path: path, outcome: .new, places: summary.places, paths: summary.paths,
      points: summary.points)
    leftOutPlaces = summary.leftOutPlaces
    leftOutPoints = summary.leftOutPoints
    format = report.format.flatMap(FileFormat.named)
    columns = report.columns
    columnNames = report.columnNames
    suggestedConverter = report.suggestedConverter
    groupUpdates = report.groupUpdates.map(\.text)
    let damage = report.damage
    self.damage = damage?.text(\.editorClause)
    let remarks = report.remarks.filter { $0 != damage }
    self.remarks = remarks.prefix(Self.remarksShown).map { $0.remark(\.editorClause) }
    remarkCount = remarks.count
    isSwapped = report.hasSwappedCoordinates
    isMendedBySwap = report.swapMendsPositions
    switch report.status {
    case .refused:
      outcome = .refused(report.refusalReason(\.editorClause) ?? "the file cannot be imported")
    case .unchanged:
      outcome = .unchanged
      groupedItems = report.groups.reduce(0) { $0 + $1.items }
    case .imported, .updated, .checked:
      guard report.wouldBe == .updated else { return }
      let changes = report.changes ?? ImportReport.Changes()
      outcome = .changed(added: changes.added, updated: changes.updated)
      unchangedItems = changes.same
    }
  }
}

/// The results of importing several files, one after the other.
package struct ImportBatch: Sendable, Equatable {
  package struct FailedFile: Sendable, Equatable {
    package var path: String
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// One summary for each file that was read.
  package var summaries: [ImportSummary]
  /// The files that could not be read.
  package var failures: [FailedFile]
  /// The number of files that were not read because the user cancelled the import.
  package var cancelledCount: Int
  /// The findings about archives and activity lists, for example about files that were skipped.
  package var remarks: [String] = []

  package init(
    summaries: [ImportSummary] = [], failures: [FailedFile] = [], cancelledCount: Int = 0
  ) {
    self.summaries = summaries
    self.failures = failures
    self.cancelledCount = cancelledCount
  }
}
