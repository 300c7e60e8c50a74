import CartographerPresentation
import Foundation
import Geodesy
import Logging
import TerminalUI

/// The options that the program passes to the editor at startup.
package struct EditorOptions: Sendable {
  /// The store's name as shown in the header, such as its file name.
  package var storeName: String
  /// The files given on the command line, which the editor offers to import.
  package var offeredFiles: [String]
  /// The terminal's capabilities, read from the environment.
  package var terminal: TerminalOptions
  /// The setting values that override the values from all other sources, keyed by setting name.
  package var chosen: [String: String] = [:]
  package var keymap = Keymap.standard
  /// The messages shown at startup, such as errors in the configuration file.
  package var notices: [String] = []
  /// Whether the editor is restricted to ASCII characters by the locale rather than by the user.
  package var isLimitedToASCII = false
  /// The file for saving the view settings between editor sessions. Nil if the settings are not
  /// saved.
  package var sessionFile: URL?
  /// The base folder for relative paths that the user types, or nil for the process's working
  /// directory.
  package var workingFolder: URL?
  /// The topmost folder in the file browser, or nil for the root folder.
  package var topFolder: URL?
  package var logger = Logger.none
  /// The manual's folder. Nil if the manual is not installed.
  package var manual = ManualFolder.installed
  /// A closure that converts an SVG image to PNG with another program. Nil if no such program is
  /// available.
  package var pngConverter: (@Sendable (String) async throws -> Data)?
  /// A closure that finds an external program for converting files. Nil if files cannot be
  /// converted.
  package var findConverter: ConverterFinder?
  /// The base map. Nil if no base map is installed.
  package var baseMap: InstalledBaseMap?
  /// The map and layer files that the user specified.
  package var userMaps = UserMaps(UserMaps.Sources())
  package var zone: TimeZone
  package var units: UnitSystem
  /// The user's home folder. Nil if the user has no home folder.
  package var home: String?
  /// The sample trip's folder. Nil if the folder was not found.
  package var sampleFolder: URL?
  /// The command and arguments that start the text editor for notes.
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

  /// Creates the editor's options from the environment: `NO_COLOR`, `VISUAL`, `EDITOR`,
  /// `XDG_STATE_HOME` and the time zone. Imperial units are used only if `LC_ALL` or
  /// `LC_MEASUREMENT` names a US locale. `LANG` is ignored, since many people who use metres set
  /// `LANG` to US English.
  package static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> EditorOptions {
    let locale =
      ["LC_ALL", "LC_MEASUREMENT"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let editor =
      ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    var options = EditorOptions(
      terminal: .fromEnvironment(environment),
      sessionFile: UserFolder.state.url(environment)?.appending(path: "session.json"),
      zone: .current, units: locale.hasPrefix("en_US") ? .imperial : .metric,
      notesEditor: editor.split(separator: " ").map(String.init))
    options.home = HomeFolder.path(environment)
    return options
  }
}

extension EditorOptions {
  /// Overrides a setting's value. An unknown name or an invalid value is ignored.
  package mutating func choose(_ name: String, _ value: String) {
    guard let setting = Setting[name], setting.problem(with: value) == nil else { return }
    chosen[name] = value
  }

  /// Applies a configuration file, and adds the file's problems to ``notices``.
  package mutating func apply(_ configuration: Configuration, from file: ConfigurationFile) {
    var configuration = configuration
    keymap = Keymap(&configuration)
    chosen.merge(configuration.settings) { $1 }
    notices += configuration.problems.map { "\(file.url.path):\($0.line): \($0.message)" }
  }

  /// The terminal options with the chosen settings applied.
  var chosenTerminal: TerminalOptions {
    var options = terminal
    for setting in Setting.all {
      if let value = chosen[setting.name] { setting.applyToTerminal(&options, value) }
    }
    return options
  }
}
