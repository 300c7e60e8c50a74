import CartographerCore

extension MigrationSummary {
  /// The message about a migration that was performed to open the store.
  var notice: [String] {
    var lines = ["The store had version \(from); it was migrated to version \(to)."]
    if let backup { lines.append("The store before the migration is kept in \(backup).") }
    lines += dropped.filter { $0.count > 0 }.map { dropped in
      let noun = dropped.kind == "entity" ? "object" : dropped.kind == "property" ? "value" : "link"
      return "Dropped from \(dropped.name): \(Numbers.counted(dropped.count, noun))."
    }
    return lines
  }
}
