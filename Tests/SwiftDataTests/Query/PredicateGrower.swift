import Foundation
import TestSupport

@testable import SwiftData

/// Grows random predicates of all expressions with an SQL form.
///
/// Expressions that would trap in Swift are left out: overflow, division by zero and inverted
/// ranges.
struct PredicateGrower {
  var random: SplitMix64
  let identifiers: [PersistentIdentifier]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func pick<T>(_ list: [T]) -> T? { list.randomElement(using: &random) }

  mutating func bool(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    if depth > 0, number(0...2) > 0 {
      switch number(0...7) {
      case 0, 1: return and(bool(row, depth - 1), bool(row, depth - 1))
      case 2, 3: return or(bool(row, depth - 1), bool(row, depth - 1))
      case 4: return not(bool(row, depth - 1))
      case 5:
        return conditional(bool(row, depth - 1), bool(row, depth - 1), bool(row, depth - 1))
      case 6: if let node = ofList(row, depth) { return node }
      default: if let node = ofLink(row, depth) { return node }
      }
    }
    switch number(0...17) {
    case 0: return comparison(int(row, depth), int(row, depth))
    case 1: return equal(int(row, depth), int(row, depth))
    case 2: return comparison(double(row, depth), double(row, depth))
    case 3: return equal(double(row, depth), double(row, depth))
    case 4: return equal(optionalInt(row, depth), optionalInt(row, depth))
    case 5: return equal(optionalDouble(row, depth), optionalDouble(row, depth))
    case 6: return equal(optionalString(row, depth), optionalString(row, depth))
    case 7: return ofString(row, depth)
    case 8: return comparison(string(row, depth), string(row, depth))
    case 9: return comparison(date(row), date(row))
    case 10: return pick(row.bools) ?? constant(true)
    case 11: return ofList(row, depth) ?? equal(string(row, depth), string(row, depth))
    case 12: return membership(row, depth)
    case 13: return rare(row)
    case 14: return float(row)
    case 15: return small(row)
    case 16: return coalesced(row, depth)
    default: return identity(row)
    }
  }

  // MARK: Numbers

  mutating func int(_ row: RowNodes, _ depth: Int) -> Node<Int> {
    guard depth > 0 else { return intLeaf(row) }
    switch number(0...9) {
    case 0:
      return arithmetic(int(row, depth - 1), int(row, depth - 1))
    case 1: return negative(int(row, depth - 1))
    case 2:
      let divisor = intLeaf(row)
      return conditional(
        not(equal(divisor, constant(0))), quotient(int(row, depth - 1), divisor), intLeaf(row))
    case 3:
      let divisor = intLeaf(row)
      return conditional(
        not(equal(divisor, constant(0))), remainder(int(row, depth - 1), divisor), intLeaf(row))
    case 4: return conditional(bool(row, depth - 1), int(row, depth - 1), intLeaf(row))
    case 5: return coalesce(optionalInt(row, depth - 1), int(row, depth - 1))
    case 6: return unwrapped(optionalInt(row, depth - 1))
    case 7: return count(string(row, depth - 1))
    default: return intLeaf(row)
    }
  }

  private mutating func intLeaf(_ row: RowNodes) -> Node<Int> {
    if number(0...3) == 0, let list = pick(row.lists) { return list.count }
    if number(0...3) == 0, let words = pick(row.words) { return wordCount(words) }
    return number(0...2) > 0 ? pick(row.ints) ?? constant(1) : constant(number(-3...3))
  }

  mutating func optionalInt(_ row: RowNodes, _ depth: Int) -> Node<Int?> {
    if depth > 0, let link = pick(row.links) {
      return number(0...1) == 0
        ? link.map { int($0, depth - 1) } : link.flatMap { optionalInt($0, depth - 1) }
    }
    return number(0...2) > 0
      ? pick(row.optionalInts) ?? constant(nil)
      : constant(number(0...1) == 0 ? nil : number(-2...2))
  }

