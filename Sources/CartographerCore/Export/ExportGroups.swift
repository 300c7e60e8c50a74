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
    var links: [Int64: [ItemID]] = [:]
    for link in try context.links(\Location.groups) {
      links[link.target, default: []].append(ItemID(.location, link.owner))
    }
    for link in try context.links(\Path.groups) {
      links[link.target, default: []].append(ItemID(.path, link.owner))
    }
    for group in groups {
      let id = ItemID(.group, group.persistentModelID.primaryKey)
      let own = (links[id.key] ?? []).filter(items.contains)
      for item in own { members[item, default: []].append(group.name) }
      let lost = [group.notes.isEmpty ? nil : "notes", group.colour == nil ? nil : "colour"]
      let words = lost.compactMap { $0 }.joined(separator: " and ")
      guard !own.isEmpty, !words.isEmpty else { continue }
      findings.append(
        ImportReport.Finding(
          code: "group.unwritable", action: "skipped",
          message: "the \(words) of \(id) (\(group.name)) were left out: of a group only its name "
            + "is written, with its members"))
    }
  }

  /// Whether no item is in any.
  var isEmpty: Bool { members.isEmpty }

  /// The names of the groups that an item is in.
  func names(of item: ItemID) -> [String] { members[item] ?? [] }
}
