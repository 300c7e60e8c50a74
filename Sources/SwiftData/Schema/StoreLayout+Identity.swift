import Foundation

/// A schema as recorded in a store, without any model classes.
struct StoredShape: Decodable, Equatable {
  struct Property: Decodable, Equatable {
    let name: String
    let optional: Bool
    let type: String?
    let unique: Bool?
    let cardinality: String?
    let destination: String?
    let deleteRule: String?
    let inverse: String?
    let hashModifier: String?
  }

  struct Entity: Decodable, Equatable {
    let name: String
    let properties: [Property]
  }

  let entities: [Entity]

  /// Parses the schema description that is recorded in a store.
  ///
  /// - Throws: ``SwiftDataError/corruptStore`` if the text does not describe a schema.
  init(identity: String) throws {
    do {
      self = try JSONDecoder().decode(StoredShape.self, from: Data(identity.utf8))
    } catch {
      throw SwiftDataError(
        .corruptStore, "The store's description of its schema cannot be read; restore a backup.",
        underlying: error)
    }
    let names = entities.map(\.name)
    guard Set(names).count == names.count,
      entities.allSatisfy({ Set($0.properties.map(\.name)).count == $0.properties.count })
    else {
      throw SwiftDataError(
        .corruptStore,
        "The store's description of its schema contains a duplicate name; restore a backup.")
    }
  }

  /// Returns the differences between this schema and another schema, one line for each difference.
  func differences(to other: StoredShape) -> [String] {
    var lines: [String] = []
    let mine = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
    let theirs = Dictionary(uniqueKeysWithValues: other.entities.map { ($0.name, $0) })
    for name in Set(mine.keys).union(theirs.keys).sorted() {
      guard let left = mine[name] else {
        lines.append("entity \(name) is missing")
        continue
      }
      guard let right = theirs[name] else {
        lines.append("entity \(name) is unknown")
        continue
      }
      let own = Dictionary(uniqueKeysWithValues: left.properties.map { ($0.name, $0) })
      let wanted = Dictionary(uniqueKeysWithValues: right.properties.map { ($0.name, $0) })
      for property in Set(own.keys).union(wanted.keys).sorted()
      where own[property] != wanted[property] {
        if own[property] == nil {
          lines.append("\(name).\(property) is missing")
        } else if wanted[property] == nil {
          lines.append("\(name).\(property) is unknown")
        } else {
          let mine = own[property]?.summary ?? "?"
          let theirs = wanted[property]?.summary ?? "?"
          lines.append("\(name).\(property) is \(mine), but should be \(theirs)")
        }
      }
    }
    return lines
  }
}

extension StoredShape {
  init(_ layout: StoreLayout) {
    entities = layout.entities.map { entity in
      Entity(
        name: entity.name,
        properties: entity.properties.filter { $0.attribute?.isEphemeral != true }.map {
          Property($0, in: layout)
        })
    }
  }

  init(_ described: [Schema.Entity]) {
    entities = described.map { entity in
      Entity(
        name: entity.name,
        properties: entity.declared.filter { !$0.schemaProperty.isTransient }.map(Property.init))
    }
  }
}

extension StoredShape.Property {
  fileprivate init(_ property: PropertyLayout, in layout: StoreLayout) {
    let relationship = property.relationship
    let destination = relationship.map { layout.entities[$0.destination] }
    name = property.name
    optional = property.isOptional
    type = property.attribute?.type.rawValue
    unique = property.attribute?.isUnique
    cardinality = relationship.map { $0.isToMany ? "many" : "one" }
    self.destination = destination?.name
    deleteRule = relationship?.deleteRule.rawValue
    inverse = relationship?.inverse.flatMap { destination?.properties[$0].name }
    hashModifier = property.hashModifier
  }

  fileprivate init(_ property: Schema.Entity.Property) {
    let attribute = property.attribute
    let relationship = property.relationship
    name = property.schemaProperty.name
    optional = property.schemaProperty.isOptional
    type = attribute?.columnType.rawValue
    unique = attribute?.isUnique
    cardinality = relationship.map { $0.isToOneRelationship ? "one" : "many" }
    destination = relationship?.destination
    deleteRule = relationship?.deleteRule.rawValue
    inverse = relationship?.inverseName
    hashModifier = attribute?.hashModifier ?? relationship?.hashModifier
  }
}

extension StoredShape {
  /// The schema's canonical JSON text. It lists the entities and properties by name, with every
  /// fact that distinguishes two schema versions. Defaults, original names and declared indexes are
  /// not part of the text.
  ///
  /// The canonical text is stored and compared as a whole, so its format must never change.
  var identity: String {
    let entities = entities.sorted { $0.name < $1.name }.map { entity in
      let properties = entity.properties.sorted { $0.name < $1.name }.map(identity(of:))
      return object([("name", quoted(entity.name)), ("properties", array(properties))])
    }
    return object([("entities", array(entities))])
  }

  private func identity(of property: Property) -> String {
    let texts = [
      ("hashModifier", property.hashModifier), ("name", property.name), ("type", property.type),
      ("cardinality", property.cardinality), ("deleteRule", property.deleteRule),
      ("destination", property.destination), ("inverse", property.inverse),
    ]
    var fields = texts.compactMap { name, text in text.map { (name, quoted($0)) } }
    fields.append(("optional", property.optional ? "true" : "false"))
    if let unique = property.unique { fields.append(("unique", unique ? "true" : "false")) }
    return object(fields)
  }

  private func object(_ fields: [(String, String)]) -> String {
    "{"
      + fields.sorted { $0.0 < $1.0 }.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ",")
      + "}"
  }

  private func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        result += "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2)
        result += String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension StoredShape.Property {
  /// A readable summary of how the property is stored, without the property's name.
  var summary: String {
    var words: [String] = []
    if optional { words.append("optional") }
    if unique == true { words.append("unique") }
    if let type { words.append(type) }
    if let cardinality, let destination { words.append("to-\(cardinality) \(destination)") }
    if let inverse { words.append("inverse \(inverse)") }
    if let deleteRule { words.append(deleteRule) }
    if let hashModifier { words.append("modifier \(hashModifier)") }
    return words.joined(separator: " ")
  }
}
