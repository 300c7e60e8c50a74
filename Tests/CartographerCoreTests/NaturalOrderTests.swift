import CartographerCore
import Testing

/// The natural order of names.
@Suite struct NaturalOrderTests {
  @Test(arguments: [
    ["route 1", "route 2", "route 10", "route 10a", "route 100"],
    ["1", "2", "10", "123456789", "1234567890", "123456789012345678901", "a"],
    ["day", "day 0", "day 1", "day 1.2", "day 1.10", "day x"],
    ["a-1-10", "a-2-3", "a-10-2"],
  ])
  func `numbers in names count by their value`(names: [String]) {
    #expect(names.reversed().sorted { NaturalOrder.key($0) < NaturalOrder.key($1) } == names)
  }

  @Test func `leading zeros do not count`() {
    #expect(NaturalOrder.key("day 007") == NaturalOrder.key("day 7"))
    #expect(NaturalOrder.key("000") == NaturalOrder.key("0"))
  }
}
