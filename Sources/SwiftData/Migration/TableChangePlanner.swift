/// A planner for a migration's table changes. It throws an error for a change that would silently
/// lose data.
struct TableChangePlanner {
  enum MigrationMode {
    /// A migration that has no plan and must not lose any data.
    case lossless
    case lightweight
    /// A lightweight stage that migrates to an earlier version without losing data.
    case backward
    /// A lightweight stage that forbids data loss.
    case strict
    case custom

    /// Whether a dropped class or property is treated as a possible rename if a similar one was
    /// added.
    var looksForRenames: Bool { self == .lossless || self == .lightweight || self == .strict }
  }

  let old: OldShape
  let new: StoreLayout
  /// The layout of the store's current version. Nil if no migration plan contains this version.
  let former: StoreLayout?
  let mode: MigrationMode
  let connection: Connection
  var plan = TablePlan()
  /// The columns and link tables whose links are copied to a relationship of the new version.
  var carried: Set<LinkPairs.Holder> = []
  /// The columns and link tables whose dropped links have already been reported. This prevents
  /// duplicate reports for the two sides of a relationship.
  var told: Set<LinkPairs.Holder> = []
  /// The old columns that are carried over to the new version, indexed by entity.
  var used: [String: Set<String>] = [:]

  init(
    old: OldShape, new: StoreLayout, former: StoreLayout?, mode: MigrationMode,
    connection: Connection
  ) {
    self.old = old
    self.new = new
    self.former = former
    self.mode = mode
    self.connection = connection
  }

  /// Plans the changes to all tables.
  ///
  /// - Throws: ``SwiftDataError`` if data would be lost and this kind of migration forbids it.
  static func plan(
    from old: OldShape, to new: StoreLayout, former: StoreLayout?, mode: MigrationMode,
    _ connection: Connection
  ) throws -> TablePlan {
    var planner = TableChangePlanner(
      old: old, new: new, former: former, mode: mode, connection: connection)
    try planner.run()
    return planner.plan
  }

  private mutating func run() throws {
    for entity in new.entities {
      if let source = old.source(of: entity) {
        plan.changes.append(try change(entity, from: source))
      } else {
        try requireRenamed(entity)
        try requireFreeName(entity)
        plan.created.append(entity)
      }
    }
    for link in new.links { plan.links.append(change(link)) }
    plan.removed = Set(old.entities.keys).subtracting(old.lineage.entities.values).sorted()
    for name in plan.removed { try drop(entity: name) }
    for change in plan.changes { try dropColumns(change) }
    for link in old.links where !carried.contains(.table(link.name)) { try drop(link: link) }
  }

  /// Throws an error if a class declares an original name that is still in use in the new version.
  /// The stored objects would stay with the class that still has this name, and the new class would
  /// be empty.
  private func requireRenamed(_ entity: EntityLayout) throws {
    guard let name = old.lineage.contested[entity.name] else { return }
    throw SwiftDataError(
      .possibleRename,
      """
      \(entity.name) declares \(name) as its original name, but a class \(name) still exists \
      and keeps the stored objects. Remove the originalName of \(entity.name), or rename the other \
      class to a name that is not used in the store.
      """, entity: entity.name)
  }

  /// Throws an error if a class name differs from a stored class name only in case. SQLite ignores
  /// case in table names, so such a rename must be declared.
  private func requireFreeName(_ entity: EntityLayout) throws {
    guard
      let name = old.entities.keys.first(where: { $0.lowercased() == entity.name.lowercased() })
    else { return }
    throw SwiftDataError(
      .possibleRename,
      """
      \(entity.name) and the stored class \(name) differ only in case. Write @Model(originalName: \
      "\(name)") before \(entity.name).
      """, entity: name)
  }

  // MARK: Tables

