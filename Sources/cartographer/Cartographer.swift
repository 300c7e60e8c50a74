import ArgumentParser

/// The program itself: its verbs.
struct Cartographer: VerbFamily {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "cartographer",
    abstract: "An editor for GPS places, paths and trips, in the terminal.",
    usage: """
      cartographer [<options>] [<file> ...]
      cartographer <verb> [<options>]
      """,
    discussion: """
      Without a verb it opens the editor; with a file and no verb it opens the editor and offers \
      to import the file. An ITEM is an id as `list` prints it (L12, P7, G3), or a name that only \
      one item bears.
      """,
    version: version, subcommands: [],
    groupedSubcommands: [
      CommandGroup(name: "In and out", subcommands: [Import.self, Imports.self, Export.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          List.self, Show.self, Stats.self, Map.self, Profile.self, Near.self, Distance.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          Group.self, Itinerary.self, Add.self, Edit.self, Points.self, Split.self, Join.self,
          Reverse.self,
          Simplify.self, Crop.self, Smooth.self, Resample.self, Clean.self, Times.self,
          Elevation.self, Convert.self, Duplicate.self, Dedupe.self, Delete.self, Trash.self,
        ]),
      CommandGroup(
        name: "History",
        subcommands: [
          Undo.self, Redo.self, Log.self, Diff.self, Restore.self, Run.self,
        ]),
      CommandGroup(name: "The store", subcommands: [Store.self]),
      CommandGroup(
        name: "The program",
        subcommands: [Open.self, Config.self, Completions.self, Manual.self, About.self]),
    ],
    defaultSubcommand: Open.self)

  static let examples = [
    Example("cartographer", "Open the editor."),
    Example("cartographer day1.gpx", "Open the editor and offer to import a file."),
    Example(
      "cartographer import *.gpx --group \"Three days in the Alps\"",
      "Import files into a group."),
    Example("cartographer list paths", "What there is, with ids."),
    Example("cartographer map --group \"Three days in the Alps\"", "Draw it."),
  ]
}
