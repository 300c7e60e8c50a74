import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// One file on its way into the store.
struct ImportRun {
  private let container: ModelContainer
  private let clock: @Sendable () -> Date
  private let input: ImportInput
  private let options: ImportOptions

  init(
    _ container: ModelContainer, clock: @escaping @Sendable () -> Date, input: ImportInput,
    options: ImportOptions
  ) {
    self.container = container
    self.clock = clock
    self.input = input
    self.options = options
  }

  /// Why a transaction was given up.
  private enum Abandonment: Error {
    case refused(ImportReport)
    case known(ImportRecordCopy)
  }

  /// What is needed of a record outside its context.
  private struct ImportRecordCopy {
    let id: ItemID
    let time: Date
  }

  func run(_ meter: ProgressMeter) throws -> ImportReport {
    if options.isDryRun { return try check(meter) }
    if let known = try knownBefore(meter) { return try unchanged(known) }
    do {
      return try store(meter)
    } catch Abandonment.refused(let report) {
      return report
    } catch Abandonment.known(let record) {
      return try unchanged(record)
    }
  }

  // MARK: Reading

  /// Reads a file and hashes all of it; of one that is refused no more is read than was needed to
  /// know, since it may be a device without end.
  private func read(
    _ source: HashingSource, into sink: some GeoSink, _ meter: ProgressMeter
  ) throws -> (GeoReadReport, sha256: String) {
    let report = try GeoFormat.read(source, into: sink) {
      try meter.advance(to: $0.bytesRead, of: $0.bytesTotal)
    }
    return (report, report.isRefused ? "" : try source.finish(meter))
  }

  private func isRefused(_ report: GeoReadReport) -> Bool {
    report.isRefused || report.counts.usable == 0 || options.isStrict && !report.faults.isEmpty
  }

  private func refusal(_ report: GeoReadReport) -> ImportReport {
    var refusal = ImportReport(file: input.name, status: .refused, report)
    if !report.isRefused {
      let reason =
        report.counts.usable == 0
        ? "the file has no place and no point that can be used"
        : "the file has faults, and a strict import takes none"
      refusal.diagnostics.append(
        ImportReport.Finding(
          code: report.counts.usable == 0 ? "input.nothingUsable" : "input.faults",
          action: Diagnostic.Action.refused.rawValue, message: reason))
    }
    return refusal
  }

  private func check(_ meter: ProgressMeter) throws -> ImportReport {
    let context = ModelContext(container)
    _ = try ImportGroups(options.groups, in: context)
    let sink = DryRunSink()
    let (report, sha256) = try read(HashingSource(input.open()), into: sink, meter)
    if let record = try known(sha256, in: context) {
      var unchanged = ImportReport(file: input.name, status: .unchanged, report)
      unchanged.importID = record.id
      return unchanged
    }
    if isRefused(report) { return refusal(report) }
    var checked = ImportReport(file: input.name, status: .checked, report)
    checked.count(report, sink.lengths)
    return checked
  }

  // MARK: Writing

  private func store(_ meter: ProgressMeter) throws -> ImportReport {
    let context = ModelContext(container)
    let source = HashingSource(try input.open())
    var result = try context.transaction(title: "Import \(input.shortName)") {
      let groups = try ImportGroups(options.groups, in: context)
      let time = try CreationTime.unused(after: clock(), in: context)
      let sink = ImportSink(context, fileName: input.shortName, created: time)
      let (report, sha256) = try read(source, into: sink, meter)
      if let record = try known(sha256, in: context) { throw Abandonment.known(record) }
      if isRefused(report) { throw Abandonment.refused(refusal(report)) }
      try sink.flush()
      let record = try context.append(
        ImportRecord.self, count: 1,
        [
          .constant(\.source, input.name), .constant(\.sha256, sha256), .constant(\.time, time),
        ])
      var result = ImportReport(file: input.name, status: .imported, report)
      result.count(report, sink.lengths)
      result.importID = ItemID(.importRecord, record.lowerBound)
      result.locations = sink.locations
      result.paths = sink.paths
      result.createdGroups = try groups.take(
        sink.locations + sink.paths, at: time, in: context, touching: false)
      return result
    }
    result.undo = context.lastHistoryEntry
    return result
  }

  // MARK: Files the store already has

  /// The record of a file that was imported under this name, where its content is the same: asking
  /// beforehand spares reading it into the store and taking it out again.
  private func knownBefore(_ meter: ProgressMeter) throws -> ImportRecordCopy? {
    guard input.url != nil, !options.duplicates else { return nil }
    let name = input.name
    let context = ModelContext(container)
    guard
      try context.fetchCount(
        FetchDescriptor<ImportRecord>(predicate: #Predicate { $0.source == name })) > 0
    else { return nil }
    return try known(HashingSource(try input.open()).finish(meter), in: context)
  }

  /// The newest import of these bytes of which something is still there.
  private func known(_ sha256: String, in context: ModelContext) throws -> ImportRecordCopy? {
    guard !options.duplicates else { return nil }
    let records = try context.fetch(
      FetchDescriptor<ImportRecord>(predicate: #Predicate { $0.sha256 == sha256 }))
    for record in records.reversed()
    where try !ImportedItems(at: record.time, in: context).all.isEmpty {
      return ImportRecordCopy(
        id: ItemID(.importRecord, record.persistentModelID.primaryKey), time: record.time)
    }
    return nil
  }

  /// Adds nothing but the memberships asked for.
  private func unchanged(_ record: ImportRecordCopy) throws -> ImportReport {
    var report = ImportReport(file: input.name, status: .unchanged)
    report.importID = record.id
    let context = ModelContext(container)
    let items = try ImportedItems(at: record.time, in: context)
    report.locations = items.locations
    report.paths = items.paths
    guard !options.groups.isEmpty else { return report }
    report.createdGroups = try context.transaction(title: "Group \(input.shortName)") {
      try ImportGroups(options.groups, in: context)
        .take(
          items.all, at: CreationTime.next(after: clock(), in: context), in: context,
          touching: true)
    }
    report.undo = context.lastHistoryEntry
    return report
  }
}