  private mutating func change(
    _ entity: EntityLayout, from source: StoredShape.Entity
  ) throws -> TableChange {
    var columns: [TableChange.Column] = []
    var canStay = source.name == entity.name
    for property in entity.columns {
      let before = old.source(of: property, in: entity)
      let column = try column(property, entity, source, before)
      columns.append(column)
      guard let before, column.expression != nil else { continue }
      if column.pairs != nil || !isSame(property, before) { canStay = false }
    }
    let kept = used[source.name] ?? []
    let isWhole = source.properties.allSatisfy { !$0.hasColumn || kept.contains($0.name) }
    let unique = entity.columns.filter(\.isUnique)
    let wasUnique = Set(source.properties.filter { $0.unique == true }.map(\.name))
    return TableChange(
      entity: entity, formerName: source.name, columns: columns, isInPlace: canStay && isWhole,
      newlyUnique: unique.filter { !wasUnique.contains($0.name) },
      noLongerUnique: wasUnique.subtracting(unique.map(\.name)).sorted())
  }

  /// Returns whether a property has the same name, optionality and destination as in the old
  /// version.
  private func isSame(_ property: PropertyLayout, _ before: StoredShape.Property) -> Bool {
    let destination = property.relationship.map { new.entities[$0.destination].name }
    return before.name == property.name && before.optional == property.isOptional
      && before.destination == destination
  }

  private mutating func column(
    _ property: PropertyLayout, _ entity: EntityLayout, _ source: StoredShape.Entity,
    _ before: StoredShape.Property?
  ) throws -> TableChange.Column {
    guard let before else {
      if let found = mirrored(property) {
        return try linked(found.pairs, found.name, property, entity, source)
      }
      return try added(property, entity, source)
    }
    if let attribute = property.attribute {
      guard before.isAttribute, before.type == attribute.type.rawValue else {
        try requireCustom(before, property, entity, source)
        return try added(property, entity, source)
      }
      return try kept(before, property, entity, source)
    }
    guard !before.isAttribute else {
      try requireCustom(before, property, entity, source)
      return try added(property, entity, source)
    }
    return try relationship(property, entity, source, before)
  }

  private mutating func relationship(
    _ property: PropertyLayout, _ entity: EntityLayout, _ source: StoredShape.Entity,
    _ before: StoredShape.Property
  ) throws -> TableChange.Column {
    guard let relationship = property.relationship,
      old.lineage.entities[new.entities[relationship.destination].name] == before.destination
    else { return try added(property, entity, source) }
    let isContinued = old.continued(property, of: entity, in: new) != nil
    let isOneToOne = isOneToOne(relationship)
    if !before.isToMany, !isOneToOne || (isContinued && wasOneToOne(before)) {
      return try kept(before, property, entity, source)
    }
    guard isContinued, let pairs = old.pairs(of: before, in: source.name) else {
      return try added(property, entity, source)
    }
    return try linked(pairs, "\(source.name).\(before.name)", property, entity, source)
  }

  /// Plans the column for a new to-one relationship that receives an old relationship's links.
  private mutating func linked(
    _ pairs: LinkPairs, _ name: String, _ property: PropertyLayout, _ entity: EntityLayout,
    _ source: StoredShape.Entity
  ) throws -> TableChange.Column {
    let isOneToOne = property.relationship.map(isOneToOne) ?? false
    let singles = pairs.singles(both: isOneToOne)
    try requireSingle(pairs, singles, name)
    carried.insert(pairs.holder)
    let missingValue = try missingValue(property, entity) {
      try connection.integer(
        "SELECT count(*) FROM \(source.name.sqlQuoted) WHERE \"_sd_id\" NOT IN "
          + "(SELECT \"own\" FROM (\(singles)))") ?? 0
    }
    let alias = TableChange.Column.alias(property).sqlQuoted
    return TableChange.Column(
      property, "\(alias).\"other\"", pairs: singles, missingValue: missingValue)
  }

  private func isOneToOne(_ relationship: RelationshipLayout) -> Bool {
    guard !relationship.isToMany, let inverse = relationship.inverse else { return false }
    return !new.entities[relationship.destination].properties[inverse].isToMany
  }

  private func wasOneToOne(_ property: StoredShape.Property) -> Bool {
    guard let destination = property.destination, let inverse = property.inverse else {
      return false
    }
    return old.property(destination, inverse)?.cardinality == "one"
  }

