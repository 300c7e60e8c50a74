import CartographerModel
import GeoFormats
import Geodesy
import SwiftData

/// The groups that an export writes, and the group names of each exported item.
///
/// GPX has no element for groups. The names of an item's groups are therefore written in the item's
/// extensions. The other fields of an exported group are written in extensions of the root element.
struct ExportGroups {
  /// A group that is exported with its fields and itinerary.
  private struct Exported {
    var id: ItemID
    var group: GeoGroup
    /// Whether the user selected this group by its id. False if the whole library is exported.
    var isNamed: Bool
    /// Whether another exported group has the same name. The members of such a group are listed in
    /// the group's extension, since its name in the items would be ambiguous.
    var isShared: Bool
    /// The exported members of the group.
    var members: [ItemID]
    var itinerary: ExportItinerary
  }

  private var names: [ItemID: [String]] = [:]
  private var exported: [Exported] = []
  /// The items to which the exported groups refer by item number.
  private(set) var referenced: Set<ItemID> = []
  /// The diagnostics about groups that could not be exported completely.
  private(set) var findings: [ImportReport.Finding] = []

  /// Creates an empty collection of groups, for an export without groups.
  init() {}

  /// Collects the groups of the items selected for an export.
  ///
  /// - Parameter ids: The exported items, including groups, or an empty list for the whole library.
  /// - Parameter reason: The reason why the file must not contain groups, or nil to write groups.
  init(
    of selection: ExportSelection, _ ids: [ItemID], leavesOut reason: String?,
    in context: ModelContext
  ) throws {
    let items = Set((selection.places + selection.paths).map(\.id))
    let named = Set(ids)
    let groups = try context.fetch(
      FetchDescriptor<AnnotationGroup>(sortBy: [SortDescriptor(\.name)])
    ).filter { $0.trashed == nil || named.contains($0.itemID) }
    guard !groups.isEmpty else { return }
    let links = try Self.links(items, context)
    var itineraries = try ExportItinerary.all(in: context)
    let whole = groups.filter { ids.isEmpty || named.contains($0.itemID) }
    let shared = Dictionary(grouping: whole, by: \.name).filter { $0.value.count > 1 }
    for group in groups {
      let id = group.itemID
      let members = links[id.key] ?? []
      var itinerary = itineraries.removeValue(forKey: id.key) ?? ExportItinerary()
      let isWhole = ids.isEmpty || named.contains(id)
      let details = Self.details(of: group, itinerary)
      if reason != nil || !isWhole, !details.isEmpty, isWhole || !members.isEmpty {
        findings.append(Self.leftOut(details, of: group, reason: reason))
      }
      guard reason == nil else { continue }
      let isShared = isWhole && shared[group.name] != nil
      if !isShared {
        for item in members { names[item, default: []].append(group.name) }
      }
      guard isWhole else { continue }
      try itinerary.readNames(in: context)
      var value = GeoGroup(name: group.name)
      value.notes = group.notes.isEmpty ? nil : group.notes
      value.colour = group.colour
      value.firstDay = group.firstDay
      value.created = group.created
      exported.append(
        Exported(
          id: id, group: value, isNamed: named.contains(id), isShared: isShared,
          members: members.sorted(), itinerary: itinerary))
    }
    // The groups above are in the order of their names, which items list; the file has them by id.
    exported.sort { $0.id < $1.id }
    for group in exported {
      referenced.formUnion(group.members)
      referenced.formUnion(group.itinerary.stops.lazy.compactMap(\.item))
    }
  }

  /// Returns which of the fields `notes`, `colour` and `itinerary` are not empty in a group.
  private static func details(
    of group: AnnotationGroup, _ itinerary: ExportItinerary
  ) -> [String] {
    [
      group.notes.isEmpty ? nil : "notes", group.colour == nil ? nil : "colour",
      itinerary.isEmpty && group.firstDay == nil ? nil : "itinerary",
    ].compactMap { $0 }
  }

