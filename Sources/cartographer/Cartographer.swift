import ArgumentParser

/// The root command of the program, which has all other commands as subcommands.
struct Cartographer: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "cartographer",
    abstract: "A terminal editor for GPS places, paths and trips.",
    usage: """
      cartographer [<options>] [<file> ...]
      cartographer <command> [<options>]
      """,
    discussion: """
      Without a command, cartographer opens the editor; the editor offers to import files listed \
      on the command line. An ITEM is an ID as printed by `list` (L12, P7, G3), or the unique name \
      of an item.
      """,
    version: ProgramVersion.text, subcommands: [],
    groupedSubcommands: [
      CommandGroup(
        name: "Import and export",
        subcommands: [Import.self, Imports.self, Export.self, Formats.self]),
      CommandGroup(
        name: "View",
        subcommands: [
          List.self, Show.self, Stats.self, Map.self, Profile.self, Near.self, Distance.self,
          Visited.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          Group.self, Itinerary.self, Add.self, Edit.self, Rename.self, Points.self, Split.self,
          Join.self,
          Reverse.self, Simplify.self, Crop.self, Smooth.self, Resample.self, Clean.self,
          TimesCommand.self,
          Elevation.self, Convert.self, Duplicate.self, Dedupe.self, Delete.self, Trash.self,
        ]),
      CommandGroup(
        name: "History",
        subcommands: [
          Undo.self, Redo.self, Log.self, Diff.self, Restore.self, Run.self,
        ]),
      CommandGroup(name: "The store", subcommands: [StoreCommands.self]),
      CommandGroup(
        name: "The program",
        subcommands: [
          Open.self, Config.self, Completions.self, Manual.self, SchemaCommand.self, About.self,
          Complete.self,
        ]),
    ],
    defaultSubcommand: Open.self)

  static let examples = [
    Example("cartographer", "Open the editor."),
    Example("cartographer day1.gpx", "Open the editor and offer to import a file."),
    Example(
      "cartographer import *.gpx --add-to \"Three days in the Alps\"",
      "Import files into a group."),
    Example("cartographer list paths", "List the paths with their IDs."),
    Example("cartographer map --group \"Three days in the Alps\"", "Draw a group as a map."),
  ]
}
