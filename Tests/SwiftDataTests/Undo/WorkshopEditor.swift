import SwiftData
import TestSupport

/// An editor that makes random edits of workshop objects in a context.
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

  private mutating func randomObject<T: PersistentModel>(_ type: T.Type) throws -> T? {
    try all(type).randomElement(using: &random)
  }

  private mutating func randomObjects<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try all(type).filter { _ in Bool.random(using: &random) }
  }

  private mutating func nextNumber() -> Int {
    uid += 1
    return uid
  }

  mutating func edit(times: Int) throws {
    for _ in 0..<times { try edit() }
  }

  private mutating func edit() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let owner = Owner(uid: nextNumber())
      owner.items = [Item(uid: nextNumber())]
      context.insert(owner)
    case 1:
      let owner = Owner(uid: nextNumber())
      context.insert(owner)
      owner.tags = try randomObjects(Tag.self)
    case 2: context.insert(Item(uid: nextNumber(), owner: try randomObject(Owner.self)))
    case 3: context.insert(Part(uid: nextNumber(), item: try randomObject(Item.self)))
    case 4:
      let tag = Tag(uid: nextNumber())
      tag.owners = try randomObjects(Owner.self)
      context.insert(tag)
    case 5: try randomObject(Owner.self)?.card = Card(uid: nextNumber())
    case 6: try randomObject(Owner.self)?.badge = Badge(uid: nextNumber())
    case 7: try randomObject(Owner.self)?.name = "name \(nextNumber())"
    case 8:
      try randomObject(Owner.self)?.note =
        Bool.random(using: &random) ? nil : "note \(nextNumber())"
    case 9: try randomObject(Owner.self)?.mood = .busy(nextNumber())
    case 10: try randomObject(Item.self)?.owner = try randomObject(Owner.self)
    case 11: try randomObject(Owner.self)?.items = try randomObjects(Item.self)
    case 12: try randomObject(Owner.self)?.tags = try randomObjects(Tag.self)
    case 13: try randomObject(Owner.self)?.card = try randomObject(Card.self)
    case 14: try randomObject(Owner.self)?.badges = try randomObjects(Badge.self)
    case 15: try randomObject(Owner.self).map { context.delete($0) }
    case 16: try randomObject(Item.self).map { context.delete($0) }
    case 17: try randomObject(Tag.self).map { context.delete($0) }
    case 18: try randomObject(Badge.self).map { context.delete($0) }
    default: try randomObject(Item.self)?.parts = try randomObjects(Part.self)
    }
  }
}
