/// The editor's commands that create groups and choose their members.
enum GroupCommands {
  static let membership: [Command] = [
    Command(
      "group", "Choose the item's groups", hint: "groups", keys: [.browse: "m"],
      isUndoable: true, obstacle: Obstacle.noMembers
    ) { state, _ in state.openGroupPicker() },
    Command(
      "remove-from-group", "Remove items from the group without deleting them", hint: "remove",
      keys: [.browse: "x"], isUndoable: true, obstacle: Obstacle.notInGroup
    ) { state, _ in state.removeFromGroup() },
  ]

  static let newGroup = Command(
    "new-group", "Create a group with the marked items", keys: [.browse: "o g"], isUndoable: true,
    obstacle: Obstacle.readOnly
  ) { state, _ in state.openGroupForm() }
}
