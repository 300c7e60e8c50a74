import TerminalUI

/// A converter that turns a surface into lines of text with colour escape sequences (ECMA-48 SGR).
struct ColouredLines {
  private let surface: Surface
  private let theme = Self.theme
  fileprivate static let theme = Theme(level: .twoHundredFiftySix)

  init(_ surface: Surface) {
    self.surface = surface
  }

  /// The lines of the surface, without trailing spaces. Each line resets the colours at its end.
  var lines: [String] {
    (0..<surface.rows).map(line)
  }

  private func line(_ row: Int) -> String {
    let last = (0..<surface.columns).last { surface[$0, row].map { $0.text != " " } ?? false }
    guard let last else { return "" }
    var text = ""
    var current = Appearance()
    for column in 0...last {
      guard let cell = surface[column, row], !cell.isContinuation else { continue }
      let wanted = cell.text == " " ? Appearance() : theme.appearance(of: cell.style)
      if wanted != current {
        text += Self.sequence(wanted)
        current = wanted
      }
      text += cell.text
    }
    return current == Appearance() ? text : text + Self.sequence(Appearance())
  }

  fileprivate static func sequence(_ appearance: Appearance) -> String {
    var codes = ["0"]
    if appearance.attributes.contains(.bold) { codes.append("1") }
    if appearance.attributes.contains(.dim) { codes.append("2") }
    if appearance.attributes.contains(.underline) { codes.append("4") }
    if appearance.attributes.contains(.reverse) { codes.append("7") }
    if let colour = appearance.foreground {
      codes.append(colour < 8 ? "3\(colour)" : "38;5;\(colour)")
    }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension DisplayText {
  /// Returns the text enclosed in escape sequences that set and reset the style's colour.
  package func coloured(_ style: Style) -> String {
    let start = ColouredLines.sequence(ColouredLines.appearance(of: style))
    return start + string + ColouredLines.sequence(Appearance())
  }
}

extension ColouredLines {
  fileprivate static func appearance(of style: Style) -> Appearance {
    theme.appearance(of: style)
  }
}
