import TestSupport
import Testing

@testable import SwiftData

@Suite struct IdentityMapTests {
  private final class Thing {}

  /// Compares a map with a dictionary after each of many random changes.
  @Test func `an identity map returns the same objects as a dictionary`() {
    let map = IdentityMap()
    var expected: [Int64: Thing] = [:]
    var generator = SplitMix64.forTest()
    // Consecutive keys, sparse keys, and the end of the range.
    let keys = Array(1...300) + (0..<40).map { 1 << ($0 + 20) } + [.max, .max - 1]
    for _ in 0..<20_000 {
      let key = Int64(keys[Int.random(in: 0..<keys.count, using: &generator)])
      if Bool.random(using: &generator) {
        let thing = Thing()
        map[key] = Unmanaged.passUnretained(thing)
        expected[key] = thing
      } else {
        map[key] = nil
        expected[key] = nil
      }
      #expect(map[key]?.takeUnretainedValue() === expected[key])
    }
    for key in keys {
      #expect(map[Int64(key)]?.takeUnretainedValue() === expected[Int64(key)])
    }
    let objects = map.values.map { ObjectIdentifier($0.takeUnretainedValue()) }
    #expect(objects.count == expected.count)
    #expect(Set(objects) == Set(expected.values.map { ObjectIdentifier($0) }))
  }
}