  private static func leftOut(
    _ details: [String], of group: AnnotationGroup, reason: String?
  ) -> ImportReport.Finding {
    let verb = details.count == 1 && details != ["notes"] ? "was" : "were"
    let why =
      reason.map { "since \($0)" }
        ?? """
        since only individual items of the group were exported; to export the whole group, export \
        \(group.itemID)
        """
    return ImportReport.Finding(
      code: "group.unwritable", action: "skipped",
      message:
        """
        the \(details.joined(separator: " and ")) of \(group.itemID) (\(group.name)) \(verb) \
        not exported, \(why)
        """)
  }

  /// The maximum number of exported items whose groups are looked up item by item. For more items,
  /// reading the group memberships of all items is faster.
  private static let few = 20

  /// Returns each group's members among the given items, indexed by the group's database key.
  private static func links(
    _ items: Set<ItemID>, _ context: ModelContext
  ) throws -> [Int64: [ItemID]] {
    var links: [Int64: [ItemID]] = [:]
    func add(_ item: ItemID, _ group: Int64) {
      if items.contains(item) { links[group, default: []].append(item) }
    }
    guard items.count > few else {
      for item in items {
        let identifier = context.identifier(item)
        let groups =
          item.kind == .path
          ? try context.model(Path.self, for: identifier)?.groups
          : try context.model(Location.self, for: identifier)?.groups
        for group in groups ?? [] { add(item, group.persistentModelID.primaryKey) }
      }
      return links
    }
    for link in try context.links(\Location.groups) {
      add(ItemID(.location, link.owner), link.target)
    }
    for link in try context.links(\Path.groups) { add(ItemID(.path, link.owner), link.target) }
    return links
  }

  /// Whether the export writes neither groups nor group names.
  var isEmpty: Bool { names.isEmpty && exported.isEmpty }

  /// Returns the names of an item's groups.
  func names(of item: ItemID) -> [String] { names[item] ?? [] }

  /// Returns the groups to be written after the exported items.
  ///
  /// - Parameter numbers: Each written item's number in the file, indexed by item id.
  /// - Parameter isFiltering: Whether the export has filters.
  ///   If so, stops at excluded items are omitted from the itineraries.
  func written(
    _ numbers: [ItemID: GeoGroup.Reference], isFiltering: Bool,
    _ findings: inout [ImportReport.Finding]
  ) -> [GeoGroup] {
    exported.compactMap { exported in
      var group = exported.group
      let members = exported.members.compactMap { numbers[$0] }
      // A filtered export omits a group without exported members, unless the user named the group.
      if isFiltering, !exported.isNamed, members.isEmpty { return nil }
      if exported.isShared { group.members = members }
      var (named, omitted) = (0, 0)
      for stop in exported.itinerary.stops {
        let number = stop.item.flatMap { numbers[$0] }
        if stop.item != nil, number == nil {
          if isFiltering, !stop.isTrashed {
            omitted += 1
            continue
          }
          // A stop without its item keeps its title, so that the itinerary stays complete.
          named += 1
        }
        group.entries.append(
          GeoGroup.Entry(
            day: stop.day, item: number,
            title: number != nil && stop.isNameless ? nil : stop.title,
            note: stop.note.isEmpty ? nil : stop.note, isDone: stop.isDone))
      }
      let owner = "\(exported.id) (\(group.name))"
      if named > 0 {
        findings.append(
          Self.notExported(
            named, of: owner,
            named == 1
              ? "only the stop's title was exported" : "only the stops' titles were exported"))
      }
      if omitted > 0 {
        findings.append(
          Self.notExported(
            omitted, of: owner,
            omitted == 1 ? "the stop was omitted" : "the stops were omitted"))
      }
      return group
    }
  }

  private static func notExported(
    _ count: Int, of owner: String, _ outcome: String
  ) -> ImportReport.Finding {
    let words =
      count == 1
      ? "a stop in the itinerary of \(owner) refers to a place or path that was not exported: "
      : "\(Numbers.grouped(count)) stops in the itinerary of \(owner) refer to places or paths that were not exported: "
    return ImportReport.Finding(
      code: "group.unwritable", action: "skipped", message: words + outcome)
  }
}
