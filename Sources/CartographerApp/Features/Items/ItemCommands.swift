/// The editor's commands that create, edit and delete items.
enum ItemCommands {
  static let editing: [Command] = [
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
  ]

  static let deleting: [Command] = [
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
  ]

  static let places: [Command] = [
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
  ]

  static let copy = Command(
    "copy", "Copy the coordinates to the clipboard", keys: [.browse: "y", .pathEdit: "y"]
  ) { state, _ in state.copyCoordinates() }
}
