import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// The changes that an import makes to items imported earlier from the same file.
///
/// Dry runs and actual imports compute their effects with the same code.
struct ImportPlan {
  /// The effect of an import on an existing item that is also in the imported file.
  enum Verdict: Equatable {
    /// The item in the library equals the file's item and needs no change.
    case same
    /// The library's item equals the file's item except for data that the file's format cannot
    /// represent. The library's item stays unchanged.
    case represented
    /// The item is updated, because it has changed in the file and was not edited in the library.
    case update
    /// The item was edited in the library, so the import does not update it. If the item also
    /// changed in the file, the result is a conflict.
    case keep(isConflict: Bool)
    /// The truncated file contains only part of the item, so the library's item stays unchanged.
    case outlast
  }

  struct Step {
    var old: ItemID
    /// The key of the earlier import to which the item belongs before the update.
    var record: Int64
    var isTrashed: Bool
    /// The index of the matching item in the list of the file's items.
    var new: Int
    var verdict: Verdict
    /// Whether the file's item exactly equals the stored item, so that no point rows need to be
    /// written.
    var isExact: Bool
    /// Whether the item will belong to the new import. The value is false if the file was exported
    /// from the library and the item does not come from an earlier import of this file. The item
    /// then continues to belong to its current import, if any.
    var isAdopted = true

    /// Whether the file's item requires no new database row. At most the existing item's import and
    /// file index are then updated.
    var needsNoRow: Bool {
      switch verdict {
      case .same: isExact || !isAdopted
      case .keep, .outlast, .represented: true
      case .update: false
      }
    }
  }

  private(set) var steps: [Step] = []
  /// The items from the most recent earlier import that the file no longer contains.
  private(set) var gone: [ItemID] = []
  /// The earlier imports that still have items without a match in the file.
  private(set) var importRecords: [Int64] = []
  private(set) var similar: RecordedFiles.Similar?
  /// The library items that resemble new items of a file exported by this program, each with the
  /// new item's name.
  private var resembling: [(name: String?, old: ItemID)] = []
  /// The earlier import whose content is identical to the file's content, including the formats of
  /// numbers. The file names and the compression may differ. Nil if no such import exists.
  private(set) var equal: ItemID?
  /// The index of each existing item in the earlier file from which the item was imported.
  private(set) var formerPositions: [ItemID: Int] = [:]
  /// The library items that the import leaves unchanged although they differ from the items in the
  /// exported file. These library items contain more data or were edited after the export.
  private var exported: Set<ItemID> = []
  private let itemCount: Int
  private let context: ModelContext

  /// Matches a file's items with items from earlier imports, and determines how the import affects
  /// each existing item.
  ///
  /// - Parameter former: The reader of earlier imports.
  /// - Parameter items: The items of the file, which need not be stored yet.
  /// - Parameter report: The codec's report about the file.
  /// - Parameter named: The import that the user wants to update from the file, or nil if the user
  ///   specified no import.
  /// - Parameter own: The import in progress, or nil in a dry run.
  init(
    _ context: ModelContext, _ former: RecordedItems, _ input: ImportInput, _ items: [FileItem],
    _ header: GeoFileHeader, _ report: GeoReadReport, named: ItemID?, own: ItemID?
  ) throws {
    self.context = context
    itemCount = items.count
    let format =
      header.creator == GPXWriter.creator ? report.format.flatMap(GeoFormat.named) : nil
    let export = try format.map { format in
      try OwnExport(
        context, former, items, format, version: report.version, except: own?.key)
    }
    var found = try RecordedFiles(context, former, input, items).find(
      named: named, export: format, except: own)
    if let export, export.isWhole {
      let hasOthers = export.matches.contains { !found.records.contains($0.old.record) }
      let groups = try ImportedGroups(format == .gpx ? header.groups : [], except: own, in: context)
      if hasOthers || !found.isNamed && groups.areUnchanged { found.records = [] }
    }
    if found.records.isEmpty {
      similar = found.similar
    } else {
      try compare(
        items, header, found, former, export, isWhole: report.isComplete,
        mayOverwrite: format == nil || named != nil)
    }
    if let export { try add(export, items) }
  }

