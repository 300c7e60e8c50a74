/// How the tables of one version become those of the next.
struct TablePlan {
  var changes: [TableChange] = []
  var created: [EntityLayout] = []
  /// Entities that are no more.
  var removed: [String] = []
  var links: [LinkChange] = []
  /// What the new version has no place for.
  var dropped: [MigrationReport.Dropped] = []
}

/// How one entity's table becomes that of the next version.
struct TableChange {
  /// What a row gets that has no value yet.
  enum Otherwise {
    case null
    case value(_SQLValue)
    /// A default evaluated for each row.
    case perRow(() throws -> _SQLValue?)
    /// A placeholder that `didMigrate` must replace.
    case unset
  }

  struct Column {
    let property: PropertyLayout
    /// What a row of the old table, `t`, has for it in SQL; nil for a column that is new.
    let expression: String?
    /// A query of `own` and `other` that the expression reads, under the column's ``alias``.
    let pairs: String?
    let otherwise: Otherwise

    init(
      _ property: PropertyLayout, _ expression: String?, pairs: String? = nil,
      otherwise: Otherwise
    ) {
      self.property = property
      self.expression = expression
      self.pairs = pairs
      self.otherwise = otherwise
    }

    var alias: String { Self.alias(property) }

    static func alias(_ property: PropertyLayout) -> String { "_sd_pairs_\(property.slot)" }
  }

  let entity: EntityLayout
  /// The entity's name in the old version.
  let formerName: String
  let columns: [Column]
  /// Whether the old table can stay, at most with columns added.
  let isInPlace: Bool
  /// Unique columns that were not, and that no longer are.
  let newlyUnique: [PropertyLayout]
  let noLongerUnique: [String]
}

/// Where the pairs of a link table come from.
struct LinkChange {
  let link: LinkLayout
  /// The old links from the side of column `a`; nil for none.
  let pairs: LinkPairs?
  /// Whether the old table serves as it is.
  let isInPlace: Bool
}
