/// Items and groups: making, changing, grouping, deleting.
enum ItemCommands {
  static let all: [Command] = [
    Command(
      "edit", "Edit name, notes, colour, symbol", hint: "edit", keys: [.browse: "e"],
      isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, _ in state.openEditForm() },
    Command(
      "notes", "Edit the notes in your editor ($EDITOR)", keys: [.browse: "E"],
      isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, _ in state.editNotes() },
    Command(
      "rename", "Give another name", keys: [:],
      argument: Command.Argument(name: "NAME"), isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, name in state.rename(to: name) },
    Command(
      "colour", "Choose a colour", keys: [.browse: "C"], isUndoable: true,
      obstacle: Obstacle.noTargets
    ) { state, _ in state.openColourForm() },
    Command(
      "group", "Choose the groups it belongs to", hint: "groups", keys: [.browse: "m"],
      isUndoable: true, obstacle: Obstacle.noMembers
    ) { state, _ in state.openGroupPicker() },
    Command(
      "remove-from-group", "Take out of the open group; nothing is deleted", hint: "remove",
      keys: [.browse: "x"], isUndoable: true, obstacle: Obstacle.notInGroup
    ) { state, _ in state.removeFromGroup() },
    Command(
      "delete", "Move to the trash", hint: "delete", keys: [.browse: "d"], isUndoable: true,
      obstacle: Obstacle.noTargets
    ) { state, _ in state.trashTargets() },
    Command(
      "restore", "Take back out of the trash", hint: "restore", keys: [.list: "r"],
      isUndoable: true, obstacle: Obstacle.notInTrash
    ) { state, _ in state.restoreTargets() },
    Command(
      "purge", "Delete for good", hint: "delete for good", keys: [.list: "D"], isUndoable: true,
      obstacle: Obstacle.notInTrash
    ) { state, _ in state.purgeTargets() },
    Command(
      "new-place", "New place at the crosshair or at coordinates", hint: "new place",
      keys: [.browse: "o l"], argument: Command.Argument(name: "COORDINATES", isOptional: true),
      isUndoable: true, obstacle: Obstacle.readOnly
    ) { state, text in state.openPlaceForm(text) },
    Command(
      "new-path", "New path, drawn point by point", keys: [.browse: "o p"], isUndoable: true,
      obstacle: Obstacle.readOnly
    ) { state, _ in state.startDrawing() },
    Command(
      "new-group", "New group, of what is marked", keys: [.browse: "o g"], isUndoable: true,
      obstacle: Obstacle.readOnly
    ) { state, _ in state.openGroupForm() },
    Command(
      "move-place", "Move the place on the map", keys: [.browse: "M"], isUndoable: true,
      obstacle: Obstacle.noPlace
    ) { state, _ in state.grabPlace() },
    Command(
      "reverse", "Turn the direction round, of all paths that are marked", keys: [.browse: "R"],
      isUndoable: true, obstacle: Obstacle.noPathsToWorkOn
    ) { state, _ in state.reversePath() },
    Command(
      "copy", "Copy the coordinates", keys: [.browse: "y", .pathEdit: "y"]
    ) { state, _ in state.copyCoordinates() },
  ]
}
