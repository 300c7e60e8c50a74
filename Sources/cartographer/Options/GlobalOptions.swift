import ArgumentParser

/// The options of every verb; they may stand before or after it.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to use, or :memory: for none (default: $CARTOGRAPHER_STORE, else the user's own).",
      valueName: "path"))
  var store: String?

  @Flag(name: .customLong("no-color"), help: "No colours, as with NO_COLOR set.")
  var noColor = false

  @Flag(help: "No messages on standard error but errors.")
  var quiet = false

  @Flag(help: "Data and errors as JSON.")
  var json = false
}
