import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Shows the paths in the detail that the view needs, as far as it is in memory, and returns the
  /// effect that reads the rest.
  mutating func askForDetail() -> [Effect] { map.requestDetail(in: layout.mapSize) }

  mutating func receiveDetail(
    _ pieces: [Int64: MapPiece], of request: [DetailRequest]
  ) -> [Effect] {
    map.receiveDetail(pieces, of: request)
    return []
  }

  // MARK: Points of paths

  /// The paths whose points must be in memory: the selected path, and those that an operation or a
  /// command needs.
  var neededPaths: [ItemID] {
    var ids = selected.map { $0.kind == .path ? [$0] : [] } ?? []
    if case .preview(let operation) = mode { ids += operation.paths }
    return ids + library.open.pinned
  }

  /// Whether points that are needed are being read.
  var awaitsPoints: Bool { neededPaths.contains(where: library.isWaiting) }

  /// Requests the points that are needed, removes others from memory, and runs a command that waited
  /// for points.
  mutating func askForPaths() -> [Effect] {
    let needed = neededPaths
    let removed = library.trim(keeping: needed)
    if !removed.isEmpty { rebuildMap(changed: Set(removed)) }
    return library.requestPaths(needed) + resumeCommand()
  }

  /// Ends a command with the reason why it is unavailable. If it only lacks points that are being read,
  /// the command is run again when they have arrived.
  mutating func waitOrWarn(_ reason: String) -> [Effect] {
    guard reason == Obstacle.pointsLoading, awaitsPoints else {
      library.pin([])
      return warn(reason)
    }
    input.requestRepetition()
    return []
  }

  /// Ends a command that needs the points of several paths, of which some are not in memory.
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
