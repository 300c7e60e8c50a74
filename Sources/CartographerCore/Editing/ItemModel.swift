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
  /// Call this method after a change to the item's points or memberships, so that the history also
  /// records a change to the item itself. Another editor's outdated edits can then be detected, and
  /// undo reports the item.
  func touch() { name = name }
}