  mutating func double(_ row: RowNodes, _ depth: Int) -> Node<Double> {
    guard depth > 0 else {
      return number(0...2) > 0
        ? pick(row.doubles) ?? constant(0.5)
        : constant([0, 0.5, -1, .nan, .infinity][number(0...4)])
    }
    switch number(0...6) {
    case 0: return arithmetic(double(row, depth - 1), double(row, depth - 1))
    case 1: return division(double(row, depth - 1), double(row, depth - 1))
    case 2: return negative(double(row, depth - 1))
    case 3: return coalesce(optionalDouble(row, depth - 1), double(row, depth - 1))
    case 4: return conditional(bool(row, depth - 1), double(row, depth - 1), double(row, 0))
    case 5: return unwrapped(optionalDouble(row, depth - 1))
    default: return double(row, 0)
    }
  }

  mutating func optionalDouble(_ row: RowNodes, _ depth: Int) -> Node<Double?> {
    if depth > 0, let link = pick(row.links) {
      return number(0...1) == 0
        ? link.map { double($0, depth - 1) } : link.flatMap { optionalDouble($0, depth - 1) }
    }
    if depth > 0, number(0...2) == 0 {
      return conditional(
        bool(row, depth - 1), optionalDouble(row, depth - 1), optionalDouble(row, 0))
    }
    return number(0...2) > 0
      ? pick(row.optionalDoubles) ?? constant(nil)
      : constant([nil, 0, 1, .nan][number(0...3)] as Double?)
  }

  private mutating func float(_ row: RowNodes) -> Node<Bool> {
    let one = pick(row.floats) ?? constant(Float(1) / 3)
    let other: Node<Float> = constant(Float(number(0...6)) / 3)
    return number(0...1) == 0
      ? comparison(arithmetic(one, other), one) : equal(division(one, other), other)
  }

  private mutating func small(_ row: RowNodes) -> Node<Bool> {
    let one = pick(row.smalls) ?? constant(Int8(2))
    let other: Node<Int8> = constant(Int8(number(-3...3)))
    return comparison(arithmetic(one, other), one)
  }

  // MARK: Text

  mutating func string(_ row: RowNodes, _ depth: Int) -> Node<String> {
    if depth > 0 {
      switch number(0...4) {
      case 0: return coalesce(optionalString(row, depth - 1), string(row, depth - 1))
      case 1: return conditional(bool(row, depth - 1), string(row, 0), string(row, depth - 1))
      case 2: return unwrapped(optionalString(row, depth - 1))
      default: break
      }
    }
    return number(0...2) > 0 ? pick(row.strings) ?? constant("a") : constant(word())
  }

  mutating func optionalString(_ row: RowNodes, _ depth: Int) -> Node<String?> {
    if depth > 0, let link = pick(row.links) {
      return number(0...1) == 0
        ? link.map { string($0, depth - 1) } : link.flatMap { optionalString($0, depth - 1) }
    }
    return number(0...2) > 0
      ? pick(row.optionalStrings) ?? constant(nil) : constant(number(0...1) == 0 ? nil : word())
  }

  private mutating func ofString(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    let (one, other) = (string(row, depth), string(row, 0))
    switch number(0...4) {
    case 0: return contains(one, other)
    case 1: return starts(one, other)
    case 2: return localizedContains(one, other)
    case 3: return isEmpty(one)
    default: return equal(one, other)
    }
  }

  private mutating func word() -> String {
    RandomSchema.words[number(0...RandomSchema.words.count - 1)]
  }

  // MARK: Other types

  private mutating func date(_ row: RowNodes) -> Node<Date> {
    if number(0...2) == 0 { return unwrapped(pick(row.optionalDates) ?? constant(nil)) }
    return number(0...2) > 0
      ? pick(row.dates) ?? constant(Date(timeIntervalSinceReferenceDate: 1))
      : constant(Date(timeIntervalSinceReferenceDate: Double(number(0...5))))
  }

