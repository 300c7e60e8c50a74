/// The names that entities and properties had in the store before the migration.
///
/// The migration copies a property's values from the earlier property with the same name. If none
/// exists, the values come from the earlier property specified by `originalName`. Two properties
/// may swap their names. The swap is made only in the first stage whose version declares it,
/// because later versions still declare the original names, but must not swap the properties again.
struct Lineage {
  /// The former names of entities that existed before the migration, keyed by their new names.
  private(set) var entities: [String: String] = [:]
  /// The former names of properties that existed before the migration, indexed by entity.
  private(set) var properties: [String: [String: String]] = [:]
  /// The declared original names that have no effect because other entities still have these names
  /// in the new version. The names are indexed by the declaring entity.
  private(set) var contested: [String: String] = [:]

  /// Determines the former names by comparing an earlier schema with a later one.
  ///
  /// - Parameter old: The earlier schema, as recorded in the store.
  /// - Parameter declared: The original names declared by the earlier version, or nil if unknown.
  /// - Parameter new: The later schema.
  init(from old: StoredShape, declared: DeclaredNames?, to new: StoreLayout) {
    let former = Dictionary(uniqueKeysWithValues: old.entities.map { ($0.name, $0) })
    let names = Set(new.entities.map(\.name))
    for entity in new.entities {
      let name = [entity.name, entity.originalName].compactMap { $0 }.first {
        former[$0] != nil && ($0 == entity.name || !names.contains($0))
      }
      guard let name, let before = former[name] else {
        if let original = entity.originalName, former[original] != nil {
          contested[entity.name] = original
        }
        continue
      }
      entities[entity.name] = name
      properties[entity.name] = Self.properties(
        of: entity, before: Set(before.properties.map(\.name)),
        declared: declared.map { $0.properties[name] ?? [:] })
    }
  }

  /// Determines the former names of entities and properties for a migration back to an earlier
  /// version. The former names are then the names in the later version.
  init(from later: StoreLayout, backTo earlier: StoreLayout) throws {
    let forward = Lineage(
      from: try StoredShape(identity: earlier.identity), declared: DeclaredNames(earlier),
      to: later)
    for (late, early) in forward.entities {
      entities[early] = late
      var names: [String: String] = [:]
      for (new, old) in (forward.properties[late] ?? [:]).sorted(by: { $0.key < $1.key })
      where names[old] == nil || new == old { names[old] = new }
      properties[early] = names
    }
  }

  private static func properties(
    of entity: EntityLayout, before: Set<String>, declared: [String: String]?
  ) -> [String: String] {
    let byName = Dictionary(
      entity.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    /// Returns whether the later schema version is the first to declare the property's original
    /// name.
    func isNewlySaid(_ property: PropertyLayout) -> Bool {
      guard let declared, let original = property.originalName, original != property.name,
        before.contains(original)
      else { return false }
      return declared[property.name] != original
    }
    var found: [String: String] = [:]
    for property in entity.properties {
      let hasOwn = before.contains(property.name)
      if let original = property.originalName, original != property.name,
        before.contains(original)
      {
        let other = byName[original]
        if !hasOwn || (isNewlySaid(property) && other.map(isNewlySaid) ?? true) {
          found[property.name] = original
          continue
        }
      }
      if hasOwn { found[property.name] = property.name }
    }
    return found
  }
}

/// The original names that a schema version declares.
struct DeclaredNames {
  /// The original name of each property that declares one, indexed by entity.
  let properties: [String: [String: String]]

  init(_ layout: StoreLayout) {
    var properties: [String: [String: String]] = [:]
    for entity in layout.entities {
      for property in entity.properties {
        if let original = property.originalName {
          properties[entity.name, default: [:]][property.name] = original
        }
      }
    }
    self.properties = properties
  }
}