  /// Returns the stored links of the one-to-one relationship to which a new property was added as
  /// the inverse. The links are returned as seen from the new property's entity. Returns nil for
  /// any other property.
  private func mirrored(_ property: PropertyLayout) -> (pairs: LinkPairs, name: String)? {
    guard let relationship = property.relationship, isOneToOne(relationship),
      let inverse = relationship.inverse
    else { return nil }
    let target = new.entities[relationship.destination]
    guard let owner = old.source(of: target)?.name,
      let before = old.continued(target.properties[inverse], of: target, in: new),
      let pairs = old.pairs(of: before, in: owner)
    else { return nil }
    return (pairs.flipped, "\(owner).\(before.name)")
  }

  private mutating func kept(
    _ before: StoredShape.Property, _ property: PropertyLayout, _ entity: EntityLayout,
    _ source: StoredShape.Entity
  ) throws -> TableChange.Column {
    used[source.name, default: []].insert(before.name)
    if !before.isAttribute {
      carried.insert(.column(entity: source.name, property: before.name))
    }
    let column = before.name.sqlQuoted
    var missingValue = TableChange.MissingValue.null
    if before.optional, !property.isOptional {
      missingValue = try self.missingValue(property, entity) {
        try connection.integer(
          "SELECT count(*) FROM \(source.name.sqlQuoted) WHERE \(column) IS NULL") ?? 0
      }
    }
    return TableChange.Column(property, "t.\(column)", missingValue: missingValue)
  }

  private func added(
    _ property: PropertyLayout, _ entity: EntityLayout, _ source: StoredShape.Entity
  ) throws -> TableChange.Column {
    if property.isOptional, let value = try Self.standard(property) {
      return TableChange.Column(property, nil, missingValue: value)
    }
    if let vanishing = vanishing(like: property, entity, source),
      try Self.standard(property) == nil
    {
      try refuseRename(of: vanishing, of: source, to: property)
    }
    return TableChange.Column(
      property, nil,
      missingValue: try missingValue(property, entity) {
        try connection.integer("SELECT count(*) FROM \(source.name.sqlQuoted)") ?? 0
      })
  }

  /// Returns the value to set in existing rows that have no value for a property of the new
  /// version.
  private func missingValue(
    _ property: PropertyLayout, _ entity: EntityLayout, missing: () throws -> Int64
  ) throws -> TableChange.MissingValue {
    guard !property.isOptional else { return .null }
    if let value = try Self.standard(property) { return value }
    let count = try missing()
    if count == 0 || mode == .custom { return .unset }
    throw SwiftDataError(
      .unsetMandatory,
      """
      \(entity.name).\(property.name) is mandatory in the new version and has no default, but \
      \(count) rows have no value. Declare a default, or set the property in the didMigrate of a \
      custom stage.
      """,
      entity: entity.name, property: property.name, count: Int(count))
  }

  /// Returns a property's declared default value, if there is one. A default whose value differs
  /// between evaluations is evaluated for each row.
  ///
  /// - Parameter calls: How often the default value is evaluated to check whether it is constant.
  static func standard(
    _ property: PropertyLayout, calls: Int = 17
  ) throws -> TableChange.MissingValue? {
    guard let make = property.attribute?.defaultValue, let first = try make() else { return nil }
    if first == .null, !property.isOptional { return nil }
    for _ in 1..<max(1, calls) where try make() != first { return .perRow(make) }
    return .value(first)
  }

  // MARK: Links

  private mutating func change(_ link: LinkLayout) -> LinkChange {
    func pairs(_ entity: Int, _ slot: Int) -> LinkPairs? {
      let layout = new.entities[entity]
      guard let owner = old.source(of: layout)?.name,
        let before = old.continued(layout.properties[slot], of: layout, in: new)
      else { return nil }
      return old.pairs(of: before, in: owner)
    }
    let found =
      pairs(link.entityA, link.slotA)
      ?? link.slotB.flatMap { pairs(link.entityB, $0)?.flipped }
    guard let found else { return LinkChange(link: link, pairs: nil, isInPlace: false) }
    carried.insert(found.holder)
    let hasSameEnds = [link.entityA, link.entityB].allSatisfy {
      old.lineage.entities[new.entities[$0].name] == new.entities[$0].name
    }
    return LinkChange(
      link: link, pairs: found,
      isInPlace: found.holder == .table(link.name) && !found.isSwapped && hasSameEnds)
  }
}
