import CartographerModel
import GeoFormats
import SwiftData

/// The headers of imported files, each read once.
final class FileHeaders {
  private let items: StoredItems
  private var known: [PersistentIdentifier: GeoFileHeader?] = [:]

  init(_ context: ModelContext) { items = StoredItems(context) }

  /// What a file said as a whole; nil for no file.
  func header(of record: ImportRecord?) throws -> GeoFileHeader? {
    guard let record else { return nil }
    if let header = known[record.persistentModelID] { return header }
    let header = try items.header(of: record)
    known[record.persistentModelID] = header
    return header
  }

  /// What the extensions of a place say of it, as it came.
  func extras(of place: Location) throws -> GeoExtras {
    PreservedMarkup.extras(of: place.waypoint.kept, in: try header(of: place.importRecord)).extras
  }

  /// What the extensions of a path say of it, as it came.
  func extras(of path: Path) throws -> GeoExtras {
    PreservedMarkup.extras(of: path.kept, in: try header(of: path.importRecord)).extras
  }

  /// Whether colour and notes of a place are still those that its file gave it.
  func saysExtras(of place: Location) throws -> Bool {
    let came = try extras(of: place)
    return place.colour == came.colour && place.notes == came.notes ?? ""
  }

  /// Whether colour, symbol and notes of a path are still those that its file gave it.
  func saysExtras(of path: Path) throws -> Bool {
    let came = try extras(of: path)
    return path.colour == came.colour && path.symbol == came.symbol
      && path.notes == came.notes ?? ""
  }
}
