import SwiftData
import Synchronization
import Testing

/// Observers are notified of every change of the values they read, and of no other change.
@Suite struct ObservationTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  let container: ModelContainer
  let context: ModelContext
  let customer = Customer(email: "a", name: "A")

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
    context.insert(customer)
    try context.save()
  }

  final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  /// Returns whether the change in the second closure notifies an observer of the values read in
  /// the first.
  private func notifies<T>(_ read: () -> T, after change: () throws -> Void) rethrows -> Bool {
    let flag = Flag()
    _ = withObservationTracking(read) { flag.set() }
    #expect(!flag.isSet, "The observer was notified before any change.")
    try change()
    return flag.isSet
  }

  @Test func `setting a property of any kind notifies its observer`() {
    #expect(notifies({ customer.name }, after: { customer.name = "B" }))
    #expect(notifies({ customer.nickname }, after: { customer.nickname = "b" }))
    #expect(notifies({ customer.level }, after: { customer.level = .regular }))
    #expect(notifies({ customer.tags }, after: { customer.tags.append("x") }))
    #expect(notifies({ customer.address }, after: { customer.address = Shop.Address(city: "C") }))
    #expect(notifies({ customer.orders }, after: { customer.orders = [Order(number: 1)] }))
    #expect(notifies({ customer.clubs }, after: { customer.clubs = [Club(name: "c")] }))
  }

  @Test func `changing another property or another object does not notify`() {
    let other = Customer(email: "b", name: "B")
    context.insert(other)
    #expect(!notifies({ customer.name }, after: { customer.age = 9 }))
    #expect(!notifies({ customer.name }, after: { other.name = "x" }))
    #expect(!notifies({ customer.orders }, after: { other.orders = [Order(number: 2)] }))
  }

  @Test func `a change of an object without a context notifies`() {
    let free = Club(name: "a")
    #expect(notifies({ free.name }, after: { free.name = "b" }))
  }

  @Test func `a change of a value read in nested trackings notifies both`() {
    let inner = Flag()
    let outer = notifies(
      {
        withObservationTracking {
          customer.name
        } onChange: {
          inner.set()
        }
      },
      after: { customer.name = "B" })
    #expect(outer)
    #expect(inner.isSet)
  }

  @Test func `setting one end of a relationship notifies observers of its inverse`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    #expect(notifies({ customer.orders.count }, after: { order.customer = customer }))
    #expect(notifies({ order.customer?.name }, after: { customer.orders = [] }))
    let club = Club(name: "c")
    context.insert(club)
    #expect(notifies({ club.members.count }, after: { customer.clubs = [club] }))
    #expect(notifies({ customer.clubs.count }, after: { club.members = [] }))
  }

  @Test func `a list released by a fetch still notifies when its inverse is set`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    #expect(
      try notifies(
        { customer.orders.count },
        after: {
          _ = try context.fetch(FetchDescriptor<Customer>())
          order.customer = customer
        }))
  }

  @Test func `saving the deletion of the only object in a list notifies`() throws {
    let order = Order(number: 1)
    customer.orders = [order]
    try context.save()
    context.delete(order)
    #expect(try notifies({ customer.orders.count }, after: { try context.save() }))
  }

  @Test func `fetching again notifies only for properties that changed in the store`() throws {
    let club = Club(name: "c")
    customer.clubs = [club]
    try context.save()
    func refetch(after change: (Customer) -> Void) throws {
      let other = ModelContext(container)
      let found = try other.fetch(FetchDescriptor<Customer>())
      change(try #require(found.first))
      try other.save()
      _ = try context.fetch(FetchDescriptor<Customer>())
    }
    #expect(try notifies({ customer.name }, after: { try refetch { $0.name = "B" } }))
    #expect(try !notifies({ customer.name }, after: { try refetch { $0.age = 5 } }))
    #expect(try notifies({ customer.tags }, after: { try refetch { $0.tags = ["t"] } }))
    #expect(try !notifies({ customer.clubs.count }, after: { try refetch { $0.name = "C" } }))
    #expect(try notifies({ customer.clubs.count }, after: { try refetch { $0.clubs = [] } }))
    #expect(
      try notifies(
        { customer.orders.count }, after: { try refetch { $0.orders = [Order(number: 3)] } }))
    #expect(
      try notifies(
        { customer.address?.city },
        after: { try refetch { $0.address = Shop.Address(city: "X") } }))
    #expect(customer.name == "C")
    #expect(customer.address?.city == "X")
  }

  @Test func `fetching again does not notify for unsaved changes of the inverse`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    order.customer = customer
    #expect(
      try !notifies(
        { customer.orders.count },
        after: { _ = try context.fetch(FetchDescriptor<Customer>()) }))
    #expect(customer.orders.count == 1)
  }

  @Test func `a rollback notifies`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    customer.name = "B"
    order.customer = customer
    #expect(notifies({ customer.name }, after: { context.rollback() }))
    order.customer = customer
    #expect(notifies({ order.customer }, after: { context.rollback() }))
    order.customer = customer
    #expect(notifies({ customer.orders.count }, after: { context.rollback() }))
    #expect(customer.name == "A")
    #expect(customer.orders.isEmpty)
  }

  @Test func `a computed property notifies through access and withMutation`() {
    let gauge = Observed.Gauge()
    #expect(notifies({ gauge.reading }, after: { gauge.reading = 4 }))
    #expect(gauge.reading == 4)
    #expect(!notifies({ gauge.reading }, after: { gauge.unit = "m" }))
    #expect(notifies({ gauge.unit }, after: { gauge.unit = "km" }))
    #expect(notifies({ gauge.label }, after: { gauge.unit = "mm" }))
  }

  @Test func `the closure of a tracking that never fired is released with the context`() throws {
    weak var weakFlag: Flag?
    do {
      let flag = Flag()
      weakFlag = flag
      let context = ModelContext(container)
      let club = Club(name: "a")
      context.insert(club)
      withObservationTracking {
        _ = club.name
      } onChange: {
        flag.set()
      }
    }
    #expect(weakFlag == nil)
  }

  @Test func `reading without tracking does not create a registrar`() {
    _ = customer.name
    customer.name = "B"
    #expect(!customer._$state.isWatched)
    _ = withObservationTracking {
      customer.name
    } onChange: {
    }
    #expect(customer._$state.isWatched)
  }

  @Test func `trackings on several threads do not interfere`() async {
    let allNotified = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var all = true
          for _ in 0..<200 {
            let club = Club(name: "a")
            let flag = Flag()
            withObservationTracking {
              _ = club.name
            } onChange: {
              flag.set()
            }
            club.name = "b"
            all = all && flag.isSet
          }
          return all
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(allNotified)
  }
}

/// A model with a computed property that reports its own access and mutation.
enum Observed: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Gauge.self] }

  @Model
  class Gauge {
    var unit: String = "m"
    @Transient private var cache: Int = 0

    init() {}

    var label: String { "in " + unit }

    var reading: Int {
      get {
        access(keyPath: \.reading)
        return cache
      }
      set { withMutation(keyPath: \.reading) { cache = newValue } }
    }
  }
}
