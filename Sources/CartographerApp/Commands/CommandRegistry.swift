import CartographerPresentation

/// All commands: the one source of keys, hints, help, command line and manual. What the keys of
/// one user are says its ``Keymap``.
package enum CommandRegistry {
  /// By family, in the order of the manual.
  package static let families: [(title: String, commands: [Command])] = [
    ("Moving about", NavigationCommands.all),
    ("Finding, sorting, marking", ListCommands.all),
    ("Items and groups", ItemCommands.all),
    ("Itineraries", ItineraryCommands.all),
    ("Several items", PlaceCommands.all),
    ("The map", MapCommands.all),
    ("Editing a path", PathCommands.all),
    ("The profile", ProfileCommands.all),
    ("Operations on paths", OperationCommands.all),
    ("Files and jobs", FileCommands.all),
    ("Undo and the program", ProgramCommands.all),
    ("Settings", SettingCommands.all),
  ]

  package static let all: [Command] = families.flatMap(\.commands)

  private static let positions = Dictionary(
    all.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })

  package static subscript(id: String) -> Command? {
    positions[id].map { all[$0] }
  }

  /// The place of a command in ``all``.
  static func position(_ id: String) -> Int? { positions[id] }
}
