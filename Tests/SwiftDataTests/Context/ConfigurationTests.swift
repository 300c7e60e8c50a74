import SwiftData
import TestSupport
import Testing

/// Model configurations, and the containers opened with them.
@Suite struct ConfigurationTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order

  enum Strange {
    @Model final class Stranger {
      var name: String = ""
      init() {}
    }
  }

  private func open(_ configurations: [ModelConfiguration]) throws -> ModelContainer {
    try ModelContainer(for: Schema(versionedSchema: Shop.self), configurations: configurations)
  }

  @Test func `configurations with the same options are equal`() {
    let url = URL(fileURLWithPath: "/tmp/x/places.store")
    let first = ModelConfiguration(url: url)
    #expect(first == ModelConfiguration("places", url: url, cloudKitDatabase: .none))
    #expect(first.id == "places")
    #expect(first.url == url)
    var rejecting = first
    rejecting.uniquePolicy = .reject
    #expect(rejecting != first)
    let schema = Schema(versionedSchema: Shop.self)
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let all: Set = [
      first, ModelConfiguration(url: url), memory, ModelConfiguration(url: url, allowsSave: false),
      ModelConfiguration(schema: schema, isStoredInMemoryOnly: true, groupContainer: .none),
    ]
    #expect(all.count == 4)
    #expect(memory.url.path == "/dev/null")
    #expect(memory.debugDescription == "ModelConfiguration(\"default\", in memory)")
    #expect(first.debugDescription == "ModelConfiguration(\"places\", /tmp/x/places.store)")
  }

  @Test(arguments: [true, false])
  func `a named app group or cloud database is refused, and none is accepted`(
    isNamed: Bool
  ) throws {
    let group = ModelConfiguration(
      isStoredInMemoryOnly: true, groupContainer: isNamed ? .identifier("group.trips") : .none)
    let cloud = ModelConfiguration(
      isStoredInMemoryOnly: true, cloudKitDatabase: isNamed ? .private("iCloud.trips") : .automatic)
    for configuration in [group, cloud] {
      guard isNamed else {
        #expect(configuration == ModelConfiguration(isStoredInMemoryOnly: true))
        _ = try open([configuration])
        continue
      }
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try open([configuration])
      }
      #expect(error?.message.contains(".trips'") == true)
    }
    #expect(ModelConfiguration.GroupContainer.automatic == .none)
    #expect(ModelConfiguration.CloudKitDatabase.automatic == .none)
  }

  @Test func `the name of a configuration determines the file name of the store`() {
    #expect(ModelConfiguration().url.lastPathComponent == "default.store")
    #expect(ModelConfiguration("trips").url.lastPathComponent == "trips.store")
  }

  @Test func `configuration names that are not valid file names are refused`() {
    for name in ["", ".", "..", "a/b", "a\0b"] {
      #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
        try open([ModelConfiguration(name)])
      }
    }
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try open([ModelConfiguration(String(repeating: "é", count: 128))])
    }
  }

  @Test func `a URL that is not a file URL is refused`() throws {
    for text in ["https://example.org/places.store", "places.store"] {
      let url = try #require(URL(string: text))
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try open([ModelConfiguration(url: url)])
      }
      #expect(error?.message.contains(text) == true)
      #expect(error?.message.contains("URL(fileURLWithPath:)") == true)
    }
  }

  @Test func `two configurations with the same URL are refused`() {
    let url = URL(fileURLWithPath: "/tmp/x/places.store")
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try open([ModelConfiguration("a", url: url), ModelConfiguration("b", url: url)])
    }
  }

  @Test func `a configuration for a model outside the container schema is refused`() {
    let configuration = ModelConfiguration(for: Strange.Stranger.self, isStoredInMemoryOnly: true)
    let error = #expect(
      throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema
    ) { try open([configuration]) }
    #expect(error?.entity == "Stranger")
  }

  @Test func `all container initialisers give the same schema`() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let schema = Schema(versionedSchema: Shop.self)
    let containers = [
      try ModelContainer(for: schema, configurations: memory),
      try ModelContainer(for: schema, migrationPlan: nil, configurations: [memory]),
      try ModelContainer(for: Customer.self, Order.self, configurations: memory),
      try ModelContainer(for: Customer.self, migrationPlan: nil, configurations: [memory]),
    ]
    for container in containers {
      #expect(container.schema == schema)
      #expect(container.configurations.count == 1)
    }
  }

  @Test func `two containers of one file in one process see the same changes`() throws {
    let folder = try TemporaryDirectory()
    let configuration = ModelConfiguration(url: folder.file("shop.store"))
    let first = try open([configuration])
    let second = try open([configuration])
    let writer = ModelContext(first)
    let reader = ModelContext(second)
    let order = Order(number: 1)
    writer.insert(order)
    try writer.save()
    let found = try #require(try reader.fetch(FetchDescriptor<Order>()).first)
    #expect(found.persistentModelID == order.persistentModelID)
    found.total = 4
    try reader.save()
    #expect(try writer.fetch(FetchDescriptor<Order>()).first?.total == 4)
    #expect(order.total == 4)
    try first.close()
    reader.insert(Order(number: 2))
    try reader.save()
    try second.close()
    let third = try open([configuration])
    #expect(try ModelContext(third).fetchCount(FetchDescriptor<Order>()) == 2)
    try third.close()
  }

  @Test func `erasing a container deletes data and history but does not reuse keys`() throws {
    let container = try Shop.container()
    let context = ModelContext(container)
    let customer = Customer(email: "a", name: "A")
    customer.orders = [Order(number: 1)]
    customer.clubs = [Shop.Club(name: "C")]
    context.insert(customer)
    try context.save()
    customer.name = "B"
    try context.save()
    let key = customer.persistentModelID.primaryKey
    let revision = try container.revision()
    try container.erase()
    #expect(try container.history().isEmpty)
    #expect(try container.historyCounts() == (undo: 0, redo: 0))
    #expect(try container.revision() > revision)
    let other = ModelContext(container)
    #expect(try other.fetchCount(FetchDescriptor<Customer>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<Order>()) == 0)
    let new = Customer(email: "a", name: "A")
    other.insert(new)
    try other.save()
    #expect(new.persistentModelID.primaryKey > key)
    try container.undo()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 0)
    container.deleteAllData()
    #expect(try container.history().isEmpty)
  }

  @Test func `an error of deleteAllData is thrown by the next save`() throws {
    let folder = try TemporaryDirectory()
    let url = folder.file("shop.store")
    let container = try open([ModelConfiguration(url: url)])
    let context = ModelContext(container)
    context.insert(Order(number: 1))
    try context.save()
    try container.close()
    let reading = try open([ModelConfiguration(url: url, allowsSave: false)])
    reading.deleteAllData()
    let other = ModelContext(reading)
    #expect(throws: SwiftDataError.storeReadOnly) { try other.save() }
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Order>()) == 1)
  }
}
