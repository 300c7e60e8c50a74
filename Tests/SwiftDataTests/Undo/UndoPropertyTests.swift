import SwiftData
import TestSupport
import Testing

/// Random edits in random groups: undoing all gives the start, redoing all gives the end, and each
/// step on the way gives what was there, whether or not it was saved in between.
@Suite struct UndoPropertyTests {
  typealias Owner = Workshop.Owner
  typealias Item = Workshop.Item
  typealias Part = Workshop.Part
  typealias Tag = Workshop.Tag
  typealias Card = Workshop.Card
  typealias Badge = Workshop.Badge

  @Test(arguments: 32...UInt64(31 + TestRounds.count(3)))
  func undoIsTheWayBackAndRedoTheWayForth(seed: UInt64) throws {
    let container = try Workshop.container()
    let context = ModelContext(container)
    let manager = UndoManager()
    var editor = Editor(context: context, random: SplitMix64(seed: seed))
    try editor.edit(times: 12)
    try context.save()
    context.undoManager = manager
    var pictures = [try Workshop.picture(context)]
    for _ in 0..<12 {
      manager.beginUndoGrouping()
      try editor.edit(times: Int.random(in: 1...4, using: &editor.random))
      manager.endUndoGrouping()
      guard manager.undoCount == pictures.count else { continue }
      pictures.append(try Workshop.picture(context))
      if Bool.random(using: &editor.random) { try context.save() }
    }
    for _ in 0..<2 {
      for index in pictures.indices.dropLast().reversed() {
        manager.undo()
        try check(context, pictures[index], "seed \(seed), undo to \(index)", &editor.random)
      }
      #expect(!manager.canUndo)
      for index in pictures.indices.dropFirst() {
        manager.redo()
        try check(context, pictures[index], "seed \(seed), redo to \(index)", &editor.random)
      }
      #expect(!manager.canRedo)
    }
  }

  private func check(
    _ context: ModelContext, _ picture: [String], _ step: Comment, _ random: inout SplitMix64
  ) throws {
    let now = try Workshop.picture(context)
    try #require(now == picture, step)
    guard Bool.random(using: &random) else { return }
    try context.save()
    let stored = try Workshop.picture(ModelContext(context.container))
    try #require(stored == picture, "\(step), saved")
  }

  private struct Editor {
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
}