  /// Matches the file's items with the items from its earlier imports.
  ///
  /// - Parameter isWhole: Whether the file is complete, rather than truncated.
  /// - Parameter mayOverwrite: Whether the file's items may replace items that have more data.
  private mutating func compare(
    _ items: [FileItem], _ header: GeoFileHeader, _ found: RecordedFiles.Found,
    _ former: RecordedItems, _ export: OwnExport?, isWhole: Bool, mayOverwrite: Bool
  ) throws {
    guard let newest = found.records.first else { return }
    let direct = try found.records.flatMap { try former.items(of: $0) }
    let old = try direct + found.former.flatMap { try former.items(of: $0) }
    var matcher = ItemMatcher(old: old, new: items, former)
    let equal = matchEqual(export, old, &matcher)
    try matcher.run(isSameFile: true, certain: direct.count)
    try matcher.matchEditedPaths(isSameFile: true)
    try matcher.matchEditedByName()
    try former.readDigests(of: matcher.pairs.compactMap { old[$0.old].id })
    var isUnchanged = matcher.pairs.count == items.count
    let headers = try headers(of: found.records)
    // GPX represents all content, so only preserved markup can differ.
    let keepsMarkup = export?.format != .gpx
    // A truncated file ends within its last item.
    let last =
      isWhole ? nil : items.indices.max { items[$0].position ?? 0 < items[$1].position ?? 0 }
    for pair in matcher.pairs {
      let (before, now) = (old[pair.old], items[pair.new])
      guard let id = before.id else { continue }
      var step = Step(
        old: id, record: before.record, isTrashed: before.isTrashed, new: pair.new,
        verdict: try verdict(before, id, now, former), isExact: false)
      if step.verdict == .update, pair.new == last, before.kind != .place,
        try former.sketch(before).pointCount > former.sketch(now).pointCount
      {
        step.verdict = .outlast
      }
      if equal.contains(id), step.verdict != .same, keepsMarkup || step.verdict != .update {
        step.verdict = .represented
      } else if !mayOverwrite, step.verdict == .update, try former.isPoorer(now, than: before) {
        // A filtered or simplified export of the item.
        step.verdict = .keep(isConflict: true)
        exported.insert(id)
      }
      if step.verdict == .same {
        step.isExact = try isExact(
          before, now, former, isSameFile: headers[before.record]?.hasForms(of: header) ?? false)
      }
      steps.append(step)
      formerPositions[id] = before.position
      isUnchanged =
        isUnchanged && before.record == newest && before.position == now.position
        && before.digest == now.digest && (step.isExact || step.verdict == .keep(isConflict: false))
    }
    sortSteps(items)
    let kept = Set(steps.map(\.old))
    // The items missing from a truncated file are not known.
    if isWhole {
      gone = old.filter { $0.record == newest && !$0.isTrashed }.compactMap(\.id)
        .filter { !kept.contains($0) }
    }
    let left = Set(old.filter { $0.id.map { !kept.contains($0) } ?? false }.map(\.record))
    importRecords = (found.records + found.former).filter(left.contains)
    if isUnchanged, gone.isEmpty, headers[newest]?.asRead == header.asRead {
      self.equal = ItemID(.importRecord, newest)
    }
  }

  private mutating func sortSteps(_ items: [FileItem]) {
    steps.sort {
      ($0.old.kind, items[$0.new].position ?? 0) < ($1.old.kind, items[$1.new].position ?? 0)
    }
  }

  /// Matches the file's items with identical items from earlier imports of the file. A file item
  /// that equals an item imported from another file is excluded from further matching.
  ///
  /// - Returns: The matched items of earlier imports.
  private func matchEqual(
    _ export: OwnExport?, _ old: [FileItem], _ matcher: inout ItemMatcher
  ) -> Set<ItemID> {
    var indices: [ItemID: Int] = [:]
    for (index, item) in old.enumerated() { if let id = item.id { indices[id] = index } }
    var equal: Set<ItemID> = []
    for match in export?.matches ?? [] where match.isEqual {
      guard let id = match.old.id else { continue }
      if let index = indices[id] {
        matcher.addPair(index, match.new, isCertain: true)
        equal.insert(id)
      } else {
        matcher.matchedNew.insert(match.new)
      }
    }
    return equal
  }

  /// Adds matched library items to the plan, unless they come from an earlier import of the file.
  private mutating func add(_ export: OwnExport, _ items: [FileItem]) throws {
    let matchedOld = Set(steps.map(\.old))
    let matchedNew = Set(steps.map(\.new))
    for match in export.matches where !matchedNew.contains(match.new) {
      guard let id = match.old.id, !matchedOld.contains(id) else { continue }
      let isConflict = match.old.digest != items[match.new].digest
      steps.append(
        Step(
          old: id, record: match.old.record, isTrashed: match.old.isTrashed, new: match.new,
          verdict: match.isEqual ? .same : .keep(isConflict: isConflict), isExact: false,
          isAdopted: false))
      if !match.isEqual { exported.insert(id) }
    }
    sortSteps(items)
    for match in export.similar where !matchedNew.contains(match.new) {
      if let id = match.old.id, !matchedOld.contains(id) {
        resembling.append((items[match.new].name, id))
      }
    }
  }

  private func headers(of records: [Int64]) throws -> [Int64: GeoFileHeader] {
    var headers: [Int64: GeoFileHeader] = [:]
    for key in records {
      let identifier = context.identifier(ItemID(.importRecord, key))
      headers[key] = try context.model(ImportRecord.self, for: identifier)
        .flatMap(StoredItems(context).header(of:))
    }
    return headers
  }

  private func verdict(
    _ before: FileItem, _ id: ItemID, _ now: FileItem, _ former: RecordedItems
  ) throws -> Verdict {
    let digest = try former.digest(of: id)
    if digest == now.digest { return .same }
    if digest == before.digest { return .update }
    return .keep(isConflict: before.digest != now.digest)
  }

