import TerminalUI

extension EditorOptions {
  /// Leaves clicks and selection to the terminal.
  package mutating func turnMouseOff() {
    terminal.usesMouse = false
  }

  /// Shows everything without colours.
  package mutating func turnColourOff() {
    terminal.colourLimit = .mono
  }

  /// - Parameter name: `braille`, `block` or `ascii`; anything else changes nothing.
  package mutating func setGlyphs(named name: String) {
    guard let wanted = GlyphSet(rawValue: name) else { return }
    glyphs = wanted
    terminal.isASCIIOnly = wanted == .ascii
  }
}
