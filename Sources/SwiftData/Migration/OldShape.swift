/// The tables of a store as its stored text tells them, for a migration to read from.
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

  init(identity: String) throws {
    let shape = try StoredShape(identity: identity)
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

  /// The old property that a new one continues: the one of its name, else of its original name.
  func source(of property: PropertyLayout, in entity: String) -> StoredShape.Property? {
    self.property(entity, property.name)
      ?? property.originalName.flatMap { self.property(entity, $0) }
  }
}

extension StoredShape.Property {
  var isAttribute: Bool { cardinality == nil }
  var hasColumn: Bool { cardinality != "many" }
}
