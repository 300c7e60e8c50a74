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
    case known(ItemID)
  }

  func run(_ meter: ProgressMeter) throws -> ImportReport {
    if options.isDryRun { return try check(meter) }
    if let known = try knownBefore(meter) { return try unchanged(known) }
    do {
      return try store(meter)
    } catch Abandonment.refused(let report) {
      return report
    } catch Abandonment.known(let known) {
      return try unchanged(known)
    }
  }

  // MARK: Reading

  /// Reads a file and hashes all of it; of one that is refused no more is read than was needed to
  /// know, since it may be a device without end.
  private func read(
    _ source: HashingSource, into sink: some GeoSink, _ meter: ProgressMeter
  ) throws -> (GeoReadReport, sha256: String) {
    var reading = GeoReadingOptions()
    if !options.hasLimits { reading.limits = .none }
    let report = try GeoFormat.read(source, into: sink, options: reading) {
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
      unchanged.importID = record
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
      let former = try formerImports(in: context)
      let time = clock()
      let record = ItemID(
        .importRecord,
        try context.append(
          ImportRecord.self, count: 1,
          [.constant(\.source, input.name), .constant(\.sha256, ""), .constant(\.time, time)]
        ).lowerBound)
      let sink = ImportSink(
        context, fileName: input.shortName, created: time, record: context.identifier(record))
      let (report, sha256) = try read(source, into: sink, meter)
      if let known = try known(sha256, in: context) { throw Abandonment.known(known) }
      if isRefused(report) { throw Abandonment.refused(refusal(report)) }
      try sink.flush()
      try describe(record, sha256, report, sink.header, in: context)
      var result = ImportReport(file: input.name, status: .imported, report)
      result.count(report, sink.lengths)
      result.importID = record
      result.locations = sink.locations
      result.paths = sink.paths
      if !former.isEmpty {
        try ImportUpdate(context, from: former, to: record).run(&result)
      }
      result.createdGroups = try groups.take(
        result.locations + result.paths, at: time, in: context, touching: false)
      func take(_ origin: GroupOrigin?, _ items: [ItemID]) throws {
        let finder = GroupFinder(
          context, origin, fileName: input.shortName, header: sink.header)
        for (name, members) in try finder.groups(of: items) {
          result.createdGroups += try ImportGroups(named: name, in: context)
            .take(members, at: time, in: context, touching: false)
        }
      }
      let items = result.locations + result.paths
      if let origin = options.groupOrigin { try take(origin, items) }
      if sink.hasGroups {
        let new = Set(sink.locations + sink.paths)
        try take(nil, items.filter(new.contains))
      }
      return result
    }
    result.undo = context.lastHistoryEntry
    return result
  }

  /// Completes an import's row with what is known only at the end of the file.
  private func describe(
    _ record: ItemID, _ sha256: String, _ report: GeoReadReport, _ header: GeoFileHeader,
    in context: ModelContext
  ) throws {
    let identifier = context.identifier(record)
    try context.update(
      ImportRecord.self,
      [
        .set(\.sha256, to: sha256), .set(\.format, to: report.format),
        .set(\.version, to: report.version), .set(\.creator, to: report.creator),
        .set(\.header, to: try JSONText.encode(header)),
      ], where: #Predicate { $0.persistentModelID == identifier })
  }

  // MARK: Files the store already has

  /// The import of a file under this name where its content is the same: asking beforehand spares
  /// reading it into the store and taking it out again.
  private func knownBefore(_ meter: ProgressMeter) throws -> ItemID? {
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
  private func known(_ sha256: String, in context: ModelContext) throws -> ItemID? {
    guard !options.duplicates else { return nil }
    return try newest(
      context.fetchIdentifiers(
        FetchDescriptor<ImportRecord>(predicate: #Predicate { $0.sha256 == sha256 })), in: context)
  }

  /// The imports of a file of this name, whatever it held then: what was edited here stays with the
  /// import that it came by.
  private func formerImports(in context: ModelContext) throws -> [ItemID] {
    guard input.url != nil, !options.duplicates else { return [] }
    let name = input.name
    return try context.fetchIdentifiers(
      FetchDescriptor<ImportRecord>(predicate: #Predicate { $0.source == name })
    ).map { ItemID(.importRecord, $0.primaryKey) }
  }

  private func newest(
    _ records: [PersistentIdentifier], in context: ModelContext
  ) throws -> ItemID? {
    for record in records.map(\.primaryKey).sorted(by: >) {
      let id = ItemID(.importRecord, record)
      if try !ImportedItems(of: id, in: context).all.isEmpty { return id }
    }
    return nil
  }

  /// Adds nothing but the memberships asked for.
  private func unchanged(_ record: ItemID) throws -> ImportReport {
    var report = ImportReport(file: input.name, status: .unchanged)
    report.importID = record
    let context = ModelContext(container)
    let items = try ImportedItems(of: record, in: context)
    report.locations = items.locations
    report.paths = items.paths
    guard !options.groups.isEmpty else { return report }
    report.createdGroups = try context.transaction(title: "Group \(input.shortName)") {
      try ImportGroups(options.groups, in: context)
        .take(items.all, at: clock(), in: context, touching: true)
    }
    report.undo = context.lastHistoryEntry
    return report
  }
}
