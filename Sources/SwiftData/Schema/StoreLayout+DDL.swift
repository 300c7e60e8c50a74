extension String {
  /// The string as a quoted SQL identifier.
  var sqlQuoted: String {
    utf8.contains(UInt8(ascii: "\""))
      ? "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\"" : "\"\(self)\""
  }

  fileprivate var indexNamePart: String {
    replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: ",", with: "%2C")
      .replacingOccurrences(of: ".", with: "%2E")
  }

  /// The string with the escapes of ``indexNamePart`` decoded.
  var withoutIndexEscapes: String {
    replacingOccurrences(of: "%2E", with: ".").replacingOccurrences(of: "%2C", with: ",")
      .replacingOccurrences(of: "%25", with: "%")
  }
}

extension EntityLayout {
  /// Returns the SQL declaration of a property's column.
  func columnDefinition(_ property: PropertyLayout, in layout: StoreLayout) -> String {
    var text = "\(property.name.sqlQuoted) \(property.affinity)"
    if !property.isOptional { text += " NOT NULL" }
    if let relationship = property.relationship {
      let target = layout.entities[relationship.destination].name.sqlQuoted
      text += " REFERENCES \(target)(\"_sd_id\") DEFERRABLE INITIALLY DEFERRED"
    }
    return text
  }

  func createTable(in layout: StoreLayout) -> String {
    let columns =
      ["\"_sd_id\" INTEGER PRIMARY KEY"] + columns.map { columnDefinition($0, in: layout) }
    return "CREATE TABLE \(table.sqlQuoted) (\(columns.joined(separator: ", ")))"
  }

  /// The SQL statements that create an index for each to-one relationship's column.
  var relationshipIndexes: [String] {
    columns.filter { $0.relationship != nil }.map(createRelationshipIndex)
  }

  func relationshipIndex(_ property: PropertyLayout) -> String {
    "_sd_index_\(name).\(property.name)"
  }

  func createRelationshipIndex(_ property: PropertyLayout) -> String {
    "CREATE INDEX \(relationshipIndex(property).sqlQuoted) "
      + "ON \(table.sqlQuoted) (\(property.name.sqlQuoted))"
  }

  func uniqueIndex(_ property: PropertyLayout) -> String {
    "_sd_unique_\(name).\(property.name)"
  }

  func createUniqueIndex(_ property: PropertyLayout) -> String {
    "CREATE UNIQUE INDEX \(uniqueIndex(property).sqlQuoted) "
      + "ON \(table.sqlQuoted) (\(property.name.sqlQuoted))"
  }

  var uniqueIndexes: [String] { columns.filter(\.isUnique).map(createUniqueIndex) }

  /// Returns the SQL name of a declared index. The name describes the index completely, and two
  /// indexes never share a name, because the separators between the parts are escaped within the
  /// parts.
  func name(of index: IndexLayout) -> String {
    let columns = index.slots.map { properties[$0].name.indexNamePart }.joined(separator: ",")
    return "\(index.prefix)\(name.indexNamePart).\(columns)"
  }

  /// Returns the SQL statements that create a declared index.
  func create(_ index: IndexLayout) -> [String] {
    if index.kind == .rtree { return RTree(index, of: self).createStatements }
    let columns = index.slots.map { properties[$0].name.sqlQuoted }.joined(separator: ", ")
    return [
      "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name(of: index).sqlQuoted) "
        + "ON \(table.sqlQuoted) (\(columns))"
    ]
  }

  var declaredIndexes: [String] { indexes.flatMap(create) }

  /// Returns the SQL column list for reading a row. The key comes first, followed by one column per
  /// property, with NULL for a property without a column.
  func selection(alias: String) -> String {
    let columns = properties.map {
      $0.hasColumn ? "\(alias).\($0.name.sqlQuoted)" : "NULL"
    }
    return (["\(alias).\"_sd_id\""] + columns).joined(separator: ", ")
  }
}

extension LinkLayout {
  func createTable(in layout: StoreLayout) -> String {
    let first = layout.entities[entityA].name.sqlQuoted
    let second = layout.entities[entityB].name.sqlQuoted
    return "CREATE TABLE \(table.sqlQuoted) ("
      + "\"a\" INTEGER NOT NULL REFERENCES \(first)(\"_sd_id\") DEFERRABLE INITIALLY DEFERRED, "
      + "\"b\" INTEGER NOT NULL REFERENCES \(second)(\"_sd_id\") DEFERRABLE INITIALLY DEFERRED, "
      + "PRIMARY KEY (\"a\", \"b\")) WITHOUT ROWID"
  }

  var reverseIndex: String { "_sd_reverse_\(name)" }

  var createReverseIndex: String {
    "CREATE INDEX \(reverseIndex.sqlQuoted) ON \(table.sqlQuoted) (\"b\", \"a\")"
  }
}

extension StoreLayout {
  /// The SQL statements that create an empty store with this layout. They do not create the history
  /// tables.
  var createStatements: [String] {
    entities.map { $0.createTable(in: self) } + links.map { $0.createTable(in: self) }
      + entities.flatMap(\.relationshipIndexes) + entities.flatMap(\.uniqueIndexes)
      + entities.flatMap(\.declaredIndexes) + links.map(\.createReverseIndex)
  }
}
