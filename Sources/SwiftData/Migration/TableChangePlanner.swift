/// Decides how every table changes, refusing what would lose data unseen.
struct TableChangePlanner {
  enum Mode {
    /// Without a plan: nothing may be lost.
    case lossless
    case lightweight
    /// A lightweight stage to an earlier version: nothing may be lost either.
    case backward
    /// A stage that forbids data loss.
    case strict
    case custom

    /// Whether what disappears while something like it is new may have been renamed by mistake.
    var looksForRenames: Bool { self == .lossless || self == .lightweight || self == .strict }
  }

  let old: OldShape
  let new: StoreLayout
  /// The version the store has, where it is one of a plan.
  let former: StoreLayout?
  let mode: Mode
  let connection: Connection
  var plan = TablePlan()
  /// Where links are kept that something new takes over.
  var carried: Set<LinkPairs.Holder> = []
  /// Where links are kept of which some cannot be taken over, to tell each once.
  var told: Set<LinkPairs.Holder> = []
  /// By entity, the old columns that go on.
  var used: [String: Set<String>] = [:]

  init(
    old: OldShape, new: StoreLayout, former: StoreLayout?, mode: Mode, connection: Connection
  ) {
    self.old = old
    self.new = new
    self.former = former
    self.mode = mode
    self.connection = connection
  }

  /// - Throws: ``SwiftDataError`` for what cannot be carried without loss or a word from the plan.
  static func plan(
    from old: OldShape, to new: StoreLayout, former: StoreLayout?, mode: Mode,
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

  /// A class that continues another must find that one gone: else its rows would stay where they
  /// are, and the new class be empty.
  private func requireRenamed(_ entity: EntityLayout) throws {
    guard let name = old.lineage.contested[entity.name] else { return }
    throw SwiftDataError(
      .possibleRename,
      "\(entity.name) says that it was \(name), and there still is a class \(name), which keeps the "
        + "objects that the store has. Take the originalName from \(entity.name), or give the other "
        + "class a name that the store does not have.", entity: entity.name)
  }

  /// Table names ignore case, so a class that only changed its case has to say so.
  private func requireFreeName(_ entity: EntityLayout) throws {
    guard
      let name = old.entities.keys.first(where: { $0.lowercased() == entity.name.lowercased() })
    else { return }
    throw SwiftDataError(
      .possibleRename,
      "\(entity.name) differs from \(name), which the store has, in case only; write "
        + "@Model(originalName: \"\(name)\") before it.", entity: name)
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

  /// Whether a property's column is declared as it was.
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

  /// A to-one relationship that takes its links from where an old one kept them.
  private mutating func linked(
    _ pairs: LinkPairs, _ name: String, _ property: PropertyLayout, _ entity: EntityLayout,
    _ source: StoredShape.Entity
  ) throws -> TableChange.Column {
    let isOneToOne = property.relationship.map(isOneToOne) ?? false
    let singles = pairs.singles(both: isOneToOne)
    try requireSingle(pairs, singles, name)
    carried.insert(pairs.holder)
    let otherwise = try otherwise(property, entity) {
      try connection.integer(
        "SELECT count(*) FROM \(source.name.sqlQuoted) WHERE \"_sd_id\" NOT IN "
          + "(SELECT \"own\" FROM (\(singles)))") ?? 0
    }
    let alias = TableChange.Column.alias(property).sqlQuoted
    return TableChange.Column(
      property, "\(alias).\"other\"", pairs: singles, otherwise: otherwise)
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

  /// The links that a new inverse of a one-to-one relationship shows from its side.
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
    var otherwise = TableChange.Otherwise.null
    if before.optional, !property.isOptional {
      otherwise = try self.otherwise(property, entity) {
        try connection.integer(
          "SELECT count(*) FROM \(source.name.sqlQuoted) WHERE \(column) IS NULL") ?? 0
      }
    }
    return TableChange.Column(property, "t.\(column)", otherwise: otherwise)
  }

  private func added(
    _ property: PropertyLayout, _ entity: EntityLayout, _ source: StoredShape.Entity
  ) throws -> TableChange.Column {
    if property.isOptional, let value = try Self.standard(property) {
      return TableChange.Column(property, nil, otherwise: value)
    }
    if let vanishing = vanishing(like: property, entity, source),
      try Self.standard(property) == nil
    {
      try refuseRename(of: vanishing, of: source, to: property)
    }
    return TableChange.Column(
      property, nil,
      otherwise: try otherwise(property, entity) {
        try connection.integer("SELECT count(*) FROM \(source.name.sqlQuoted)") ?? 0
      })
  }

  /// What rows get that have no value for a property.
  private func otherwise(
    _ property: PropertyLayout, _ entity: EntityLayout, missing: () throws -> Int64
  ) throws -> TableChange.Otherwise {
    guard !property.isOptional else { return .null }
    if let value = try Self.standard(property) { return value }
    let count = try missing()
    if count == 0 || mode == .custom { return .unset }
    throw SwiftDataError(
      .unsetMandatory,
      "\(entity.name).\(property.name) must have a value in the new version, has no default, and "
        + "\(count) rows have none. Give it a default, or fill it in the didMigrate of a custom "
        + "stage.",
      entity: entity.name, property: property.name, count: Int(count))
  }

  /// The declared default; nil for none. One that differs from call to call is for each row.
  ///
  /// - Parameter calls: How often it is called to find that out.
  static func standard(
    _ property: PropertyLayout, calls: Int = 17
  ) throws -> TableChange.Otherwise? {
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
