import Foundation

/// A column of values for a bulk write. All columns of a write must have the same length.
///
/// ```swift
/// let names = BulkColumn<Reading>.values(\.name, ["a", "b", "c"])
/// let values = BulkColumn<Reading>.values(\.value, [1.5, 2, 0.25])
/// let indexes = BulkColumn<Reading>.counting(\.index, from: 0, by: 1)
/// let keys = try context.append(Reading.self, count: 3, [names, values, indexes])
/// ```
public struct BulkColumn<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let values: BulkValues
  /// The relationship target that all rows in the column share. Nil for any other column. The
  /// target is validated before any row is written.
  let target: PersistentIdentifier?

  private init(
    _ keyPath: PartialKeyPath<Model>, _ values: BulkValues, target: PersistentIdentifier? = nil
  ) {
    self.keyPath = keyPath
    self.values = values
    self.target = target
  }

  /// Returns a column of floating-point numbers. If a value is NaN, the bulk write throws an error.
  public static func values(_ keyPath: KeyPath<Model, Double>, _ values: [Double]) -> Self {
    Self(keyPath, .doubles(values))
  }

  /// Returns a column of optional numbers. NaN represents nil.
  public static func values(_ keyPath: KeyPath<Model, Double?>, nanAsNil values: [Double]) -> Self {
    Self(keyPath, .optionalDoubles(values))
  }

  /// Returns a column of optional dates, given in seconds since 2001-01-01T00:00:00Z. NaN
  /// represents nil.
  public static func values(_ keyPath: KeyPath<Model, Date?>, nanAsNil values: [Double]) -> Self {
    Self(keyPath, .optionalDoubles(values))
  }

  /// Returns a column of integers.
  public static func values(_ keyPath: KeyPath<Model, Int>, _ values: [Int64]) -> Self {
    Self(keyPath, .integers(values))
  }

  /// Returns a column of optional integers. A value equal to `none` represents nil.
  public static func values(
    _ keyPath: KeyPath<Model, Int?>, nilAs none: Int64, _ values: [Int64]
  ) -> Self {
    Self(keyPath, .optionalIntegers(values, none: none))
  }

  /// Returns a column of Booleans.
  public static func values(_ keyPath: KeyPath<Model, Bool>, _ values: [Bool]) -> Self {
    Self(keyPath, .integers(values.map { $0 ? 1 : 0 }))
  }

  /// Returns a column of text values.
  public static func values(_ keyPath: KeyPath<Model, String>, _ values: [String]) -> Self {
    Self(keyPath, .texts(values))
  }

  /// Returns a column of optional text values.
  public static func values(_ keyPath: KeyPath<Model, String?>, _ values: [String?]) -> Self {
    Self(keyPath, .optionalTexts(values))
  }

  /// Returns a column of binary data.
  public static func values(_ keyPath: KeyPath<Model, Data>, _ values: [Data]) -> Self {
    Self(keyPath, .blobs(values))
  }

  /// Returns a column of the integers `start`, `start + step`, `start + 2 * step`, …
  public static func counting(
    _ keyPath: KeyPath<Model, Int>, from start: Int, by step: Int
  ) -> Self {
    Self(keyPath, .arithmetic(start: Int64(start), step: Int64(step)))
  }

  /// Returns a column with the same value in every row.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if the value cannot be stored in a column.
  public static func constant<Value: _ColumnValue>(
    _ keyPath: KeyPath<Model, Value>, _ value: Value
  ) throws -> Self {
    Self(keyPath, .constant(try Model.encoded(value, for: keyPath)))
  }

  /// Returns a column with the same relationship target in every row. The target must already be
  /// saved in the same store as the rows.
  public static func reference<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>, _ target: PersistentIdentifier?
  ) -> Self {
    Self(keyPath, .constant(target.map { .integer($0.key) } ?? .null), target: target)
  }

  /// Returns a column for a mandatory relationship, given the targets' primary keys.
  public static func references<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target>, _ keys: [Int64]
  ) -> Self {
    Self(keyPath, .integers(keys))
  }

  /// Returns a column for an optional relationship, given the targets' primary keys, with 0 in
  /// place of nil.
  public static func references<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>, _ keys: [Int64]
  ) -> Self {
    Self(keyPath, .optionalIntegers(keys, none: 0))
  }
}

/// A property that a bulk read returns as a column.
///
/// ```swift
/// let fields: [BulkField<Reading>] = [.key, .text(\.name), .double(\.value)]
/// try context.forEachChunk(of: Reading.self, fields) { print($0.texts(1), $0.doubles(2)) }
/// ```
public struct BulkField<Model: PersistentModel> {
  enum Kind {
    case double
    case integer
    case text
    case data
  }

  let keyPath: PartialKeyPath<Model>?
  let kind: Kind

  /// The field that reads each row's primary key, as an integer.
  public static var key: Self { Self(keyPath: nil, kind: .integer) }

