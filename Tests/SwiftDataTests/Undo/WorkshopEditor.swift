import SwiftData
import TestSupport

/// Makes random edits of a workshop.
struct WorkshopEditor {
  typealias Owner = Workshop.Owner
  typealias Item = Workshop.Item
  typealias Part = Workshop.Part
  typealias Tag = Workshop.Tag
  typealias Card = Workshop.Card
  typealias Badge = Workshop.Badge

  let context: ModelContext
  var random: SplitMix64
  var uid = 100

  private func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try context.fetch(FetchDescriptor<T>(sortBy: []))
  }

  private mutating func any<T: PersistentModel>(_ type: T.Type) throws -> T? {
    try all(type).randomElement(using: &random)
  }

  private mutating func some<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try all(type).filter { _ in Bool.random(using: &random) }
  }

  private mutating func number() -> Int {
    uid += 1
    return uid
  }

  mutating func edit(times: Int) throws {
    for _ in 0..<times { try edit() }
  }

  private mutating func edit() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let owner = Owner(uid: number())
      owner.items = [Item(uid: number())]
      context.insert(owner)
    case 1:
      let owner = Owner(uid: number())
      context.insert(owner)
      owner.tags = try some(Tag.self)
    case 2: context.insert(Item(uid: number(), owner: try any(Owner.self)))
    case 3: context.insert(Part(uid: number(), item: try any(Item.self)))
    case 4:
      let tag = Tag(uid: number())
      tag.owners = try some(Owner.self)
      context.insert(tag)
    case 5: try any(Owner.self)?.card = Card(uid: number())
    case 6: try any(Owner.self)?.badge = Badge(uid: number())
    case 7: try any(Owner.self)?.name = "name \(number())"
    case 8: try any(Owner.self)?.note = Bool.random(using: &random) ? nil : "note \(number())"
    case 9: try any(Owner.self)?.mood = .busy(number())
    case 10: try any(Item.self)?.owner = try any(Owner.self)
    case 11: try any(Owner.self)?.items = try some(Item.self)
    case 12: try any(Owner.self)?.tags = try some(Tag.self)
    case 13: try any(Owner.self)?.card = try any(Card.self)
    case 14: try any(Owner.self)?.badges = try some(Badge.self)
    case 15: try any(Owner.self).map { context.delete($0) }
    case 16: try any(Item.self).map { context.delete($0) }
    case 17: try any(Tag.self).map { context.delete($0) }
    case 18: try any(Badge.self).map { context.delete($0) }
    default: try any(Item.self)?.parts = try some(Part.self)
    }
  }
}
