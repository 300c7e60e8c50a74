import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// A receiver of a file's items that writes the items to the store in bulk.
///
/// Places are written in batches, as are short paths with their points. The row of a long path is
/// written before its points, because the points refer to the row. The fields of a path may follow
/// its points in the file, so the row is updated at the end of the path.
final class ImportSink: GeoSink {
  private let context: ModelContext
  private let rows: PointRows
  private let levels: PathDetailWriter
  /// The file name, from which the names of unnamed items are generated.
  private let fileName: String
  private let created: Date
  private let record: PersistentIdentifier
  private(set) var lengths = ImportLengths()
  private(set) var header = GeoFileHeader()
  private(set) var locations: [ItemID] = []
  private(set) var paths: [ItemID] = []
  /// Whether the file assigns at least one item to a group. Files exported by this program can
  /// contain groups.
  private(set) var hasGroups = false
  /// The data used to match the file's items with items from earlier imports. Nil if no matching is
  /// needed.
  private(set) var items: FileItems?

  private var places: [GeoPlace] = []
  private var placeWeight = 0
  private var placeCount = 0
  private var routeCount = 0
  private var trackCount = 0
  private var kind = GeoPathHeader.Kind.track
  /// The short paths that have not been written to the store yet.
  private var batch = PathBatch()
  /// The first points of the current path, which are written when further points arrive or when the
  /// path ends.
  private var waiting: GeoPoints?
  /// The current path's id. Nil until the path's row is written.
  private var path: ItemID?
  private var pointCount = 0
  private var lastSegment = -1
  /// The segment of the current path's last stored point. Nil if no point is stored.
  private var storedSegment: Int?
  private var digest = ContentDigest()
  private var naming: PathNaming

  private static let placesAtOnce = 4_096
  private static let weightAtOnce = 65_536

  /// Creates a sink that stores the items of one import.
  ///
  /// - Parameter record: The database row of the import to which the items belong.
  /// - Parameter notesItems: Whether the items will be compared with items of earlier imports.
  /// - Parameter namer: The function that names unnamed paths, or nil to number them.
  init(
    _ context: ModelContext, fileName: String, created: Date, record: PersistentIdentifier,
    notesItems: Bool, namer: PathNamer? = nil
  ) {
    self.context = context
    self.rows = PointRows(context)
    levels = PathDetailWriter(context)
    self.fileName = fileName
    self.created = created
    self.record = record
    items = notesItems ? FileItems(isDry: false) : nil
    naming = PathNaming(namer)
  }

  /// Writes the pending places and paths to the store. The caller must call this method after the
  /// last item.
  func flush() throws {
    try flushPlaces()
    try flushPaths()
    try levels.flush()
  }

  /// Returns how many of the given paths were named by the import.
  func namedPaths(in ids: Set<ItemID>) -> Int { naming.count { ids.contains(paths[$0]) } }

  // MARK: Places

  func place(_ place: GeoPlace) throws {
    places.append(place)
    placeWeight += SinkCall.place(place).weight
    if places.count == Self.placesAtOnce || placeWeight > Self.weightAtOnce { try flushPlaces() }
  }

  private func flushPlaces() throws {
    guard !places.isEmpty else { return }
    let waypoints = try rows.append(places)
    let names = places.indices.map { index in
      places[index].name.nonBlank ?? "Place \(placeCount + index + 1) of \(fileName)"
    }
    let digests = places.map { ContentDigest($0) }
    let keys = try context.append(
      Location.self, count: places.count,
      [
        .values(\.name, names), .values(\.notes, places.map { $0.extras.notes ?? "" }),
        .constant(\.created, created), .values(\.colour, places.map(\.extras.colour)),
        .values(\.comment, places.map(\.comment)), .values(\.details, places.map(\.details)),
        .values(\.symbol, places.map(\.symbol)), .values(\.type, places.map(\.type)),
        .values(\.isNameless, places.map { $0.name.nonBlank == nil }),
        .reference(\.importRecord, record),
        .values(\.position, nilAs: -1, places.map { Int64($0.position ?? -1) }),
        .values(\.digest, nilAs: 0, digests.map { Int64($0.value) }),
        .references(\.waypoint, Array(waypoints)),
      ])
    hasGroups = hasGroups || places.contains { !$0.extras.groups.isEmpty }
    locations += keys.map { ItemID(.location, $0) }
    for (key, (place, digest)) in zip(keys, zip(places, digests)) {
      items?.add(place, digest, id: ItemID(.location, key))
    }
    placeCount += places.count
    places.removeAll(keepingCapacity: true)
    placeWeight = 0
  }

