/// The editor's commands that create, edit, group and delete items.
enum ItemCommands {
  static let all: [Command] = [
    Command(
      "edit", "Edit the name, notes, colour and symbol", hint: "edit", keys: [.browse: "e"],
      isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, _ in state.openEditForm() },
    Command(
      "notes", "Edit the notes in the text editor set by $EDITOR", keys: [.browse: "E"],
      isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, _ in state.editNotes() },
    Command(
      "rename", "Rename the item", keys: [:],
      argument: Command.Argument(name: "NAME"), isUndoable: true, obstacle: Obstacle.noTargets
    ) { state, name in state.rename(to: name) },
    Command(
      "colour", "Choose a colour", keys: [.browse: "C"], isUndoable: true,
      obstacle: Obstacle.noTargets
    ) { state, _ in state.openColourForm() },
    Command(
      "group", "Choose the item's groups", hint: "groups", keys: [.browse: "m"],
      isUndoable: true, obstacle: Obstacle.noMembers
    ) { state, _ in state.openGroupPicker() },
    Command(
      "remove-from-group", "Remove items from the group without deleting them", hint: "remove",
      keys: [.browse: "x"], isUndoable: true, obstacle: Obstacle.notInGroup
    ) { state, _ in state.removeFromGroup() },
    Command(
      "delete", "Move to the trash", hint: "delete", keys: [.browse: "d or delete"],
      isUndoable: true,
      obstacle: Obstacle.noTargets
    ) { state, _ in state.trashTargets() },
    Command(
      "restore", "Restore items from the trash", hint: "restore", keys: [.list: "r"],
      isUndoable: true, obstacle: Obstacle.notInTrash
    ) { state, _ in state.restoreTargets() },
    Command(
      "purge", "Delete permanently", hint: "delete permanently", keys: [.list: "D"],
      isUndoable: true,
      obstacle: Obstacle.notInTrash
    ) { state, _ in state.purgeTargets() },
    Command(
      "new-place", "Create a place at the crosshair or at coordinates", hint: "new place",
      keys: [.browse: "o l"], argument: Command.Argument(name: "COORDINATES", isOptional: true),
      isUndoable: true, obstacle: Obstacle.readOnly
    ) { state, text in state.openPlaceForm(text) },
    Command(
      "move-points-too", "Also move the path points at the place's previous position",
      hint: "move points too", keys: [.browse: "P"], isUndoable: true,
      obstacle: { state in
        state.library.leftPoints == nil
          ? "first move a place that lies on a path" : Obstacle.readOnly(state)
      },
      run: { state, _ in state.moveLeftPoints() }),
    Command(
      "new-path", "Draw a new path point by point",
      keys: [.browse: "o p", .draw: "n", .measure: "o p"],
      isUndoable: true, obstacle: Obstacle.readOnly
    ) { state, _ in state.startDrawing() },
    Command(
      "new-group", "Create a group with the marked items", keys: [.browse: "o g"], isUndoable: true,
      obstacle: Obstacle.readOnly
    ) { state, _ in state.openGroupForm() },
    Command(
      "move-place", "Move the place on the map", hint: "move", keys: [.browse: "M"],
      isUndoable: true,
      obstacle: Obstacle.noPlace
    ) { state, _ in state.grabPlace() },
    Command(
      "reverse", "Reverse the selected path or all marked paths", keys: [.browse: "R"],
      isUndoable: true, obstacle: Obstacle.noPathsToWorkOn
    ) { state, _ in state.reversePath() },
    Command(
      "copy", "Copy the coordinates to the clipboard", keys: [.browse: "y", .pathEdit: "y"]
    ) { state, _ in state.copyCoordinates() },
  ]
}
