import CartographerCore
import TerminalUI

/// What a user's configuration file says: settings by name, and other meanings of keys.
package struct Configuration: Sendable, Equatable {
  /// Something in the file that cannot be followed; the rest of it is.
  package struct Problem: Sendable, Equatable {
    /// In the file, from 1.
    package var line: Int
    package var message: String
    /// The setting it is about, where it is about one.
    package var setting: String?

    package init(line: Int, message: String, setting: String? = nil) {
      self.line = line
      self.message = message
      self.setting = setting
    }
  }

  /// A line that gives keys a meaning, as it is written. The editor checks it.
  package struct KeyStatement: Sendable, Equatable {
    /// The line in the file, from 1.
    package var line: Int
    /// The name of the context, such as `list` in `[keys.list]`.
    package var context: String
    /// The notation of the keys, such as `g h`.
    package var keys: String
    /// The command with its argument, or `none`.
    package var command: String

    package init(line: Int, context: String, keys: String, command: String) {
      self.line = line
      self.context = context
      self.keys = keys
      self.command = command
    }
  }

  /// Values of ``Setting``s by their names.
  package var settings: [String: String] = [:]
  package var keys: [KeyStatement] = []
  package var problems: [Problem] = []

  package init() {}

  /// A file that can be used as it is.
  package static let example = """
    units = "metric"
    coordinates = "minutes"
    mouse = false

    [history]
    entries = 2000

    [keys.browse]
    f5 = "fit-all"
    "g h" = "none"

    [keys.path-edit]
    D = "delete-points"

    [keys.any]
    f6 = "set graticule on"
    """

  /// How much of the history changes leave.
  package var historyLimits: HistoryLimits {
    var limits = HistoryLimits()
    if let entries = settings["history.entries"].flatMap({ Int($0) }) { limits.entries = entries }
    if let rows = settings["history.rows"].flatMap({ Int($0) }) { limits.rows = rows }
    return limits
  }
}
