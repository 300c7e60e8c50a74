import Foundation

/// A column of values to be appended, beside others of the same length.
public struct BulkColumn<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let values: BulkValues
  /// What every row is to lead to, checked when the rows are appended.
  let target: PersistentIdentifier?

  private init(
    _ keyPath: PartialKeyPath<Model>, _ values: BulkValues, target: PersistentIdentifier? = nil
  ) {
    self.keyPath = keyPath
    self.values = values
    self.target = target
  }

  /// A column of numbers; NaN is refused.
  public static func values(_ keyPath: KeyPath<Model, Double>, _ values: [Double]) -> Self {
    Self(keyPath, .doubles(values))
  }

  /// A column of optional numbers; NaN stands for nil.
  public static func values(_ keyPath: KeyPath<Model, Double?>, nanAsNil values: [Double]) -> Self {
    Self(keyPath, .optionalDoubles(values))
  }

  /// A column of optional dates in seconds since 2001-01-01T00:00:00Z; NaN stands for nil.
  public static func values(_ keyPath: KeyPath<Model, Date?>, nanAsNil values: [Double]) -> Self {
    Self(keyPath, .optionalDoubles(values))
  }

  /// A column of whole numbers.
  public static func values(_ keyPath: KeyPath<Model, Int>, _ values: [Int64]) -> Self {
    Self(keyPath, .integers(values))
  }

  /// A column of optional whole numbers, of which one stands for nil.
  public static func values(
    _ keyPath: KeyPath<Model, Int?>, nilAs none: Int64, _ values: [Int64]
  ) -> Self {
    Self(keyPath, .optionalIntegers(values, none: none))
  }

  /// A column of truth values.
  public static func values(_ keyPath: KeyPath<Model, Bool>, _ values: [Bool]) -> Self {
    Self(keyPath, .integers(values.map { $0 ? 1 : 0 }))
  }

  /// A column of texts.
  public static func values(_ keyPath: KeyPath<Model, String>, _ values: [String]) -> Self {
    Self(keyPath, .texts(values))
  }

  /// A column of texts, nil where there is none.
  public static func values(_ keyPath: KeyPath<Model, String?>, _ values: [String?]) -> Self {
    Self(keyPath, .optionalTexts(values))
  }

  /// `start`, `start + step`, …
  public static func counting(
    _ keyPath: KeyPath<Model, Int>, from start: Int, by step: Int
  ) -> Self {
    Self(keyPath, .arithmetic(start: Int64(start), step: Int64(step)))
  }

  /// The same value for every row.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` for one that a column cannot hold.
  public static func constant<Value: _ColumnValue>(
    _ keyPath: KeyPath<Model, Value>, _ value: Value
  ) throws -> Self {
    Self(keyPath, .constant(try Model.encoded(value, for: keyPath)))
  }

  /// The same target for every row, of one store with them and saved before.
  public static func reference<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>, _ target: PersistentIdentifier?
  ) -> Self {
    Self(keyPath, .constant(target.map { .integer($0.key) } ?? .null), target: target)
  }

  /// A target for each row, by its key.
  public static func references<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target>, _ keys: [Int64]
  ) -> Self {
    Self(keyPath, .integers(keys))
  }

  /// A target for each row, by its key; 0 stands for nil.
  public static func references<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>, _ keys: [Int64]
  ) -> Self {
    Self(keyPath, .optionalIntegers(keys, none: 0))
  }
}

/// A property to be read as a column.
public struct BulkField<Model: PersistentModel> {
  enum Kind {
    case double
    case integer
    case text
  }

  let keyPath: PartialKeyPath<Model>?
  let kind: Kind

  /// The row's key.
  public static var key: Self { Self(keyPath: nil, kind: .integer) }

  public static func double(_ keyPath: KeyPath<Model, Double>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// NaN stands for nil.
  public static func double(_ keyPath: KeyPath<Model, Double?>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// Seconds since the reference date.
  public static func date(_ keyPath: KeyPath<Model, Date>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  /// Seconds since the reference date; NaN stands for nil.
  public static func date(_ keyPath: KeyPath<Model, Date?>) -> Self {
    Self(keyPath: keyPath, kind: .double)
  }

  public static func integer(_ keyPath: KeyPath<Model, Int>) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// 0 stands for nil.
  public static func integer(_ keyPath: KeyPath<Model, Int?>) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// 1 for true, 0 for false.
  public static func boolean(_ keyPath: KeyPath<Model, Bool>) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  public static func text(_ keyPath: KeyPath<Model, String>) -> Self {
    Self(keyPath: keyPath, kind: .text)
  }

  /// An empty text stands for nil too; see ``BulkChunk/optionalTexts(_:)``.
  public static func text(_ keyPath: KeyPath<Model, String?>) -> Self {
    Self(keyPath: keyPath, kind: .text)
  }

  /// The target's key.
  public static func reference<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target>
  ) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }

  /// The target's key; 0 stands for none.
  public static func reference<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>
  ) -> Self {
    Self(keyPath: keyPath, kind: .integer)
  }
}

/// Some rows read as columns, in the order of the fields asked for.
public struct BulkChunk {
  enum Column {
    case doubles([Double])
    case integers([Int64])
    case texts([String?])
  }

  var columns: [Column]
  /// How many rows the chunk has.
  public internal(set) var count = 0

  /// - Precondition: The field was asked for as a double or a date.
  public func doubles(_ field: Int) -> [Double] {
    guard case .doubles(let values) = columns[field] else {
      preconditionFailure("field \(field) was not asked for as a double")
    }
    return values
  }

  /// - Precondition: The field was asked for as an integer, truth value, key or reference.
  public func integers(_ field: Int) -> [Int64] {
    guard case .integers(let values) = columns[field] else {
      preconditionFailure("field \(field) was not asked for as an integer")
    }
    return values
  }

  /// - Precondition: The field was asked for as text.
  public func optionalTexts(_ field: Int) -> [String?] {
    guard case .texts(let values) = columns[field] else {
      preconditionFailure("field \(field) was not asked for as text")
    }
    return values
  }

  /// - Precondition: The field was asked for as text.
  public func texts(_ field: Int) -> [String] { optionalTexts(field).map { $0 ?? "" } }
}

/// A property and the value a set-based update gives it.
public struct BulkAssignment<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let value: _SQLValue
  /// What the rows are to lead to, checked when they are changed.
  let target: PersistentIdentifier?

  /// A value for an attribute.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` for one that a column cannot hold.
  public static func set<Value: _ColumnValue>(
    _ keyPath: KeyPath<Model, Value>, to value: Value
  ) throws -> Self {
    Self(keyPath: keyPath, value: try Model.encoded(value, for: keyPath), target: nil)
  }

  /// A target for a to-one relationship, of one store with the rows and saved before; nil for none.
  public static func set<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>, to target: PersistentIdentifier?
  ) -> Self {
    Self(keyPath: keyPath, value: target.map { .integer($0.key) } ?? .null, target: target)
  }
}

extension PersistentModel {
  /// A value as a property's column keeps it.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` that names the property.
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
