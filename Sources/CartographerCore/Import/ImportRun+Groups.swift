import CartographerModel
import Foundation
import GeoFormats
import SwiftData

extension ImportRun {
  /// Adds the imported items to the groups that the user and the file specify.
  ///
  /// - Parameter exported: The items to add to the groups that the file itself describes.
  ///   Files exported by this program describe their groups.
  /// - Parameter lost: The exported file's groups that the library no longer contains.
  ///   Each group is given with the existing items to add to it.
  func group(
    _ result: inout ImportReport, _ groups: ImportGroups, _ header: GeoFileHeader,
    exported: Set<ItemID>, lost: [LostGroup<ItemID>] = [], at time: Date,
    in context: ModelContext
  ) throws {
    guard
      options.hasGroups || !exported.isEmpty || !lost.isEmpty || !result.createdGroups.isEmpty
    else { return }
    let items = result.locations + result.paths
    let stored = StoredItems(context)
    let present = result.status == .imported ? nil : try Memberships(context)
    var tally = GroupTally<ItemID>()
    for id in result.createdGroups {
      let group = try context.model(AnnotationGroup.self, for: context.identifier(id))
      tally.add([], to: group?.name ?? "", id)
    }
    var made: [ItemID] = []
    func add(_ groups: ImportGroups, _ items: [ItemID]) throws {
      made += try groups.add(items, at: time, in: context, present: present, &tally)
    }
    func add(_ origin: GroupOrigin?, _ items: [ItemID]) throws {
      let finder = GroupFinder(origin, fileName: input.shortName, header: header)
      for (name, members) in try finder.groups(of: items, stored.groupHints(of:)) {
        try add(ImportGroups(named: name, in: context), members)
      }
    }
    try add(groups, items)
    for origin in options.groupOrigins { try add(origin, items) }
    if !exported.isEmpty { try add(nil, items.filter(exported.contains)) }
    for group in lost { try add(ImportGroups(named: group.name, in: context), group.items) }
    result.createdGroups += made
    result.groups = tally.groups
    if result.status == .unchanged { result.grouped = tally.items.count }
  }

  /// A group that is missing from the library, with the items assigned to this group by the file.
  typealias LostGroup<Item> = (name: String, items: [Item])

  /// Returns the missing groups that an import creates for items already in the library: the groups
  /// that the file describes and, if the file was exported from the library, the groups named in
  /// its items. The user may have deleted such groups after the export.
  func lostGroups<Item>(
    of items: [Item], _ plan: ImportPlan, _ header: GeoFileHeader, _ groups: ImportedGroups,
    in context: ModelContext, _ hints: (Item) throws -> GroupHints
  ) throws -> [LostGroup<Item>] {
    let described = Set(groups.missing)
    guard plan.isExport || !described.isEmpty else { return [] }
    let stored = try context.fetch(
      FetchDescriptor<AnnotationGroup>(predicate: #Predicate { $0.trashed == nil }))
    let known = Set(stored.map(\.name) + groups.deleted)
    let finder = GroupFinder(nil, fileName: input.shortName, header: header)
    return try finder.groups(of: items, hints).filter {
      plan.isExport ? !known.contains($0.name) : described.contains($0.name)
    }
  }

  // MARK: Dry runs

  /// An item in the file, with the data from which its groups are derived.
  private struct Candidate {
    /// The ID of the existing library item. Nil if the import would create a new item.
    var id: ItemID?
    var hints: GroupHints
  }

  /// Returns the groups to which the import would add the items of a file.
  ///
  /// - Parameter plan: The plan with the effects on existing items, or nil if all items are new.
  /// - Parameter lost: An export's groups that no longer exist, with the indices of their items.
  func dryRunGroups(
    of sink: DryRunSink, _ plan: ImportPlan?, _ exported: ImportedGroups, _ lost: [LostGroup<Int>],
    in context: ModelContext
  ) throws -> [ImportReport.TargetGroup] {
    let hasExported = sink.hints.contains { $0.kept != nil }
    guard options.hasGroups || hasExported || !exported.missing.isEmpty else { return [] }
    var steps: [Int: ImportPlan.Step] = [:]
    for step in plan?.steps ?? [] { steps[step.new] = step }
    let items = sink.items.items
    let order =
      items.indices.filter { items[$0].kind == .place }
      + items.indices.filter { items[$0].kind != .place }
    let stored = StoredItems(context)
    let candidates = try order.map { place in
      guard let step = steps[place] else { return Candidate(id: nil, hints: sink.hints[place]) }
      switch step.verdict {
      case .same, .update: return Candidate(id: step.old, hints: sink.hints[place])
      case .keep, .outlast, .represented:
        return Candidate(id: step.old, hints: try stored.wholeGroupHints(of: step.old))
      }
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    return try dryRun(
      candidates, sink.header, made: exported.missing,
      lost: lost.map { ($0.name, $0.items.compactMap { indices[$0] }) }, in: context)
  }

  /// Returns the groups to which the existing items of an unchanged file would be added.
  func dryRunGroups(
    of items: [ItemID], _ header: GeoFileHeader, in context: ModelContext
  ) throws -> [ImportReport.TargetGroup] {
    let stored = StoredItems(context)
    let candidates = try items.map { Candidate(id: $0, hints: try stored.groupHints(of: $0)) }
    return try dryRun(candidates, header, in: context)
  }

  private func dryRun(
    _ candidates: [Candidate], _ header: GeoFileHeader, made: [String] = [],
    lost: [LostGroup<Int>] = [], in context: ModelContext
  ) throws -> [ImportReport.TargetGroup] {
    let present = try Memberships(context)
    var tally = GroupTally<Int>()
    for name in made { tally.add([], to: name, nil) }
    func count(_ groups: ImportGroups, _ items: [Int]) {
      groups.dryRun(items, present: present, &tally) { candidates[$0].id }
    }
    func count(_ origin: GroupOrigin?, _ items: [Int]) throws {
      let finder = GroupFinder(origin, fileName: input.shortName, header: header)
      for (name, members) in finder.groups(of: items, { candidates[$0].hints }) {
        count(try ImportGroups(named: name, in: context), members)
      }
    }
    let all = Array(candidates.indices)
    count(try ImportGroups(options.groups, in: context), all)
    for origin in options.groupOrigins { try count(origin, all) }
    try count(nil, all.filter { candidates[$0].id == nil })
    for group in lost {
      let known = group.items.filter { candidates[$0].id != nil }
      count(try ImportGroups(named: group.name, in: context), known)
    }
    return tally.groups
  }
}
