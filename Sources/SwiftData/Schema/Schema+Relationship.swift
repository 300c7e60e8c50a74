extension Schema {
  /// A relationship: what `@Relationship` says of a property, with the property's name and what it
  /// leads to once it is part of a schema.
  public struct Relationship: SchemaProperty, @unchecked Sendable {
    public enum Option: String, Hashable, Codable, Sendable {
      /// No two objects lead to the same one; for relationships to one. It is outside the
      /// version's identity, as `#Unique` is.
      case unique
    }

    /// What happens to the objects a deleted object leads to.
    public enum DeleteRule: String, Hashable, Codable, Sendable {
      case nullify, cascade, deny, noAction
    }

    /// The property's name; empty while the relationship is part of no schema.
    public let name: String
    let renamedFrom: String?
    public let options: [Option]
    public let deleteRule: DeleteRule
    /// The name of the entity it leads to.
    public let destination: String
    /// The name of the property that leads back; nil for a relationship without inverse.
    public let inverseName: String?
    /// The property that leads back; nil without inverse, and in a schema without classes.
    public let inverseKeyPath: AnyKeyPath?
    /// The property itself; nil in a schema without classes.
    public let keypath: AnyKeyPath?
    /// The fewest and the most objects it may lead to when it is saved; 0 and nil for no bound.
    public let minimumModelCount: Int?
    public let maximumModelCount: Int?
    public let isToOneRelationship: Bool
    public let isOptional: Bool
    /// A text that makes two versions of equal shape differ.
    public let hashModifier: String?
    /// The property's type; `Any` in a schema without classes.
    public let valueType: any Any.Type

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

    /// Describes a relationship of a schema without classes.
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

    /// The property's name in the version before; its own unless it was renamed.
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
