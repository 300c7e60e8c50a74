import Foundation
import SwiftData
import TestSupport

/// Models with relationships of every kind and columns of every type, for random predicates.
enum RandomSchema {
  enum Kind: Int, Codable, CaseIterable {
    case town = 5
    case hut = 1
    case peak = 3

    /// A property with the raw value's type that is not the raw value.
    var weight: Int { rawValue * 2 }
  }

  enum Tone: String, Codable, Comparable {
    case dark, bright
    case amber

    private var position: Int { self == .bright ? 0 : self == .amber ? 1 : 2 }
    static func < (lhs: Tone, rhs: Tone) -> Bool { lhs.position < rhs.position }
    /// The raw value for the first case, but not for the others.
    var title: String { self == .dark ? "dark" : "a colour" }
  }

  @Model
  final class Item {
    var name: String = ""
    var note: String?
    var rank: Int = 0
    var level: Int?
    var small: Int8 = 0
    var score: Double = 0
    var height: Double?
    var weight: Float = 0
    var created: Date = Date(timeIntervalSinceReferenceDate: 0)
    var seen: Date?
    var isDone: Bool = false
    var isOpen: Bool?
    var kind: RandomSchema.Kind = RandomSchema.Kind.town
    var tone: RandomSchema.Tone?
    var token: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var data: Data = Data()
    var link: URL?
    var words: [String] = []
    var parent: RandomSchema.Item?
    @Relationship(inverse: \RandomSchema.Item.parent) var children: [RandomSchema.Item] = []
    var box: RandomSchema.Box
    @Relationship(inverse: \RandomSchema.Tag.items) var tags: [RandomSchema.Tag] = []

    init(box: RandomSchema.Box) { self.box = box }
  }

  @Model
  final class Box {
    var title: String = ""
    var size: Int = 0
    var best: RandomSchema.Item?
    @Relationship(inverse: \RandomSchema.Item.box) var items: [RandomSchema.Item] = []

    init(title: String) { self.title = title }
  }

  @Model
  final class Tag {
    var label: String = ""
    var items: [RandomSchema.Item] = []

    init(label: String) { self.label = label }
  }

  static func makeContext() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Item.self, Box.self, Tag.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  static let words = [
    "", "a", "b", "ab", "Zürich", "zurich", "\u{E9}", "a\r\nb", "👩‍👩‍👧", "x\0y", "straße",
  ]

  static func token(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  /// Saves random objects, and returns the items. Nil is common, and strings are NFC.
  static func fill(
    _ context: ModelContext, count: Int, _ random: inout SplitMix64
  ) throws -> [Item] {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func word() -> String { words[number(0...words.count - 1)] }
    func rarely() -> Bool { number(0...2) == 0 }
    func maybe<T>(_ value: T) -> T? { rarely() ? nil : value }
    let boxes = (0..<3).map { _ in Box(title: word()) }
    let tags = (0..<4).map { _ in Tag(label: word()) }
    for box in boxes { context.insert(box) }
    for tag in tags { context.insert(tag) }
    var items: [Item] = []
    for _ in 0..<count {
      let item = Item(box: boxes[number(0...1)])
      context.insert(item)
      item.name = word()
      item.note = maybe(word())
      item.rank = number(-3...3)
      item.level = maybe(number(-2...2))
      item.small = Int8(number(-3...3))
      item.score = Double(number(-4...4)) / 2
      item.height = maybe(Double(number(-2...2)))
      item.weight = Float(number(0...6)) / 3
      item.created = Date(timeIntervalSinceReferenceDate: Double(number(0...5)))
      item.seen = maybe(Date(timeIntervalSinceReferenceDate: Double(number(0...5))))
      item.isDone = rarely()
      item.isOpen = maybe(rarely())
      item.kind = Kind.allCases[number(0...2)]
      item.tone = maybe([Tone.dark, .bright, .amber][number(0...2)])
      item.token = token(number(0...3))
      item.data = Data((0..<number(0...2)).map { UInt8($0) })
      item.link = maybe(URL(string: "https://example.org/\(number(0...2))")).flatMap { $0 }
      item.words = (0..<number(0...2)).map { _ in word() }
      item.parent = rarely() ? nil : items.randomElement(using: &random)
      for tag in tags where rarely() { item.tags.append(tag) }
      items.append(item)
    }
    for box in boxes where !rarely() { box.best = items.randomElement(using: &random) }
    try context.save()
    return items
  }
}
