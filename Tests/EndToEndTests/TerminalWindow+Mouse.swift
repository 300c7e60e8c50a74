extension TerminalWindow {
  /// Mouse events as xterm reports them in mode 1006; columns and rows count from 0.
  enum Button: Int {
    case left = 0
    case wheelUp = 64
    case wheelDown = 65
  }

  func click(_ button: Button = .left, column: Int, row: Int) throws {
    try report(button.rawValue, column, row, "M")
    try report(button.rawValue, column, row, "m")
  }

  func wheel(_ button: Button, column: Int, row: Int) throws {
    try report(button.rawValue, column, row, "M")
  }

  /// Presses the left button, moves through the positions and lets go at the last.
  func drag(from start: (column: Int, row: Int), through: [(column: Int, row: Int)]) throws {
    try report(Button.left.rawValue, start.column, start.row, "M")
    for position in through { try report(32, position.column, position.row, "M") }
    if let end = through.last { try report(Button.left.rawValue, end.column, end.row, "m") }
  }

  private func report(_ code: Int, _ column: Int, _ row: Int, _ end: String) throws {
    try type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(end)")
  }
}
