/// An index that a model declares beside those of its `.unique` attributes and relationships.
struct IndexLayout: Hashable {
  let isUnique: Bool
  /// The columns, in the order of the declaration.
  let slots: [Int]

  /// What the names of such indexes begin with in SQL.
  static let prefix = "_sd_indexed_"
  static let uniquePrefix = "_sd_together_"
}

/// Finds the columns of what `#Unique`, `#Index` and unique relationships declare.
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
          "\(macro) of \(draft.name) names \(keyPath), which is no stored property of it; "
            + "name attributes and relationships to one.")
      }
      let property = properties[slot]
      guard property.hasColumn else {
        throw invalid(
          "\(macro) of \(draft.name) names '\(property.name)', which has no column: it "
            + (property.isToMany ? "leads to many" : "is never stored (.ephemeral)")
            + "; name attributes and relationships to one.", property.name)
      }
      guard !slots.contains(slot) else {
        throw invalid(
          "\(macro) of \(draft.name) names '\(property.name)' twice in one list; name it once.",
          property.name)
      }
      slots.append(slot)
    }
    guard !slots.isEmpty else {
      throw invalid("\(macro) of \(draft.name) has an empty list; name properties in it.")
    }
    return IndexLayout(isUnique: isUnique, slots: slots)
  }

  private func invalid(_ message: String, _ property: String? = nil) -> SwiftDataError {
    SwiftDataError(.invalidSchema, message, entity: draft.name, property: property)
  }
}
