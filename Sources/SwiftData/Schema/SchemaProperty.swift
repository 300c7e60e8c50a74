/// A property of an entity: an attribute or a relationship.
public protocol SchemaProperty: Hashable, Codable, Sendable {
  var name: String { get }
  /// The name in the version before; the property's own unless it was renamed.
  var originalName: String { get }
  var valueType: any Any.Type { get }
  var isAttribute: Bool { get }
  var isRelationship: Bool { get }
  /// Whether the value is never stored.
  var isTransient: Bool { get }
  var isOptional: Bool { get }
  var isUnique: Bool { get }
}
