import CartographerCore

extension AppState {
  /// The paths whose points must be in memory: the selected path, the paths of the previewed
  /// operation, and the paths that a waiting command needs.
  var neededPaths: [ItemID] {
    var ids = selected.map { $0.kind == .path ? [$0] : [] } ?? []
    if case .preview(let operation) = mode { ids += operation.paths }
    return ids + library.open.pinned
  }

  /// Whether the points of any needed path are still missing.
  var awaitsPoints: Bool { neededPaths.contains(where: library.isWaiting) }

  /// Requests points for the needed paths, frees the points of other paths, and runs the command
  /// that was waiting for points.
  mutating func askForPaths() -> [Effect] {
    let needed = neededPaths
    let removed = library.trim(keeping: needed)
    if !removed.isEmpty { rebuildMap(changed: Set(removed)) }
    return library.requestPaths(needed) + resumeCommand()
  }

  /// Shows why a command is unavailable. If the only reason is that points are still being loaded,
  /// postpones the command instead.
  mutating func waitOrWarn(
    _ reason: Obstacle.Reason, _ command: String, _ argument: String = ""
  ) -> [Effect] {
    guard reason.kind == .pointsLoading, awaitsPoints else { return warn(reason.text) }
    input.wait(
      with: InputQueue.WaitingCommand(command: command, argument: argument, selected: selected))
    return []
  }

  /// Postpones a command until all points of the given paths are in memory.
  mutating func wait(for ids: [ItemID], _ command: String, _ argument: String) -> [Effect] {
    library.pin(ids)
    return waitOrWarn(Obstacle.pointsLoading, command, argument)
  }

  /// Discards the command that is waiting for points, and the keys typed after it.
  mutating func cancelWaitingCommand() -> [Effect] {
    input.dropDeferred()
    return say("Cancelled the command; the path's points were still loading")
  }

  private mutating func resumeCommand() -> [Effect] {
    guard let waiting = input.waiting else {
      library.pin([])
      return []
    }
    // The command and the keys after it were typed for the item that was selected at that time.
    guard waiting.selected == selected else {
      input.dropDeferred()
      return warn("\(waiting.command) was not run, because another item is selected now")
    }
    guard !awaitsPoints else { return [] }
    input.endWaiting()
    guard let command = CommandRegistry[waiting.command] else { return [] }
    return run(command, argument: waiting.argument) + replayDeferredKeys() + askForPaths()
  }
}
