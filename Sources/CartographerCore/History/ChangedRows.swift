import SwiftData

/// The database rows that a change in the history created, changed or deleted, for one kind of
/// item.
///
/// Each row is counted only once: as created, changed or deleted. Rows that the change both created
/// and deleted are omitted. For example, an import creates rows for a file's items, and deletes the
/// rows of items that it merges into existing items.
struct ChangedRows {
  private let inserted: ClosedRange<Int64>?
  private let brief: Set<Int64>
  /// The keys of the changed rows that existed both before and after the change, in ascending
  /// order.
  let changed: [Int64]
  /// The keys of deleted rows that existed before the change, in ascending order.
  let deleted: [Int64]

  init(_ changes: JournalChanges, of entity: String) {
    let inserted = changes.inserted[entity]
    let gone = Set(changes.deleted[entity] ?? [])
    func isNew(_ key: Int64) -> Bool { inserted?.contains(key) == true }
    self.inserted = inserted
    brief = gone.filter(isNew)
    deleted = gone.filter { !isNew($0) }.sorted()
    changed = (changes.changed[entity] ?? []).filter { !isNew($0) && !gone.contains($0) }
  }

  var createdCount: Int { (inserted?.count ?? 0) - brief.count }

  /// Returns the keys of the rows that the change created and did not delete again, in ascending
  /// order. At most `limit` keys are returned.
  func created(first limit: Int = .max) -> [Int64] {
    guard let inserted else { return [] }
    return Array(inserted.lazy.filter { !brief.contains($0) }.prefix(limit))
  }
}
