import SwiftData
import Testing

/// What observers are told of saves.
@Suite struct SaveNotificationTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  /// The notifications of one context, while it is kept.
  private final class Observer {
    private(set) var names: [Notification.Name] = []
    private(set) var infos: [[AnyHashable: Any]] = []
    private var tokens: [any NSObjectProtocol] = []
    var onWillSave: () throws -> Void = {}

    init(_ context: ModelContext) {
      for name in [ModelContext.willSave, ModelContext.didSave] {
        let target = Weak(observer: self)
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            target.observer?.note($0)
          })
      }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private func note(_ notification: Notification) {
      names.append(notification.name)
      if let info = notification.userInfo { infos.append(info) }
      if notification.name == ModelContext.willSave { try? onWillSave() }
    }

    func identifiers(_ key: ModelContext.NotificationKey, _ index: Int = 0)
      -> [PersistentIdentifier]
    {
      let plain = infos[index][key.rawValue] as? [PersistentIdentifier]
      let keyed = infos[index][key] as? [PersistentIdentifier]
      return plain == keyed ? plain ?? [] : []
    }
  }

  private struct Weak: @unchecked Sendable {
    weak var observer: Observer?
  }

  @Test func `didSave lists the inserted, changed and deleted objects`() throws {
    let changed = Order(number: 1)
    let gone = Customer(email: "a", name: "A")
    gone.orders = [Order(number: 2)]
    context.insert(changed)
    context.insert(gone)
    try context.save()
    let goneID = gone.persistentModelID
    let owned = gone.orders[0].persistentModelID
    let observer = Observer(context)
    changed.total = 5
    context.delete(gone)
    let added = Order(number: 3)
    context.insert(added)
    try context.save()
    #expect(observer.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(observer.identifiers(.insertedIdentifiers) == [added.persistentModelID])
    #expect(observer.identifiers(.updatedIdentifiers) == [changed.persistentModelID])
    #expect(Set(observer.identifiers(.deletedIdentifiers)) == [goneID, owned])
    #expect(
      observer.infos[0]["updated"] as? [PersistentIdentifier] == [changed.persistentModelID])
    #expect(
      observer.infos[0][ModelContext.NotificationKey.queryGeneration.rawValue] as? Int64
        == context.lastHistoryEntry)
    try context.save()
    #expect(observer.names.count == 2)
  }

  @Test func `didSave lists an upsert as an update, and objects deleted by predicate`() throws {
    let first = ModelContext(container)
    first.insert(Customer(email: "a", name: "old"))
    for number in 0..<3 { first.insert(Order(number: number)) }
    try first.save()
    let observer = Observer(context)
    context.insert(Customer(email: "a", name: "new"))
    try context.delete(model: Order.self, where: #Predicate { $0.number > 0 })
    try context.save()
    #expect(observer.identifiers(.insertedIdentifiers).isEmpty)
    #expect(observer.identifiers(.updatedIdentifiers).map(\.entityName) == ["Customer"])
    #expect(observer.identifiers(.deletedIdentifiers).map(\.entityName) == ["Order", "Order"])
  }

  @Test func `changes made during willSave are saved`() throws {
    let observer = Observer(context)
    let order = Order(number: 1)
    observer.onWillSave = {
      order.total = 9
      try context.save()
    }
    context.insert(order)
    try context.save()
    #expect(
      observer.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(try ModelContext(container).fetch(FetchDescriptor<Order>()).map(\.total) == [9])
  }

  @Test func `a transaction posts one didSave for all its saves when it commits`() throws {
    struct Stop: Error {}
    let observer = Observer(context)
    try? context.transaction {
      context.insert(Order(number: 1))
      try context.save()
      throw Stop()
    }
    #expect(!observer.names.contains(ModelContext.didSave))
    try context.transaction {
      context.insert(Order(number: 1))
      try context.save()
      #expect(!observer.names.contains(ModelContext.didSave))
      context.insert(Order(number: 2))
    }
    #expect(observer.names.filter { $0 == ModelContext.didSave }.count == 1)
    #expect(observer.identifiers(.insertedIdentifiers).count == 2)
  }

  @Test func `a save that fails posts no didSave`() throws {
    let observer = Observer(context)
    context.insert(Order(number: 1, total: .nan))
    #expect(throws: SwiftDataError.invalidValue) { try context.save() }
    #expect(observer.names == [ModelContext.willSave])
  }
}
