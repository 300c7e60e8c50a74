import CartographerPresentation

/// The manual's page of the configuration file, generated from the settings and the registry.
package enum ConfigurationPage {
  package static var markdown: String {
    var lines = [
      "# The configuration file", "",
      "This page is generated from the editor's settings; `make golden` writes it anew.", "",
      "`$XDG_CONFIG_HOME/cartographer/config.toml` (`~/.config/cartographer/config.toml`) is read",
      "when the editor starts. Nothing has to be in it, and there need be no such file. What the",
      "command line says goes before the file, the file before the environment and before what the",
      "editor remembers of its last run. A line that cannot be followed is shown at the start with",
      "its number, and the rest counts; `cartographer config` checks the file without starting the",
      "editor.", "",
      "## Settings", "", "| Setting | What | Values | With `:set` |", "|---|---|---|---|",
    ]
    for setting in Setting.all {
      let values =
        setting.values.isEmpty
        ? "such as `\(setting.example)`"
        : setting.values.map { "`\($0)`" }.joined(separator: ", ")
      lines.append(
        "| `\(setting.name)` | \(setting.title) | \(values) | \(setting.isLive ? "yes" : "") |")
    }
    lines += [
      "",
      "`true` and `false` count as `\"on\"` and `\"off\"`. A setting with a point in its name can",
      "also stand in a table: `entries` below `[history]`.", "",
      "The bounds of the history and the level of the log count for the command line too. The newest",
      "change can always be undone; what is beyond the bounds when a change ends is forgotten, the",
      "oldest first, and `cartographer log --json` tells the bounds. Another user of the same store",
      "has bounds of their own.", "",
      "The log is `$XDG_STATE_HOME/cartographer/log` (`~/.local/state/cartographer/log`): what was",
      "done and how it ended, with names of files and ids of items, and nothing that anybody wrote.",
      "At 1 MB it becomes `log.1` and begins anew. Without a level faults of the program and of the",
      "disk are in it; `CARTOGRAPHER_LOG=debug` in the environment goes before the file.", "",
      "## Keys", "",
      "Each place where keys mean something has a table. A key is given to a command by its name",
      "([all of them](keymap.md)), with what the command is told after it, or to `\"none\"`. A chord",
      "is several keys with blanks between them. The keys inside menus, forms and questions cannot",
      "be changed.", "", "| Table | Place |", "|---|---|",
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
