import Foundation

/// Finds, among the objects of an entity that one save inserts, those with a unique value of one
/// before them: they become one row, with the values of the last and the links of all.
struct UniqueTwins {
  private let entity: EntityLayout
  private let slots: Set<Int>
  /// By unique key: the first object of each value.
  private var firsts: [[[_SQLValue]: ObjectIdentifier]]
  /// Each object that is a twin, with the first of its kind.
  private(set) var found: [ObjectIdentifier: ObjectIdentifier] = [:]

  init(_ entity: EntityLayout) {
    self.entity = entity
    self.slots = Set(entity.uniqueKeys.flatMap { $0 }.map(\.slot))
    self.firsts = Array(repeating: [:], count: entity.uniqueKeys.count)
  }

  /// The first noted object that shares a unique value with an object; the object itself when
  /// there is none. Nil is no value that could be shared.
  mutating func first(
    like model: any PersistentModel, _ keys: [ObjectIdentifier: Int64]
  ) -> ObjectIdentifier {
    let values = _RowEncoder.values(of: model, entity, slots: slots, keys: keys)
    let own = entity.uniqueKeys.map { unique -> [_SQLValue]? in
      let value = unique.compactMap { values[$0.slot].map(Self.exact) }
      return value.count < unique.count || value.contains(.null) ? nil : value
    }
    var first: ObjectIdentifier?
    for (index, value) in own.enumerated() where first == nil {
      first = value.flatMap { firsts[index][$0] }
    }
    if let first { found[ObjectIdentifier(model)] = first }
    let shared = first ?? ObjectIdentifier(model)
    for (index, value) in own.enumerated() {
      if let value, firsts[index][value] == nil { firsts[index][value] = shared }
    }
    return shared
  }

  /// A value that equals another where the store's columns are equal: texts by their bytes.
  private static func exact(_ value: _SQLValue) -> _SQLValue {
    if case .text(let text) = value { .blob(Data(text.utf8)) } else { value }
  }
}
