import CartographerModel
import GeoFormats
import SwiftData

/// The properties shared by imported places and paths.
protocol ImportedModel: ItemModel {
  var comment: String? { get set }
  var details: String? { get set }
  var symbol: String? { get set }
  var type: String? { get set }
  var isNameless: Bool { get set }
  var importRecord: ImportRecord? { get set }
  var position: Int? { get set }
  var digest: Int? { get set }
}

extension Location: ImportedModel {}
extension Path: ImportedModel {}

extension ImportedModel {
  /// Updates the item's fields from the new version of its file. The colour and the notes are kept
  /// if they were edited in the library. A generated name is kept if the item is unnamed in the new
  /// version.
  ///
  /// - Parameter other: An item with the content of the file's new version.
  /// - Parameter came: The extension values from the previous import of the file.
  func updateFields(from other: Self, before came: GeoExtras) {
    if colour == came.colour { colour = other.colour }
    if notes == came.notes ?? "" { notes = other.notes }
    if !isNameless || !other.isNameless {
      name = other.name
      isNameless = other.isNameless
    }
    comment = other.comment
    details = other.details
    type = other.type
  }
}
