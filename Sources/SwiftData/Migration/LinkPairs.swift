/// An old relationship's links, as pairs of primary keys. A migration copies the links to a
/// relationship in the new version.
struct LinkPairs {
  /// The column or link table that contains the links in the store.
  enum Holder: Hashable {
    case column(entity: String, property: String)
    case table(String)
  }

  let holder: Holder
  /// An SQL query that selects pairs of keys. The column `own` identifies the object with the
  /// relationship, and the column `other` the related object.
  let sql: String
  /// Whether the link table's columns are in reverse order.
  let isSwapped: Bool

  /// The links as seen from the inverse relationship.
  var flipped: LinkPairs {
    LinkPairs(
      holder: holder, sql: "SELECT \"other\" AS \"own\", \"own\" AS \"other\" FROM (\(sql))",
      isSwapped: !isSwapped)
  }

  /// Returns an SQL query that selects the objects with exactly one link. Its columns are `own` and
  /// `other`.
  ///
  /// - Parameter both: Whether the related object must also have exactly one link.
  func singles(both: Bool) -> String {
    let own =
      "SELECT \"own\", min(\"other\") AS \"other\" FROM (\(sql)) GROUP BY \"own\" "
      + "HAVING count(*) = 1"
    guard both else { return own }
    return "SELECT \"own\", \"other\" FROM (\(own)) WHERE \"other\" IN "
      + "(SELECT \"other\" FROM (\(sql)) GROUP BY \"other\" HAVING count(*) = 1)"
  }
}

extension OldShape {
  /// Returns a relationship's links as pairs of keys, with the key of the declaring entity's object
  /// first. Returns nil if the property is not a relationship.
  func pairs(of property: StoredShape.Property, in entity: String) -> LinkPairs? {
    guard !property.isAttribute, let destination = property.destination else { return nil }
    if !property.isToMany {
      let column = property.name.sqlQuoted
      return LinkPairs(
        holder: .column(entity: entity, property: property.name),
        sql: "SELECT \"_sd_id\" AS \"own\", \(column) AS \"other\" FROM \(entity.sqlQuoted) "
          + "WHERE \(column) IS NOT NULL", isSwapped: false)
    }
    if let inverse = property.inverse, let end = self.property(destination, inverse),
      end.cardinality == "one"
    {
      let column = end.name.sqlQuoted
      return LinkPairs(
        holder: .column(entity: destination, property: end.name),
        sql: "SELECT \(column) AS \"own\", \"_sd_id\" AS \"other\" FROM \(destination.sqlQuoted) "
          + "WHERE \(column) IS NOT NULL", isSwapped: false)
    }
    for link in links {
      let isFirst = link.entityA == entity && link.propertyA == property.name
      guard isFirst || (link.entityB == entity && link.propertyB == property.name) else { continue }
      let columns =
        isFirst
        ? "\"a\" AS \"own\", \"b\" AS \"other\"" : "\"b\" AS \"own\", \"a\" AS \"other\""
      return LinkPairs(
        holder: .table(link.name),
        sql: "SELECT \(columns) FROM \(LinkLayout.table(for: link.name).sqlQuoted)",
        isSwapped: !isFirst)
    }
    return nil
  }

  /// Returns the old relationship whose links a migration copies to a new relationship. Returns nil
  /// unless the entities and properties at both ends of the new relationship correspond to those of
  /// the old relationship.
  ///
  /// If the new version adds or removes the inverse, the old relationship matches only if the
  /// cardinality is the same: both relationships are to-one or both are to-many.
  func continued(
    _ property: PropertyLayout, of entity: EntityLayout, in new: StoreLayout
  ) -> StoredShape.Property? {
    guard let relationship = property.relationship,
      let before = source(of: property, in: entity), !before.isAttribute,
      let destination = before.destination,
      lineage.entities[new.entities[relationship.destination].name] == destination
    else { return nil }
    let target = new.entities[relationship.destination]
    let staysAlike = before.isToMany == property.isToMany
    switch (relationship.inverse.map { target.properties[$0] }, before.inverse) {
    case (nil, nil): return before
    case (let inverse?, nil):
      return staysAlike && source(of: inverse, in: target) == nil ? before : nil
    case (nil, let former?):
      let names = lineage.properties[target.name] ?? [:]
      return staysAlike && !names.values.contains(former) ? before : nil
    case (let inverse?, let former?):
      return source(of: inverse, in: target)?.name == former ? before : nil
    }
  }
}
