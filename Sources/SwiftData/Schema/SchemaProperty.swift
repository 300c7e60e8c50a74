/// A property of an entity: an attribute or a relationship.
///
/// ```swift
/// let properties = schema.entitiesByName["Animal"]?.properties ?? []
/// print("Relationships:", properties.filter(\.isRelationship).map(\.name))
/// ```
public protocol SchemaProperty: Hashable, Codable, Sendable {
  /// The property's name.
  var name: String { get }
  /// The property's name in the previous schema version, or the current name if it was not renamed.
  var originalName: String { get }
  /// The property's Swift type.
  var valueType: any Any.Type { get }
  /// Whether the property is an attribute.
  var isAttribute: Bool { get }
  /// Whether the property is a relationship.
  var isRelationship: Bool { get }
  /// Whether the property's values are never stored.
  var isTransient: Bool { get }
  /// Whether the property's type is optional.
  var isOptional: Bool { get }
  /// Whether the property's values must be unique among all objects of the entity.
  var isUnique: Bool { get }
}