  // MARK: Paths

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    self.kind = kind
    switch kind {
    case .route: routeCount += 1
    case .track: trackCount += 1
    }
    lengths.beginPath()
    items?.beginPath()
    naming.beginPath()
    waiting = nil
    path = nil
    pointCount = 0
    lastSegment = -1
    digest = ContentDigest()
  }

  func points(_ points: borrowing GeoPoints) throws {
    items?.add(points)
    naming.add(points)
    lastSegment = points.segments.last ?? lastSegment
    if path == nil, waiting == nil {
      lengths.add(points, kind: kind)
      digest.add(points)
      waiting = copy points
      return
    }
    let path = try path ?? begin()
    let (points, kind) = (copy points, kind)
    // Until `append` returns, the other thread alone uses these variables.
    nonisolated(unsafe) var (lengths, digest) = (lengths, digest)
    try append(points, to: path) {
      lengths.add(points, kind: kind)
      digest.add(points)
    }
    (self.lengths, self.digest) = (lengths, digest)
  }

  func pathEnds(_ header: GeoPathHeader) throws {
    digest.add(header)
    naming.endPath(header)
    hasGroups = hasGroups || !header.extras.groups.isEmpty
    items?.endPath(header, digest)
    let row = PathBatch.Row(
      header, name: naming.lastName ?? name(header), lastSegment: lastSegment, digest: digest.value)
    if let path {
      try context.update(Path.self, keys: [path.key], PathBatch.columns([row]))
      try levels.end()
      items?.identifyPaths([path])
    } else {
      let points = waiting ?? GeoPoints()
      if !batch.hasRoom(for: points) { try flushPaths() }
      batch.add(row, points)
      waiting = nil
    }
  }

  func fileEnds(_ header: GeoFileHeader) { self.header = header }

  /// Writes the row of a long path and its first points.
  private func begin() throws -> ItemID {
    try flushPaths()
    let header = GeoPathHeader(kind: kind)
    let key = try context.append(
      Path.self, count: 1,
      [
        .constant(\.name, name(header)), .constant(\.notes, ""), .constant(\.created, created),
        .constant(\.kind, kind.rawValue), .reference(\.importRecord, record),
      ]
    ).lowerBound
    let id = ItemID(.path, key)
    paths.append(id)
    path = id
    storedSegment = nil
    levels.begin(key)
    if let waiting { try append(waiting, to: id) }
    waiting = nil
    return id
  }

  private func flushPaths() throws {
    guard !batch.isEmpty else { return }
    let keys = try context.append(
      Path.self, count: batch.rows.count,
      PathBatch.columns(batch.rows) + [
        .constant(\.created, created), .values(\.kind, batch.rows.map(\.header.kind.rawValue)),
        .reference(\.importRecord, record),
      ])
    let owners = batch.owners(keys)
    try rows.append(batch.points, toPaths: owners.keys, indexes: owners.indexes)
    for (key, points) in batch.points(of: keys) {
      levels.begin(key)
      try levels.add(batch.points, points, after: nil)
      try levels.end()
    }
    let ids = keys.map { ItemID(.path, $0) }
    paths += ids
    items?.identifyPaths(ids)
    batch = PathBatch()
  }

  /// Writes points of a long path.
  ///
  /// - Parameter measure: A closure that runs on another thread while the points are written.
  private func append(
    _ points: borrowing GeoPoints, to path: ItemID, measure: @escaping @Sendable () -> Void = {}
  ) throws {
    let points = copy points
    try levels.add(
      points, 0..<points.count, after: storedSegment, alongside: measure,
      while: {
        try rows.append(
          points, to: context.identifier(path), firstIndex: pointCount * Waypoint.indexStep)
      })
    storedSegment = points.segments.last ?? storedSegment
    pointCount += points.count
  }

  private func name(_ header: GeoPathHeader) -> String {
    switch header.kind {
    case .route: header.name.nonBlank ?? "Route \(routeCount) of \(fileName)"
    case .track: header.name.nonBlank ?? "Track \(trackCount) of \(fileName)"
    }
  }
}

extension PathDetailWriter {
  /// Adds a range of points read from the file to the current path's levels of detail.
  ///
  /// - Parameter segment: The segment number of the preceding point, or nil for the first points.
  /// - Parameter alongside: A closure to run on the thread that computes the levels of detail.
  /// - Parameter body: A closure that runs while the levels of detail are computed.
  fileprivate func add(
    _ points: borrowing GeoPoints, _ range: Range<Int>, after segment: Int?,
    alongside: @escaping @Sendable () -> Void = {}, while body: () throws -> Void = {}
  ) throws {
    try add(
      latitudes: points.latitudes[range], longitudes: points.longitudes[range],
      elevations: points.elevations[range], times: points.times[range],
      segments: points.segments[range], previousSegment: segment, alongside: alongside, while: body)
  }
}
