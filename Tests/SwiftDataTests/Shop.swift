import SwiftData

/// A small schema with every kind of relationship, for the tests of contexts.
enum Shop: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  enum Level: String, Codable {
    case new, regular
  }

  @Model
  final class Customer {
    @Attribute(.unique) var email: String
    var name: String
    var level: Level = Level.new
    var nickname: String?
    var age: Int = 0
    var tags: [String] = []
    @Transient var visits: Int = 7
    @Relationship(deleteRule: .cascade, inverse: \Order.customer) var orders: [Order] = []
    @Relationship(inverse: \Club.members) var clubs: [Club] = []
    @Relationship(deleteRule: .cascade) var address: Address?

    init(email: String, name: String) {
      self.email = email
      self.name = name
    }
  }

  @Model
  final class Order {
    var number: Int
    var total: Double
    var placed: Date
    var customer: Customer?
    @Relationship(deleteRule: .cascade, inverse: \Line.order) var lines: [Line] = []

    init(number: Int, total: Double = 0, placed: Date = Date(timeIntervalSinceReferenceDate: 0)) {
      self.number = number
      self.total = total
      self.placed = placed
    }
  }

  @Model
  final class Line {
    var text: String
    var payload: Data?
    var order: Order?

    init(text: String) { self.text = text }
  }

  @Model
  class Club {
    var name: String
    var members: [Customer] = []

    init(name: String) { self.name = name }
  }

  @Model
  final class Address {
    var city: String
    init(city: String) { self.city = city }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: Shop.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}

extension ModelContainer {
  /// Makes one change of the history in a new context.
  func change(_ title: String, _ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(self)
    try context.transaction(title: title) { try body(context) }
  }
}