  private func isExact(
    _ before: FileItem, _ now: FileItem, _ former: RecordedItems, isSameFile: Bool
  ) throws -> Bool {
    guard let stored = try former.exact(before), let read = try former.exact(now),
      stored.value == read.value
    else { return false }
    return isSameFile || !stored.hasKept
  }

  /// The database keys of the earlier imports whose items are reassigned to the import in progress.
  var predecessors: [Int64] { Set(steps.filter(\.isAdopted).map(\.record)).sorted() }

  /// Whether the file was exported from this library and contains no new items, so that the import
  /// leaves all items of the library unchanged.
  var changesNothing: Bool {
    itemCount > 0 && steps.count == itemCount && steps.allSatisfy { !$0.isAdopted }
  }

  /// Whether the file was exported from the library and contains items of other imports or items
  /// without an import. The import of such a file does not change existing groups in the library.
  var isExport: Bool { steps.contains { !$0.isAdopted } }

  /// Whether the file contains items from earlier imports.
  var isUpdate: Bool { !steps.isEmpty }

  /// Whether every item of the file already exists in the library and stays unchanged, so that no
  /// new rows are needed.
  var needsNoRows: Bool { steps.count == itemCount && steps.allSatisfy(\.needsNoRow) }

  var changes: ImportReport.Changes {
    var changes = ImportReport.Changes()
    changes.added = itemCount - steps.count
    changes.gone = gone.count
    for step in steps {
      switch step.verdict {
      case .same, .represented: changes.same += 1
      case .update: changes.updated += 1
      case .keep: changes.kept += 1
      case .outlast:
        changes.kept += 1
        changes.truncated += 1
      }
    }
    return changes
  }

  /// Adds the plan's effects on existing items to an import report.
  func describe(in report: inout ImportReport, isDry: Bool) throws {
    if let similar {
      let file = ImportInput.shortName(similar.source)
      report.add(
        .importSimilar,
        """
        the import \(similar.record) (\(file)) has \(similar.count) equal or similar \
        \(similar.count == 1 ? "item" : "items"), but it is not certain that both files are versions of the same file, so this file \
        \(isDry ? "would be" : "was") imported as a new file. If it is a later version of \(file), \
        \(isDry ? "import it" : "undo this import and import the file") as an update of \(similar.record)
        """)
    }
    for (name, id) in resembling {
      report.add(
        .importSimilar,
        """
        the new item \(name ?? "without a name") resembles \(id) (\(try self.name(of: id))) in the \
        library, but may be a different item, so it \(isDry ? "would be" : "was") added; delete it \
        if both are the same item
        """)
    }
    // The following findings concern items from earlier imports of the file.
    guard isUpdate else { return }
    report.changes = changes
    for step in steps {
      switch step.verdict {
      case .same, .represented: break
      case .update: report.updated.append(step.old)
      case .outlast:
        report.add(
          .updateCutOff,
          """
          the file is truncated within \(step.old) (\(try name(of: step.old))), which has more \
          points in the library and stays as it is. To add the file's points, import the file as a \
          duplicate
          """)
      case .keep(let isConflict):
        guard isConflict else { break }
        if exported.contains(step.old) {
          report.add(
            .updateEdited,
            """
            \(step.old) (\(try name(of: step.old))) differs between the library and this file, which \
            Cartographer exported; the library's version stays unchanged. To add the file's version, \
            import the file as a duplicate
            """)
          break
        }
        report.add(
          .updateEdited,
          """
          \(step.old) (\(try name(of: step.old))) was edited in the library and in the file; the \
          library's version stays unchanged. To add the file's version, import the file as a duplicate
          """)
      }
      if step.isTrashed {
        report.add(
          .updateTrashed,
          """
          \(step.old) (\(try name(of: step.old))) is in the trash and stays there; to use it again, \
          restore it from the trash
          """)
      }
    }
    for id in gone {
      report.add(
        .updateGone,
        "\(id) (\(try name(of: id))) is no longer in the file; it stays in the library")
    }
  }

  private func name(of id: ItemID) throws -> String {
    switch id.kind {
    case .location: try context.model(Location.self, for: context.identifier(id))?.name ?? ""
    case .path: try context.model(Path.self, for: context.identifier(id))?.name ?? ""
    case .group, .importRecord: ""
    }
  }
}

extension GeoFileHeader {
  /// The file header as read from the file, without data added by the import.
  var asRead: GeoFileHeader {
    var header = self
    header.itemCount = nil
    header.path = nil
    header.importRecords = []
    header.predecessors = []
    header.supersededImports = []
    return header
  }

  /// Returns whether preserved markup has the same meaning with this file header as with another.
  /// The meaning is the same if the headers have equal namespaces and templates.
  fileprivate func hasForms(of other: GeoFileHeader) -> Bool {
    namespaces == other.namespaces && templates == other.templates
  }
}
