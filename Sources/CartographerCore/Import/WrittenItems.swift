import CartographerModel
import GeoFormats
import SwiftData

/// A converter that writes library items in a file format and reads the items back. The result
/// shows how the format represents the items.
struct WrittenItems {
  private let context: ModelContext
  private let format: GeoFormat
  private let gpxVersion: GPXVersion?
  private let stored: StoredItems
  /// The headers of the imported files, indexed by the import's database key.
  private var headers: [Int64: GeoFileHeader] = [:]

  private static let placesAtOnce = 2_048

  /// Creates a converter for a file's format.
  ///
  /// - Parameter version: The version of the format as stated in the file.
  init(_ context: ModelContext, in format: GeoFormat, version: String?) {
    self.context = context
    self.format = format
    gpxVersion = version.flatMap(GPXVersion.init)
    stored = StoredItems(context)
  }

  /// Returns the items as the format represents them, indexed by their IDs. Items that the format
  /// cannot represent are omitted.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and points.
  mutating func all(_ items: [FileItem]) throws -> [ItemID: FileItem] {
    var found: [ItemID: FileItem] = [:]
    let places = items.filter { $0.kind == .place }
    for start in stride(from: 0, to: places.count, by: Self.placesAtOnce) {
      let page = Array(places[start..<min(start + Self.placesAtOnce, places.count)])
      try addPlaces(page, to: &found)
    }
    for item in items where item.kind != .place {
      guard let id = item.id, let path = try path(id, header(of: item.record)) else { continue }
      found[id] = path
    }
    return found
  }

  /// Returns the stored header of an import's file. The result is nil for the key 0, which means no
  /// import.
  private mutating func header(of record: Int64) throws -> GeoFileHeader? {
    guard record != 0 else { return nil }
    if let header = headers[record] { return header }
    let identifier = context.identifier(ItemID(.importRecord, record))
    let header = try context.model(ImportRecord.self, for: identifier).flatMap(stored.header(of:))
    headers[record] = header
    return header
  }

  private mutating func addPlaces(
    _ places: [FileItem], to found: inout [ItemID: FileItem]
  ) throws {
    let values = try stored.places(places.compactMap { $0.id?.key })
    var written: [(id: ItemID, place: GeoPlace, header: GeoFileHeader?)] = []
    for place in places {
      guard let id = place.id, let value = values[id.key] else { continue }
      written.append((id, value, try header(of: place.record)))
    }
    let items = try represented(written.map(\.header)) { writer in
      for (_, place, header) in written {
        writer.use(header)
        try writer.place(place)
      }
    }
    if items.count == written.count {
      for (place, item) in zip(written, items) { found[place.id] = item }
    } else if places.count > 1 {
      // The items of the file cannot be assigned to the places by their order.
      for place in places { try addPlaces([place], to: &found) }
    }
  }

  private func path(_ id: ItemID, _ header: GeoFileHeader?) throws -> FileItem? {
    guard let path = try context.model(Path.self, for: context.identifier(id)) else { return nil }
    let items = try represented([header]) { writer in
      writer.use(header)
      try writer.beginPath(stored.header(path))
      try PointRows(context).forEachPiece(of: id) { try writer.points($0) }
      try writer.endPath()
    }
    return items.count == 1 ? items[0] : nil
  }

  private func represented(
    _ headers: [GeoFileHeader?], _ write: (any GeoWriter) throws -> Void
  ) throws -> [FileItem] {
    var options = GeoWritingOptions()
    options.gpxVersion = gpxVersion
    options.headers = Array(Set(headers.compactMap(\.self)))
    let sink = DryRunSink(groupOrigins: [])
    do {
      try format.represent(options: options, into: sink, write)
    } catch is GeoFormatsError {
      return []
    }
    return sink.items.items
  }
}
