import ArgumentParser

/// The global options, which may come before or after the command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store file, or :memory: for a temporary store (default: $CARTOGRAPHER_STORE, or the user's store).",
      valueName: "file"),
    completion: .file())
  var store: String?

  @Flag(name: .customLong("no-color"), help: "Print without colours, as if NO_COLOR were set.")
  var noColor = false

  @Flag(help: "Print no messages other than errors.")
  var quiet = false

  @Flag(help: "Print data and errors as JSON.")
  var json = false
}
