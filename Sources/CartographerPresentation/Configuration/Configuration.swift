import CartographerCore
import TerminalUI

/// The contents of the user's configuration file: setting values and key bindings.
package struct Configuration: Sendable, Equatable {
  /// A problem in the configuration file. The file's valid lines still take effect.
  package struct Problem: Sendable, Equatable {
    /// The line number in the file, counted from 1.
    package var line: Int
    package var message: String
    /// The name of the affected setting. Nil if the problem does not concern a setting.
    package var setting: String?

    package init(line: Int, message: String, setting: String? = nil) {
      self.line = line
      self.message = message
      self.setting = setting
    }
  }

  /// A key binding as written in the configuration file. The editor later checks whether its
  /// command exists.
  package struct KeyStatement: Sendable, Equatable {
    /// The line number in the configuration file, counted from 1.
    package var line: Int
    /// The context's name, such as `list` in `[keys.list]`.
    package var context: String
    /// The key sequence as written in the configuration file, such as `g h`.
    package var keys: String
    /// The command with its argument, or `none` to remove the binding.
    package var command: String

    package init(line: Int, context: String, keys: String, command: String) {
      self.line = line
      self.context = context
      self.keys = keys
      self.command = command
    }
  }

  /// The setting values, keyed by setting name; see ``Setting``.
  package var settings: [String: String] = [:]
  package var keys: [KeyStatement] = []
  package var problems: [Problem] = []

  package init() {}

  /// An example configuration file with every setting. Every line is commented out, so the file has
  /// no effect until the user removes a `#`.
  package static var example: String {
    let settings = Setting.all.map { setting in
      let values =
        setting.values.isEmpty ? "" : "# Values: \(setting.values.joined(separator: ", "))\n"
      let isPlain = Int(setting.example) != nil && setting.values.isEmpty
      let value = isPlain ? setting.example : "\"\(setting.example)\""
      return "# \(setting.title)\n\(values)#\(setting.name) = \(value)\n"
    }
    return """
      # The configuration file of cartographer. Remove the # before a setting or a table to use it.

      \(settings.joined(separator: "\n"))
      # Keys: one table for each pane, mode or popup; the value "none" unbinds a key. The manual lists
      # the tables and the commands.
      #[keys.browse]
      #f5 = "fit-all"

      #[keys.path-edit]
      #D = "delete-points"

      #[keys.any]
      #f6 = "set graticule on"
      """
  }

  /// The change history's size limits, as set in the configuration file. A limit that is not set in
  /// the file has its default value.
  package var historyLimits: HistoryLimits {
    var limits = HistoryLimits()
    if let number = settings["history.entries"].flatMap({ Int($0) }) { limits.changes = number }
    if let rows = settings["history.rows"].flatMap({ Int($0) }) { limits.rows = rows }
    return limits
  }
}
