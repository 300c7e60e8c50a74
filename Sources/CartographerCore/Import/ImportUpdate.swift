import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// The update of existing items from a file that was imported before.
///
/// The file's items are first stored as new items. If an item matches an item of an earlier import,
/// the earlier item receives the content of the new item, and the new item is deleted. The earlier
/// item keeps its ID, groups and notes. If the earlier item was edited in the library, it also
/// keeps its content. Finally, all of these items are assigned to the new import, which can then be
/// exported as a whole.
struct ImportUpdate {
  private let context: ModelContext
  private let plan: ImportPlan
  private let items: [FileItem]
  private let record: PersistentIdentifier
  private let header: GeoFileHeader
  private let files: FileHeaders
  private let former: RecordedItems
  private static let stepsAtOnce = 4_096

  /// Creates an update of existing items from a file.
  ///
  /// - Parameter items: The file's items.
  ///   The items' rows are already in the store if the plan needs new rows.
  /// - Parameter former: A reader of items from earlier imports that caches the items' digests.
  init(
    _ context: ModelContext, _ plan: ImportPlan, _ items: [FileItem], _ former: RecordedItems,
    to record: ItemID, _ header: GeoFileHeader
  ) {
    self.context = context
    self.plan = plan
    self.items = items
    self.former = former
    self.record = context.identifier(record)
    self.header = header
    files = FileHeaders(context)
  }

  func run(_ report: inout ImportReport, _ meter: ProgressMeter) throws {
    var taken: [ItemID: ItemID] = [:]
    var replacedPaths: [Int64] = []
    for start in stride(from: 0, to: plan.steps.count, by: Self.stepsAtOnce) {
      try meter.checkCancellation()
      let page = plan.steps[start..<min(start + Self.stepsAtOnce, plan.steps.count)]
      var spare: [ItemID] = []
      for step in page {
        guard let new = items[step.new].id else { continue }
        taken[new] = step.old
        spare.append(new)
        guard step.isAdopted, !step.isPlain else { continue }
        try carryOut(step, items[step.new], new)
        if step.replacesContent, step.old.kind == .path { replacedPaths.append(step.old.key) }
      }
      try context.save()
      try adopt(page.filter(\.isPlain))
      if !plan.needsNoRows { try context.deleteItems(spare) }
    }
    try PathDetailWriter(context).rebuild(replacedPaths)
    report.status = .updated
    report.locations = report.locations.map { taken[$0] ?? $0 }
    report.paths = report.paths.map { taken[$0] ?? $0 }
  }

  private func carryOut(_ step: ImportPlan.Step, _ item: FileItem, _ new: ItemID) throws {
    switch step.verdict {
    case .keep, .outlast, .represented:
      try PreservedMarkupRelocation(context, from: step.record, to: header, files).move(step.old)
      try adoptHalves(of: step, item)
    case .same, .update:
      if step.old.kind == .location {
        try replacePlace(step.old, by: new)
      } else {
        try replacePath(step.old, by: new)
      }
    }
    try adopt(step, item)
  }

  // MARK: Ownership

  /// Assigns unchanged items to the new import with a few SQL statements.
  private func adopt(_ steps: [ImportPlan.Step]) throws {
    for kind in [ItemID.Kind.location, .path] {
      let own = steps.filter { $0.old.kind == kind }
      guard !own.isEmpty else { continue }
      let keys = own.map(\.old.key)
      let positions = own.map { Int64(items[$0.new].position ?? -1) }
      let digests = own.map { Int64(items[$0.new].digest ?? 0) }
      if kind == .location {
        try context.update(
          Location.self, keys: keys,
          [
            .reference(\.importRecord, record), .values(\.position, nilAs: -1, positions),
            .values(\.digest, nilAs: 0, digests),
          ])
      } else {
        try context.update(
          Path.self, keys: keys,
          [
            .reference(\.importRecord, record), .values(\.position, nilAs: -1, positions),
            .values(\.digest, nilAs: 0, digests),
          ])
      }
    }
  }

  /// Assigns an item to the new import.
  private func adopt(_ step: ImportPlan.Step, _ item: FileItem) throws {
    let identifier = context.identifier(step.old)
    let model: (any ImportedModel)? =
      step.old.kind == .location
      ? try context.model(Location.self, for: identifier)
      : try context.model(Path.self, for: identifier)
    guard let model else { return }
    model.importRecord = try context.model(ImportRecord.self, for: record)
    model.position = item.position
    // The digest of a truncated item stays that of the earlier version of the file.
    if step.verdict != .outlast { model.digest = item.digest }
  }

  /// Assigns all later parts of a split path to the first part's import.
  private func adoptHalves(of step: ImportPlan.Step, _ item: FileItem) throws {
    guard step.old.kind == .path, let place = plan.formerPositions[step.old],
      let halves = try former.halves(of: step.record)[place]
    else { return }
    let owner = try context.model(ImportRecord.self, for: record)
    for half in halves {
      try PreservedMarkupRelocation(context, from: step.record, to: header, files).move(half)
      guard let path = try context.model(Path.self, for: context.identifier(half)) else { continue }
      path.importRecord = owner
      path.position = item.position
    }
  }

  // MARK: Content

  private func replacePlace(_ old: ItemID, by new: ItemID) throws {
    guard let place = try context.model(Location.self, for: context.identifier(old)),
      let other = try context.model(Location.self, for: context.identifier(new))
    else { return }
    let (former, point) = (place.waypoint, other.waypoint)
    place.updateFields(from: other, before: try files.extras(of: place))
    place.symbol = other.symbol
    place.waypoint = point
    other.waypoint = former
  }

  private func replacePath(_ old: ItemID, by new: ItemID) throws {
    guard let path = try context.model(Path.self, for: context.identifier(old)),
      let other = try context.model(Path.self, for: context.identifier(new))
    else { return }
    let (from, to) = (other.persistentModelID, path.persistentModelID)
    let came = try files.extras(of: path)
    if path.symbol == came.symbol { path.symbol = other.symbol }
    path.updateFields(from: other, before: came)
    path.source = other.source
    path.number = other.number
    path.links = other.links
    path.segments = other.segments
    path.kept = other.kept
    path.keptSegments = other.keptSegments
    path.touch()
    try context.save()
    try context.deleteRows(
      of: Waypoint.self, where: #Predicate { $0.path?.persistentModelID == to })
    try context.update(
      Waypoint.self, [.set(\.path, to: to)],
      where: #Predicate { $0.path?.persistentModelID == from })
  }
}

extension ImportPlan.Step {
  /// Whether the update changes only the item's import, file index and digest.
  fileprivate var isPlain: Bool { isAdopted && verdict == .same && isExact }

  /// Whether the update replaces the existing item's content.
  fileprivate var replacesContent: Bool { verdict == .same || verdict == .update }
}
