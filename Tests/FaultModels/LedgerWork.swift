import SwiftData
import TestSupport

/// Random changes to a ledger: objects, links, column appends, deletions, undo and redo.
package struct LedgerWork {
  private let container: ModelContainer
  private var random: SplitMix64

  package init(_ container: ModelContainer, seed: UInt64) {
    self.container = container
    random = SplitMix64(seed: seed)
  }

  /// Makes one random change. An undo or redo has no effect if another process has changed its rows
  /// meanwhile.
  package mutating func step() throws {
    let context = ModelContext(container)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: try transfer(context)
    case 3..<5: try retag(context)
    case 5..<7: try appendBatch(context)
    case 7: try deleteBatch(context)
    case 8:
      for _ in 0..<Int.random(in: 1...3, using: &random)
      where try container.historyCounts().undo > 1 {
        try attempt { try container.undo() }
      }
    default:
      if try container.historyCounts().redo > 0 { try attempt { try container.redo() } }
    }
  }

  /// Runs an undo or redo and ignores conflicts with another process.
  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch SwiftDataError.historyConflict {
    } catch SwiftDataError.nothingToUndo {
    }
  }

  private mutating func transfer(_ context: ModelContext) throws {
    let amount = Int.random(in: 1...100, using: &random)
    var order = Array(0..<8)
    order.shuffle(using: &random)
    try context.transaction(title: "Transfer") {
      let accounts = try context.fetch(
        FetchDescriptor<Ledger.Account>(sortBy: [SortDescriptor(\.name)]))
      let (source, target) = (accounts[order[0]], accounts[order[1]])
      source.balance -= amount
      target.balance += amount
      context.insert(Ledger.Transfer(amount: amount, source: source, target: target))
    }
  }

  private mutating func retag(_ context: ModelContext) throws {
    let number = Int.random(in: 0..<20, using: &random)
    var order = Array(0..<6)
    order.shuffle(using: &random)
    try context.transaction(title: "Tags") {
      let tags = try context.fetch(FetchDescriptor<Ledger.Tag>(sortBy: [SortDescriptor(\.name)]))
      let items = try context.fetch(
        FetchDescriptor<Ledger.Item>(predicate: #Predicate { $0.number == number }))
      items.first?.tags = [tags[order[0]], tags[order[1]]]
    }
  }

  private mutating func appendBatch(_ context: ModelContext) throws {
    let size = Int.random(in: 1...400, using: &random)
    try context.transaction(title: "Batch") {
      let batch = Ledger.Batch(size: size)
      context.insert(batch)
      try context.save()
      try context.append(
        Ledger.Sample.self, count: size,
        [
          .values(\.value, (0..<size).map(Double.init)),
          .reference(\.batch, batch.persistentModelID),
        ])
    }
  }

  private mutating func deleteBatch(_ context: ModelContext) throws {
    try context.transaction(title: "Delete") {
      guard
        let batch = try context.fetch(FetchDescriptor<Ledger.Batch>()).randomElement(using: &random)
      else { return }
      context.delete(batch)
    }
  }
}
