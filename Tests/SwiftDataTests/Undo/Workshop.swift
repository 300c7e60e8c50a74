import SwiftData

/// A schema with every kind of relationship, each object with a number that tests know it by.
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

  /// Every object with its values and links, by number, as a context sees them.
  static func picture(_ context: ModelContext) throws -> [String] {
    func list(_ uids: [Int]) -> String { uids.sorted().map(String.init).joined(separator: " ") }
    func one(_ uid: Int?) -> String { uid.map(String.init) ?? "-" }
    var lines: [String] = []
    for owner in try context.fetch(FetchDescriptor<Owner>()) {
      lines.append(
        "owner \(owner.uid) \(owner.name) \(owner.note ?? "-") \(owner.mood) "
          + "items \(list(owner.items.map(\.uid))) tags \(list(owner.tags.map(\.uid))) "
          + "card \(one(owner.card?.uid)) badge \(one(owner.badge?.uid)) "
          + "badges \(list(owner.badges.map(\.uid)))")
    }
    for item in try context.fetch(FetchDescriptor<Item>()) {
      lines.append(
        "item \(item.uid) \(item.rank) owner \(one(item.owner?.uid)) "
          + "parts \(list(item.parts.map(\.uid)))")
    }
    for part in try context.fetch(FetchDescriptor<Part>()) {
      lines.append("part \(part.uid) item \(one(part.item?.uid))")
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) {
      lines.append("tag \(tag.uid) owners \(list(tag.owners.map(\.uid)))")
    }
    for card in try context.fetch(FetchDescriptor<Card>()) {
      lines.append("card \(card.uid) owner \(one(card.owner?.uid))")
    }
    for badge in try context.fetch(FetchDescriptor<Badge>()) { lines.append("badge \(badge.uid)") }
    return lines.sorted()
  }
}
