import SwiftData
import Synchronization
import Testing

/// Observers hear of every change of what they read, wherever it comes from, and of nothing else.
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

  /// Whether what is read in the first closure is reported as changed by the second.
  private func hears<T>(_ read: () -> T, after change: () throws -> Void) rethrows -> Bool {
    let flag = Flag()
    _ = withObservationTracking(read) { flag.set() }
    #expect(!flag.isSet, "heard before anything changed")
    try change()
    return flag.isSet
  }

  @Test func `every kind of property is heard when it is set`() {
    #expect(hears({ customer.name }, after: { customer.name = "B" }))
    #expect(hears({ customer.nickname }, after: { customer.nickname = "b" }))
    #expect(hears({ customer.level }, after: { customer.level = .regular }))
    #expect(hears({ customer.tags }, after: { customer.tags.append("x") }))
    #expect(hears({ customer.address }, after: { customer.address = Shop.Address(city: "C") }))
    #expect(hears({ customer.orders }, after: { customer.orders = [Order(number: 1)] }))
    #expect(hears({ customer.clubs }, after: { customer.clubs = [Club(name: "c")] }))
  }

  @Test func `another property and another object are not heard`() {
    let other = Customer(email: "b", name: "B")
    context.insert(other)
    #expect(!hears({ customer.name }, after: { customer.age = 9 }))
    #expect(!hears({ customer.name }, after: { other.name = "x" }))
    #expect(!hears({ customer.orders }, after: { other.orders = [Order(number: 2)] }))
  }

  @Test func `an object in no context is heard`() {
    let free = Club(name: "a")
    #expect(hears({ free.name }, after: { free.name = "b" }))
  }

  @Test func `a tracked read inside another tracking is heard by both`() {
    let inner = Flag()
    let outer = hears(
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

  @Test func `the inverse of a relationship is heard`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    #expect(hears({ customer.orders.count }, after: { order.customer = customer }))
    #expect(hears({ order.customer?.name }, after: { customer.orders = [] }))
    let club = Club(name: "c")
    context.insert(club)
    #expect(hears({ club.members.count }, after: { customer.clubs = [club] }))
    #expect(hears({ customer.clubs.count }, after: { club.members = [] }))
  }

  @Test func `a list that was let go is still heard through its inverse`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    #expect(
      try hears(
        { customer.orders.count },
        after: {
          _ = try context.fetch(FetchDescriptor<Customer>())
          order.customer = customer
        }))
  }

  @Test func `a deletion that empties a list is heard at the save`() throws {
    let order = Order(number: 1)
    customer.orders = [order]
    try context.save()
    context.delete(order)
    #expect(try hears({ customer.orders.count }, after: { try context.save() }))
  }

  @Test func `a refetch is heard only for what changed in the store`() throws {
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
    #expect(try hears({ customer.name }, after: { try refetch { $0.name = "B" } }))
    #expect(try !hears({ customer.name }, after: { try refetch { $0.age = 5 } }))
    #expect(try hears({ customer.tags }, after: { try refetch { $0.tags = ["t"] } }))
    #expect(try !hears({ customer.clubs.count }, after: { try refetch { $0.name = "C" } }))
    #expect(try hears({ customer.clubs.count }, after: { try refetch { $0.clubs = [] } }))
    #expect(
      try hears(
        { customer.orders.count }, after: { try refetch { $0.orders = [Order(number: 3)] } }))
    #expect(
      try hears(
        { customer.address?.city },
        after: { try refetch { $0.address = Shop.Address(city: "X") } }))
    #expect(customer.name == "C")
    #expect(customer.address?.city == "X")
  }

  @Test func `a refetch leaves unsaved changes of other ends unheard`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    order.customer = customer
    #expect(
      try !hears(
        { customer.orders.count },
        after: { _ = try context.fetch(FetchDescriptor<Customer>()) }))
    #expect(customer.orders.count == 1)
  }

  @Test func `a rollback is heard`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    customer.name = "B"
    order.customer = customer
    #expect(hears({ customer.name }, after: { context.rollback() }))
    order.customer = customer
    #expect(hears({ order.customer }, after: { context.rollback() }))
    order.customer = customer
    #expect(hears({ customer.orders.count }, after: { context.rollback() }))
    #expect(customer.name == "A")
    #expect(customer.orders.isEmpty)
  }

  @Test func `a property computed by hand is heard through access and with mutation`() {
    let gauge = Observed.Gauge()
    #expect(hears({ gauge.reading }, after: { gauge.reading = 4 }))
    #expect(gauge.reading == 4)
    #expect(!hears({ gauge.reading }, after: { gauge.unit = "m" }))
    #expect(hears({ gauge.unit }, after: { gauge.unit = "km" }))
    #expect(hears({ gauge.label }, after: { gauge.unit = "mm" }))
  }

  @Test func `what a tracking that never fired holds ends with the context`() throws {
    weak var token: Flag?
    do {
      let flag = Flag()
      token = flag
      let context = ModelContext(container)
      let club = Club(name: "a")
      context.insert(club)
      withObservationTracking {
        _ = club.name
      } onChange: {
        flag.set()
      }
    }
    #expect(token == nil)
  }

  @Test func `a read that nobody tracks makes no registrar`() {
    _ = customer.name
    customer.name = "B"
    #expect(!customer._$state.isWatched)
    _ = withObservationTracking {
      customer.name
    } onChange: {
    }
    #expect(customer._$state.isWatched)
  }

  @Test func `the threads that track do not disturb others`() async {
    let heard = await withTaskGroup(of: Bool.self) { group in
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
    #expect(heard)
  }
}

/// Models whose properties are computed by hand.
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
