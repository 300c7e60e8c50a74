extension Schema {
  /// A description of an entity in a schema.
  ///
  /// ```swift
  /// for entity in schema.entities { print(entity.name, entity.uniquenessConstraints) }
  /// ```
  public struct Entity: Hashable, Sendable {
    /// A property of the entity: an attribute or a relationship.
    enum Property: Hashable, Sendable {
      case attribute(Attribute)
      case relationship(Relationship)

      var attribute: Attribute? {
        if case .attribute(let attribute) = self { attribute } else { nil }
      }
      var relationship: Relationship? {
        if case .relationship(let relationship) = self { relationship } else { nil }
      }
      var schemaProperty: any SchemaProperty {
        switch self {
        case .attribute(let attribute): attribute
        case .relationship(let relationship): relationship
        }
      }
    }

    /// The entity's name, which is the name of its model class.
    public let name: String
    let declared: [Property]
    /// The property names in each uniqueness constraint. The constraints of `.unique` come before
    /// those of `#Unique`.
    public let uniquenessConstraints: [[String]]
    /// The property names in each index that `#Index` declares.
    public let indices: [[String]]

    /// Creates an entity for a schema without model classes.
    public init(_ name: String, properties: any SchemaProperty...) {
      self.name = name
      let declared = properties.compactMap { property -> Property? in
        if let attribute = property as? Attribute { return .attribute(attribute) }
        return (property as? Relationship).map(Property.relationship)
      }
      self.declared = declared
      self.uniquenessConstraints = declared.filter(\.schemaProperty.isUnique).map {
        [$0.schemaProperty.name]
      }
      self.indices = []
    }

    init(
      _ name: String, declared: [Property], uniquenessConstraints: [[String]],
      indices: [[String]]
    ) {
      self.name = name
      self.declared = declared
      self.uniquenessConstraints = uniquenessConstraints
      self.indices = indices
    }
  }
}

extension Schema.Entity {
  /// The entity's attributes and relationships, in the order in which the model declares them.
  public var properties: [any SchemaProperty] { declared.map(\.schemaProperty) }

  /// The entity's stored properties. The value equals ``properties``, because a model inherits no
  /// properties.
  public var storedProperties: [any SchemaProperty] { properties }

  /// The entity's stored properties, keyed by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity's attributes.
  public var attributes: Set<Schema.Attribute> { Set(declared.compactMap(\.attribute)) }

  /// The entity's attributes, keyed by name.
  public var attributesByName: [String: Schema.Attribute] {
    Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity's relationships.
  public var relationships: Set<Schema.Relationship> { Set(declared.compactMap(\.relationship)) }

  /// The entity's relationships, keyed by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The parent entity, which is always nil because a model cannot inherit from another model.
  public var superentity: Schema.Entity? { nil }
  /// The parent entity's name, which is always nil because a model cannot inherit from another
  /// model.
  public var superentityName: String? { nil }
  /// The child entities (always empty, because a model cannot inherit from another model).
  public var subentities: Set<Schema.Entity> { [] }
  /// The inherited properties (always empty, because a model cannot inherit from another model).
  public var inheritedProperties: [any SchemaProperty] { [] }

  init(_ entity: EntityLayout, in layout: StoreLayout) {
    self.init(
      entity.name, declared: entity.properties.map { Property($0, of: entity, in: layout) },
      uniquenessConstraints: entity.uniqueKeys.map { $0.map(\.name) },
      indices: entity.indexes.filter { !$0.isUnique }.map { index in
        index.slots.map { entity.properties[$0].name }
      })
  }
}

extension Schema.Entity.Property {
  init(_ property: PropertyLayout, of entity: EntityLayout, in layout: StoreLayout) {
    let metadata = entity.metadata[property.slot]
    switch property.kind {
    case .attribute(let attribute):
      self = .attribute(
        Schema.Attribute(
          name: property.name, renamedFrom: property.originalName,
          options: metadata.attribute?.options ?? [], hashModifier: property.hashModifier,
          valueType: type(of: metadata.keypath).valueType, isOptional: attribute.isOptional,
          columnType: attribute.type, storedDefault: attribute.constantDefault))
    case .relationship(let relationship):
      let destination = layout.entities[relationship.destination]
      let inverse = relationship.inverse.map { destination.metadata[$0] }
      self = .relationship(
        Schema.Relationship(
          name: property.name, originalName: property.originalName,
          options: metadata.relationship?.options ?? [], destination: destination.name,
          isToOneRelationship: !relationship.isToMany, isOptional: relationship.isOptional,
          inverseName: inverse?.name, inverseKeyPath: inverse?.keypath,
          keypath: metadata.keypath, deleteRule: relationship.deleteRule,
          minimumModelCount: relationship.minimumModelCount,
          maximumModelCount: relationship.maximumModelCount,
          hashModifier: property.hashModifier, valueType: type(of: metadata.keypath).valueType))
    }
  }
}

extension Schema.Entity.Property: Codable {
  private enum CodingKeys: String, CodingKey {
    case attribute, relationship
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let attribute = try container.decodeIfPresent(Schema.Attribute.self, forKey: .attribute) {
      self = .attribute(attribute)
    } else {
      self = .relationship(
        try container.decode(Schema.Relationship.self, forKey: .relationship))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .attribute(let attribute): try container.encode(attribute, forKey: .attribute)
    case .relationship(let relationship):
      try container.encode(relationship, forKey: .relationship)
    }
  }
}
