import Foundation
import SwiftData
import Testing

private enum Prices {
  @Model final class Price {
    var amount: Decimal
    var note: [String] = []
    init(amount: Decimal) { self.amount = amount }
  }
}

struct DecimalTests {
  @Test func `a NaN decimal is refused at the save, but the text NaN is stored`() throws {
    let container = try ModelContainer(
      for: Prices.Price.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let price = Prices.Price(amount: Decimal(string: "12.50") ?? 0)
    price.note = ["NaN", "\"NaN\""]
    context.insert(price)
    try context.save()
    price.amount = .nan
    #expect(throws: SwiftDataError.invalidValue) { try context.save() }
    let stored = try ModelContext(container).fetch(FetchDescriptor<Prices.Price>())
    #expect(stored.map(\.amount) == [Decimal(string: "12.5")])
    #expect(stored.first?.note == ["NaN", "\"NaN\""])
  }
}
