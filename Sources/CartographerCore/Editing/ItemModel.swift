import CartographerModel
import Foundation
import SwiftData

/// What the three kinds of items have in common as objects of the store.
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
  /// Writes the row although none of its values changed.
  ///
  /// What changes about an item outside its row, its points and its memberships, so becomes a
  /// change of the item: another editor's stale change is noticed, and undo names the item.
  func touch() { name = name }
}
