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
  }

  /// Values of ``Setting``s by their names.
  package var settings: [String: String] = [:]
  package var keys: [Keymap.Change] = []
  package var problems: [Problem] = []

  package init() {}

  /// How much of the history changes leave.
  package var historyLimits: HistoryLimits {
    var limits = HistoryLimits()
    if let entries = settings["history.entries"].flatMap({ Int($0) }) { limits.entries = entries }
    if let rows = settings["history.rows"].flatMap({ Int($0) }) { limits.rows = rows }
    return limits
  }

  package var keymap: Keymap { keys.isEmpty ? .standard : Keymap(keys) }
}
