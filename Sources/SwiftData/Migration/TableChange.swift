/// How one entity's table becomes that of the next version.
struct TableChange {
  enum Fill {
    /// Copied from the old column.
    case copy(String)
    /// NULL where the old column is NULL, filled with a default.
    case copyFilling(String, _SQLValue)
    case constant(_SQLValue)
    /// A default evaluated for each row.
    case perRow(() throws -> _SQLValue?)
    /// A placeholder that `didMigrate` must replace.
    case unset
  }

  struct Column {
    let property: PropertyLayout
    let fill: Fill

    var isNew: Bool {
      switch fill {
      case .copy, .copyFilling: false
      case .constant, .perRow, .unset: true
      }
    }

    /// Whether the old column serves as it is, under its own name.
    var isUnchanged: Bool {
      if case .copy(let name) = fill { name == property.name } else { false }
    }
  }

  let entity: EntityLayout
  let columns: [Column]
  /// Whether the old table can stay, at most with columns added.
  let isInPlace: Bool
  /// Unique columns that were not, and that no longer are.
  let newlyUnique: [PropertyLayout]
  let noLongerUnique: [String]
}

/// Decides how every table changes, refusing what would lose data unseen.
struct TableChangePlanner {
  enum Mode {
    /// Without a plan: nothing may be lost.
    case lossless
    case lightweight
    case custom
  }

  let old: OldShape
  let new: StoreLayout
  let mode: Mode
  let connection: Connection

  func change(_ entity: EntityLayout, from source: StoredShape.Entity) throws -> TableChange {
    var columns: [TableChange.Column] = []
    var used: Set<String> = []
    var canStay = true
    for property in entity.columns {
      guard let before = old.source(of: property, in: entity.name), before.hasColumn,
        try isCompatible(before, property, entity)
      else {
        columns.append(try added(property, entity))
        continue
      }
      used.insert(before.name)
      if before.optional != property.isOptional { canStay = false }
      columns.append(
        TableChange.Column(
          property: property, fill: try kept(before, property, entity)))
      if before.name != property.name { canStay = false }
    }
    let dropped = source.properties.filter { $0.hasColumn && !used.contains($0.name) }
    try checkDropped(dropped, columns.filter(\.isNew), entity)
    let unique = entity.columns.filter(\.isUnique)
    let wasUnique = Set(source.properties.filter { $0.unique == true }.map(\.name))
    return TableChange(
      entity: entity, columns: columns, isInPlace: canStay && dropped.isEmpty,
      newlyUnique: unique.filter { !wasUnique.contains($0.name) },
      noLongerUnique: wasUnique.subtracting(unique.map(\.name)).sorted())
  }

  private func isCompatible(
    _ before: StoredShape.Property, _ property: PropertyLayout, _ entity: EntityLayout
  ) throws -> Bool {
    if let attribute = property.attribute, before.isAttribute {
      if before.type == attribute.type.rawValue { return true }
      guard mode == .custom else {
        throw SwiftDataError(
          .incompatibleType,
          "\(entity.name).\(property.name) was stored as \(before.type ?? "?") and is now "
            + "\(attribute.type.rawValue); convert it in a custom stage under a new name.",
          entity: entity.name, property: property.name)
      }
      return false
    }
    if let relationship = property.relationship, !before.isAttribute {
      return before.destination == new.entities[relationship.destination].name
    }
    return false
  }

  private func kept(
    _ before: StoredShape.Property, _ property: PropertyLayout, _ entity: EntityLayout
  ) throws -> TableChange.Fill {
    guard before.optional, !property.isOptional else { return .copy(before.name) }
    let missing =
      try connection.integer(
        "SELECT count(*) FROM \(entity.name.sqlQuoted) WHERE \(before.name.sqlQuoted) IS NULL")
      ?? 0
    if missing == 0 { return .copy(before.name) }
    if let value = try property.attribute?.defaultValue?(), value != .null {
      return .copyFilling(before.name, value)
    }
    throw SwiftDataError(
      .unsetMandatory,
      "\(entity.name).\(property.name) must have a value in the new version and \(missing) rows "
        + "have none; give it a default, or fill it in willMigrate.",
      entity: entity.name, property: property.name, count: Int(missing))
  }

  private func added(_ property: PropertyLayout, _ entity: EntityLayout) throws
    -> TableChange.Column
  {
    if let attribute = property.attribute, let make = attribute.defaultValue,
      let first = try make()
    {
      let isConstant = try make() == first
      return TableChange.Column(
        property: property, fill: isConstant ? .constant(first) : .perRow(make))
    }
    if property.isOptional { return TableChange.Column(property: property, fill: .constant(.null)) }
    if mode != .custom {
      let rows = try connection.integer("SELECT count(*) FROM \(entity.name.sqlQuoted)") ?? 0
      guard rows == 0 else {
        throw SwiftDataError(
          .unsetMandatory,
          "\(entity.name).\(property.name) is new, must have a value and has no default, so "
            + "\(rows) rows would have none; give it a default or fill it in didMigrate.",
          entity: entity.name, property: property.name, count: Int(rows))
      }
    }
    return TableChange.Column(property: property, fill: .unset)
  }

