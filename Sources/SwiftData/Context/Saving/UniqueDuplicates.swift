import Foundation

/// The inserted objects of one save that have the same unique value as an earlier inserted object.
/// All objects with the same unique value become one row, with the values of the last object and
/// the relationships of all the objects.
struct UniqueDuplicates {
  private let entity: EntityLayout
  private let slots: Set<Int>
  /// For each unique key, a dictionary from the key's values to the first object with these values.
  private var firsts: [[[_SQLValue]: ObjectIdentifier]]
  /// For each duplicate object, the first object with the same unique value.
  private(set) var found: [ObjectIdentifier: ObjectIdentifier] = [:]

  init(_ entity: EntityLayout) {
    self.entity = entity
    self.slots = Set(entity.uniqueKeys.flatMap { $0 }.map(\.slot))
    self.firsts = Array(repeating: [:], count: entity.uniqueKeys.count)
  }

  /// Returns the first recorded object that has the same unique value as the given object. Returns
  /// the given object if there is no such object. Nil values never match.
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

  /// Converts text to its UTF-8 bytes, so that Swift and SQLite agree on equality. Other values are
  /// returned unchanged.
  private static func exact(_ value: _SQLValue) -> _SQLValue {
    if case .text(let text) = value { .blob(Data(text.utf8)) } else { value }
  }
}
