extension Schema {
  /// One entity of a schema, for inspection.
  public struct Entity: Hashable, Sendable {
    /// One property of an entity, for inspection.
    public struct Property: Hashable, Sendable {
      public let name: String
      public let isOptional: Bool
      public let isUnique: Bool
      /// The entity a relationship leads to; nil for an attribute.
      public let destination: String?
      public let isToMany: Bool
      public let inverseName: String?
    }

    public let name: String
    /// In the order the model declares them.
    public let properties: [Property]

    public var attributes: [Property] { properties.filter { $0.destination == nil } }
    public var relationships: [Property] { properties.filter { $0.destination != nil } }

    init(_ entity: EntityLayout, in layout: StoreLayout) {
      self.name = entity.name
      self.properties = entity.properties.map { property in
        let relationship = property.relationship
        let inverse = relationship.flatMap { relationship in
          relationship.inverse.map {
            layout.entities[relationship.destination].properties[$0].name
          }
        }
        return Property(
          name: property.name, isOptional: property.isOptional, isUnique: property.isUnique,
          destination: relationship.map { layout.entities[$0.destination].name },
          isToMany: property.isToMany, inverseName: inverse)
      }
    }
  }
}
