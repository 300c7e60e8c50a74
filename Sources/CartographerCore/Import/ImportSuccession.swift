import CartographerModel
import Foundation
import SwiftData

/// The later imports that the items of one went on to.
struct ImportSuccession {
  /// Oldest first; only those that have items still.
  let imports: [ItemID]

  /// - Parameter time: When the import was made.
  /// - Complexity: O(items and imports), for an import that has nothing left.
  init(of record: ItemID, at time: Date, in context: ModelContext) throws {
    // Items know when they came, so those that an import brought first are found whatever it was
    // that took them over; those that it had from another are found by what each import noted.
    var keys: Set<Int64> = []
    try context.forEachChunk(
      of: Location.self, [.reference(\.importRecord)], where: #Predicate { $0.created == time }
    ) { keys.formUnion($0.integers(0)) }
    try context.forEachChunk(
      of: Path.self, [.reference(\.importRecord)], where: #Predicate { $0.created == time }
    ) { keys.formUnion($0.integers(0)) }
    for key in try Self.heirs(of: record.key, in: context) where !keys.contains(key) {
      if try !ImportedItems(of: ItemID(.importRecord, key), in: context).all.isEmpty {
        keys.insert(key)
      }
    }
    imports = keys.filter { $0 > record.key }.sorted().map { ItemID(.importRecord, $0) }
  }

  /// As in `I3 now, a later import of the same file`.
  var words: String {
    let names = imports.map(\.description).joined(separator: ", ")
    return
      "\(names) now, \(imports.count == 1 ? "a later import" : "later imports") of the same file"
  }

  /// What is of interest of a file's header.
  private struct Noted: Decodable {
    var predecessors: [Int64]?
  }

  /// The imports that took items over from one, or from one of those.
  private static func heirs(of record: Int64, in context: ModelContext) throws -> Set<Int64> {
    var followers: [Int64: [Int64]] = [:]
    try context.forEachChunk(of: ImportRecord.self, [.key, .text(\.header)], size: 256) { chunk in
      for (key, header) in zip(chunk.integers(0), chunk.optionalTexts(1)) {
        guard let header, header.contains("\"predecessors\"") else { continue }
        for former in try JSONText.decode(Noted.self, header).predecessors ?? [] {
          followers[former, default: []].append(key)
        }
      }
    }
    var found: Set<Int64> = []
    var open = [record]
    while let next = open.popLast() {
      for key in followers[next] ?? [] where found.insert(key).inserted { open.append(key) }
    }
    return found
  }
}
