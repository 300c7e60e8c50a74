import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// The editor with the settings and keys of a configuration file.
enum ConfiguredEditor {
  /// Reads a configuration and checks its keys against the commands.
  static func checked(_ text: String) -> Configuration {
    var configuration = Configuration(text: text)
    _ = Keymap(&configuration)
    return configuration
  }

  /// Returns the errors in a configuration, each with the number of its line.
  static func problems(_ text: String) -> [String] {
    checked(text).problems.map { "\($0.line): \($0.message)" }
  }

  /// Returns an editor with a configuration, which must not contain errors.
  static func driver(
    _ text: String, size: Size = Size(columns: 120, rows: 40)
  ) -> EditorDriver {
    var configuration = Configuration(text: text)
    let keymap = Keymap(&configuration)
    #expect(configuration.problems == [])
    let editor = EditorDriver(size: size)
    editor.state.preferences.apply(configuration.settings, keymap)
    return editor
  }
}
