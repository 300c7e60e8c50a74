import CartographerModel
import SwiftData

/// The groups that items on their way out are in. GPX has none: their names go along in extensions.
struct ExportGroups {
  private var members: [ItemID: [String]] = [:]
  /// What is said of groups that no file holds.
  private(set) var findings: [ImportReport.Finding] = []

  /// Says nothing of groups.
  init() {}

  init(of selection: ExportSelection, in context: ModelContext) throws {
    let items = Set((selection.places + selection.paths).map(\.id))
    let groups = try context.fetch(
      FetchDescriptor<AnnotationGroup>(
        predicate: #Predicate { $0.trashed == nil }, sortBy: [SortDescriptor(\.name)]))
    guard !groups.isEmpty else { return }
    let links = try Self.links(items, context)
    var planned: Set<Int64> = []
    try context.forEachChunk(of: ItineraryEntry.self, [.reference(\.group)]) {
      planned.formUnion($0.integers(0))
    }
    for group in groups {
      let id = group.itemID
      let own = links[id.key] ?? []
      for item in own { members[item, default: []].append(group.name) }
      let lost = [
        group.notes.isEmpty ? nil : "notes", group.colour == nil ? nil : "colour",
        planned.contains(group.persistentModelID.primaryKey) || group.firstDay != nil
          ? "itinerary" : nil,
      ].compactMap { $0 }
      let words = lost.joined(separator: " and ")
      let verb = lost.count == 1 && lost != ["notes"] ? "was" : "were"
      guard !own.isEmpty, !words.isEmpty else { continue }
      findings.append(
        ImportReport.Finding(
          code: "group.unwritable", action: "skipped",
          message:
            "the \(words) of \(id) (\(group.name)) \(verb) left out: of a group only its name "
            + "is written, with its members"))
    }
  }

  /// So many items are asked one by one: many files are written with one item each.
  private static let few = 20

  /// The items that are in each group, by its key.
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

  /// Whether no item is in any.
  var isEmpty: Bool { members.isEmpty }

  /// The names of the groups that an item is in.
  func names(of item: ItemID) -> [String] { members[item] ?? [] }
}
