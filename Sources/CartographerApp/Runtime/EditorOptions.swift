import CartographerPresentation
import Foundation
import Geodesy
import Logging
import TerminalUI

/// What the program around the editor decides for it.
package struct EditorOptions: Sendable {
  /// The store as people know it, for the header.
  package var storeName: String
  /// Files named on the command line, to be offered for import.
  package var offeredFiles: [String]
  /// What the environment says of the terminal.
  package var terminal: TerminalOptions
  /// Values of ``Setting``s by their names, which go before all else.
  package var chosen: [String: String] = [:]
  package var keymap = Keymap.standard
  /// What is told at the start, such as lines of the configuration that cannot be followed.
  package var notices: [String] = []
  /// Where the last view is kept from one run to the next; nil for nowhere.
  package var sessionFile: URL?
  /// Where relative paths begin that the user types; nil for the working folder of the process.
  package var workingFolder: URL?
  package var logger = Logger.none
  package var zone: TimeZone
  package var units: UnitSystem
  /// The user's editor for notes, with its arguments.
  package var notesEditor: [String]

  package init(
    storeName: String = "", offeredFiles: [String] = [], terminal: TerminalOptions,
    sessionFile: URL? = nil, zone: TimeZone = .gmt, units: UnitSystem = .metric,
    notesEditor: [String] = ["vi"]
  ) {
    self.storeName = storeName
    self.offeredFiles = offeredFiles
    self.terminal = terminal
    self.sessionFile = sessionFile
    self.zone = zone
    self.units = units
    self.notesEditor = notesEditor
  }

  /// What the environment asks for: `NO_COLOR`, `VISUAL`, `EDITOR`, `XDG_STATE_HOME`, the zone,
  /// and miles where `LC_MEASUREMENT` says so (`LANG` is English for many who measure in metres).
  package static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> EditorOptions {
    let locale =
      ["LC_ALL", "LC_MEASUREMENT"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let editor =
      ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    return EditorOptions(
      terminal: .fromEnvironment(environment),
      sessionFile: UserFolder.state.url(environment)?.appending(path: "session.json"),
      zone: .current, units: locale.hasPrefix("en_US") ? .imperial : .metric,
      notesEditor: editor.split(separator: " ").map(String.init))
  }
}

extension EditorOptions {
  /// Gives a setting a value. A name or a value that there is not changes nothing.
  package mutating func choose(_ name: String, _ value: String) {
    guard let setting = Setting[name], setting.problem(with: value) == nil else { return }
    chosen[name] = value
  }

  /// Takes what the configuration file says, and what is wrong with it.
  package mutating func take(_ configuration: Configuration, from file: ConfigurationFile) {
    var configuration = configuration
    keymap = Keymap(&configuration)
    chosen.merge(configuration.settings) { $1 }
    notices += configuration.problems.map { "\(file.url.path):\($0.line): \($0.message)" }
  }

  /// The terminal as it is to be used.
  var chosenTerminal: TerminalOptions {
    var options = terminal
    for setting in Setting.all {
      if let value = chosen[setting.name] { setting.applyToTerminal(&options, value) }
    }
    return options
  }
}
