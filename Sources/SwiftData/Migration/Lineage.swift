/// What each class and property of one version was called in the version a store comes from.
///
/// A property continues the one of its own name, else the one its `originalName` gives. Two that
/// exchange their names continue each other, but only in the stage that says so first: the names
/// stay declared for ever and must not be exchanged again by the next.
struct Lineage {
  /// The former entity of each entity that had one.
  private(set) var entities: [String: String] = [:]
  /// By entity, the former property of each property that had one.
  private(set) var properties: [String: [String: String]] = [:]
  /// By new entity, the original name that it gives and another one goes on with.
  private(set) var contested: [String: String] = [:]

  /// - Parameters:
  ///   - old: The earlier shape.
  ///   - declared: What the earlier version says of names before it; nil where that is not known.
  ///   - new: The later version.
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

  /// The way back: what the later version calls what the earlier one has.
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
    /// Whether this version is the first to say that a property had the other name.
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
        let taker = byName[original]
        if !hasOwn || (isNewlySaid(property) && taker.map(isNewlySaid) ?? true) {
          found[property.name] = original
          continue
        }
      }
      if hasOwn { found[property.name] = property.name }
    }
    return found
  }
}

/// The original names that a version declares.
struct DeclaredNames {
  /// By entity, the original name of each property that declares one.
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
