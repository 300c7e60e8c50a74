extension Schema {
  /// A description of an entity's relationship. The description holds the arguments of
  /// `@Relationship` and, within a schema, the property's name and destination.
  ///
  /// ```swift
  /// let things = schema.entitiesByName["Animal"]?.relationshipsByName["things"]
  /// print(things?.destination ?? "", things?.inverseName ?? "no inverse")
  /// ```
  public struct Relationship: SchemaProperty, @unchecked Sendable {
    /// A relationship option, passed as an argument to `@Relationship`.
    ///
    /// ```swift
    /// @Relationship(.unique) var owner: Person?
    /// ```
    public enum Option: String, Hashable, Codable, Sendable {
      /// The option for unique targets in a to-one relationship: no two objects refer to the same
      /// target. As with `#Unique`, the option is not part of a schema version's identity.
      case unique
    }

    /// The effect of an object's deletion on its related objects. The rule `nullify` clears the
    /// inverse, `cascade` deletes the related objects, `deny` makes the deletion fail, and
    /// `noAction` does nothing.
    ///
    /// ```swift
    /// @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    /// ```
    public enum DeleteRule: String, Hashable, Codable, Sendable {
      case nullify, cascade, deny, noAction
    }

    /// The property's name, or an empty string if the relationship is not part of a schema.
    public let name: String
    let renamedFrom: String?
    /// The relationship's options.
    public let options: [Option]
    /// The relationship's delete rule.
    public let deleteRule: DeleteRule
    /// The destination entity's name.
    public let destination: String
    /// The inverse property's name, or nil for a relationship without an inverse.
    public let inverseName: String?
    /// The inverse property's key path. It is nil for a relationship without an inverse, and in a
    /// schema without model classes.
    public let inverseKeyPath: AnyKeyPath?
    /// The property's key path, or nil in a schema without model classes.
    public let keypath: AnyKeyPath?
    /// The minimum number of related objects, checked at every save. If it is 0 or nil, there is no
    /// minimum.
    public let minimumModelCount: Int?
    /// The maximum number of related objects, checked at every save. If it is 0 or nil, there is no
    /// maximum.
    public let maximumModelCount: Int?
    /// Whether the relationship is to-one rather than to-many.
    public let isToOneRelationship: Bool
    /// Whether the property's type is optional.
    public let isOptional: Bool
    /// Text that distinguishes two schema versions whose entities are otherwise the same.
    public let hashModifier: String?
    /// The property's type, or `Any` in a schema without model classes.
    public let valueType: any Any.Type

    /// Creates a relationship from the arguments of `@Relationship`.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.init(
        name: "", originalName: originalName, options: options, destination: "",
        isToOneRelationship: true, isOptional: true, inverseKeyPath: inverse,
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, hashModifier: hashModifier)
    }

    /// Creates a relationship for a schema without model classes.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [], destination: String,
      isToOneRelationship: Bool, isOptional: Bool = true, inverseName: String? = nil,
      deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
      hashModifier: String? = nil
    ) {
      self.init(
        name: name, originalName: originalName, options: options, destination: destination,
        isToOneRelationship: isToOneRelationship, isOptional: isOptional,
        inverseName: inverseName, inverseKeyPath: nil, deleteRule: deleteRule,
        minimumModelCount: minimumModelCount, maximumModelCount: maximumModelCount,
        hashModifier: hashModifier)
    }

    init(
      name: String, originalName: String?, options: [Option], destination: String,
      isToOneRelationship: Bool, isOptional: Bool, inverseName: String? = nil,
      inverseKeyPath: AnyKeyPath?, keypath: AnyKeyPath? = nil, deleteRule: DeleteRule,
      minimumModelCount: Int?, maximumModelCount: Int?, hashModifier: String?,
      valueType: any Any.Type = Any.self
    ) {
      self.name = name
      self.renamedFrom = originalName
      self.options = options
      self.deleteRule = deleteRule
      self.destination = destination
      self.inverseName = inverseName
      self.inverseKeyPath = inverseKeyPath
      self.keypath = keypath
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.isToOneRelationship = isToOneRelationship
      self.isOptional = isOptional
      self.hashModifier = hashModifier
      self.valueType = valueType
    }

    /// The property's name in the previous schema version, or the current name if it was not
    /// renamed.
    public var originalName: String { renamedFrom ?? name }
    public var isAttribute: Bool { false }
    public var isRelationship: Bool { true }
    public var isTransient: Bool { false }
    public var isUnique: Bool { options.contains(.unique) }

    public static func == (lhs: Relationship, rhs: Relationship) -> Bool { lhs.key == rhs.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private struct Key: Hashable {
      let texts: [String?]
      let options: [Option]
      let deleteRule: DeleteRule
      let bounds: [Int?]
      let isToOne: Bool
      let isOptional: Bool
    }

    private var key: Key {
      Key(
        texts: [name, renamedFrom, destination, inverseName, hashModifier], options: options,
        deleteRule: deleteRule, bounds: [minimumModelCount, maximumModelCount],
        isToOne: isToOneRelationship, isOptional: isOptional)
    }
  }
}

extension Schema.Relationship: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, originalName, options, deleteRule, destination, inverse, minimumModelCount
    case maximumModelCount, toOne, optional, hashModifier
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      originalName: try container.decodeIfPresent(String.self, forKey: .originalName),
      options: try container.decode([Option].self, forKey: .options),
      destination: try container.decode(String.self, forKey: .destination),
      isToOneRelationship: try container.decode(Bool.self, forKey: .toOne),
      isOptional: try container.decode(Bool.self, forKey: .optional),
      inverseName: try container.decodeIfPresent(String.self, forKey: .inverse),
      inverseKeyPath: nil,
      deleteRule: try container.decode(DeleteRule.self, forKey: .deleteRule),
      minimumModelCount: try container.decodeIfPresent(Int.self, forKey: .minimumModelCount),
      maximumModelCount: try container.decodeIfPresent(Int.self, forKey: .maximumModelCount),
      hashModifier: try container.decodeIfPresent(String.self, forKey: .hashModifier))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(renamedFrom, forKey: .originalName)
    try container.encode(options, forKey: .options)
    try container.encode(deleteRule, forKey: .deleteRule)
    try container.encode(destination, forKey: .destination)
    try container.encodeIfPresent(inverseName, forKey: .inverse)
    try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
    try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
    try container.encode(isToOneRelationship, forKey: .toOne)
    try container.encode(isOptional, forKey: .optional)
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
  }
}
