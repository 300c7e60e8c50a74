import SwiftData
import Testing

/// Chains of linked objects so long that a recursion along them would overflow the stack.
@Suite struct LongChainTests {
  @Model final class Node {
    var number: Int
    @Relationship(deleteRule: .cascade) var next: Node?
    init(number: Int, next: Node? = nil) {
      self.number = number
      self.next = next
    }
  }

  /// A tree whose nodes have lists of children. In the tests, each list has one child.
  @Model final class Branch {
    var number: Int
    @Relationship(deleteRule: .cascade) var children: [Branch]
    init(number: Int, children: [Branch]) {
      self.number = number
      self.children = children
    }
  }

  /// A model class with its own deinitialiser.
  @Model final class NodeWithDeinit {
    var next: NodeWithDeinit?
    @Transient var onDeinit: () -> Void = {}
    init(next: NodeWithDeinit? = nil) { self.next = next }
    deinit { onDeinit() }
  }

  static let length = 100_000

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Node.self, Branch.self]),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func chain(_ length: Int) -> Node {
    var first = Node(number: 0)
    for number in 1..<length { first = Node(number: number, next: first) }
    return first
  }

  @Test func `a long chain of objects without a context is deallocated`() {
    weak var last: Node?
    do {
      var first = Node(number: 0)
      last = first
      for number in 1..<Self.length { first = Node(number: number, next: first) }
      #expect(last != nil)
    }
    #expect(last == nil)
    var root: Branch? = Branch(number: 0, children: [])
    for number in 1..<Self.length { root = root.map { Branch(number: number, children: [$0]) } }
    root = nil
  }

  @Test func `a retained object stays when the objects that refer to it are deallocated`() {
    let kept = Node(number: 1, next: Node(number: 0))
    do { _ = Node(number: 3, next: Node(number: 2, next: kept)) }
    #expect(kept.number == 1)
    #expect(kept.next?.number == 0)
    let children = [Branch(number: 1, children: []), Branch(number: 2, children: [])]
    do { _ = Branch(number: 0, children: children) }
    #expect(children.map(\.number) == [1, 2])
  }

  @Test func `a long chain is inserted, saved, fetched and deleted`() throws {
    let container = try container()
    do {
      let context = ModelContext(container)
      context.insert(chain(Self.length))
      #expect(context.insertedModelsArray.count == Self.length)
      try context.save()
    }
    do {
      let context = ModelContext(container)
      #expect(try context.fetchCount(FetchDescriptor<Node>()) == Self.length)
      let number = Self.length - 1
      let first = FetchDescriptor<Node>(predicate: #Predicate { $0.number == number })
      let model = try #require(try context.fetch(first).first)
      let all = try context.fetch(FetchDescriptor<Node>())
      #expect(all.filter { $0.next != nil }.count == Self.length - 1)
      context.delete(model)
      try context.save()
      #expect(all.filter { !$0.isDeleted }.isEmpty)
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Node>()) == 0)
  }

  @Test func `deleting the first object of an unsaved chain leaves no changes`() throws {
    let context = ModelContext(try container())
    let first = chain(Self.length)
    context.insert(first)
    context.delete(first)
    #expect(!context.hasChanges)
    #expect(first.next == nil || first.next?.isDeleted == true)
  }

  @Test func `a model class with its own deinitialiser runs it`() {
    var deinitCount = 0
    do {
      let node = NodeWithDeinit(next: NodeWithDeinit())
      node.onDeinit = { deinitCount += 1 }
      node.next?.onDeinit = { deinitCount += 1 }
    }
    #expect(deinitCount == 2)
  }
}
