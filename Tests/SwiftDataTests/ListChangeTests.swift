import TestSupport
import Testing

@testable import SwiftData

@Suite struct ListChangeTests {
  private final class Thing {}

  /// Compares list changes with set differences. Many of the random lists share a beginning or end.
  @Test func `the additions and removals of a list change equal set differences`() {
    var generator = SplitMix64.forTest()
    let things = (0..<40).map { _ in Thing() }
    for _ in 0..<3_000 {
      let old = Array(
        things.shuffled(using: &generator).prefix(.random(in: 0...30, using: &generator)))
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let position = Int.random(in: 0...new.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where position < new.count: new.remove(at: position)
        case 1: new.append(things[Int.random(in: 0..<things.count, using: &generator)])
        default:
          new.insert(things[Int.random(in: 0..<things.count, using: &generator)], at: position)
        }
      }
      let change = ListChange(from: old, to: new)
      let before = Set(old.map(ObjectIdentifier.init))
      let after = Set(new.map(ObjectIdentifier.init))
      #expect(Set(change.added.map(ObjectIdentifier.init)) == after.subtracting(before))
      #expect(change.added.count == after.subtracting(before).count)
      #expect(Set(change.removed.map(ObjectIdentifier.init)) == before.subtracting(after))
      #expect(change.hasDuplicates == (after.count != new.count))
    }
  }
}
