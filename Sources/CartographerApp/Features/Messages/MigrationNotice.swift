import CartographerCore
import Geodesy

extension MigrationSummary {
  /// The lines of the message about a migration of the store.
  var notice: [String] {
    var lines = ["The store was migrated from version \(from) to version \(to)."]
    if let backup { lines.append("The backup made before the migration is \(backup).") }
    lines += dropped.filter { $0.count > 0 }.map { dropped in
      let noun = dropped.kind == "entity" ? "object" : dropped.kind == "property" ? "value" : "link"
      return "Removed from \(dropped.name): \(Numbers.counted(dropped.count, noun))."
    }
    return lines
  }
}
