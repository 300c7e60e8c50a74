import Testing

@testable import SwiftData

/// Errors for values that bulk columns and bulk assignments cannot store.
@Suite struct BulkValueTests {
  typealias Sample = StoredValueTests.Sample

  @Test func `a bulk value that its column cannot store is refused with the property name`() {
    let large = #expect(throws: SwiftDataError.invalidValue) {
      try BulkColumn<Sample>.constant(\.large, .max)
    }
    #expect(large?.entity == "Sample" && large?.property == "large")
    #expect(large?.message.hasPrefix("Sample.large: 18446744073709551615 does not fit") == true)
    let single = #expect(throws: SwiftDataError.invalidValue) {
      try BulkAssignment<Sample>.set(\.single, to: .nan)
    }
    #expect(single?.entity == "Sample" && single?.property == "single")
  }
}
