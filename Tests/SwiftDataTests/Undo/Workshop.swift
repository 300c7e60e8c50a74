import SwiftData

/// A schema with every kind of relationship, in which a number identifies each object.
enum Workshop: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Owner.self, Badge.self] }

  enum Mood: Codable, Equatable {
    case calm
    case busy(Int)
  }

  @Model final class Owner {
    var uid: Int
    var name: String = ""
    var note: String?
    var mood: Mood = Mood.calm
    @Relationship(deleteRule: .cascade, inverse: \Item.owner) var items: [Item] = []
    @Relationship(inverse: \Tag.owners) var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \Card.owner) var card: Card?
    var badge: Badge?
    var badges: [Badge] = []
    init(uid: Int) { self.uid = uid }
  }

  @Model final class Item {
    var uid: Int
    var rank: Int = 0
    var owner: Owner?
    @Relationship(deleteRule: .cascade, inverse: \Part.item) var parts: [Part] = []
    init(uid: Int, owner: Owner? = nil) {
      self.uid = uid
      self.owner = owner
    }
  }

  @Model final class Part {
    var uid: Int
    var item: Item?
    init(uid: Int, item: Item? = nil) {
      self.uid = uid
      self.item = item
    }
  }

  @Model final class Tag {
    var uid: Int
    var owners: [Owner] = []
    init(uid: Int) { self.uid = uid }
  }

  @Model final class Card {
    var uid: Int
    var owner: Owner?
    init(uid: Int) { self.uid = uid }
  }

  @Model final class Badge {
    var uid: Int
    init(uid: Int) { self.uid = uid }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: Workshop.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// Returns a line for each object with its values and the numbers of linked objects, as seen by a
  /// context.
  ///
  /// - Parameter showsDeleted: Whether links to objects with unsaved deletions are included.
  ///   Without an undo manager, a list has such links only if it was read before the deletion.
  static func contents(_ context: ModelContext, showsDeleted: Bool = true) throws -> [String] {
    func list<T: PersistentModel>(_ models: [T], _ uid: (T) -> Int) -> String {
      models.filter { showsDeleted || !$0.isDeleted }.map(uid).sorted().map(String.init)
        .joined(separator: " ")
    }
    func one<T: PersistentModel>(_ model: T?, _ uid: (T) -> Int) -> String {
      guard let model, showsDeleted || !model.isDeleted else { return "-" }
      return String(uid(model))
    }
    var lines: [String] = []
    for owner in try context.fetch(FetchDescriptor<Owner>()) {
      let values = "\(owner.uid) \(owner.name) \(owner.note ?? "-") \(owner.mood)"
      let items = list(owner.items) { $0.uid }
      let tags = list(owner.tags) { $0.uid }
      let card = one(owner.card) { $0.uid }
      let badge = one(owner.badge) { $0.uid }
      let badges = list(owner.badges) { $0.uid }
      lines.append(
        "owner \(values) items \(items) tags \(tags) card \(card) badge \(badge) badges \(badges)")
    }
    for item in try context.fetch(FetchDescriptor<Item>()) {
      let owner = one(item.owner) { $0.uid }
      let parts = list(item.parts) { $0.uid }
      lines.append("item \(item.uid) \(item.rank) owner \(owner) parts \(parts)")
    }
    for part in try context.fetch(FetchDescriptor<Part>()) {
      lines.append("part \(part.uid) item \(one(part.item) { $0.uid })")
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) {
      lines.append("tag \(tag.uid) owners \(list(tag.owners) { $0.uid })")
    }
    for card in try context.fetch(FetchDescriptor<Card>()) {
      lines.append("card \(card.uid) owner \(one(card.owner) { $0.uid })")
    }
    for badge in try context.fetch(FetchDescriptor<Badge>()) { lines.append("badge \(badge.uid)") }
    return lines.sorted()
  }
}
