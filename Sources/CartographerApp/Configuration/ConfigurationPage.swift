import CartographerPresentation

/// The manual page about the configuration file, generated from the settings and the command
/// registry.
package enum ConfigurationPage {
  package static var markdown: String {
    var lines = [
      "# The configuration file", "",
      "This page is generated from the editor's settings; `make golden` updates it.", "",
      "At startup, the editor reads an optional configuration file:",
      "`$XDG_CONFIG_HOME/cartographer/config.toml` (by default, `~/.config/cartographer/config.toml`).",
      "Command-line options override the settings in the configuration file.",
      "The settings in the configuration file override environment variables and the editor's saved session.",
      "The editor applies all valid lines of the configuration file and reports the line numbers of invalid lines.",
      "`cartographer config` checks the configuration file without starting the editor.",
      "`cartographer config --example` prints an example configuration file.", "",
      "In the editor, a command such as `:set threshold 10m` changes a setting immediately.", "",
      """
      <picture>
        <source media="(prefers-color-scheme: dark)" srcset="pictures/settings-dark.svg">
        <img src="pictures/settings-light.svg" alt="The editor's command line with a list of settings">
      </picture>
      """, "",
      "## Settings", "", "| Setting | Meaning | Values | Allowed in `:set` |", "|---|---|---|---|",
    ]
    // The tables come from the registries, so that the page cannot differ from the program.
    for setting in Setting.all {
      let values =
        setting.values.isEmpty
        ? "for example `\(setting.example)`"
        : setting.values.map { "`\($0)`" }.joined(separator: ", ")
      lines.append(
        "| `\(setting.name)` | \(setting.title) | \(values) | \(setting.isLive ? "yes" : "") |")
    }
    lines += [
      "",
      "`true` is the same as `\"on\"`, and `false` is the same as `\"off\"`.",
      "Settings with a dot in their names can also be written as entries of a TOML table.",
      "For example, `history.entries` is the same setting as `entries` in the table `[history]`.",
      "",
      "The settings `units`, `coordinates` and `zone` also apply to the values that the `cartographer` commands print;",
      "the options `--units`, `--coordinates` and `--time-zone` override them. JSON output always uses metres and seconds.",
      "",
      "The history limits and the log level also apply to the `cartographer` commands.",
      "If a new change makes the history exceed a limit, the oldest changes are removed.",
      "The latest change always stays in the history and can be undone.",
      "`cartographer log --json` shows the current history limits.",
      "Different users of the same store can set different history limits.", "",
      "The log file is `$XDG_STATE_HOME/cartographer/log` (by default, `~/.local/state/cartographer/log`).",
      "The log records operations, their results, file names and item IDs.",
      "The log never contains names, notes or other text from the library.",
      "When the log reaches 1 MB, it is renamed to `log.1`, and a new log is started.",
      "By default, the log records only program errors and disk errors.",
      "The environment variable `CARTOGRAPHER_LOG` overrides the configured log level, as in `CARTOGRAPHER_LOG=debug`.",
      "",
      "## Keys", "",
      "Key bindings are grouped in tables, one for each context (a pane, mode or popup with its own keys).",
      "Each line of a key table assigns a command, optionally with an argument, to a key.",
      "The value `\"none\"` unbinds a key. All commands are listed in [Keys and commands](keymap.md).",
      "A chord is a sequence of keys separated by spaces, such as `\"g h\"`.",
      "While a text field is open, a key that types a character cannot run a command.", "",
      "| Table | Context |", "|---|---|",
    ]
    for context in CommandContext.allCases {
      lines.append("| `[keys.\(context.name)]` | \(context.title) |")
    }
    lines += ["", "## An example", "", "```toml"]
    lines += Configuration.example.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    lines += ["```"]
    return lines.joined(separator: "\n") + "\n"
  }
}
