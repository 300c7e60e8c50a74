import SwiftData
import TestSupport
import Testing

/// Undo in a context with two stores. One step may change both.
@Suite struct SeveralStoresUndoTests {
  enum Tour {
    @Model final class Guide {
      @Attribute(.unique) var name: String
      var note: String = ""
      @Relationship(deleteRule: .cascade, inverse: \Walk.guide) var walks: [Walk] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Walk {
      var title: String
      var guide: Guide?
      init(_ title: String, _ guide: Guide? = nil) {
        self.title = title
        self.guide = guide
      }
    }
    @Model final class Colour {
      @Attribute(.unique) var key: String
      var value: Int
      var palettes: [Palette] = []
      init(_ key: String, _ value: Int) {
        self.key = key
        self.value = value
      }
    }
    @Model final class Palette {
      var title: String
      @Relationship(inverse: \Colour.palettes) var colours: [Colour] = []
      init(_ title: String) { self.title = title }
    }
  }
  typealias Guide = Tour.Guide
  typealias Walk = Tour.Walk
  typealias Colour = Tour.Colour
  typealias Palette = Tour.Palette

  private let container: ModelContainer
  private let context: ModelContext
  private let reader: ModelContext
  private let manager = UndoManager()
  private let guide = Guide("Ann")
  private let palette = Palette("warm")

  init() throws {
    container = try ModelContainer(
      for: Schema([Guide.self, Palette.self]),
      configurations: [
        ModelConfiguration("tours", schema: Schema([Guide.self]), isStoredInMemoryOnly: true),
        ModelConfiguration("colours", isStoredInMemoryOnly: true),
      ])
    context = ModelContext(container)
    reader = ModelContext(container)
    guide.walks = [Walk("first")]
    palette.colours = [Colour("red", 1), Colour("gold", 2)]
    context.insert(guide)
    context.insert(palette)
    try context.save()
    context.undoManager = manager
  }

  /// Returns the contents of both stores as seen by a context.
  private func contents(_ context: ModelContext) throws -> [String] {
    let guides = try context.fetch(FetchDescriptor<Guide>()).map {
      "\($0.name) \($0.note) \($0.walks.map(\.title).sorted())"
    }
    let walks = try context.fetch(FetchDescriptor<Walk>()).map {
      "\($0.title) \($0.guide?.name ?? "-")"
    }
    let colours = try context.fetch(FetchDescriptor<Colour>()).map {
      "\($0.key) \($0.value) \($0.palettes.map(\.title).sorted())"
    }
    let palettes = try context.fetch(FetchDescriptor<Palette>()).map {
      "\($0.title) \($0.colours.map(\.key).sorted())"
    }
    return (guides + walks + colours + palettes).sorted()
  }

  /// Runs a closure as one step. Undoes and redoes it with and without saves in between.
  private func checkUndoAndRedo(_ body: () throws -> Void) throws {
    let start = try contents(context)
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
    let end = try contents(context)
    #expect(start != end)
    for isSaved in [false, true, true] {
      if isSaved { try context.save() }
      manager.undo()
      #expect(try contents(context) == start)
      if isSaved {
        try context.save()
        #expect(try contents(reader) == start)
      }
      manager.redo()
      #expect(try contents(context) == end)
    }
    try context.save()
    #expect(try contents(reader) == end)
  }

  @Test func `insertions in both stores are undone and redone`() throws {
    try checkUndoAndRedo {
      context.insert(Guide("Bea"))
      let blue = Colour("blue", 3)
      context.insert(blue)
      guide.walks.append(Walk("second"))
      palette.colours.append(blue)
    }
  }

  @Test func `deletions in both stores are undone and redone`() throws {
    try checkUndoAndRedo {
      context.delete(guide)
      context.delete(palette)
    }
    #expect(try reader.fetchCount(FetchDescriptor<Walk>()) == 0)
  }

  @Test func `changed values and links in both stores are undone and redone`() throws {
    let colour = try #require(palette.colours.first)
    try checkUndoAndRedo {
      guide.note = "early"
      colour.value = 9
      guide.note = "late"
      palette.colours = [colour]
      guide.walks = []
    }
  }

  @Test func `implicit insertions in both stores are undone and redone`() throws {
    try checkUndoAndRedo {
      let walk = Walk("implied")
      walk.guide = guide
      let colour = Colour("green", 4)
      colour.palettes = [palette]
    }
    manager.undo()
    try context.save()
    #expect(try reader.fetchCount(FetchDescriptor<Walk>()) == 1)
    #expect(try reader.fetchCount(FetchDescriptor<Colour>()) == 2)
  }

  @Test func `changes of a replaced object are undone and redone`() throws {
    manager.disableUndoRegistration()
    let red = try #require(palette.colours.first { $0.key == "red" })
    let other = Colour("red", 5)
    context.insert(other)
    try context.save()
    manager.enableUndoRegistration()
    try checkUndoAndRedo {
      red.value = 6
      red.palettes = [Palette("cold")]
      guide.note = "x"
    }
    #expect(other.value == 6)
  }

  @Test func `undoing an insertion that replaced a stored object restores that object`() throws {
    let red = try #require(palette.colours.first { $0.key == "red" })
    let cold = Palette("cold")
    context.insert(cold)
    try context.save()
    manager.removeAllActions()
    let start = try contents(context)
    let other = Colour("red", 5)
    manager.beginUndoGrouping()
    context.insert(other)
    other.palettes = [cold, palette]
    context.insert(Guide("Bea"))
    manager.endUndoGrouping()
    try context.save()
    let end = try contents(context)
    for _ in 0..<2 {
      manager.undo()
      #expect(try contents(context) == start)
      try context.save()
      #expect(try contents(reader) == start)
      #expect(red.value == 1)
      #expect(!other.isDeleted)
      manager.redo()
      #expect(try contents(context) == end)
      try context.save()
      #expect(try contents(reader) == end)
      #expect(red.value == 5)
    }
  }

  @Test func `deleting an object that replaced a stored one is undone and redone`() throws {
    let before = try contents(context)
    manager.beginUndoGrouping()
    let other = Colour("red", 5)
    context.insert(other)
    manager.endUndoGrouping()
    try context.save()
    let start = try contents(context)
    for isSaved in [false, true] {
      manager.beginUndoGrouping()
      context.delete(other)
      manager.endUndoGrouping()
      let end = try contents(context)
      for _ in 0..<2 {
        if isSaved { try context.save() }
        manager.undo()
        #expect(try contents(context) == start)
        if isSaved { try context.save() }
        manager.redo()
        #expect(try contents(context) == end)
      }
      manager.undo()
    }
    manager.undo()
    try context.save()
    #expect(try contents(reader) == before)
  }

  @Test func `removing the undo actions of a context removes those of both stores`() {
    guide.note = "x"
    palette.title = "y"
    manager.removeAllActions(withTarget: context)
    #expect(!manager.canUndo)
  }

  @Test func `a rollback removes the undo actions of both stores`() throws {
    guide.note = "x"
    palette.title = "y"
    context.rollback()
    #expect(!manager.canUndo)
    #expect(try contents(context) == contents(reader))
  }
}
