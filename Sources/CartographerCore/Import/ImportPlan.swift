import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// What an import does to items that earlier imports of its file brought: found out by the same code
/// for a dry run, which stops here, and for a real one.
struct ImportPlan {
  /// What becomes of an item that is in the file again.
  enum Verdict: Equatable {
    /// It says what the file says.
    case same
    /// Nobody edited it, and the file says something else now.
    case update
    /// It was edited here and stays; the file may say something else now too.
    case keep(isConflict: Bool)
    /// Stays as it is: the file breaks off inside of it.
    case outlast
  }

  struct Step {
    var old: ItemID
    /// The import it came by until now.
    var record: Int64
    var isTrashed: Bool
    /// The place in the list of the file's items.
    var new: Int
    var verdict: Verdict
    /// The file has it exactly as the store, so that no row of its points need be written.
    var isExact: Bool

    /// Whether only the owner and the position of the old item change, so that no row of the new item
    /// is needed.
    var needsNoRow: Bool {
      switch verdict {
      case .same: isExact
      case .keep, .outlast: true
      case .update: false
      }
    }
  }

  private(set) var steps: [Step] = []
  /// Items of the newest import of the file that it does not have any more.
  private(set) var gone: [ItemID] = []
  /// The imports that keep items which the file has no more.
  private(set) var formerImports: [Int64] = []
  private(set) var similar: FormerFiles.Similar?
  /// The import that brought the very same, down to how it is written, under whatever name and
  /// packing.
  private(set) var equal: ItemID?
  /// Where the items of before stood in their file.
  private(set) var formerPositions: [ItemID: Int] = [:]
  private let itemCount: Int
  private let context: ModelContext

  /// - Parameters:
  ///   - former: What is known of earlier imports.
  ///   - items: The items of the file, stored or not.
  ///   - isWhole: Whether the file does not break off.
  ///   - named: The import that the user says the file updates.
  ///   - own: The import that is being made; nil in a dry run.
  init(
    _ context: ModelContext, _ former: FormerItems, _ input: ImportInput, _ items: [FileItem],
    _ header: GeoFileHeader, isWhole: Bool, named: ItemID?, own: ItemID?
  ) throws {
    self.context = context
    itemCount = items.count
    let found = try FormerFiles(context, former, input, items).find(
      named: named, isOurs: header.creator == GPXWriter.creator, except: own)
    guard let newest = found.records.first else {
      similar = found.similar
      return
    }
    let direct = try found.records.flatMap { try former.items(of: $0) }
    let old = try direct + found.former.flatMap { try former.items(of: $0) }
    var matcher = ItemMatcher(old: old, new: items, former)
    try matcher.run(isSameFile: true, certain: direct.count)
    try matcher.matchEditedPaths(isSameFile: true)
    try matcher.matchEditedByName()
    try former.readDigests(of: matcher.pairs.compactMap { old[$0.old].id })
    var isEqual = matcher.pairs.count == items.count
    let headers = try headers(of: found.records)
    // What comes last is what a file that breaks off breaks off in.
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
      if step.verdict == .same {
        step.isExact = try isExact(
          before, now, former, isSameFile: headers[before.record]?.hasForms(of: header) ?? false)
      }
      steps.append(step)
      formerPositions[id] = before.position
      isEqual =
        isEqual && before.record == newest && before.position == now.position
        && before.digest == now.digest && (step.isExact || step.verdict == .keep(isConflict: false))
    }
    steps.sort {
      ($0.old.kind, items[$0.new].position ?? 0) < ($1.old.kind, items[$1.new].position ?? 0)
    }
    let kept = Set(steps.map(\.old))
    // Of a file that breaks off nobody knows what it does not have.
    if isWhole {
      gone = old.filter { $0.record == newest && !$0.isTrashed }.compactMap(\.id)
        .filter { !kept.contains($0) }
    }
    let left = Set(old.filter { $0.id.map { !kept.contains($0) } ?? false }.map(\.record))
    formerImports = (found.records + found.former).filter(left.contains)
    if isEqual, gone.isEmpty, headers[newest]?.asRead == header.asRead {
      equal = ItemID(.importRecord, newest)
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
    _ before: FileItem, _ id: ItemID, _ now: FileItem, _ former: FormerItems
  ) throws -> Verdict {
    let digest = try former.digest(of: id)
    if digest == now.digest { return .same }
    if digest == before.digest { return .update }
    return .keep(isConflict: before.digest != now.digest)
  }

  private func isExact(
    _ before: FileItem, _ now: FileItem, _ former: FormerItems, isSameFile: Bool
  ) throws -> Bool {
    guard let stored = try former.exact(before), let read = try former.exact(now),
      stored.value == read.value
    else { return false }
    return isSameFile || !stored.hasKept
  }

  /// The imports whose items go to the one that is being made.
  var predecessors: [Int64] { Set(steps.map(\.record)).sorted() }

  /// Whether items of before are in the file again.
  var isUpdate: Bool { !steps.isEmpty }

  /// Whether every item of the file exists already and keeps its content, so that no new row is
  /// needed.
  var needsNoRows: Bool { steps.count == itemCount && steps.allSatisfy(\.needsNoRow) }

  var changes: ImportReport.Changes {
    var changes = ImportReport.Changes()
    changes.added = itemCount - steps.count
    changes.gone = gone.count
    for step in steps {
      switch step.verdict {
      case .same: changes.same += 1
      case .update: changes.updated += 1
      case .keep, .outlast: changes.kept += 1
      }
    }
    return changes
  }

  /// Says in a report what the plan does.
  func describe(in report: inout ImportReport, isDry: Bool) throws {
    if let similar {
      let file = ImportInput.shortName(similar.source)
      report.add(
        .importSimilar,
        "\(similar.record) (\(file)) brought \(similar.count) of these items, or some like them, but "
          + "the files differ too much to be sure that they are one: all of this one "
          + (isDry ? "would be added as new" : "was added as new")
          + ". If it is that file, "
          + (isDry ? "" : "`undo` and ") + "import it with --update \(similar.record)")
    }
    guard isUpdate else { return }
    report.changes = changes
    for step in steps {
      switch step.verdict {
      case .same: break
      case .update: report.updated.append(step.old)
      case .outlast:
        report.add(
          .updateCutOff,
          "the file breaks off inside \(step.old) (\(try name(of: step.old))), which has more points "
            + "here and stays as it is. Import with --duplicate to have the file's too")
      case .keep(let isConflict):
        guard isConflict else { break }
        report.add(
          .updateEdited,
          "\(step.old) (\(try name(of: step.old))) was edited here and in the file; it stays as it is "
            + "here. Import with --duplicate to have the file's too")
      }
      if step.isTrashed {
        report.add(
          .updateTrashed,
          "\(step.old) (\(try name(of: step.old))) is in the trash and stays there; `trash restore "
            + "\(step.old)` brings it back")
      }
    }
    for id in gone {
      report.add(
        .updateGone, "\(id) (\(try name(of: id))) is not in the file any more; it stays")
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
  /// As the codec gave it.
  var asRead: GeoFileHeader {
    var header = self
    header.itemCount = nil
    header.path = nil
    header.formerImports = []
    header.predecessors = []
    header.supersededImports = []
    return header
  }

  /// Whether kept texts mean the same under both.
  fileprivate func hasForms(of other: GeoFileHeader) -> Bool {
    namespaces == other.namespaces && templates == other.templates
  }
}
