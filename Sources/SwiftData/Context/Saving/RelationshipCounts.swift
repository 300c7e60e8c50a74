/// A check that the relationships affected by a save stay within their minimum and maximum counts.
///
/// Only objects with possibly changed relationships are checked. A limit added in a later schema
/// version therefore does not prevent other objects from being saved.
///
/// - Complexity: O(*n*), where *n* is the number of changes.
struct RelationshipCounts {
  private let layout: StoreLayout
  private let connection: Connection
  /// The keys of the objects to check, for each relationship with a minimum or maximum count.
  private var owners: [Set<Int64>]

  /// Creates a check of the relationship counts in a store. Returns nil if no relationship has a
  /// minimum or maximum count.
  init?(_ layout: StoreLayout, _ connection: Connection) {
    guard !layout.counted.isEmpty else { return nil }
    self.layout = layout
    self.connection = connection
    self.owners = layout.counted.map { _ in [] }
  }

  // MARK: Affected objects

  /// Records the objects whose relationships with a minimum or maximum count may change in a save.
  /// Call this before the changes are written.
  mutating func noteChanges(of context: StoreContext, _ written: WrittenChanges) throws {
    let changed = context.changed.filter { $0._$state.phase == .stored }
    func key(_ model: any PersistentModel) -> Int64? {
      written.keys[ObjectIdentifier(model)]
        ?? (model._$state.key == 0 ? nil : model._$state.key)
    }
    for (index, (entity, slot)) in layout.counted.enumerated() {
      guard let relationship = entity.properties[slot].relationship else { continue }
      for model in context.inserted + changed
      where Int(model._$state.entity) == entity.index
        && (model._$state.phase == .inserted || model._$state.isDirty(slot))
      {
        if let key = key(model) { owners[index].insert(key) }
      }
      switch relationship.storage {
      case .column: continue
      case .inverseColumn(let inverse):
        var touched: [Int64] = []
        for model in context.inserted + changed
        where Int(model._$state.entity) == relationship.destination
          && (model._$state.phase == .inserted || model._$state.isDirty(inverse))
        {
          let target = model.toOneTarget(inverse)
          if let owner = target.object.flatMap(key) ?? (target.key == 0 ? nil : target.key) {
            owners[index].insert(owner)
          }
          if let key = key(model) { touched.append(key) }
        }
        let members = layout.entities[relationship.destination]
        try add(
          index, "SELECT value FROM json_each(?)", [.text(KeyList.json(touched))],
          of: members, column: members.properties[inverse].name)
      case .link(let link, let isFirst):
        for (changedLink, change) in context.links.ordered where changedLink == link {
          if let key = key(isFirst ? change.a : change.b) { owners[index].insert(key) }
        }
      }
    }
  }

  /// Records the objects whose related objects will be deleted. Call this before the
  /// deletion.
  mutating func noteDeletions(_ deletions: Deletion) throws {
    for (index, (entity, slot)) in layout.counted.enumerated() {
      guard let relationship = entity.properties[slot].relationship else { continue }
      let members = layout.entities[relationship.destination]
      let pendingDeletions = deletions.query(members)
      switch relationship.storage {
      case .column:
        try add(
          index,
          keys: "SELECT \"_sd_id\" FROM \(entity.table.sqlQuoted) WHERE "
            + "\(entity.properties[slot].name.sqlQuoted) IN (\(pendingDeletions))")
      case .inverseColumn(let inverse):
        try add(index, pendingDeletions, of: members, column: members.properties[inverse].name)
      case .link(let link, let isFirst):
        let (own, other) = isFirst ? ("a", "b") : ("b", "a")
        try add(
          index,
          keys: "SELECT \"\(own)\" FROM \(layout.links[link].table.sqlQuoted) WHERE "
            + "\"\(other)\" IN (\(pendingDeletions))")
      }
    }
  }

  /// Records the objects to which the given rows refer through a to-one relationship's column.
  private mutating func add(
    _ index: Int, _ members: String, _ arguments: [_SQLValue] = [], of entity: EntityLayout,
    column: String
  ) throws {
    try add(
      index,
      keys: "SELECT DISTINCT \(column.sqlQuoted) FROM \(entity.table.sqlQuoted) WHERE "
        + "\"_sd_id\" IN (\(members)) AND \(column.sqlQuoted) IS NOT NULL", arguments)
  }

  private mutating func add(
    _ index: Int, keys query: String, _ arguments: [_SQLValue] = []
  ) throws {
    let statement = try connection.prepare(query)
    try statement.bind(arguments)
    while try statement.step() { owners[index].insert(statement.int64(0)) }
  }

  // MARK: Counting

  /// Counts the related objects and compares each count with the relationship's minimum and
  /// maximum. Call this after all writes. The error names the first relationship that has too few
  /// or too many related objects.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a count is outside its limits.
  func check() throws {
    for (index, (entity, slot)) in layout.counted.enumerated() where !owners[index].isEmpty {
      let property = entity.properties[slot]
      guard let relationship = property.relationship, let bounds = relationship.counts else {
        continue
      }
      let rows = try connection.rows(
        "SELECT \"n\" FROM (SELECT \(count(relationship, property)) AS \"n\" "
          + "FROM \(entity.table.sqlQuoted) AS o WHERE o.\"_sd_id\" IN "
          + "(SELECT value FROM json_each(?))) WHERE \"n\" < ? OR \"n\" > ?",
        [
          .text(KeyList.json(owners[index])), .integer(Int64(bounds.lowerBound)),
          .integer(Int64(bounds.upperBound)),
        ])
      guard !rows.isEmpty else { continue }
      let found = rows.prefix(5).map { $0[0].literal }
      let target = layout.entities[relationship.destination].name
      throw SwiftDataError(
        .modelValidationFailure,
        """
        \(entity.name).\(property.name) must have \(Self.words(bounds)) \(target) objects, but \
        in \(rows.count) \(entity.name) the count is \(found.joined(separator: ", ")); add or remove \
        some before saving.
        """,
        entity: entity.name, property: property.name, count: rows.count, samples: found)
    }
  }

  private func count(_ relationship: RelationshipLayout, _ property: PropertyLayout) -> String {
    switch relationship.storage {
    case .column: return "o.\(property.name.sqlQuoted) IS NOT NULL"
    case .inverseColumn(let slot):
      let members = layout.entities[relationship.destination]
      return "(SELECT count(*) FROM \(members.table.sqlQuoted) AS m WHERE "
        + "m.\(members.properties[slot].name.sqlQuoted) = o.\"_sd_id\")"
    case .link(let link, let isFirst):
      return "(SELECT count(*) FROM \(layout.links[link].table.sqlQuoted) AS l WHERE "
        + "l.\"\(isFirst ? "a" : "b")\" = o.\"_sd_id\")"
    }
  }

  /// Returns a description of count limits, such as `2`, `2 or more`, `at most 5` or `2 to 5`.
  private static func words(_ bounds: ClosedRange<Int>) -> String {
    if bounds.lowerBound == bounds.upperBound { return "\(bounds.lowerBound)" }
    if bounds.upperBound == .max { return "\(bounds.lowerBound) or more" }
    if bounds.lowerBound == 0 { return "at most \(bounds.upperBound)" }
    return "\(bounds.lowerBound) to \(bounds.upperBound)"
  }
}
