import SwiftData
import Testing

/// The notifications that a context posts for a save.
@Suite struct SaveNotificationTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  /// A recorder of the save notifications of one context.
  private final class SaveRecorder {
    private(set) var names: [Notification.Name] = []
    private(set) var infos: [[AnyHashable: Any]] = []
    private var tokens: [any NSObjectProtocol] = []
    var onWillSave: () throws -> Void = {}

    init(_ context: ModelContext) {
      for name in [ModelContext.willSave, ModelContext.didSave] {
        let target = Weak(recorder: self)
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            target.recorder?.record($0)
          })
      }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private func record(_ notification: Notification) {
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
    weak var recorder: SaveRecorder?
  }

  @Test func `didSave lists the inserted, changed and deleted objects`() throws {
    let changed = Order(number: 1)
    let deleted = Customer(email: "a", name: "A")
    deleted.orders = [Order(number: 2)]
    context.insert(changed)
    context.insert(deleted)
    try context.save()
    let deletedID = deleted.persistentModelID
    let owned = deleted.orders[0].persistentModelID
    let recorder = SaveRecorder(context)
    changed.total = 5
    context.delete(deleted)
    let added = Order(number: 3)
    context.insert(added)
    try context.save()
    #expect(recorder.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(recorder.identifiers(.insertedIdentifiers) == [added.persistentModelID])
    #expect(recorder.identifiers(.updatedIdentifiers) == [changed.persistentModelID])
    #expect(Set(recorder.identifiers(.deletedIdentifiers)) == [deletedID, owned])
    #expect(
      recorder.infos[0]["updated"] as? [PersistentIdentifier] == [changed.persistentModelID])
    #expect(
      recorder.infos[0][ModelContext.NotificationKey.queryGeneration.rawValue] as? Int64
        == context.lastHistoryChange)
    try context.save()
    #expect(recorder.names.count == 2)
  }

  @Test func `didSave lists an upsert as an update, and objects deleted by predicate`() throws {
    let first = ModelContext(container)
    first.insert(Customer(email: "a", name: "old"))
    for number in 0..<3 { first.insert(Order(number: number)) }
    try first.save()
    let recorder = SaveRecorder(context)
    context.insert(Customer(email: "a", name: "new"))
    try context.delete(model: Order.self, where: #Predicate { $0.number > 0 })
    try context.save()
    #expect(recorder.identifiers(.insertedIdentifiers).isEmpty)
    #expect(recorder.identifiers(.updatedIdentifiers).map(\.entityName) == ["Customer"])
    #expect(recorder.identifiers(.deletedIdentifiers).map(\.entityName) == ["Order", "Order"])
  }

  @Test func `changes made during willSave are saved`() throws {
    let recorder = SaveRecorder(context)
    let order = Order(number: 1)
    recorder.onWillSave = {
      order.total = 9
      try context.save()
    }
    context.insert(order)
    try context.save()
    #expect(
      recorder.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(try ModelContext(container).fetch(FetchDescriptor<Order>()).map(\.total) == [9])
  }

  @Test func `a transaction posts one didSave for all its saves when it commits`() throws {
    struct Stop: Error {}
    let recorder = SaveRecorder(context)
    try? context.transaction {
      context.insert(Order(number: 1))
      try context.save()
      throw Stop()
    }
    #expect(!recorder.names.contains(ModelContext.didSave))
    try context.transaction {
      context.insert(Order(number: 1))
      try context.save()
      #expect(!recorder.names.contains(ModelContext.didSave))
      context.insert(Order(number: 2))
    }
    #expect(recorder.names.filter { $0 == ModelContext.didSave }.count == 1)
    #expect(recorder.identifiers(.insertedIdentifiers).count == 2)
  }

  @Test func `a save that fails posts no didSave`() throws {
    let recorder = SaveRecorder(context)
    context.insert(Order(number: 1, total: .nan))
    #expect(throws: SwiftDataError.invalidValue) { try context.save() }
    #expect(recorder.names == [ModelContext.willSave])
  }
}
