import ArgumentParser

/// The man page, generated from the help of every command.
struct ManualPage {
  let text: String

  init() {
    var page = """
      .TH CARTOGRAPHER 1 "" "cartographer \(ProgramVersion.number)" "User Commands"
      .SH NAME
      cartographer \\- a terminal editor for GPS places, paths and trips

      """
    page += ".SH SYNOPSIS\n.nf\n"
    page += Self.verbatim(Cartographer.usageString()) + "\n.fi\n"
    page += Self.section("DESCRIPTION", Cartographer.self)
    for command in Cartographer.configuration.subcommands {
      let name = command._commandName
      page += Self.section(name.uppercased(), command)
      for inner in command.configuration.subcommands {
        page += ".SS \(name) \(inner._commandName)\n" + Self.body(inner)
      }
    }
    page += Self.section("EXIT STATUS", Self.statuses)
    page += Self.section("ENVIRONMENT", Self.variables)
    text = page
  }

  private static let statuses = """
    0   success, also after repairs of the input
    1   failure
    64  wrong usage or an ambiguous name
    65  bad data in the input, or a store that is foreign, corrupt or newer
    66  a missing input, item or group
    73  the output cannot be written
    74  input/output error
    75  the store is busy; try again later
    77  no permission
    130 interrupted by Ctrl-C
    """

  private static let variables = """
    CARTOGRAPHER_STORE  the store's file, unless --store is given
    XDG_DATA_HOME       the folder of the default store, cartographer/default.store
    XDG_CONFIG_HOME     the folder of the configuration file, cartographer/config.toml
    XDG_STATE_HOME      the folder of the editor's saved view
    NO_COLOR            any value turns off colours
    VISUAL, EDITOR      the text editor for notes
    """

  private static func section(_ title: String, _ command: any ParsableCommand.Type) -> String {
    ".SH \(title)\n" + body(command)
  }

  private static func section(_ title: String, _ lines: String) -> String {
    ".SH \(title)\n.nf\n\(verbatim(lines))\n.fi\n"
  }

  private static func body(_ command: any ParsableCommand.Type) -> String {
    ".nf\n\(verbatim(CommandHelp(command).text))\n.fi\n"
  }

  /// Returns the text with roff's special characters escaped: backslashes, hyphens, leading dots and quotes.
  private static func verbatim(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
