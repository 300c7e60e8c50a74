import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// The import of one file into the store.
struct ImportRun {
  let container: ModelContainer
  private let clock: @Sendable () -> Date
  let input: ImportInput
  let options: ImportOptions
  private let memory: ImportMemory

  init(
    _ container: ModelContainer, _ memory: ImportMemory, clock: @escaping @Sendable () -> Date,
    input: ImportInput, options: ImportOptions
  ) {
    self.container = container
    self.memory = memory
    self.clock = clock
    self.input = input
    self.options = options
  }

  /// The reason for rolling back an import's transaction.
  private enum Abandonment: Error {
    case refused(ImportReport)
    case known(KnownImport)
  }

  func run(_ meter: ProgressMeter) throws -> ImportReport {
    let revision = try container.revision()
    var former = memory.removeRecords(at: revision)
    if options.isDryRun {
      let report = try check(meter, &former)
      memory.keep(former, at: revision)
      return report
    }
    let before = try knownBefore(meter, &former)
    do {
      if let before {
        input.activities?.noteUnchangedFile()
        memory.keep(former, at: revision)
        if let report = try unchanged(before) { return report }
        former = ImportRecords()
      }
      // A copy that stays here would make each change of the records copy all of them.
      return try store(meter, consume former, of: revision)
    } catch Abandonment.refused(let report) {
      return report
    } catch Abandonment.known(let known) {
      if let report = try unchanged(known) { return report }
      let change =
        known.record.map {
          "Another program has changed the earlier import of this file (\($0))"
        } ?? "Another program has changed items from this file"
      throw LibraryError(
        .changedMeanwhile,
        "\(change), so nothing was imported; import the file again.",
        ids: known.record.map { [$0] } ?? [])
    }
  }

  // MARK: Reading

  /// Reads a file and computes the hash of all its bytes.
  ///
  /// If the file is rejected, reading stops immediately, since the source may be an endless device.
  private func read(
    _ source: HashingSource, into sink: any GeoSink, _ meter: ProgressMeter
  ) throws -> (GeoReadReport, sha256: String) {
    let filter = EmptyPathFilter(sink, hasLimits: options.hasLimits)
    var reading = options.reading
    reading.name = input.shortName
    reading.damage = input.damage
    if let budget = input.budget {
      reading.limits.unpacked = min(reading.limits.unpacked, budget.remaining)
    }
    let target: any GeoSink =
      input.activities.map { ActivityNamer(filter, $0, file: input.name) } ?? filter
    var report = try GeoFormat.read(source, into: target, options: reading) {
      try meter.advance(to: $0.bytesRead, of: $0.bytesTotal)
    }
    if let budget = input.budget {
      budget.spend(report.unpackedBytes)
      // In an archive of thousands of compressed files, this needs no mention for each of them.
      report.diagnostics.removeAll { $0.code == .inputUnpacked }
    }
    if let diagnostic = filter.diagnostic { report.diagnostics.append(diagnostic) }
    report.counts.routes -= filter.omitted[.route] ?? 0
    report.counts.tracks -= filter.omitted[.track] ?? 0
    return (report, report.isRefused ? "" : try source.finish(meter))
  }

  private func isRefused(_ report: GeoReadReport, _ header: GeoFileHeader) -> Bool {
    report.isRefused || report.counts.usable == 0 && header.groups.isEmpty
      || options.isStrict && !report.faults.isEmpty
  }

  private func refusal(_ report: GeoReadReport) -> ImportReport {
    var refusal = ImportReport(file: input.name, status: .refused, report)
    if !report.isRefused {
      let isEmpty = report.counts.usable == 0
      let code: Diagnostic.Code = isEmpty ? .inputNothingUsable : .inputFaults
      let reason =
        isEmpty
        ? "the file has no usable places or points" + Self.explanation(of: report)
        : "the file has errors, so a strict import rejects it"
      refusal.diagnostics.append(
        ImportReport.Finding(
          code: code.rawValue, action: Diagnostic.Action.refused.rawValue, message: reason,
          remedy: isEmpty && refusal.hasSwappedCoordinates ? .swapCoordinates : nil))
    }
    return refusal
  }

