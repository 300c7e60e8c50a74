/// A store's tables before a migration, as described by the schema recorded in the store.
struct OldShape {
  struct Link {
    let name: String
    let entityA: String
    let propertyA: String
    let entityB: String
    let propertyB: String?
  }

  let entities: [String: StoredShape.Entity]
  let links: [Link]
  /// The names that the new version's classes and properties had in the old version.
  let lineage: Lineage

  init(_ shape: StoredShape, lineage: Lineage) {
    self.lineage = lineage
    let entities = Dictionary(uniqueKeysWithValues: shape.entities.map { ($0.name, $0) })
    self.entities = entities
    var links: [Link] = []
    var paired: Set<String> = []
    for entity in shape.entities.sorted(by: { $0.name < $1.name }) {
      for property in entity.properties.sorted(by: { $0.name < $1.name })
      where property.cardinality == "many" {
        let name = "\(entity.name).\(property.name)"
        guard let destination = property.destination, !paired.contains(name) else { continue }
        let inverse = property.inverse.flatMap { inverse in
          entities[destination]?.properties.first { $0.name == inverse }
        }
        if inverse?.cardinality == "one" { continue }
        if let inverse { paired.insert("\(destination).\(inverse.name)") }
        links.append(
          Link(
            name: name, entityA: entity.name, propertyA: property.name, entityB: destination,
            propertyB: inverse?.name))
      }
    }
    self.links = links
  }

  func property(_ entity: String, _ name: String) -> StoredShape.Property? {
    entities[entity]?.properties.first { $0.name == name }
  }

  /// Returns the old entity whose rows are carried over to a new entity. Returns nil if no old
  /// entity matches.
  func source(of entity: EntityLayout) -> StoredShape.Entity? {
    lineage.entities[entity.name].flatMap { entities[$0] }
  }

  /// Returns the old property whose values are carried over to a new property. Returns nil if none
  /// exists.
  func source(of property: PropertyLayout, in entity: EntityLayout) -> StoredShape.Property? {
    guard let owner = lineage.entities[entity.name],
      let name = lineage.properties[entity.name]?[property.name]
    else { return nil }
    return self.property(owner, name)
  }
}

extension StoredShape.Property {
  var isAttribute: Bool { cardinality == nil }
  var isToMany: Bool { cardinality == "many" }
  var hasColumn: Bool { !isToMany }
}
