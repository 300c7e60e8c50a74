import Foundation

extension Schema {
  /// A description of an entity's attribute. The description holds the arguments of `@Attribute`
  /// and, within a schema, the property's name and type.
  ///
  /// ```swift
  /// let name = schema.entitiesByName["Animal"]?.attributesByName["name"]
  /// print(name?.isUnique ?? false, name?.defaultValue ?? "no default")
  /// ```
  public struct Attribute: SchemaProperty, @unchecked Sendable {
    /// An option that determines how an attribute's values are stored.
    ///
    /// ```swift
    /// @Attribute(.unique) var email: String
    /// @Attribute(.ephemeral) var isShown: Bool = false
    /// ```
    public struct Option: Hashable, Codable, Sendable, CustomDebugStringConvertible {
      let name: String

      /// The option that makes an attribute's values unique. By default, inserting an object whose
      /// value is already in use is an upsert: the inserted object replaces the stored one (see
      /// ``ModelConfiguration/UniquePolicy``). The value nil may occur in several objects.
      public static let unique = Option(name: "unique")
      /// An option that has no effect, because values are always stored in the row.
      public static let externalStorage = Option(name: "externalStorage")
      /// The option for an attribute whose values are never stored. Setting the property still
      /// marks the object as changed. The property has no column and is not part of the version's
      /// identity. In a fetched object, the property has its default value.
      public static let ephemeral = Option(name: "ephemeral")
      /// An option without effect, provided for compatibility. The history always records every
      /// deleted object's whole row.
      public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")

      /// An option without effect, because values of a Codable type are always stored as JSON.
      public static let codable = Option(name: "codable")

      @available(
        *, unavailable, message: "Spotlight is not available; search with #Predicate instead"
      )
      public static var spotlight: Option { Option(name: "spotlight") }

      @available(
        *, unavailable, message: "CloudKit is not available; encrypt the value before storing it"
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

    /// The property's name, or an empty string if the attribute is not part of a schema.
    public let name: String
    let renamedFrom: String?
    /// The attribute's options.
    public let options: [Option]
    /// Text that distinguishes two schema versions whose entities are otherwise the same.
    public let hashModifier: String?
    /// The property's Swift type. In a schema loaded from a file, it is a type that is stored in
    /// the same way.
    public let valueType: any Any.Type
    /// Whether the property's type is optional.
    public let isOptional: Bool
    let columnType: _ColumnType
    let storedDefault: _SQLValue?

    /// Creates an attribute from the arguments of `@Attribute`.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.init(
        name: "", renamedFrom: originalName, options: options, hashModifier: hashModifier,
        valueType: Any.self, isOptional: false, columnType: .text, storedDefault: nil)
    }

    /// Creates an attribute for a schema without model classes.
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

    /// The property's name in the previous schema version, or the current name if it was not
    /// renamed.
    public var originalName: String { renamedFrom ?? name }
    public var isAttribute: Bool { true }
    public var isRelationship: Bool { false }
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the attribute's values are never stored (see ``Option/ephemeral``).
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether values are transformed, which is always false because the library does not use value
    /// transformers. Values without a column type of their own are stored through Codable.
    public var isTransformable: Bool { false }

    /// The declared default value in its stored form, for example an enumeration's raw value or
    /// JSON text. Nil if no default value is declared, or if the value differs for each object, as
    /// with `UUID()`.
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
