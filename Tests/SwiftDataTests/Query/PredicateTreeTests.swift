import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// Random predicates find the same objects in SQL and in Swift.
struct PredicateTreeTests {
  typealias Item = RandomSchema.Item

  @Test func `random predicates find the same objects in SQL and in Swift`() throws {
    var random = SplitMix64.forTest()
    for _ in 0..<TestRounds.count(6) {
      let context = try RandomSchema.makeContext()
      let items = try RandomSchema.fill(context, count: 24, &random)
      let boxes = try context.fetch(FetchDescriptor<RandomSchema.Box>())
      var grower = PredicateGrower(
        random: random,
        identifiers: items.prefix(6).map(\.persistentModelID) + boxes.map(\.persistentModelID))
      for _ in 0..<60 {
        let depth = grower.number(1...4)
        let predicate = Predicate<Item> {
          AnyNode(grower.bool(Item.nodes($0, depth: 3), depth))
        }
        for tested in [predicate, negation(of: predicate)] {
          let found = try context.fetch(FetchDescriptor(predicate: tested)).map(\.rowKey)
          let expected = items.filter { (try? tested.evaluate($0)) == true }.map(\.rowKey)
          if found != expected {
            Issue.record("\(found) in SQL, \(expected) in Swift:\n\(predicate.expression)")
            return
          }
        }
      }
      random = grower.random
    }
  }
}

extension PersistentModel {
  fileprivate var rowKey: Int64 { persistentModelID.primaryKey }
}

/// The number of rounds of property tests, multiplied by `CARTOGRAPHER_ROUNDS`.
enum TestRounds {
  /// Whether `CARTOGRAPHER_ROUNDS` is set.
  static var isAskedFor: Bool {
    ProcessInfo.processInfo.environment["CARTOGRAPHER_ROUNDS"] != nil
  }

  /// Returns a number of rounds multiplied by `CARTOGRAPHER_ROUNDS`.
  static func count(_ rounds: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["CARTOGRAPHER_ROUNDS"].flatMap { Int($0) }
    return rounds * max(1, factor ?? 1)
  }
}
