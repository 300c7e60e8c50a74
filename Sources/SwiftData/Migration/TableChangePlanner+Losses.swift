/// Methods that reject or report the loss of data without a counterpart in the new schema version.
/// The methods throw an error if the loss may be a mistake; otherwise, they add the loss to the
/// migration report.
extension TableChangePlanner {
  private static let strictRemedy =
    "Convert or delete the data in a custom stage, or remove .forbiddingDataLoss from the stage."

  private func quantity(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private func count(_ sql: String) throws -> Int { Int(try connection.integer(sql) ?? 0) }

  /// Returns up to five distinct values from a column, as examples for an error message.
  private func samples(_ column: String, of entity: String) throws -> [String] {
    try connection.rows(
      "SELECT DISTINCT \(column.sqlQuoted) FROM \(entity.sqlQuoted) "
        + "WHERE \(column.sqlQuoted) IS NOT NULL LIMIT 5"
    ).map { row in
      if case .text(let text) = row[0] { text } else { row[0].literal }
    }
  }

  private func values(_ property: StoredShape.Property, _ entity: String) throws -> (
    count: Int, samples: [String], text: String
  ) {
    let count = try count(
      "SELECT count(\(property.name.sqlQuoted)) FROM \(entity.sqlQuoted)")
    let samples = try samples(property.name, of: entity)
    let list = samples.isEmpty ? "" : " (\(samples.joined(separator: ", ")))"
    return (count, samples, quantity(count, "value") + list)
  }

  /// Throws an error if a property's type changed and the stage is not custom. Only the code of a
  /// custom stage can convert the values.
  ///
  /// - Throws: ``SwiftDataError/incompatibleType`` unless the stage is custom.
  func requireCustom(
    _ before: StoredShape.Property, _ property: PropertyLayout, _ entity: EntityLayout,
    _ source: StoredShape.Entity
  ) throws {
    guard mode != .custom else { return }
    let values = try values(before, source.name)
    let now =
      property.attribute?.type.rawValue
      ?? property.relationship.map { "a link to \(new.entities[$0.destination].name)" } ?? "?"
    throw SwiftDataError(
      .incompatibleType,
      """
      \(entity.name).\(property.name) was stored as \
      \(before.type ?? before.destination.map { "a link to \($0)" } ?? "?") and is now \(now). \
      Its type changed, and only code can convert its \(values.text). \
      \(mode == .lossless ? "Open the store with a migration plan whose last stage is" : "Make the stage") \
      custom: save the values in willMigrate, and set the new values in didMigrate.
      """,
      entity: entity.name, property: property.name, count: values.count, samples: values.samples)
  }

  // MARK: Columns

  mutating func dropColumns(_ change: TableChange) throws {
    guard let source = old.entities[change.formerName] else { return }
    let kept = used[source.name] ?? []
    let added = change.columns.filter { $0.expression == nil }
    for property in source.properties where property.hasColumn && !kept.contains(property.name) {
      if property.isAttribute {
        try drop(property, of: source, change.entity, added)
      } else {
        try drop(link: property, of: source)
      }
    }
  }

  private mutating func drop(
    _ property: StoredShape.Property, of source: StoredShape.Entity, _ entity: EntityLayout,
    _ added: [TableChange.Column]
  ) throws {
    if let same = entity.property(named: property.name), same.isToMany {
      try requireCustom(property, same, entity, source)
    }
    let name = "\(source.name).\(property.name)"
    let values = try values(property, source.name)
    func refusal(_ code: SwiftDataError.Code, _ message: String) -> SwiftDataError {
      SwiftDataError(
        code, message, entity: source.name, property: property.name, count: values.count,
        samples: values.samples)
    }
    // A possible rename is reported first, because its remedy keeps the values.
    if mode.looksForRenames,
      let candidate = added.first(where: { $0.property.attribute?.type.rawValue == property.type })
    {
      throw possibleRename(of: property, of: source, to: candidate.property, values)
    }
    if mode == .lossless {
      throw refusal(
        .migrationPlanRequired,
        """
        The schema has no \(name), and opening the store would drop its \(values.text). Open the \
        store with a migration plan whose last stage leads to this schema.
        """)
    }
    if mode == .backward {
      let count = try lossBackwards(property, of: source.name)
      guard count == 0 else {
        throw SwiftDataError(
          .valuesNotCarried,
          """
          The earlier version has no \(name), and \(quantity(count, "row")) would lose its value. \
          Convert or delete the values in a custom stage, or add .allowingDataLoss.
          """,
          entity: source.name, property: property.name, count: count, samples: values.samples)
      }
    }
    guard mode != .strict || values.count == 0 else {
      throw refusal(
        .valuesNotCarried,
        "The new version has no \(name), and \(values.text) would be lost. \(Self.strictRemedy)")
    }
    plan.dropped.append(
      MigrationReport.Dropped(kind: .property, name: name, count: values.count))
  }

  /// Returns an old property that may have been renamed to a new mandatory property. The old
  /// property has the same type, and its values would otherwise be lost. Returns nil if there is no
  /// such property.
  func vanishing(
    like property: PropertyLayout, _ entity: EntityLayout, _ source: StoredShape.Entity
  ) -> StoredShape.Property? {
    guard mode.looksForRenames, !property.isOptional,
      let type = property.attribute?.type.rawValue
    else { return nil }
    let continued = Set((old.lineage.properties[entity.name] ?? [:]).values)
    return source.properties.first { $0.type == type && !continued.contains($0.name) }
  }

  /// Throws an error if an old property that has values might have been renamed.
  ///
  /// - Throws: ``SwiftDataError/possibleRename`` if the old property has values.
  func refuseRename(
    of property: StoredShape.Property, of source: StoredShape.Entity, to new: PropertyLayout
  ) throws {
    let values = try values(property, source.name)
    if values.count > 0 { throw possibleRename(of: property, of: source, to: new, values) }
  }

  private func possibleRename(
    of property: StoredShape.Property, of source: StoredShape.Entity, to new: PropertyLayout,
    _ values: (count: Int, samples: [String], text: String)
  ) -> SwiftDataError {
    SwiftDataError(
      .possibleRename,
      """
      \(source.name).\(property.name) would be dropped with \(values.text), and \(new.name) of the \
      same type is new. If the property was renamed, write @Attribute(originalName: \
      "\(property.name)") before \(new.name); otherwise make the stage custom, or add \
      .allowingDataLoss.
      """,
      entity: source.name, property: property.name, count: values.count, samples: values.samples)
  }

  /// Returns the number of rows in which a migration to an earlier version would lose a property's
  /// value. A value equal to the default is not lost, because the later version would set it again.
  private func lossBackwards(_ property: StoredShape.Property, of entity: String) throws -> Int {
    var condition = "\(property.name.sqlQuoted) IS NOT NULL"
    if let declared = former?.entity(named: entity)?.property(named: property.name),
      case .value(let value)? = try Self.standard(declared)
    {
      condition += " AND \(property.name.sqlQuoted) IS NOT \(value.literal)"
    }
    return try count("SELECT count(*) FROM \(entity.sqlQuoted) WHERE \(condition)")
  }

  // MARK: Links

  private mutating func drop(
    link property: StoredShape.Property, of source: StoredShape.Entity
  ) throws {
    guard let pairs = old.pairs(of: property, in: source.name), !carried.contains(pairs.holder)
    else { return }
    if let destination = property.destination, let inverse = property.inverse,
      carried.contains(.column(entity: destination, property: inverse))
    {
      return
    }
    try drop(
      pairs, "\(source.name).\(property.name)", isWholeGone: isGone(property.destination))
  }

  mutating func drop(link: OldShape.Link) throws {
    guard let property = old.property(link.entityA, link.propertyA),
      let pairs = old.pairs(of: property, in: link.entityA)
    else { return }
    try drop(pairs, link.name, isWholeGone: isGone(link.entityA) || isGone(link.entityB))
  }

  private func isGone(_ entity: String?) -> Bool {
    entity.map(plan.removed.contains) ?? false
  }

  /// Drops an old relationship's links, or throws an error if the kind of migration does not allow
  /// the loss.
  ///
  /// - Parameter isWholeGone: Whether a class at one end of the links is dropped with its objects.
  private mutating func drop(_ pairs: LinkPairs, _ name: String, isWholeGone: Bool) throws {
    let count = try count("SELECT count(*) FROM (\(pairs.sql))")
    if mode == .lossless {
      throw try refusal(
        .migrationPlanRequired, name, pairs.sql, count,
        """
        The schema has no \(name), and opening the store would drop its \
        \(quantity(count, "link")). Open the store with a migration plan whose last stage leads to \
        this schema.
        """)
    }
    guard count == 0 || mode == .custom || (isWholeGone && mode != .strict) else {
      throw try refusal(
        .linksNotCarried, name, pairs.sql, count,
        """
        \(name) would be dropped with \(quantity(count, "link")). If the relationship was renamed, \
        write originalName: in the @Relationship of both ends; otherwise convert or delete the \
        links in a custom stage.
        """)
    }
    plan.dropped.append(MigrationReport.Dropped(kind: .links, name: name, count: count))
  }

  /// Throws an error if an object has several links in a relationship that becomes to-one. A custom
  /// stage drops these links instead.
  ///
  /// - Throws: ``SwiftDataError/linksNotCarried`` if an object has several links.
  mutating func requireSingle(_ pairs: LinkPairs, _ singles: String, _ name: String) throws {
    let lost = try count(
      "SELECT (SELECT count(*) FROM (\(pairs.sql))) - (SELECT count(*) FROM (\(singles)))")
    guard lost > 0, told.insert(pairs.holder).inserted else { return }
    guard mode == .custom else {
      throw try refusal(
        .linksNotCarried, name,
        "SELECT * FROM (\(pairs.sql)) WHERE \"own\" NOT IN (SELECT \"own\" FROM (\(singles)))",
        lost,
        """
        \(name) becomes to-one, but some objects have several links: \(quantity(lost, "link")) \
        cannot be kept. Choose one link for each object in a custom stage.
        """)
    }
    plan.dropped.append(MigrationReport.Dropped(kind: .links, name: name, count: lost))
  }

  private func refusal(
    _ code: SwiftDataError.Code, _ name: String, _ sql: String, _ count: Int, _ message: String
  ) throws -> SwiftDataError {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let samples = try connection.rows("SELECT \"own\", \"other\" FROM (\(sql)) LIMIT 5").map {
      "\($0[0].literal) → \($0[1].literal)"
    }
    return SwiftDataError(
      code, message, entity: parts.first, property: parts.last, count: count, samples: samples)
  }

  // MARK: Entities

  mutating func drop(entity name: String) throws {
    let count = try count("SELECT count(*) FROM \(name.sqlQuoted)")
    let properties = Set((old.entities[name]?.properties ?? []).map(\.name))
    let candidate = plan.created.first { entity in
      entity.properties.contains { properties.contains($0.name) }
    }
    func refusal(_ code: SwiftDataError.Code, _ message: String) -> SwiftDataError {
      SwiftDataError(code, message, entity: name, count: count)
    }
    // A missing class beside a similar new one was probably renamed, so this error comes before
    // those about lost objects.
    if mode.looksForRenames, count > 0, let candidate {
      throw refusal(
        .possibleRename,
        """
        \(name) would be dropped with \(quantity(count, "object")), and the similar class \
        \(candidate.name) is new. If the class was renamed, write @Model(originalName: "\(name)") \
        before \(candidate.name); otherwise convert or delete the objects in a custom stage.
        """)
    }
    if mode == .lossless {
      throw refusal(
        .migrationPlanRequired,
        """
        The schema has no \(name), and opening the store would drop its \
        \(quantity(count, "object")). Open the store with a migration plan whose last stage leads \
        to this schema.
        """)
    }
    guard mode != .strict || count == 0 else {
      throw refusal(
        .valuesNotCarried,
        """
        The new version has no \(name), and \(quantity(count, "object")) would be lost. \
        \(Self.strictRemedy)
        """)
    }
    guard mode != .backward || count == 0 else {
      throw refusal(
        .valuesNotCarried,
        """
        The earlier version has no \(name), and \(quantity(count, "object")) would be lost. \
        Convert or delete the objects in a custom stage, or add .allowingDataLoss.
        """)
    }
    plan.dropped.append(MigrationReport.Dropped(kind: .entity, name: name, count: count))
    try dropLinks(of: name)
  }

  /// Adds the to-one links of a dropped class to the migration report's list of dropped data.
  private mutating func dropLinks(of name: String) throws {
    for property in old.entities[name]?.properties ?? []
    where property.cardinality == "one"
      && !carried.contains(.column(entity: name, property: property.name))
    {
      let count = try count(
        "SELECT count(\(property.name.sqlQuoted)) FROM \(name.sqlQuoted)")
      guard count > 0 else { continue }
      plan.dropped.append(
        MigrationReport.Dropped(kind: .links, name: "\(name).\(property.name)", count: count))
    }
  }
}
