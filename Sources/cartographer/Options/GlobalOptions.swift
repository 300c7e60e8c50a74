import ArgumentParser

/// The global options, which may come before or after the command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store's file, or :memory: for a temporary store (default: $CARTOGRAPHER_STORE, or the user's store).",
      valueName: "path"))
  var store: String?

  @Flag(name: .customLong("no-color"), help: "Print without colours, as with NO_COLOR set.")
  var noColor = false

  @Flag(help: "Print only errors on standard error.")
  var quiet = false

  @Flag(help: "Print data and errors as JSON.")
  var json = false
}
