import CartographerModel
import GeoFormats
import SwiftData

/// A cache of the file headers that are stored with imports.
final class FileHeaders {
  private let items: StoredItems
  private var known: [PersistentIdentifier: GeoFileHeader?] = [:]

  init(_ context: ModelContext) { items = StoredItems(context) }

  /// Returns an import's stored file header. The result is nil if no header is stored for the
  /// import.
  func header(of record: ImportRecord?) throws -> GeoFileHeader? {
    guard let record else { return nil }
    if let header = known[record.persistentModelID] { return header }
    let header = try items.header(of: record)
    known[record.persistentModelID] = header
    return header
  }

  /// Returns a place's extension values, such as its colour, as they were in the imported file.
  func extras(of place: Location) throws -> GeoExtras {
    PreservedMarkup.extras(of: place.waypoint.kept, in: try header(of: place.importRecord)).extras
  }

  /// Returns a path's extension values, such as its colour, as they were in the imported file.
  func extras(of path: Path) throws -> GeoExtras {
    PreservedMarkup.extras(of: path.kept, in: try header(of: path.importRecord)).extras
  }

  /// Returns whether a place's colour and notes still equal the values in the imported file's
  /// extensions.
  func saysExtras(of place: Location) throws -> Bool {
    let came = try extras(of: place)
    return place.colour == came.colour && place.notes == came.notes ?? ""
  }

  /// Returns whether a path's colour, symbol and notes still equal the values in the imported
  /// file's extensions.
  func saysExtras(of path: Path) throws -> Bool {
    let came = try extras(of: path)
    return path.colour == came.colour && path.symbol == came.symbol
      && path.notes == came.notes ?? ""
  }
}