  /// Returns the reasons why a file has no usable places or points, preceded by a colon. Possible
  /// reasons are swapped coordinates, and contents that are not imported, such as pictures.
  private static func explanation(of report: GeoReadReport) -> String {
    let swapped = report.diagnostics.filter { $0.code == .coordinateSwapped }.prefix(1)
    let skipped = report.diagnostics.filter { $0.action == .skipped }
    let isOtherMember = { (diagnostic: Diagnostic) in diagnostic.code == .inputMembersLeft }
    // Other files in an archive are the reason only if nothing in the imported file was skipped.
    let leftOut = skipped.filter {
      [.geometryMissing, .elementUnsupported].contains($0.code)
        || isOtherMember($0) && skipped.allSatisfy(isOtherMember)
    }
    // The import report lists the others, and the positions in the file.
    let shown = (swapped.isEmpty ? leftOut[...] : swapped).prefix(2).map {
      $0.message.replacing(#/ \([^()]* times, first here\)$/#, with: "")
    }
    return shown.isEmpty ? "" : ": " + shown.joined(separator: "; ")
  }

  /// Performs a dry run of the import, and reports the changes that an actual import would make.
  private func check(
    _ meter: ProgressMeter, _ known: inout ImportRecords
  ) throws -> ImportReport {
    let context = ModelContext(container)
    // Wrong groups and a wrong import are found before the file is read, which may take long.
    _ = try ImportGroups(options.groups, in: context)
    try requireNamedImport(in: context)
    let sink = DryRunSink(groupOrigins: options.groupOrigins, namer: options.namePath)
    let (report, sha256) = try read(input.openHashing(), into: sink, meter)
    if isRefused(report, sink.header) { return refusal(report) }
    // A file with the same bytes needs no comparison of its items.
    if let record = try record(of: sha256, &known, in: context) {
      return try unchangedAndGrouped(record, in: context, report)
    }
    var checked = ImportReport(file: input.name, status: .checked, report)
    checked.count(report, sink.lengths)
    checked.wouldBe = .imported
    checked.sha256 = sha256
    var exported = try ImportedGroups(sink.header.groups, except: nil, in: context)
    guard !options.duplicates else {
      exported.describe(in: &checked)
      checked.groups = try dryRunGroups(of: sink, nil, exported, [], in: context)
      checked.namedPaths = sink.namedPaths(except: [])
      return checked
    }
    let former = RecordedItems(context, known)
    let plan = try ImportPlan(
      context, former, input, sink.items.items, sink.header, report, named: options.updating,
      own: nil)
    known = former.known
    let lost = try lostGroups(
      of: Array(sink.items.items.indices), plan, sink.header, exported, in: context
    ) { sink.hints[$0] }
    // The checks have the order of an actual import, so that a dry run reports the same status.
    if plan.changesNothing, lost.isEmpty, exported.missing.isEmpty {
      return try unchangedAndGrouped(
        export(plan, exported, report, isDry: true), in: context, report)
    }
    if let equal = plan.equal {
      return try unchangedAndGrouped(KnownImport(whole: equal, in: context), in: context, report)
    }
    if let former = try superseded(plan, sink.items.items, sink.header, &known, in: context) {
      return try unchangedAndGrouped(former, in: context, report)
    }
    if plan.isUpdate { checked.wouldBe = .updated }
    if plan.isExport { exported.keepExistingGroups() }
    try plan.describe(in: &checked, isDry: true)
    exported.describe(in: &checked)
    checked.groups = try dryRunGroups(of: sink, plan, exported, lost, in: context)
    checked.namedPaths = sink.namedPaths(except: Set(plan.steps.map(\.new)))
    return checked
  }

  // MARK: Writing

  /// Imports the file in one transaction.
  ///
  /// - Parameter known: Cached data about earlier imports, valid for the given store revision.
  private func store(
    _ meter: ProgressMeter, _ known: consuming ImportRecords, of before: Int64
  ) throws -> ImportReport {
    let context = ModelContext(container)
    // Opened on this thread, then used only by the reading thread.
    nonisolated(unsafe) let source = try input.openHashing()
    let former = RecordedItems(context, consume known)
    var committed: Int64?
    var result = try context.transaction(title: ChangeTitle(.import, input.shortName).imperative) {
      // No other process can write from here on.
      let revision = try container.revision()
      if revision != before { former.known = ImportRecords() }
      let groups = try ImportGroups(options.groups, in: context)
      try requireNamedImport(in: context)
      let time = clock()
      var anyImport = FetchDescriptor<ImportRecord>()
      anyImport.fetchLimit = 1
      let isFirst = try context.fetchIdentifiers(anyImport).isEmpty
      let record = ItemID(
        .importRecord,
        try context.append(
          ImportRecord.self, count: 1,
          [.constant(\.source, input.name), .constant(\.sha256, ""), .constant(\.time, time)]
        ).lowerBound)
      let notesItems = !isFirst && !options.duplicates
      // If every item exists already, the new rows are rolled back to this mark in one step.
      if notesItems { try context.setBulkSavepoint() }
      let sink = ImportSink(
        context, fileName: input.shortName, created: time, record: context.identifier(record),
        notesItems: notesItems, namer: options.namePath)
      let (report, sha256) = try ReadingThread.run(into: sink) {
        try read(source, into: $0, meter)
      }
      if isRefused(report, sink.header) {
        memory.keep(former.known, at: revision)
        throw Abandonment.refused(refusal(report))
      }
      if let known = try self.record(of: sha256, &former.known, except: record.key, in: context) {
        memory.keep(former.known, at: revision)
        throw Abandonment.known(known)
      }
      // Everything below needs the ids of the places and paths that are still pending.
      try sink.flush()
      var header = sink.header
      header.itemCount = sink.locations.count + sink.paths.count
      header.path = input.place
      try describe(record, sha256, report, header, in: context)
      var result = ImportReport(file: input.name, status: .imported, report)
      result.count(report, sink.lengths)
      result.importID = record
      result.locations = sink.locations
      result.paths = sink.paths
      // Compared before the update below renames items that itineraries refer to.
      var exported = try ImportedGroups(sink.header.groups, except: record, in: context)
      var lost: [LostGroup<ItemID>] = []
      if let items = sink.items?.items {
        let plan = try ImportPlan(
          context, former, input, items, sink.header, report, named: options.updating,
          own: record)
        // Read before the update below deletes the file's rows of items that the library has.
        lost = try lostGroups(
          of: result.locations + result.paths, plan, sink.header, exported, in: context,
          StoredItems(context).groupHints)
        if plan.changesNothing, lost.isEmpty, exported.missing.isEmpty {
          let export = try export(plan, exported, report, isDry: false)
          memory.keep(former.known, at: revision)
          throw Abandonment.known(export)
        }
        if let equal = plan.equal {
          memory.keep(former.known, at: revision)
          throw Abandonment.known(try KnownImport(whole: equal, in: context))
        }
        if let known = try superseded(
          plan, items, sink.header, &former.known, except: record.key, in: context)
        {
          memory.keep(former.known, at: revision)
          throw Abandonment.known(known)
        }
        try plan.describe(in: &result, isDry: false)
        if plan.isExport { exported.keepExistingGroups() }
        if plan.isUpdate {
          header.importRecords = plan.importRecords
          header.predecessors = plan.predecessors
          // Recorded while the predecessors still own their items.
          header.supersededImports = try plan.predecessors.compactMap {
            try KnownImport.state(of: $0, in: context)
          }
          // Before the record is completed: the rollback covers every bulk write since the mark.
          if plan.needsNoRows { try context.rollBackToBulkSavepoint() }
          try describe(record, sha256, report, header, in: context)
          let read = result.locations + result.paths
          try ImportUpdate(context, plan, items, former, to: record, header).run(&result, meter)
          let final = Dictionary(uniqueKeysWithValues: zip(read, result.locations + result.paths))
          lost = lost.map { ($0.name, $0.items.compactMap { final[$0] }) }
        }
      }
      result.namedPaths = sink.namedPaths(in: Set(result.paths))
      let new = Set(sink.locations + sink.paths)
      exported.describe(in: &result)
      // Groups are created first, so that items with a group's name join the described group.
      result.createdGroups = try exported.makeMissing(at: time)
      try group(
        &result, groups, sink.header, exported: sink.hasGroups ? new : [],
        lost: lost.map { ($0.name, $0.items.filter { !new.contains($0) }) }, at: time, in: context)
      // Entries are written last, since they refer to the final ids of updated items.
      if !sink.header.groups.isEmpty {
        let names = ImportedItemNames(
          places: result.locations, paths: result.paths, items: sink.items?.items, in: context)
        result.updated += try exported.write(names, new: new)
      }
      committed = revision + 1
      if result.status == .imported, isFirst || sink.items != nil {
        former.known.add(
          record, source: input.name, hash: sha256, sink.items?.items ?? [],
          namesakesAtMost: RecordedFiles.namesakesAtMost)
      } else {
        former.known = ImportRecords()
      }
      return result
    }
    if let committed { memory.keep(former.known, at: committed) }
    result.undo = context.lastHistoryChange
    return result
  }

  /// Fills in the fields of an import's database row that are known only after reading the whole
  /// file.
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
        .set(\.header, to: try StoredJSON.encode(header)),
      ], where: #Predicate { $0.persistentModelID == identifier })
  }

  // MARK: Files the store already has

  /// Checks that the import to be updated exists and has items.
  ///
  /// - Throws: ``LibraryError``: `notFound` for a missing import, `invalid` for an import without
  ///   items.
  private func requireNamedImport(in context: ModelContext) throws {
    guard let id = options.updating else { return }
    try requireImport(id, in: context)
    guard try !ImportedItems(of: id, in: context).all.isEmpty else {
      throw LibraryError(
        .invalid,
        """
        \(id) has no items to update: the items belong to a later import or were deleted.
        """, remedy: .listImports, ids: [id])
    }
  }

  private func requireImport(_ id: ItemID, in context: ModelContext) throws {
    guard id.kind == .importRecord else { throw LibraryError.wrongKind(id, wanted: .importRecord) }
    guard try context.model(ImportRecord.self, for: context.identifier(id)) != nil else {
      throw LibraryError.missing(id)
    }
  }

  /// Returns an earlier import of a file with the same bytes. The result is nil if there is no such
  /// import, or if no file with the same name was imported before.
  ///
  /// This early check avoids storing the items of an unchanged file only to roll them back
  /// afterwards. A strict import always reads the file instead.
  private func knownBefore(
    _ meter: ProgressMeter, _ known: inout ImportRecords
  ) throws -> KnownImport? {
    guard input.location != nil, !options.duplicates, !options.isStrict, !options.changesItems
    else {
      return nil
    }
    let context = ModelContext(container)
    guard try known.hasSource(input.name, context) else { return nil }
    return try record(of: input.openHashing().finish(meter), &known, in: context)
  }

  /// Returns the newest import of a file with the same bytes. All items of that import must still
  /// exist; items in the trash count as existing. The result is nil if there is no such import.
  ///
  /// - Parameter own: The import in progress, whose record is skipped.
  private func record(
    of sha256: String, _ known: inout ImportRecords, except own: Int64? = nil,
    in context: ModelContext
  ) throws -> KnownImport? {
    guard !options.duplicates, !options.changesItems else { return nil }
    return try KnownImport.newest(
      ofBytes: sha256, input, &known, except: own, allowsSuperseded: options.updating == nil,
      in: context)
  }

  /// Returns an earlier import of a file with the same content. All items of that import must still
  /// exist, although some of them now belong to later imports. The result is nil if there is no
  /// such import.
  private func superseded(
    _ plan: ImportPlan, _ items: [FileItem], _ header: GeoFileHeader, _ known: inout ImportRecords,
    except own: Int64? = nil, in context: ModelContext
  ) throws -> KnownImport? {
    guard plan.isUpdate, options.updating == nil else { return nil }
    return try KnownImport.superseded(
      byContent: items, header, input, &known, except: own, in: context)
  }

  /// Adds the items of an unchanged file to groups and returns the report. Returns nil if an item
  /// of the earlier import is missing.
  private func unchanged(_ known: KnownImport) throws -> ImportReport? {
    let context = ModelContext(container)
    guard options.hasGroups else {
      return try unchangedReport(known, in: context, nil)
    }
    var report = try context.transaction(title: ChangeTitle(.group, input.shortName).imperative) {
      () -> ImportReport? in
      guard let known = try known.current(in: context) else { return nil }
      var report = try unchangedReport(known, in: context, nil)
      try group(
        &report, ImportGroups(options.groups, in: context), header(of: known, in: context),
        exported: [], at: clock(), in: context)
      return report
    }
    report?.undo = context.lastHistoryChange
    return report
  }

  /// Returns the dry-run report for an unchanged file, with the changes that ``unchanged(_:)``
  /// would make.
  private func unchangedAndGrouped(
    _ known: KnownImport, in context: ModelContext, _ read: GeoReadReport
  ) throws -> ImportReport {
    var report = try unchangedReport(known, in: context, read)
    guard options.hasGroups else { return report }
    report.groups = try dryRunGroups(
      of: report.locations + report.paths, header(of: known, in: context), in: context)
    return report
  }

  /// Returns the description of a file that was exported by this program and contains only items of
  /// the library.
  private func export(
    _ plan: ImportPlan, _ groups: ImportedGroups, _ report: GeoReadReport, isDry: Bool
  ) throws -> KnownImport {
    var comparison = ImportReport(file: input.name, status: .unchanged)
    try plan.describe(in: &comparison, isDry: isDry)
    // Other formats do not represent all values of groups.
    if report.format == GeoFormat.gpx.id { groups.describe(in: &comparison) }
    return KnownImport(plan.steps.map(\.old), comparison)
  }

  private func header(of known: KnownImport, in context: ModelContext) throws -> GeoFileHeader {
    try (known.successor ?? known.record).flatMap { record in
      try context.model(ImportRecord.self, for: context.identifier(record))
        .flatMap(StoredItems(context).header(of:))
    } ?? GeoFileHeader()
  }

  /// If the user specified an import to update, checks that this import is `record`.
  ///
  /// A different import is accepted if none of its items remain, since the given file can be an
  /// earlier version of that import's file.
  ///
  /// - Throws: ``LibraryError`` if the user specified a different import that still has items.
  private func requireNoOther(than record: ItemID, in context: ModelContext) throws {
    guard let named = options.updating, named != record else { return }
    try requireImport(named, in: context)
    guard try !ImportedItems(of: named, in: context).all.isEmpty else { return }
    throw LibraryError(
      .invalid,
      """
      \(input.shortName) is an unchanged copy of the file imported as \(record), not a later \
      version of the file imported as \(named), so nothing was imported.
      """,
      remedy: .updateOtherImport, ids: [named, record])
  }

  private func unchangedReport(
    _ known: KnownImport, in context: ModelContext, _ read: GeoReadReport?
  ) throws -> ImportReport {
    if let record = known.record { try requireNoOther(than: record, in: context) }
    var report =
      read.map { ImportReport(file: input.name, status: .unchanged, $0) }
      ?? ImportReport(file: input.name, status: .unchanged)
    report.importID = known.record
    report.locations = known.locations
    report.paths = known.paths
    let unread = try ArchiveSurvey.unreadMembers(
      of: input.open(), name: input.shortName, limits: options.reading.limits)
    report.hasUnreadFiles = !unread.isEmpty
    // If the file was read, the codec has already reported the other files of its archive.
    if read == nil { report.diagnostics += unread.map(ImportReport.Finding.init) }
    if let comparison = known.comparison {
      report.changes = comparison.changes
      report.diagnostics += comparison.diagnostics
      return report
    }
    if let record = known.record, let successor = known.successor {
      report.add(
        .importSuperseded,
        """
        this file was imported as \(record), and the later import \(successor) has updated \
        its items, which stay as they are. To change the items back, import the file as an update \
        of \(successor)
        """)
    }
    for item in try known.trashed(in: context) {
      report.add(
        .updateTrashed,
        """
        \(item.id)\(item.name.map { " (\($0))" } ?? "") is in the trash and stays there; to use it \
        again, restore it from the trash
        """)
    }
    return report
  }
}
