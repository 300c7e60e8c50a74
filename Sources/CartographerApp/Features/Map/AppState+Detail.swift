import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Draws the paths at the level of detail for the view as far as their chunks are in memory, and returns the effect
  /// that reads the missing chunks.
  mutating func askForDetail() -> [Effect] { map.requestDetail(in: layout.mapSize) }

  mutating func receiveDetail(
    _ pieces: [Int64: MapPiece], of request: [DetailRequest]
  ) -> [Effect] {
    map.receiveDetail(pieces, of: request)
    return []
  }

  // MARK: Points of paths

  /// The paths whose points must be in memory: the selected path, the paths of the previewed operation, and the paths
  /// that a waiting command needs.
  var neededPaths: [ItemID] {
    var ids = selected.map { $0.kind == .path ? [$0] : [] } ?? []
    if case .preview(let operation) = mode { ids += operation.paths }
    return ids + library.open.pinned
  }

  /// Whether the points of at least one needed path have not arrived yet.
  var awaitsPoints: Bool { neededPaths.contains(where: library.isWaiting) }

  /// Requests the points of the needed paths, frees the points of other paths, and runs the command that was waiting
  /// for points.
  mutating func askForPaths() -> [Effect] {
    let needed = neededPaths
    let removed = library.trim(keeping: needed)
    if !removed.isEmpty { rebuildMap(changed: Set(removed)) }
    return library.requestPaths(needed) + resumeCommand()
  }

  /// Ends a command and shows the reason why the command is unavailable. If the only reason is that points are still
  /// being read, the command is run again when these points have arrived.
  mutating func waitOrWarn(_ reason: String) -> [Effect] {
    guard reason == Obstacle.pointsLoading, awaitsPoints else {
      library.pin([])
      return warn(reason)
    }
    input.requestRepetition()
    return []
  }

  /// Ends a command that needs the points of the given paths, and runs the command again when all these points are in
  /// memory.
  mutating func wait(for ids: [ItemID]) -> [Effect] {
    library.pin(ids)
    return waitOrWarn(Obstacle.pointsLoading)
  }

  private mutating func resumeCommand() -> [Effect] {
    guard let waiting = input.waiting, !awaitsPoints else {
      return []
    }
    input.endWaiting()
    defer { if input.waiting == nil { library.pin([]) } }
    guard let command = CommandRegistry[waiting.command] else { return [] }
    return run(command, argument: waiting.argument) + replayDeferredKeys() + askForPaths()
  }
}
