import CartographerPresentation

/// The registry of all editor commands. The key bindings, key hints, help, command names and
/// command pages of the manual are derived from the registry.
///
/// A ``Keymap`` combines the registry's key bindings with the user's configured bindings.
package enum CommandRegistry {
  /// The commands grouped by family, in the order in which the manual lists them.
  ///
  /// Each feature's folder defines the feature's commands; the folders `Commands` and `Overlays`
  /// define the commands that do not belong to a single feature. A family can combine lists and
  /// single commands of several features.
  package static let families: [(title: String, commands: [Command])] = [
    family(
      "Navigation", ListCommands.rows, NavigationCommands.all, StatisticsCommands.all,
      ListCommands.tabs),
    family("Finding, sorting, marking", ListCommands.finding),
    family(
      "Items and groups", ItemCommands.editing, GroupCommands.membership, ItemCommands.deleting,
      ItemCommands.places, [PathCommands.newPath], [GroupCommands.newGroup],
      [PathCommands.movePlace, PathCommands.reverse], [ItemCommands.copy]),
    family("Itineraries", ItineraryCommands.all),
    family(
      "Several items", SeveralItemsCommands.all, [NearestCommands.nearest], [MapCommands.distance]),
    family(
      "The map", MapCommands.view, [NearestCommands.goTo], MapCommands.describing,
      PictureCommands.all, MapCommands.contents, BaseMapCommands.all, UserMapsCommands.all),
    family(
      "Editing a path", PathCommands.drawing, PathCommands.walking, ProfileCommands.walking,
      PathCommands.selecting, PointTableCommands.all, PathCommands.changing, PathCommands.grabbing),
    family("The profile", ProfileCommands.view),
    family("Operations on paths", OperationCommands.all),
    family("Files and jobs", ImportCommands.all, FileCommands.all, StoreLossCommands.all),
    family(
      "Undo, help and quitting", HistoryCommands.all, PaletteCommands.all, HelpCommands.help,
      MessageCommands.all, [HelpCommands.manual], ProgramCommands.leaving, DraftCommands.all,
      ProgramCommands.quitting),
    family("Settings", SettingCommands.all),
    family("Popups and prompts", PopupCommands.all),
    family("Text fields", TextCommands.all),
  ]

  /// Returns a command family with the commands of the given lists, in the given order.
  private static func family(
    _ title: String, _ lists: [Command]...
  ) -> (title: String, commands: [Command]) {
    (title, lists.flatMap { $0 })
  }

  package static let all: [Command] = families.flatMap(\.commands)

  /// A mapping from the earlier names of renamed commands to their current names. Configuration
  /// files and drafts may still use the earlier names.
  private static let earlierNames = [
    "next-entry": "next-stop", "previous-entry": "previous-stop", "ten-entries-on": "ten-stops-on",
    "ten-entries-back": "ten-stops-back", "first-entry": "first-stop", "last-entry": "last-stop",
    "add-entry": "add-stop", "entry-down": "stop-down", "entry-up": "stop-up",
    "edit-entry": "edit-stop", "remove-entry": "remove-stop", "show-entry": "show-stop",
  ]

  /// Returns a command's current name, given its current or an earlier name. Unknown names are
  /// returned unchanged.
  static func currentName(of name: String) -> String { earlierNames[name] ?? name }

  /// The commands that can be run by name on the editor's command line.
  static let runnableByName = all.filter(\.isRunnableByName)

  private static let positions = Dictionary(
    all.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })

  package static subscript(id: String) -> Command? {
    positions[id].map { all[$0] }
  }

  private static let typedNames = Dictionary(
    runnableByName.flatMap { command in ([command.id] + command.aliases).map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns the command with the given name or alias, as typed on the editor's command line.
  /// Returns nil if there is no such command.
  static func command(typed name: String) -> Command? { typedNames[name] }

  /// Returns the given command's index in ``all``. Returns nil if no command has this name.
  static func position(_ id: String) -> Int? { positions[id] }
}
