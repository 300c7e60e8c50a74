/// A cache of path pieces that are drawn on the map, with a limited total size. Each piece is
/// decoded from a chunk of a path's level of detail.
package struct DetailCache: Sendable, Equatable {
  /// The maximum total size of the cached pieces, in bytes.
  package let limit: Int
  private var pieces: [Int64: (piece: MapPiece, used: Int)] = [:]
  /// The approximate total size of the cached pieces, in bytes.
  package private(set) var bytes = 0
  private var clock = 0

  package init(limit: Int = 32 << 20) { self.limit = limit }

  /// Returns the piece decoded from the chunk with the given key. Returns nil if the piece is not
  /// cached.
  package subscript(key: Int64) -> MapPiece? { pieces[key]?.piece }

  package var count: Int { pieces.count }

  /// Marks pieces as most recently used. The least recently used pieces are removed first.
  package mutating func use(_ keys: some Sequence<Int64>) {
    clock += 1
    for key in keys { pieces[key]?.used = clock }
  }

  /// Adds pieces to the cache, and removes the least recently used pieces until the total size is
  /// within the limit.
  package mutating func insert(_ new: [Int64: MapPiece]) {
    clock += 1
    for (key, piece) in new {
      if let old = pieces.updateValue((piece, clock), forKey: key) { bytes -= old.piece.bytes }
      bytes += piece.bytes
    }
    guard bytes > limit else { return }
    for (key, entry) in pieces.sorted(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }) {
      guard bytes > limit else { return }
      pieces[key] = nil
      bytes -= entry.piece.bytes
    }
  }

  package static func == (lhs: DetailCache, rhs: DetailCache) -> Bool {
    lhs.clock == rhs.clock && lhs.bytes == rhs.bytes && lhs.pieces.count == rhs.pieces.count
  }
}
