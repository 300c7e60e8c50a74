/// A plan for converting the tables of one schema version to those of the next version.
struct TablePlan {
  var changes: [TableChange] = []
  var created: [EntityLayout] = []
  /// The names of the entities that are missing from the new version.
  var removed: [String] = []
  var links: [LinkChange] = []
  /// The dropped data, which has no matching class or property in the new version.
  var dropped: [MigrationReport.Dropped] = []
}

/// The changes that turn one entity's table into the table of the next version.
struct TableChange {
  /// The value that existing rows get if a column is added, or if an optional column without a
  /// value becomes mandatory.
  enum MissingValue {
    case null
    case value(_SQLValue)
    /// A closure that is called once for each row and returns the property's default value.
    case perRow(() throws -> _SQLValue?)
    /// A placeholder value that `didMigrate` must replace.
    case unset
  }

  struct Column {
    let property: PropertyLayout
    /// The SQL expression for the new column's value. Nil if no old value exists. In the
    /// expression, `t` is a row of the old table.
    let expression: String?
    /// An SQL query that selects the links read by the expression. Its columns are `own` and
    /// `other`. Nil if no links are read. The expression refers to the query by the column's
    /// ``alias``.
    let pairs: String?
    let missingValue: MissingValue

    init(
      _ property: PropertyLayout, _ expression: String?, pairs: String? = nil,
      missingValue: MissingValue
    ) {
      self.property = property
      self.expression = expression
      self.pairs = pairs
      self.missingValue = missingValue
    }

    var alias: String { Self.alias(property) }

    static func alias(_ property: PropertyLayout) -> String { "_sd_pairs_\(property.slot)" }
  }

  let entity: EntityLayout
  /// The entity's name in the old version.
  let formerName: String
  let columns: [Column]
  /// Whether the old table is changed in place (by adding columns only) instead of being copied to
  /// a new table.
  let isInPlace: Bool
  /// The columns that are unique in the new version but not in the old one.
  let newlyUnique: [PropertyLayout]
  /// The names of the columns that are unique in the old version but not in the new one.
  let noLongerUnique: [String]
}

/// The source of the links that a migration writes to a link table.
struct LinkChange {
  let link: LinkLayout
  /// The old links as pairs of keys, each with the key for the link table's column `a` first. Nil
  /// if there are no old links.
  let pairs: LinkPairs?
  /// Whether the old link table is kept unchanged.
  let isInPlace: Bool
}
