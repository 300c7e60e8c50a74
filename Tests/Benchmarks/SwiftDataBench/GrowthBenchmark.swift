import Foundation
import SwiftData

/// A benchmark of work on long lists and long chains, at a size and at ten times the size.
///
/// Work in linear time takes ten times as long at ten times the size.
struct GrowthBenchmark {
  @Model final class Owner {
    @Relationship(deleteRule: .cascade, inverse: \Item.owner) var items: [Item] = []
    init() {}
  }

  @Model final class Item {
    var number: Int
    var owner: Owner?
    init(number: Int, owner: Owner? = nil) {
      self.number = number
      self.owner = owner
    }
  }

  @Model final class Node {
    var number: Int
    @Relationship(deleteRule: .cascade) var next: Node?
    init(number: Int, next: Node? = nil) {
      self.number = number
      self.next = next
    }
  }

  enum Work: String {
    case cascade, append, insert, end
  }

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema([Owner.self, Node.self]),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  /// Runs the work at a size and at ten times the size.
  ///
  /// - Returns: The two times in seconds, each the best of three runs.
  func run(_ work: Work, _ size: Int) throws -> (once: Double, tenfold: Double) {
    let once = try (0..<3).map { _ in try seconds(work, size) }.min() ?? 0
    let tenfold = try (0..<3).map { _ in try seconds(work, size * 10) }.min() ?? 0
    return (once, tenfold)
  }

  private func seconds(_ work: Work, _ size: Int) throws -> Double {
    switch work {
    case .cascade: try cascade(size)
    case .append: try append(size)
    case .insert: try insert(size)
    case .end: end(size)
    }
  }

  private func chain(_ size: Int) -> Node {
    var first = Node(number: 0)
    for number in 1..<size { first = Node(number: number, next: first) }
    return first
  }

  /// Deletes the first object of a chain, which cascades to all other objects.
  private func cascade(_ size: Int) throws -> Double {
    let context = try context()
    let first = chain(size)
    context.insert(first)
    try context.save()
    return try ContinuousClock().measure {
      context.delete(first)
      try context.save()
    }.inSeconds
  }

  /// Appends objects one by one to the list of a stored object.
  private func append(_ size: Int) throws -> Double {
    let context = try context()
    let owner = Owner()
    context.insert(owner)
    try context.save()
    return ContinuousClock().measure {
      for number in 0..<size { owner.items.append(Item(number: number)) }
    }.inSeconds
  }

  /// Inserts objects that refer to one owner.
  private func insert(_ size: Int) throws -> Double {
    let context = try context()
    let owner = Owner()
    context.insert(owner)
    return ContinuousClock().measure {
      for number in 0..<size { context.insert(Item(number: number, owner: owner)) }
    }.inSeconds
  }

  /// Releases a chain of objects that are in no context.
  private func end(_ size: Int) -> Double {
    var first: Node? = chain(size)
    return ContinuousClock().measure { first = first?.next == nil ? first : nil }.inSeconds
  }
}
