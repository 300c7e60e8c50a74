import CartographerCore
import Synchronization
import TerminalUI

/// A memory for the lines of paths in recent views.
///
/// The lines of a view are drawn again only if the paths, their level of detail or the dimmed paths have changed. While
/// the user moves through the list or returns to a view, the lines of all paths are copied from this memory. The memory
/// does not affect what is drawn.
package final class MapLineMemory: Sendable, Equatable {
  /// Everything on which the lines depend.
  struct Content: Equatable {
    let viewport: MapViewport
    let size: Size
    let glyphs: GlyphSet
    let paths: MapItems<MapPath>
    let pieces: [ItemID: [MapPiece]]
    let emphasised: Set<ItemID>?
  }

  /// The maximum number of remembered views.
  private static let mostViews = 16

  /// The remembered lines, the most recently used first.
  private let recent = Mutex<[(content: Content, lines: DotCanvas)]>([])

  package init() {}

  /// Returns the remembered lines, or draws and remembers them.
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

  /// Returns true, since memories do not affect what is drawn.
  package static func == (lhs: MapLineMemory, rhs: MapLineMemory) -> Bool { true }
}