  /// Refuses to drop what may have been renamed, and links that a custom stage must carry.
  private func checkDropped(
    _ dropped: [StoredShape.Property], _ added: [TableChange.Column], _ entity: EntityLayout
  ) throws {
    guard mode != .custom else { return }
    for property in dropped {
      if mode == .lossless {
        throw SwiftDataError(
          .migrationPlanRequired,
          "\(entity.name).\(property.name) is in the store and not in the schema; opening it "
            + "would drop its values. Add a migration plan with a stage that does.",
          entity: entity.name, property: property.name)
      }
      if let type = property.type,
        let candidate = added.first(where: { $0.property.attribute?.type.rawValue == type })
      {
        throw SwiftDataError(
          .possibleRename,
          "\(entity.name).\(property.name) disappears and \(candidate.property.name) of the same "
            + "kind is new. If it is renamed, write @Attribute(originalName: \"\(property.name)\"); "
            + "if not, drop it in a custom stage.",
          entity: entity.name, property: property.name)
      }
      guard !property.isAttribute, !isCarried(property, entity) else { continue }
      let count =
        try connection.integer(
          "SELECT count(\(property.name.sqlQuoted)) FROM \(entity.name.sqlQuoted)") ?? 0
      guard count == 0 else {
        throw SwiftDataError(
          .linksNotCarried,
          "\(entity.name).\(property.name) disappears with \(count) links; carry or drop them in "
            + "a custom stage.",
          entity: entity.name, property: property.name, count: Int(count))
      }
    }
  }

  /// Refuses to drop the pairs of a many-to-many relationship that no new one continues.
  func checkDroppedLinks() throws {
    guard mode != .custom else { return }
    let kept = Set(new.links.compactMap { LinkSource(link: $0, old: old, new: new).table?.name })
    let names = Set(new.entities.map(\.name))
    for link in old.links
    where !kept.contains(link.name) && names.contains(link.entityA) && names.contains(link.entityB)
    {
      if mode == .lossless {
        throw SwiftDataError(
          .migrationPlanRequired,
          "\(link.name) is in the store and not in the schema; opening it would drop its links. "
            + "Add a migration plan with a stage that does.",
          entity: link.entityA, property: link.propertyA)
      }
      let table = LinkLayout.table(for: link.name).sqlQuoted
      let count = try connection.integer("SELECT count(*) FROM \(table)") ?? 0
      guard count == 0 else {
        throw SwiftDataError(
          .linksNotCarried,
          "\(link.name) disappears with \(count) links; carry or drop them in a custom stage.",
          entity: link.entityA, property: link.propertyA, count: Int(count))
      }
    }
  }

  /// Refuses to drop objects whose class may have been renamed.
  func checkRemoved(_ removed: [String], created: [EntityLayout]) throws {
    guard mode == .lightweight else { return }
    for name in removed {
      let properties = Set((old.entities[name]?.properties ?? []).map(\.name))
      guard
        let candidate = created.first(where: {
          $0.properties.contains { properties.contains($0.name) }
        }),
        let count = try connection.integer("SELECT count(*) FROM \(name.sqlQuoted)"), count > 0
      else { continue }
      throw SwiftDataError(
        .possibleRename,
        "\(name) disappears with \(count) objects and \(candidate.name), which is like it, is new. "
          + "A class keeps its name; carry or drop its objects in a custom stage.",
        entity: name, count: Int(count))
    }
  }

  /// Whether a to-one relationship became a many-to-many one of which both ends match.
  private func isCarried(_ property: StoredShape.Property, _ entity: EntityLayout) -> Bool {
    new.links.contains {
      LinkSource(link: $0, old: old, new: new).column?.entity == entity.name
        && LinkSource(link: $0, old: old, new: new).column?.property == property.name
    }
  }
}

/// Where the pairs of a new link table come from.
struct LinkSource {
  let link: LinkLayout
  let old: OldShape
  let new: StoreLayout

  private func oldProperty(_ entity: Int, _ slot: Int) -> StoredShape.Property? {
    let layout = new.entities[entity]
    return old.source(of: layout.properties[slot], in: layout.name)
  }

  /// The old link table of the same ends, and whether its columns are the other way round.
  var table: (name: String, isSwapped: Bool)? {
    guard let first = oldProperty(link.entityA, link.slotA) else { return nil }
    let a = new.entities[link.entityA].name
    let second = link.slotB.flatMap { oldProperty(link.entityB, $0) }
    let b = new.entities[link.entityB].name
    for candidate in old.links {
      if candidate.entityA == a, candidate.propertyA == first.name, candidate.entityB == b,
        candidate.propertyB == second?.name
      {
        return (candidate.name, false)
      }
      if candidate.entityA == b, candidate.propertyA == second?.name, candidate.entityB == a,
        candidate.propertyB == first.name
      {
        return (candidate.name, true)
      }
    }
    return nil
  }

  /// The old to-one column of the same ends, and whether it stood at end `a`.
  var column: (entity: String, property: String, isAtA: Bool)? {
    guard let slotB = link.slotB, let first = oldProperty(link.entityA, link.slotA),
      let second = oldProperty(link.entityB, slotB)
    else { return nil }
    if first.cardinality == "one", second.cardinality == "many", first.inverse == second.name {
      return (new.entities[link.entityA].name, first.name, true)
    }
    if second.cardinality == "one", first.cardinality == "many", second.inverse == first.name {
      return (new.entities[link.entityB].name, second.name, false)
    }
    return nil
  }
}
