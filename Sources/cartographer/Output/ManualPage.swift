import ArgumentParser

/// The man page, made from the help of every verb.
struct ManualPage {
  let text: String

  init() {
    var page = """
      .TH CARTOGRAPHER 1 "" "cartographer \(Cartographer.version)" "User Commands"
      .SH NAME
      cartographer \\- an editor for GPS places, paths and trips, in the terminal

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
    0   done; repairs alone are 0
    1   failed
    64  wrong usage, ambiguous name
    65  bad data in the input, or a store that is none of ours, corrupt or newer
    66  no such input, item or group
    73  the output cannot be written
    74  input/output error
    75  the store is busy, try again
    77  no permission
    130 interrupted
    """

  private static let variables = """
    CARTOGRAPHER_STORE  the store, unless --store names one
    XDG_DATA_HOME       where the user's own store is, in cartographer/default.store
    XDG_CONFIG_HOME     where the editor's settings and keys are, in cartographer/config.toml
    XDG_STATE_HOME      where the editor keeps its last view
    NO_COLOR            no colours when it is set to anything
    VISUAL, EDITOR      the editor for notes
    """

  private static func section(_ title: String, _ command: any ParsableCommand.Type) -> String {
    ".SH \(title)\n" + body(command)
  }

  private static func section(_ title: String, _ lines: String) -> String {
    ".SH \(title)\n.nf\n\(verbatim(lines))\n.fi\n"
  }

  private static func body(_ command: any ParsableCommand.Type) -> String {
    ".nf\n\(verbatim(HelpPage(command).text))\n.fi\n"
  }

  /// Lines as they are: a leading dot or quote, and backslashes, mean nothing to roff.
  private static func verbatim(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
