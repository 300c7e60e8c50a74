import SwiftData

/// A schema whose rows contradict each other if a save is incomplete.
package enum Ledger: VersionedSchema {
  package static let versionIdentifier = Schema.Version(1, 0, 0)
  package static var models: [any PersistentModel.Type] {
    [Account.self, Transfer.self, Batch.self, Sample.self, Item.self, Tag.self]
  }

  @Model package final class Account {
    package var name: String
    package var balance: Int = 0
    package init(name: String) { self.name = name }
  }

  @Model package final class Transfer {
    package var amount: Int
    package var source: Account?
    package var target: Account?
    package init(amount: Int, source: Account, target: Account) {
      self.amount = amount
      self.source = source
      self.target = target
    }
  }

  @Model package final class Batch {
    package var size: Int
    @Relationship(deleteRule: .cascade, inverse: \Sample.batch) package var samples: [Sample] = []
    package init(size: Int) { self.size = size }
  }

  @Model package final class Sample {
    package var value: Double
    package var batch: Batch?
    package init(value: Double) { self.value = value }
  }

  @Model package final class Item {
    @Attribute(.unique) package var number: Int
    package var tags: [Tag] = []
    package init(number: Int) { self.number = number }
  }

  @Model package final class Tag {
    package var name: String
    @Relationship(inverse: \Item.tags) package var items: [Item] = []
    package init(name: String) { self.name = name }
  }

  package static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: Ledger.self), configurations: ModelConfiguration(url: url))
  }

  /// Creates a ledger for ``LedgerWork``.
  package static func create(_ url: URL) throws {
    let container = try open(url)
    let context = ModelContext(container)
    for index in 0..<8 { context.insert(Account(name: "Account \(index)")) }
    let tags = (0..<6).map { Tag(name: "Tag \($0)") }
    for tag in tags { context.insert(tag) }
    for index in 0..<20 {
      let item = Item(number: index)
      context.insert(item)
      item.tags = [tags[index % 6], tags[(index + 1) % 6]]
    }
    try context.save()
    try container.close()
  }

  /// Returns the contradictions that an incomplete save leaves; empty for a consistent ledger.
  package static func contradictions(_ container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    defer { withExtendedLifetime(context) {} }
    var found: [String] = []
    var balances: [PersistentIdentifier: Int] = [:]
    for transfer in try context.fetch(FetchDescriptor<Transfer>()) {
      guard let source = transfer.source, let target = transfer.target else {
        found.append("a transfer has no source or no target")
        continue
      }
      balances[source.persistentModelID, default: 0] -= transfer.amount
      balances[target.persistentModelID, default: 0] += transfer.amount
    }
    for account in try context.fetch(FetchDescriptor<Account>())
    where account.balance != balances[account.persistentModelID, default: 0] {
      found.append("the balance \(account.balance) of \(account.name) contradicts its transfers")
    }
    var samples = 0
    for batch in try context.fetch(FetchDescriptor<Batch>()) {
      samples += batch.size
      if batch.samples.count != batch.size {
        found.append("a batch of \(batch.size) has \(batch.samples.count) samples")
      }
    }
    if try context.fetchCount(FetchDescriptor<Sample>()) != samples {
      found.append("some samples have no batch")
    }
    let items = try context.fetch(FetchDescriptor<Item>())
    if items.count != 20 { found.append("there are \(items.count) items instead of 20") }
    for item in items where item.tags.count != 2 {
      found.append("item \(item.number) has \(item.tags.count) tags instead of 2")
    }
    return found
  }
}
