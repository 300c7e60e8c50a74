import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// A reader that computes digests of stored items. A changed digest means that the item was edited
/// after its import.
struct ItemDigest {
  let context: ModelContext
  private let files: FileHeaders

  init(_ context: ModelContext) {
    self.context = context
    files = FileHeaders(context)
  }

  /// Returns a digest of an item's current content. The result is nil if the item does not exist.
  func now(_ id: ItemID) throws -> Int? { try digest(id, isExact: false)?.value }

  /// Returns a digest of an item's complete stored data. The result is nil if the item does not
  /// exist.
  func exact(_ id: ItemID) throws -> ContentDigest? { try digest(id, isExact: true) }

  private func digest(_ id: ItemID, isExact: Bool) throws -> ContentDigest? {
    let items = StoredItems(context)
    switch id.kind {
    case .location:
      return try context.model(Location.self, for: context.identifier(id)).map {
        ContentDigest(try items.place($0), isExact: isExact)
      }
    case .path:
      guard let path = try context.model(Path.self, for: context.identifier(id)) else { return nil }
      var digest = ContentDigest(isExact: isExact)
      try PointRows(context).forEachPiece(of: id) { digest.add($0) }
      digest.add(try items.header(path))
      return digest
    case .group, .importRecord: return nil
    }
  }

  /// Returns whether an item is unchanged since its import. An unchanged item is not in the trash,
  /// and its content, colour, symbol and notes were not edited.
  func isAsImported(_ id: ItemID) throws -> Bool {
    switch id.kind {
    case .location:
      guard let place = try context.model(Location.self, for: context.identifier(id)) else {
        return false
      }
      return try place.trashed == nil && files.saysExtras(of: place) && now(id) == place.digest
    case .path:
      guard let path = try context.model(Path.self, for: context.identifier(id)) else {
        return false
      }
      return try path.trashed == nil && files.saysExtras(of: path) && now(id) == path.digest
    case .group, .importRecord: return false
    }
  }
}
