import CartographerCore
import TerminalUI

/// The contents of a user's configuration file: settings by name and changed key bindings.
package struct Configuration: Sendable, Equatable {
  /// A problem in the configuration file; the valid rest of the file is still used.
  package struct Problem: Sendable, Equatable {
    /// The line number in the file, counted from 1.
    package var line: Int
    package var message: String
    /// The name of the affected setting, or nil if the problem does not concern a setting.
    package var setting: String?
  }

  /// The values of the settings by their names; see ``Setting``.
  package var settings: [String: String] = [:]
  package var keys: [Keymap.Change] = []
  package var problems: [Problem] = []

  package init() {}

  /// The limits of the stored history, with defaults for limits missing in the file.
  package var historyLimits: HistoryLimits {
    var limits = HistoryLimits()
    if let entries = settings["history.entries"].flatMap({ Int($0) }) { limits.entries = entries }
    if let rows = settings["history.rows"].flatMap({ Int($0) }) { limits.rows = rows }
    return limits
  }

  package var keymap: Keymap { keys.isEmpty ? .standard : Keymap(keys) }
}
