import ArgumentParser

/// The global options, which may come before or after the command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store file, or :memory: for a temporary store (default: $CARTOGRAPHER_STORE, or the user's store).",
      valueName: "file"),
    completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The use of colours; auto means only on a terminal.", valueName: "when"))
  var color = ColourUse.auto

  @Flag(name: .customLong("no-color"), help: "Print without colours: the same as --color=never.")
  var noColor = false

  @Flag(name: .shortAndLong, help: "Print no messages other than errors.")
  var quiet = false

  @Flag(help: "Print data and errors as JSON.")
  var json = false
}

/// When a command prints colours.
enum ColourUse: String, CaseIterable, ExpressibleByArgument {
  case always, auto, never
}

extension GlobalOptions {
  /// The use of colours that `--color` and `--no-color` request.
  var colours: ColourUse { noColor ? .never : color }
}
