import Foundation

extension Schema {
  /// An attribute: what `@Attribute` says of a property, with the property's name and type once it
  /// is part of a schema.
  public struct Attribute: SchemaProperty, @unchecked Sendable {
    /// A way in which an attribute is kept.
    public struct Option: Hashable, Codable, Sendable, CustomDebugStringConvertible {
      let name: String

      /// No two objects have the same value; an inserted object with a value that is taken becomes
      /// the stored one (see ``ModelConfiguration/UniquePolicy``). Nil conflicts with nothing.
      public static let unique = Option(name: "unique")
      /// Accepted; the value is stored in the row.
      public static let externalStorage = Option(name: "externalStorage")
      /// Changes count as changes, and the value is never stored: the property has no column, is
      /// no part of the version's identity, and holds its default in an object that is fetched.
      public static let ephemeral = Option(name: "ephemeral")
      /// Accepted; the history keeps deleted rows whole.
      public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")

      /// Accepted; the values of a Codable type are stored as JSON with or without it.
      public static let codable = Option(name: "codable")

      @available(
        *, unavailable, message: "there is no Spotlight here; search with #Predicate instead"
      )
      public static var spotlight: Option { Option(name: "spotlight") }

      @available(
        *, unavailable, message: "there is no CloudKit here; encrypt the value before storing it"
      )
      public static var allowsCloudEncryption: Option { Option(name: "allowsCloudEncryption") }

      @available(
        *, unavailable, message: "make the type Codable; its values are then stored as JSON"
      )
      public static func transformable(by transformer: Any.Type) -> Option {
        Option(name: "transformable")
      }

      @available(
        *, unavailable, message: "make the type Codable; its values are then stored as JSON"
      )
      public static func transformable(by transformerName: String) -> Option {
        Option(name: "transformable")
      }

      public var debugDescription: String { name }

      public init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
      }

      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
      }

      private init(name: String) { self.name = name }
    }

    /// The property's name; empty while the attribute is part of no schema.
    public let name: String
    let renamedFrom: String?
    public let options: [Option]
    /// A text that makes two versions of equal shape differ.
    public let hashModifier: String?
    /// The property's type; for a schema that was loaded, one that is stored in the same way.
    public let valueType: any Any.Type
    public let isOptional: Bool
    let columnType: _ColumnType
    let storedDefault: _SQLValue?

    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.init(
        name: "", renamedFrom: originalName, options: options, hashModifier: hashModifier,
        valueType: Any.self, isOptional: false, columnType: .text, storedDefault: nil)
    }

    /// Describes an attribute of a schema without classes.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      let kind = _ColumnType.kind(of: valueType)
      self.init(
        name: name, renamedFrom: originalName, options: options, hashModifier: hashModifier,
        valueType: valueType, isOptional: kind.isOptional, columnType: kind.type,
        storedDefault: (defaultValue as? any _ColumnValue).flatMap { try? $0._encoded() })
    }

    init(
      name: String, renamedFrom: String?, options: [Option], hashModifier: String?,
      valueType: any Any.Type, isOptional: Bool, columnType: _ColumnType, storedDefault: _SQLValue?
    ) {
      self.name = name
      self.renamedFrom = renamedFrom
      self.options = options
      self.hashModifier = hashModifier
      self.valueType = valueType
      self.isOptional = isOptional
      self.columnType = columnType
      self.storedDefault = storedDefault
    }

    /// The property's name in the version before; its own unless it was renamed.
    public var originalName: String { renamedFrom ?? name }
    public var isAttribute: Bool { true }
    public var isRelationship: Bool { false }
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the value is never stored (see ``Option/ephemeral``).
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Always false: values of other types are stored by being Codable.
    public var isTransformable: Bool { false }

    /// The declared default as the store holds it: an enumeration as its raw value, a Codable type
    /// as JSON text. Nil where there is none, and where every object gets one of its own, as of
    /// `UUID()`.
    public var defaultValue: Any? { storedDefault.flatMap(columnType.value) }

    public static func == (lhs: Attribute, rhs: Attribute) -> Bool { lhs.key == rhs.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private struct Key: Hashable {
      let texts: [String?]
      let options: [Option]
      let isOptional: Bool
      let storedDefault: _SQLValue?
    }

    private var key: Key {
      Key(
        texts: [name, renamedFrom, hashModifier, columnType.rawValue], options: options,
        isOptional: isOptional, storedDefault: storedDefault)
    }
  }
}

extension Schema.Attribute: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, originalName, options, hashModifier, type, optional, defaultValue
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(_ColumnType.self, forKey: .type)
    let isOptional = try container.decode(Bool.self, forKey: .optional)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      renamedFrom: try container.decodeIfPresent(String.self, forKey: .originalName),
      options: try container.decode([Option].self, forKey: .options),
      hashModifier: try container.decodeIfPresent(String.self, forKey: .hashModifier),
      valueType: type.representative(isOptional: isOptional), isOptional: isOptional,
      columnType: type,
      storedDefault: try container.decodeIfPresent(_SQLValue.self, forKey: .defaultValue))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(renamedFrom, forKey: .originalName)
    try container.encode(options, forKey: .options)
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
    try container.encode(columnType, forKey: .type)
    try container.encode(isOptional, forKey: .optional)
    try container.encodeIfPresent(storedDefault, forKey: .defaultValue)
  }
}