  /// Returns a field that reads a floating-point property.
  public static func double(_ keyPath: KeyPath<Model, Double>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// Returns a field that reads an optional floating-point property. NaN represents nil.
  public static func double(_ keyPath: KeyPath<Model, Double?>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// Returns a field that reads a date property as the number of seconds since
  /// 2001-01-01T00:00:00Z.
  public static func date(_ keyPath: KeyPath<Model, Date>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// Returns a field that reads an optional date property as the number of seconds since
  /// 2001-01-01T00:00:00Z. NaN represents nil.
  public static func date(_ keyPath: KeyPath<Model, Date?>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// Returns a field that reads an integer property.
  public static func integer(_ keyPath: KeyPath<Model, Int>) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// Returns a field that reads an optional integer property. Nil is read as 0.
  public static func integer(_ keyPath: KeyPath<Model, Int?>) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// Returns a field that reads a Boolean property as an integer: 1 for true and 0 for false.
  public static func boolean(_ keyPath: KeyPath<Model, Bool>) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// Returns a field that reads a text property.
  public static func text(_ keyPath: KeyPath<Model, String>) -> Self {
    Self(keyPath: keyPath, kind: .text)
  }

  /// Returns a field that reads an optional text property. For nil, ``BulkChunk/texts(_:)`` returns
  /// an empty string, and ``BulkChunk/optionalTexts(_:)`` returns nil.
  public static func text(_ keyPath: KeyPath<Model, String?>) -> Self {
    Self(keyPath: keyPath, kind: .text)
  }

  /// Returns a field that reads a binary-data property.
  public static func data(_ keyPath: KeyPath<Model, Data>) -> Self {
    Self(keyPath: keyPath, kind: .data)
  }

  /// Returns a field that reads the primary key of a mandatory relationship's target.
  public static func reference<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target>
  ) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// Returns a field that reads the primary key of an optional relationship's target. Nil is read
  /// as 0.
  public static func reference<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>
  ) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }
}

/// A chunk of rows returned by a bulk read, with one column for each requested field.
///
/// ```swift
/// let fields: [BulkField<Reading>] = [.text(\.note), .double(\.value)]
/// try context.forEachChunk(of: Reading.self, fields) { print($0.optionalTexts(0), $0.doubles(1)) }
/// ```
public struct BulkChunk {
  enum Column {
    case doubles([Double])
    case integers([Int64])
    case texts([String?])
    case blobs([Data])
  }

  var columns: [Column]
  /// The number of rows in the chunk.
  public internal(set) var count = 0

  /// Returns the values of a floating-point or date field.
  ///
  /// - Precondition: The field was requested as a double or a date.
  public func doubles(_ field: Int) -> [Double] {
    guard case .doubles(let values) = columns[field] else {
      preconditionFailure("field \(field) was not requested as a double")
    }
    return values
  }

  /// Returns the values of an integer, Boolean, key or reference field.
  ///
  /// - Precondition: The field was requested as an integer, Boolean, key or reference.
  public func integers(_ field: Int) -> [Int64] {
    guard case .integers(let values) = columns[field] else {
      preconditionFailure("field \(field) was not requested as an integer")
    }
    return values
  }

  /// Returns the values of an optional text field.
  ///
  /// - Precondition: The field was requested as text.
  public func optionalTexts(_ field: Int) -> [String?] {
    guard case .texts(let values) = columns[field] else {
      preconditionFailure("field \(field) was not requested as text")
    }
    return values
  }

  /// Returns the values of a binary-data field.
  ///
  /// - Precondition: The field was requested as data.
  public func data(_ field: Int) -> [Data] {
    guard case .blobs(let values) = columns[field] else {
      preconditionFailure("field \(field) was not requested as binary data")
    }
    return values
  }

  /// Returns a text field's values, with an empty string in place of nil.
  ///
  /// - Precondition: The field was requested as text.
  public func texts(_ field: Int) -> [String] { optionalTexts(field).map { $0 ?? "" } }
}

/// An assignment that a bulk update applies to every matching row: a property and its new value.
///
/// ```swift
/// let clearedTotal = try BulkAssignment<Order>.set(\.total, to: 0)
/// let newCustomer = BulkAssignment<Order>.set(\.customer, to: customer.persistentModelID)
/// let oldOrders = #Predicate<Order> { $0.number < 10 }
/// let changed = try context.update(Order.self, [clearedTotal, newCustomer], where: oldOrders)
/// ```
public struct BulkAssignment<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let value: _SQLValue
  /// The relationship's new target. Nil if the assignment sets an attribute or clears a
  /// relationship. The update validates it before any row is changed.
  let target: PersistentIdentifier?

  /// Returns an assignment that sets an attribute to a value.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if the value cannot be stored in a column.
  public static func set<Value: _ColumnValue>(
    _ keyPath: KeyPath<Model, Value>, to value: Value
  ) throws -> Self {
    Self(keyPath: keyPath, value: try Model.encoded(value, for: keyPath), target: nil)
  }

  /// Returns an assignment that sets a to-one relationship to a target, or clears it if the target
  /// is nil. The target must already be saved in the same store as the rows.
  public static func set<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>, to target: PersistentIdentifier?
  ) -> Self {
    Self(keyPath: keyPath, value: target.map { .integer($0.key) } ?? .null, target: target)
  }
}

extension PersistentModel {
  /// Encodes a value for storage in a property's column.
  ///
  /// - Throws: ``SwiftDataError/invalidValue``, naming the property, if the value cannot be stored.
  fileprivate static func encoded(
    _ value: some _ColumnValue, for keyPath: PartialKeyPath<Self>
  ) throws -> _SQLValue {
    do {
      return try value._encoded()
    } catch let error as SwiftDataError {
      let property = schemaMetadata.first { $0.keypath == keyPath }?.name
      let entity = Schema.entityName(of: Self.self)
      throw SwiftDataError(
        error.code, "\(entity).\(property ?? "?"): \(error.message)", entity: entity,
        property: property)
    }
  }
}