  private mutating func rare(_ row: RowNodes) -> Node<Bool> {
    switch number(0...6) {
    case 0: return equal(pick(row.kinds) ?? constant(.hut), constant(.hut))
    case 1:
      let tones: [RandomSchema.Tone?] = [nil, .dark, .amber]
      return equal(pick(row.optionalTones) ?? constant(nil), constant(tones[number(0...2)]))
    case 2:
      let token = RandomSchema.token(number(0...3))
      return number(0...1) == 0
        ? equal(pick(row.tokens) ?? constant(token), constant(token))
        : comparison(pick(row.tokens) ?? constant(token), constant(token))
    case 3: return equal(pick(row.datas) ?? constant(Data()), constant(Data([0])))
    case 4:
      return equal(
        pick(row.optionalURLs) ?? constant(nil), constant(URL(string: "https://example.org/1")))
    case 5:
      guard let words = pick(row.words) else { return constant(true) }
      return wordContains(words, word())
    default:
      let flags: [Bool?] = [nil, true, false]
      return equal(pick(row.optionalBools) ?? constant(nil), constant(flags[number(0...2)]))
    }
  }

  private mutating func coalesced(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    if depth > 0, let link = pick(row.links) {
      return coalesce(link.map { bool($0, depth - 1) }, constant(number(0...1) == 0))
    }
    return coalesce(pick(row.optionalBools) ?? constant(nil), constant(number(0...1) == 0))
  }

  private mutating func identity(_ row: RowNodes) -> Node<Bool> {
    guard let one = pick(row.identifiers), let other = pick(identifiers) else {
      return constant(false)
    }
    switch number(0...2) {
    case 0: return equal(one, constant(other))
    case 1: return listContains(identifiers.filter { _ in number(0...2) == 0 }, one)
    default: return equal(one, pick(row.identifiers) ?? one)
    }
  }

  private mutating func membership(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    switch number(0...6) {
    case 0: return listContains((0..<number(0...3)).map { _ in word() }, string(row, depth))
    case 1:
      return listContains(
        (0..<number(0...3)).map { _ in number(0...2) == 0 ? nil : word() },
        optionalString(row, depth))
    case 2: return listContains((0..<number(0...70)).map { $0 * 2 - 10 }, int(row, depth))
    case 3:
      return listContains(
        [Double.nan] + (0..<number(0...70)).map { Double($0) / 2 }, double(row, depth))
    case 4:
      return listContains(
        (0..<number(1...70)).map { RandomSchema.token($0 % 250 + 1) },
        pick(row.tokens) ?? constant(RandomSchema.token(1)))
    case 5:
      let low = number(-3...2)
      return range(low, low + number(0...3), int(row, depth))
    default:
      let low = Double(number(-3...2))
      return openRange(low, low + Double(number(0...3)), double(row, depth))
    }
  }

  private mutating func ofLink(_ row: RowNodes, _ depth: Int) -> Node<Bool>? {
    guard let link = pick(row.links) else { return nil }
    switch number(0...3) {
    case 0: return link.isNil
    case 1: return bool(link.forced, depth - 1)
    case 2: return coalesce(link.map { bool($0, depth - 1) }, constant(number(0...1) == 0))
    default:
      let flags: [Bool?] = [nil, true, false]
      return equal(link.map { bool($0, depth - 1) }, constant(flags[number(0...2)]))
    }
  }

  private mutating func ofList(_ row: RowNodes, _ depth: Int) -> Node<Bool>? {
    guard var list = pick(row.lists) else { return nil }
    if depth > 0, number(0...2) == 0 { list = list.filter { bool($0, depth - 1) } }
    switch number(0...3) {
    case 0: return list.isEmpty
    case 1: return comparison(list.count, constant(number(0...3)))
    case 2: return list.contains { bool($0, depth - 1) }
    default: return list.allSatisfy { bool($0, depth - 1) }
    }
  }
}
