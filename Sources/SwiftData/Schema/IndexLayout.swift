/// An index declared by `#Unique`, `#Index` or a unique relationship. The indexes for `.unique`
/// attributes and for to-one relationship columns are created separately.
struct IndexLayout: Hashable {
  enum Kind {
    case ordered, unique
    /// An R*Tree, which finds the rows whose values are in given ranges.
    case rtree
  }

  let kind: Kind
  /// The property indexes of the indexed columns, in declaration order.
  let slots: [Int]

  /// The SQL name prefix for indexes declared by `#Index`.
  static let prefix = "_sd_indexed_"
  /// The SQL name prefix for indexes declared by `#Unique` and unique relationships.
  static let uniquePrefix = "_sd_together_"
  /// The SQL name prefix for R*Trees declared by `#Index`.
  static let rtreePrefix = "_sd_rtree_"
  /// The maximum number of properties in an R*Tree. SQLite's R*Trees have at most five dimensions.
  static let rtreeDimensions = 5

  var isUnique: Bool { kind == .unique }
  var prefix: String {
    switch kind {
    case .ordered: Self.prefix
    case .unique: Self.uniquePrefix
    case .rtree: Self.rtreePrefix
    }
  }
}

/// A resolver that finds the columns for `#Unique`, `#Index` and unique relationships.
struct IndexResolver {
  let draft: EntityDraft
  let properties: [PropertyLayout]

  func resolve() throws(SwiftDataError) -> [IndexLayout] {
    var indexes: [IndexLayout] = []
    for metadata in draft.metadata where metadata.relationship?.isUnique == true {
      indexes.append(
        try index([metadata.keypath], .unique, of: "@Relationship(.unique)"))
    }
    for declaration in draft.declarations {
      let macro = declaration._isUnique ? "#Unique" : "#Index"
      for (keyPaths, isRTree) in zip(declaration._keyPaths, declaration._areRTrees) {
        let kind: IndexLayout.Kind =
          isRTree ? .rtree : declaration._isUnique ? .unique : .ordered
        indexes.append(try index(keyPaths, kind, of: macro))
      }
    }
    var seen: Set<IndexLayout> = []
    return indexes.filter { seen.insert($0).inserted }
  }

  private func index(
    _ keyPaths: [AnyKeyPath], _ kind: IndexLayout.Kind, of macro: String
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
    if kind == .rtree { try checkRTree(slots.map { properties[$0] }) }
    return IndexLayout(kind: kind, slots: slots)
  }

  private func checkRTree(_ properties: [PropertyLayout]) throws(SwiftDataError) {
    if let other = properties.first(where: { !$0.isNumeric }) {
      throw invalid(
        """
        #Index of \(draft.name) declares an R-tree of '\(other.name)', but an R-tree can hold only \
        numbers and dates; use .binary for this property.
        """,
        other.name)
    }
    guard properties.count <= IndexLayout.rtreeDimensions else {
      throw invalid(
        """
        #Index of \(draft.name) declares an R-tree of \(properties.count) properties, but SQLite's R-trees \
        hold at most \(IndexLayout.rtreeDimensions); specify fewer properties.
        """)
    }
  }

  private func invalid(_ message: String, _ property: String? = nil) -> SwiftDataError {
    SwiftDataError(.invalidSchema, message, entity: draft.name, property: property)
  }
}

extension PropertyLayout {
  /// Whether the property's column contains numbers that sort in the same order as the property's
  /// values. An R*Tree can index only such columns.
  fileprivate var isNumeric: Bool {
    switch attribute?.type {
    case .integer, .real, .date: true
    default: false
    }
  }
}
