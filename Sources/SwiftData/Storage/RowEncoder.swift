import Foundation

/// An encoder that binds an object's values to the parameters of an `INSERT` or `UPDATE` statement.
///
/// The code that `@Model` generates calls the encoder as follows:
///
/// ```swift
/// _Property.write(self._name, 0, encoder)
/// _Property.write(self._owner, 1, encoder)
/// ```
public final class _RowEncoder {
  /// The statement to which the values are bound. Nil if the values are collected in `values`.
  private let statement: Statement?
  private let entity: EntityLayout
  /// The SQL parameter number of each property, indexed by property. The number is 0 for a property
  /// that is not written.
  private let parameters: [Int32]
  /// The row keys assigned to objects that are not in the store yet.
  private let keys: [ObjectIdentifier: Int64]
  /// Whether mandatory relationships may be encoded without a target. Missing targets are allowed
  /// if the values are not stored but only used to search for matching rows.
  private let acceptsMissing: Bool
  private(set) var failure: SwiftDataError?
  /// The collected values, indexed by property, or an empty array if the values are bound to a
  /// statement.
  private var values: [_SQLValue?] = []

  init(
    _ statement: Statement, entity: EntityLayout, parameters: [Int32],
    keys: [ObjectIdentifier: Int64], acceptsMissing: Bool = false
  ) {
    self.statement = statement
    self.acceptsMissing = acceptsMissing
    self.entity = entity
    self.parameters = parameters
    self.keys = keys
  }

  private init(
    collecting entity: EntityLayout, slots: Set<Int>?, keys: [ObjectIdentifier: Int64]
  ) {
    self.statement = nil
    self.acceptsMissing = true
    self.entity = entity
    self.parameters = entity.properties.indices.map {
      slots?.contains($0) == false ? 0 : Int32($0 + 1)
    }
    self.keys = keys
    self.values = Array(repeating: nil, count: entity.properties.count)
  }

  /// Returns an object's property values as a store would contain them, indexed by property. The
  /// value is nil for a property without a column or a value.
  ///
  /// - Parameter slots: The indexes of the requested properties, or nil for all properties.
  /// - Parameter keys: The row keys assigned to objects that are not in the store yet.
  static func values(
    of model: some PersistentModel, _ entity: EntityLayout, slots: Set<Int>? = nil,
    keys: [ObjectIdentifier: Int64] = [:]
  ) -> [_SQLValue?] {
    let encoder = _RowEncoder(collecting: entity, slots: slots, keys: keys)
    model._$encode(encoder)
    return encoder.values
  }

  @usableFromInline
  func index(of slot: Int) -> Int32? {
    let parameter = parameters[slot]
    return parameter == 0 ? nil : parameter
  }

  @usableFromInline
  func bind(_ value: Int64, _ index: Int32) {
    if let statement { statement.bind(value, index) } else { keep(.integer(value), index) }
  }

  @usableFromInline
  func bind(_ value: String, _ index: Int32) {
    guard let statement else { return keep(.text(value), index) }
    do { try statement.bind(value, index) } catch { refuse(error, index) }
  }

  @usableFromInline
  func bind(_ value: Data, _ index: Int32) {
    guard let statement else { return keep(.blob(value), index) }
    do { try statement.bind(value, index) } catch { refuse(error, index) }
  }

  private func refuse(_ error: any Error, _ index: Int32) {
    let property = parameters.firstIndex(of: index).map { entity.properties[$0].name }
    let name = property ?? "?"
    failure = SwiftDataError(
      .invalidValue, "\(entity.name).\(name) cannot be stored. \(error)", entity: entity.name,
      property: property, underlying: error)
  }

  @usableFromInline
  func bindNull(_ index: Int32) {
    if let statement { statement.bindNull(index) } else { keep(.null, index) }
  }

  private func keep(_ value: _SQLValue, _ index: Int32) { values[Int(index) - 1] = value }

  @usableFromInline
  func bind(_ value: Double, _ index: Int32) {
    if value.isNaN {
      fail("is NaN, which cannot be stored; make the property optional, and use nil instead", index)
    }
    if let statement { statement.bind(value, index) } else { keep(.real(value), index) }
  }

  /// Records that a property's value cannot be stored, so that the save throws an error.
  @usableFromInline
  func fail(_ reason: String, _ index: Int32) {
    let property = parameters.firstIndex(of: index).map { entity.properties[$0].name }
    failure = SwiftDataError(
      .invalidValue, "\(entity.name).\(property ?? "?") \(reason).", entity: entity.name,
      property: property)
  }

  /// Binds the row key of a to-one relationship's target object.
  @usableFromInline
  func bindReference(_ target: (any PersistentModel)?, unloaded: Int64, _ index: Int32) {
    guard let target else {
      if unloaded != 0 { bind(unloaded, index) } else { bindMissing(index) }
      return
    }
    // A target that this save deletes still has its row; the delete rules are applied later.
    let state = target._$state.representative
    if state.key != 0 {
      bind(state.key, index)
    } else if let key = keys[ObjectIdentifier(target.representative)] {
      bind(key, index)
    } else {
      bindMissing(index)
    }
  }

  private func bindMissing(_ index: Int32) {
    bindNull(index)
    guard !acceptsMissing, failure == nil, let slot = parameters.firstIndex(of: index),
      !entity.properties[slot].isOptional
    else { return }
    failure = SwiftDataError(
      .modelValidationFailure,
      "\(entity.name).\(entity.properties[slot].name) is a mandatory relationship without a target. "
        + "Set the relationship, or delete the \(entity.name) too.",
      entity: entity.name, property: entity.properties[slot].name)
  }
}
