import SwiftData

/// What an entry of the history did to the rows of one kind of item, each named once.
///
/// What was made and went again in the same entry never came to be for anybody, as the items of a
/// file whose content others took over.
struct EntryRows {
  private let inserted: ClosedRange<Int64>?
  private let brief: Set<Int64>
  /// Keys of rows that were there before and are, ascending.
  let changed: [Int64]
  /// Of those that were there before, ascending.
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

  /// Keys of rows that were made and stayed, ascending; as many as are asked for.
  func created(first limit: Int = .max) -> [Int64] {
    guard let inserted else { return [] }
    return Array(inserted.lazy.filter { !brief.contains($0) }.prefix(limit))
  }
}
