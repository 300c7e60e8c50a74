import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// Tells whether imported items are still as they came.
struct ItemDigest {
  let context: ModelContext
  private let files: FileHeaders

  init(_ context: ModelContext) {
    self.context = context
    files = FileHeaders(context)
  }

  /// The digest of an item as it is now; nil for one that is not there.
  func now(_ id: ItemID) throws -> Int? { try digest(id, isExact: false)?.value }

  /// The digest of all that the store has of an item's content; nil for one that is not there.
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

  /// Whether nobody gave an imported item other content, notes or looks, or put it in the trash.
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
