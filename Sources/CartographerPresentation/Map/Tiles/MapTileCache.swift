import MapTiles

/// A cache of decoded tiles with a limited total size. If the limit is exceeded, the least recently
/// used tiles are removed.
struct MapTileCache {
  struct Key: Hashable {
    /// The map's index in the list of maps, or ``MapTileCache/relief``.
    let map: Int
    let tile: TileID
    /// Whether the entry is part of a larger tile, shown because the map lacks the smaller tile.
    var isPart = false
  }

  /// A cache entry: a tile, or nil for a tile missing from the map.
  struct Entry {
    let piece: MapTilePiece?
    fileprivate var lastUse: Int
  }

  /// The map index that is reserved for the terrain model.
  static let relief = -1
  /// The maximum total size of the cached tiles, in bytes.
  static let limit = 64 << 20
  /// The assumed size of a cache entry without its tile, in bytes.
  private static let entrySize = 200

  private var entries: [Key: Entry] = [:]
  private(set) var byteCount = 0
  private var uses = 0
  private let limit: Int

  init(limit: Int = Self.limit) { self.limit = limit }

  /// Returns the cache entry for a key, and marks the entry as recently used.
  subscript(key: Key) -> Entry? {
    mutating get {
      uses += 1
      entries[key]?.lastUse = uses
      return entries[key]
    }
  }

  /// Adds a tile to the cache. A tile that alone exceeds the limit is kept until the next tile is
  /// added.
  mutating func insert(_ piece: MapTilePiece?, _ key: Key) {
    uses += 1
    byteCount += Self.size(piece) - (entries[key].map { Self.size($0.piece) } ?? 0)
    entries[key] = Entry(piece: piece, lastUse: uses)
    guard byteCount > limit else { return }
    for (old, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where old != key {
      // A quarter is freed at once, so that the entries are not sorted for every new tile.
      if byteCount <= limit * 3 / 4 { break }
      entries[old] = nil
      byteCount -= Self.size(entry.piece)
    }
  }

  mutating func removeAll(ofMap map: Int) {
    for (key, entry) in entries where key.map == map {
      entries[key] = nil
      byteCount -= Self.size(entry.piece)
    }
  }

  private static func size(_ piece: MapTilePiece?) -> Int {
    entrySize + (piece?.byteCount ?? 0)
  }
}
