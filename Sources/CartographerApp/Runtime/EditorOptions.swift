import Foundation
import Geodesy
import TerminalUI

/// What the program around the editor decides for it.
package struct EditorOptions: Sendable {
  /// The store as people know it, for the header.
  package var storeName: String
  /// Files named on the command line, to be offered for import.
  package var offeredFiles: [String]
  /// Colours, background, mouse and character set of the terminal.
  package var terminal: TerminalOptions
  /// Characters for the map; nil for the best the terminal can be trusted with.
  package var glyphs: GlyphSet?
  /// No frames.
  package var isPlain: Bool
  /// Where the last view is kept from one run to the next; nil for nowhere.
  package var sessionFile: URL?
  package var zone: TimeZone
  package var units: UnitSystem
  /// The user's editor for notes, with its arguments.
  package var notesEditor: [String]

  package init(
    storeName: String = "", offeredFiles: [String] = [], terminal: TerminalOptions,
    glyphs: GlyphSet? = nil, isPlain: Bool = false, sessionFile: URL? = nil,
    zone: TimeZone = .gmt, units: UnitSystem = .metric, notesEditor: [String] = ["vi"]
  ) {
    self.storeName = storeName
    self.offeredFiles = offeredFiles
    self.terminal = terminal
    self.glyphs = glyphs
    self.isPlain = isPlain
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
      terminal: .fromEnvironment(environment), sessionFile: sessionFile(environment),
      zone: .current, units: locale.hasPrefix("en_US") ? .imperial : .metric,
      notesEditor: editor.split(separator: " ").map(String.init))
  }

  private static func sessionFile(_ environment: [String: String]) -> URL? {
    let folder: URL
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = URL(filePath: state)
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = URL(filePath: home).appending(path: ".local/state")
    } else {
      return nil
    }
    return folder.appending(path: "cartographer/session.json")
  }
}

extension EditorOptions {
  /// Leaves the mouse to the terminal, for selecting text.
  package mutating func turnMouseOff() { terminal.usesMouse = false }

  package mutating func turnColourOff() { terminal.colourLimit = .mono }

  /// Takes the characters of a set by its name: `braille`, `block` or `ascii`. With `ascii`
  /// nothing else is sent to the terminal either. Another name changes nothing.
  package mutating func setGlyphs(named name: String) {
    guard let set = GlyphSet(rawValue: name) else { return }
    glyphs = set
    if set == .ascii { terminal.isASCIIOnly = true }
  }
}
