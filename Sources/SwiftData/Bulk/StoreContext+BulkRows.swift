import Foundation

/// Methods that read selected rows and links in bulk, for example only the rows with certain keys.
/// Programs use these methods to show a few objects from a large store, or to read all objects
/// grouped by relationship target.
extension StoreContext {
  /// Reads selected rows in columnar chunks, like ``forEachChunk(of:_:where:sortBy:size:_:)``.
  func forEachChunk<Model: PersistentModel>(
    of type: Model.Type, _ fields: [BulkField<Model>], rows: ModelContext.BulkRows<Model>,
    size: Int = 65_536,
    _ body: (BulkChunk) throws -> Void
  ) throws {
    let entity = try entity(of: type)
    let selection = try selection(fields, entity)
    switch rows {
    case .keys(let keys):
      guard !keys.isEmpty else { return }
      try forEachChunk(
        "\(selection) WHERE t0.\"_sd_id\" IN (\(Self.listedKeys)) ORDER BY t0.\"_sd_id\"",
        [.text(KeyList.json(keys))], fields, size, body)
    case .leading(let keyPath, let keys):
      let column = "t0." + (try property(keyPath, entity)).name.sqlQuoted
      // Keys begin at 1. Unlike IS NOT NULL, this condition lets SQLite read the rows through the
      // relationship's index.
      let condition = keys == nil ? "\(column) > 0" : "\(column) IN (\(Self.listedKeys))"
      try forEachChunk(
        "\(selection) WHERE \(condition) ORDER BY \(column), t0.\"_sd_id\"",
        keys.map { [.text(KeyList.json($0))] } ?? [], fields, size, body)
    case .likely(let keyPath, let texts):
      let column = "t0." + (try property(keyPath, entity)).name.sqlQuoted
      // An ASCII string is its own normal form, and also the normal form of every canonically
      // equivalent string.
      let forms = texts.map(\.precomposedStringWithCanonicalMapping)
      let list = forms.map { _ in "?" }.joined(separator: ", ")
      try forEachChunk(
        "\(selection) WHERE \(forms.count > Self.mostForms ? "1" : "\(column) IN (\(list))") "
          + "OR length(\(column)) <> length(CAST(\(column) AS BLOB)) ORDER BY t0.\"_sd_id\"",
        forms.count > Self.mostForms ? [] : forms.map { .text($0) }, fields, size, body)
    }
  }

  /// Returns the links from the given owners in a many-to-many relationship, sorted by owner.
  func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, of owners: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    let link = try link(keyPath)
    return try pairs(link, whereIn: link.own, owners)
  }

  /// Returns the links to the given targets in a many-to-many relationship, sorted by owner.
  func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, to targets: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    let link = try link(keyPath)
    return try pairs(link, whereIn: link.other, targets)
  }

  /// The maximum number of strings to compare in one SQL condition. For a longer list, all rows are
  /// read and the caller compares the strings.
  private static var mostForms: Int { 500 }

  private static var listedKeys: String { "SELECT value FROM json_each(?)" }

  private func pairs(
    _ link: (table: String, own: String, other: String), whereIn column: String, _ keys: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    guard !keys.isEmpty else { return [] }
    return try read { connection in
      let statement = try connection.prepare(
        "SELECT \"\(link.own)\", \"\(link.other)\" FROM \(link.table) "
          + "WHERE \"\(column)\" IN (\(Self.listedKeys)) ORDER BY 1, 2")
      try statement.bind([.text(KeyList.json(keys))])
      var pairs: [(owner: Int64, target: Int64)] = []
      while try statement.step() { pairs.append((statement.int64(0), statement.int64(1))) }
      return pairs
    }
  }
}
