import Foundation

/// A compiler that translates sort descriptors to an SQL `ORDER BY` clause.
struct SortCompiler {
  /// The maximum number of to-one relationships in a sort descriptor's key path.
  private static let longestPath = 3

  let layout: StoreLayout
  let compiler: PredicateCompiler

  /// Returns the SQL sort terms for sort descriptors, without the keywords ORDER BY. The last term
  /// is the row key. Nil comes first in ascending order, as in Swift.
  func order<M: PersistentModel>(
    _ descriptors: [SortDescriptor<M>], of root: PredicateRow
  ) throws(SwiftDataError) -> String {
    var terms: [String] = []
    for descriptor in descriptors {
      guard let keyPath = descriptor.keyPath else {
        throw failure("a sort descriptor without a key path", root)
      }
      let column = try column(keyPath, of: root)
      terms.append(descriptor.order == .reverse ? "\(column) DESC" : column)
    }
    terms.append("\(compiler.rootAlias).\"_sd_id\"")
    return terms.joined(separator: ", ")
  }

  private func column(_ keyPath: AnyKeyPath, of root: PredicateRow) throws(SwiftDataError) -> String
  {
    if root.entity.isIdentifier(keyPath) { return compiler.key(of: root).sql }
    // Comparing the debug descriptions of key paths with optional chaining takes a tenth of a
    // millisecond, so this comparison comes second.
    if let slot = root.entity.slot(of: keyPath) {
      return try column(root.entity.properties[slot], keyPath, of: root)
    }
    if let (property, row) = property(through: keyPath, from: root) ?? property(keyPath, of: root) {
      return try column(property, keyPath, of: row)
    }
    throw failure(root.entity.notStored(keyPath), root)
  }

  /// Returns the property at the end of a key path that passes only through mandatory
  /// relationships. Returns nil if the key path does not end at a stored property.
  private func property(
    _ keyPath: AnyKeyPath, of root: PredicateRow
  ) -> (PropertyLayout, PredicateRow)? {
    var paths: [(row: PredicateRow, path: AnyKeyPath?)] = [(root, nil)]
    for _ in 0...Self.longestPath {
      var longer: [(row: PredicateRow, path: AnyKeyPath?)] = []
      for (row, path) in paths {
        for metadata in row.entity.metadata {
          let whole = path.map { $0.appending(path: metadata.keypath) } ?? metadata.keypath
          guard let whole, let slot = row.entity.slot(of: metadata.keypath) else { continue }
          let property = row.entity.properties[slot]
          if whole == keyPath { return (property, row) }
          if !property.isOptional, let destination = compiler.destination(of: property, row) {
            longer.append((destination, whole))
          }
        }
      }
      paths = longer
    }
    return nil
  }

  /// Returns the property at the end of a key path with optional chaining, such as `\.owner?.name`.
  /// Returns nil for a key path without a `?`.
  ///
  /// Key paths cannot be compared directly, because a key path with optional chaining never equals
  /// another key path to the same properties. Instead, the function compares debug descriptions,
  /// which contain the addresses of the properties' getters.
  private func property(through keyPath: AnyKeyPath, from root: PredicateRow) -> (
    PropertyLayout, PredicateRow
  )? {
    let text = keyPath.debugDescription
    var rest = text.dropFirst(root.entity.type.rootText.count)
    guard text.hasPrefix(root.entity.type.rootText), rest.contains("?") else { return nil }
    var row = root
    while true {
      let root = row.entity.type.rootText
      let step = row.entity.metadata.indices.first { slot in
        let part = row.entity.metadata[slot].keypath.debugDescription
        return part.count > root.count && rest.hasPrefix(part.dropFirst(root.count))
      }
      guard let step else { return nil }
      let part = row.entity.metadata[step].keypath.debugDescription
      rest = rest.dropFirst(part.count - root.count)
      let property = row.entity.properties[step]
      if rest.isEmpty || rest == "?" { return (property, row) }
      guard let destination = compiler.destination(of: property, row) else { return nil }
      if rest.hasPrefix("?") { rest = rest.dropFirst() }
      row = destination
    }
  }

  private func column(
    _ property: PropertyLayout, _ keyPath: AnyKeyPath, of row: PredicateRow
  ) throws(SwiftDataError) -> String {
    let type = type(of: keyPath).valueType
    guard property.attribute == nil || property.hasColumn else {
      throw failure("'\(property.name)', which is not stored (.ephemeral)", row, property)
    }
    if property.attribute != nil {
      let column = compiler.column(property, of: row).sql
      if type is any _ColumnValue.Type { return column }
      if DecimalColumn.holds(type) { return DecimalColumn.ordered(column) }
      if let rank = RankedValues.rank(of: column, type) { return rank }
    }
    throw failure(
      "'\(property.name)' of type \(type), which SQL cannot compare", row, property)
  }

  private func failure(
    _ what: String, _ row: PredicateRow, _ property: PropertyLayout? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedSortDescriptor,
      "\(row.entity.name) cannot be sorted by \(what); sort the fetched objects in Swift.",
      entity: row.entity.name, property: property?.name)
  }
}

extension PersistentModel {
  /// The prefix that the debug descriptions of all the model's key paths have in common.
  fileprivate static var rootText: String {
    String((\Self.self as AnyKeyPath).debugDescription.dropLast(".self".count))
  }
}
