import TerminalUI

/// A writer of the text that a terminal with 256 colours receives for a frame.
///
/// The editor leaves this step to ncurses, which needs a terminal.
struct TerminalText {
  private let theme = Theme(level: .twoHundredFiftySix)
  private var sequences: [Style: String] = [:]

  /// Returns the cells that differ between two frames, with escape sequences that move the cursor
  /// and set the colours. The result is empty if the frames are equal.
  mutating func changes(from previous: Surface, to surface: Surface) -> String {
    var text = ""
    var current: Style?
    for run in surface.runs(changedFrom: previous) {
      text += "\u{1B}[\(run.row + 1);\(run.columns.lowerBound + 1)H"
      for column in run.columns {
        guard let cell = surface[column, run.row], !cell.isContinuation else { continue }
        if cell.style != current, cell.text != " " {
          text += sequence(cell.style)
          current = cell.style
        }
        text += cell.text
      }
    }
    return text
  }

  private mutating func sequence(_ style: Style) -> String {
    if let known = sequences[style] { return known }
    let appearance = theme.appearance(of: style)
    var codes = ["0"]
    if appearance.attributes.contains(.bold) { codes.append("1") }
    if appearance.attributes.contains(.dim) { codes.append("2") }
    if let colour = appearance.foreground { codes.append("38;5;\(colour)") }
    let sequence = "\u{1B}[\(codes.joined(separator: ";"))m"
    sequences[style] = sequence
    return sequence
  }
}
