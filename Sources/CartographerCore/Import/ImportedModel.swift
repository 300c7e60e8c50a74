import CartographerModel
import GeoFormats
import SwiftData

/// What places and paths have in common that files say of them.
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
  /// Takes what a file says now; what was coloured, noted or named here stays.
  ///
  /// - Parameters:
  ///   - other: The same item as the file has it now.
  ///   - came: What the file said in extensions before.
  func takeFields(of other: Self, before came: GeoExtras) {
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
