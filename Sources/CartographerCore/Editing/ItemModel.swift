import CartographerModel
import Foundation
import SwiftData

/// The common properties of places, paths and groups as model objects.
protocol ItemModel: PersistentModel {
  var name: String { get set }
  var created: Date { get }
  var notes: String { get set }
  var colour: String? { get set }
  var trashed: Date? { get set }
}

extension Location: ItemModel {}
extension Path: ItemModel {}
extension AnnotationGroup: ItemModel {}

extension AnnotationGroup {
  var itemID: ItemID { ItemID(.group, persistentModelID.primaryKey) }
}

extension ItemModel {
  /// Writes the item's row although none of its values changed.
  ///
  /// A change of the item's points or memberships is thus recorded as a change of the item. Stale
  /// edits by another editor are detected, and undo names the item.
  func touch() { name = name }
}
