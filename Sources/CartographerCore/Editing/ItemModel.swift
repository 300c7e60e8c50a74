import CartographerModel
import Foundation
import SwiftData

/// The properties shared by the model classes of places, paths and groups.
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
  /// Marks the item's database row as changed, so that the row is written even if its values are
  /// unchanged.
  ///
  /// After a change to the item's points or memberships, call this method to record a change to the
  /// item itself in the history. As a result, stale edits by another editor are detected, and undo
  /// reports the item.
  func touch() { name = name }
}
