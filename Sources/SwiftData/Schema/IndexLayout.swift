/// An index declared by `#Unique`, `#Index` or a unique relationship. The indexes of `.unique`
/// attributes and of to-one relationship columns are separate.
struct IndexLayout: Hashable {
  let isUnique: Bool
  /// The property indexes of the indexed columns, in declaration order.
  let slots: [Int]

  /// The SQL name prefix for indexes declared by `#Index`.
  static let prefix = "_sd_indexed_"
  /// The SQL name prefix for indexes declared by `#Unique` and unique relationships.
  static let uniquePrefix = "_sd_together_"
}

/// A resolver that finds the columns for `#Unique`, `#Index` and unique relationships.
struct IndexResolver {
  let draft: EntityDraft
  let properties: [PropertyLayout]

  func resolve() throws(SwiftDataError) -> [IndexLayout] {
    var indexes: [IndexLayout] = []
    for metadata in draft.metadata where metadata.relationship?.isUnique == true {
      indexes.append(
        try index([metadata.keypath], isUnique: true, of: "@Relationship(.unique)"))
    }
    for declaration in draft.declarations {
      let macro = declaration._isUnique ? "#Unique" : "#Index"
      for keyPaths in declaration._keyPaths {
        indexes.append(try index(keyPaths, isUnique: declaration._isUnique, of: macro))
      }
    }
    var seen: Set<IndexLayout> = []
    return indexes.filter { seen.insert($0).inserted }
  }

  private func index(
    _ keyPaths: [AnyKeyPath], isUnique: Bool, of macro: String
  ) throws(SwiftDataError) -> IndexLayout {
    var slots: [Int] = []
    for keyPath in keyPaths {
      guard let slot = draft.metadata.firstIndex(where: { $0.keypath == keyPath }) else {
        throw invalid(
          """
          \(macro) of \(draft.name) specifies \(keyPath), which is not a stored property of the \
          class; specify attributes or to-one relationships.
          """)
      }
      let property = properties[slot]
      // SQLite can index only columns of the table.
      guard property.hasColumn else {
        let reason =
          property.isToMany
          ? "a to-many relationship has no column"
          : "a property that is never stored (.ephemeral) has no column"
        throw invalid(
          """
          \(macro) of \(draft.name) cannot use '\(property.name)', because \(reason); specify attributes \
          or to-one relationships.
          """,
          property.name)
      }
      guard !slots.contains(slot) else {
        throw invalid(
          """
          \(macro) of \(draft.name) specifies '\(property.name)' twice in one list; specify it only \
          once.
          """,
          property.name)
      }
      slots.append(slot)
    }
    guard !slots.isEmpty else {
      throw invalid(
        "\(macro) of \(draft.name) has an empty property list; specify at least one property.")
    }
    return IndexLayout(isUnique: isUnique, slots: slots)
  }

  private func invalid(_ message: String, _ property: String? = nil) -> SwiftDataError {
    SwiftDataError(.invalidSchema, message, entity: draft.name, property: property)
  }
}
