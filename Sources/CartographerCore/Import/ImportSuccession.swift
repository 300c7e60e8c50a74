import CartographerModel
import Foundation
import SwiftData

/// The later imports to which the items of an import now belong.
struct ImportSuccession {
  /// The later imports to which items of this import were reassigned and that still have items,
  /// oldest first.
  let imports: [ItemID]

  /// Finds the later imports to which all of an import's items were reassigned.
  ///
  /// - Parameter time: The time of the import.
  /// - Complexity: O(*n*), where *n* is the number of items and imports in the library.
  init(of record: ItemID, at time: Date, in context: ModelContext) throws {
    // Items created by the import are found by their creation time, in any later import. Items that
    // the import received from an earlier one are found by the predecessors that each import
    // recorded.
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

  /// A phrase that names the later imports, such as `I3, a later import of the same file`.
  var words: String {
    let names = imports.map(\.description).joined(separator: ", ")
    return imports.count == 1
      ? "\(names), a later import of the same file" : "\(names), later imports of the same file"
  }

  /// The earlier imports whose items were reassigned to an import, as listed in that import's
  /// stored file header.
  private struct Noted: Decodable {
    var predecessors: [Int64]?
  }

  /// Returns the imports to which an import's items were reassigned, directly or indirectly.
  private static func heirs(of record: Int64, in context: ModelContext) throws -> Set<Int64> {
    var followers: [Int64: [Int64]] = [:]
    try context.forEachChunk(of: ImportRecord.self, [.key, .text(\.header)], size: 256) { chunk in
      for (key, header) in zip(chunk.integers(0), chunk.optionalTexts(1)) {
        guard let header, header.contains("\"predecessors\"") else { continue }
        for former in try StoredJSON.decode(Noted.self, header).predecessors ?? [] {
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
