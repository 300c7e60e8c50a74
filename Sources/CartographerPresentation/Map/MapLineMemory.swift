import CartographerCore
import Synchronization
import TerminalUI

/// A cache of the path lines in recent views.
///
/// The lines of a view are drawn again only if the paths, their level of detail or the dimmed paths
/// have changed. While the user moves through the list or returns to a view, the lines of all paths
/// are copied from this cache. The cache does not affect the appearance of the map.
package final class MapLineMemory: Sendable, Equatable {
  /// The data that determines the drawn lines.
  struct Content: Equatable {
    let viewport: MapViewport
    let size: Size
    let glyphs: GlyphSet
    let paths: MapItems<MapPath>
    let pieces: [ItemID: [MapPiece]]
    let emphasised: Set<ItemID>?
  }

  /// The maximum number of views in the cache.
  private static let mostViews = 16

  /// The cached lines of each view, most recently used first.
  private let recent = Mutex<[(content: Content, lines: DotCanvas)]>([])

  package init() {}

  /// Returns the cached lines for the given content, or draws and caches them.
  func lines(for content: Content, draw: () -> DotCanvas) -> DotCanvas {
    let known = recent.withLock { recent -> DotCanvas? in
      guard let index = recent.firstIndex(where: { $0.content == content }) else { return nil }
      let entry = recent.remove(at: index)
      recent.insert(entry, at: 0)
      return entry.lines
    }
    if let known { return known }
    let lines = draw()
    recent.withLock { recent in
      // The points of earlier views must not be kept in memory.
      recent.removeAll { !$0.content.pieces.isEmpty }
      recent.insert((content, lines), at: 0)
      recent.removeLast(max(recent.count - Self.mostViews, 0))
    }
    return lines
  }

  package func removeAll() { recent.withLock { $0 = [] } }

  /// Returns true, since the cache does not affect the drawn map.
  package static func == (lhs: MapLineMemory, rhs: MapLineMemory) -> Bool { true }
}
