import SwiftData
import TestSupport
import Testing

/// Errors for models that are not in the schema of the container.
@Suite struct UnknownModelTests {
  enum Forgotten {
    @Model final class Ticket {
      var number: Int = 0
      init() {}
    }
  }

  enum ShopOfYesterday {
    @Model final class Club {
      var name: String = ""
      init() {}
    }
  }

  private func messages(of model: any PersistentModel) throws -> [String] {
    func all<T: PersistentModel>(_ model: T) throws -> [String?] {
      let context = ModelContext(try Shop.container())
      let fetch = #expect(throws: SwiftDataError.wrongSchema) {
        try context.fetch(FetchDescriptor<T>())
      }
      let count = #expect(throws: SwiftDataError.wrongSchema) {
        try context.forEachChunk(of: T.self, [.key]) { _ in }
      }
      context.insert(model)
      let save = #expect(throws: SwiftDataError.wrongSchema) { try context.save() }
      return [fetch, count, save].map(\.?.message)
    }
    return try all(model).compactMap { $0 }
  }

  @Test func `the error for a model outside the schema says to add it to the models`() throws {
    let messages = try messages(of: Forgotten.Ticket())
    #expect(messages.count == 3)
    for message in messages {
      #expect(message.contains("Forgotten.Ticket is not in the schema of this context's container"))
      #expect(message.contains("Address, Club, Customer, Line, Order"))
      #expect(message.contains("add Ticket to the models"))
      #expect(!message.contains("version"))
    }
  }

  @Test func `the error for a model of another version names the correct type`() throws {
    let messages = try messages(of: ShopOfYesterday.Club())
    #expect(messages.count == 3)
    for message in messages {
      #expect(
        message.contains("ShopOfYesterday.Club is not the Club class in this context's schema"))
      #expect(message.contains("use the schema's class"))
      #expect(message.contains("Shop.Club"))
    }
  }
}
