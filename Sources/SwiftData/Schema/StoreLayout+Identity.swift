import Foundation

extension StoreLayout {
  /// The canonical JSON text of the shape: entities and properties sorted by name, each with what
  /// makes it differ on disk. Defaults, original names and indexes are not part of it.
  ///
  /// The text is stored and compared whole, so its form is frozen.
  func makeIdentity() -> String {
    let entities = entities.sorted { $0.name < $1.name }.map { entity in
      let properties = entity.properties.sorted { $0.name < $1.name }.map(identity(of:))
      return object([("name", quoted(entity.name)), ("properties", array(properties))])
    }
    return object([("entities", array(entities))])
  }

  private func identity(of property: PropertyLayout) -> String {
    var fields: [(String, String)] = []
    if let modifier = property.hashModifier { fields.append(("hashModifier", quoted(modifier))) }
    fields.append(("name", quoted(property.name)))
    fields.append(("optional", property.isOptional ? "true" : "false"))
    switch property.role {
    case .attribute(let attribute):
      fields.append(("type", quoted(attribute.type.rawValue)))
      fields.append(("unique", attribute.isUnique ? "true" : "false"))
    case .relationship(let relationship):
      let destination = entities[relationship.destination]
      fields.append(("cardinality", quoted(relationship.isToMany ? "many" : "one")))
      fields.append(("deleteRule", quoted(relationship.deleteRule.rawValue)))
      fields.append(("destination", quoted(destination.name)))
      if let inverse = relationship.inverse {
        fields.append(("inverse", quoted(destination.properties[inverse].name)))
      }
    }
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

/// The shape of a store as its stored text tells it, without any model type.
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

  /// - Throws: ``SwiftDataError/corruptStore`` for a text that describes no shape.
  init(identity: String) throws {
    do {
      self = try JSONDecoder().decode(StoredShape.self, from: Data(identity.utf8))
    } catch {
      throw SwiftDataError(
        .corruptStore, "The store's description cannot be read; restore a backup.",
        underlying: error)
    }
    let names = entities.map(\.name)
    guard Set(names).count == names.count,
      entities.allSatisfy({ Set($0.properties.map(\.name)).count == $0.properties.count })
    else {
      throw SwiftDataError(
        .corruptStore, "The store's description names something twice; restore a backup.")
    }
  }

  /// What differs, a line each, as seen from this shape.
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
        lines.append("entity \(name) is not known")
        continue
      }
      let own = Dictionary(uniqueKeysWithValues: left.properties.map { ($0.name, $0) })
      let wanted = Dictionary(uniqueKeysWithValues: right.properties.map { ($0.name, $0) })
      for property in Set(own.keys).union(wanted.keys).sorted()
      where own[property] != wanted[property] {
        if own[property] == nil {
          lines.append("\(name).\(property) is missing")
        } else if wanted[property] == nil {
          lines.append("\(name).\(property) is not known")
        } else {
          lines.append("\(name).\(property) is declared otherwise")
        }
      }
    }
    return lines
  }
}
