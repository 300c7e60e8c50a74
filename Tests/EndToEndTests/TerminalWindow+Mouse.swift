extension TerminalWindow {
  /// The mouse buttons with their codes in xterm's mouse mode 1006. Columns and rows count from 0.
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

  /// Presses the left button, moves through the positions and releases the button at the last one.
  func drag(from start: (column: Int, row: Int), through: [(column: Int, row: Int)]) throws {
    try hold(column: start.column, row: start.row)
    for position in through { try move(column: position.column, row: position.row) }
    if let end = through.last { try release(column: end.column, row: end.row) }
  }

  /// Presses the left button and keeps it down.
  func hold(column: Int, row: Int) throws { try report(Button.left.rawValue, column, row, "M") }
  /// Moves the mouse with the left button held.
  func move(column: Int, row: Int) throws { try report(32, column, row, "M") }
  func release(column: Int, row: Int) throws { try report(Button.left.rawValue, column, row, "m") }

  private func report(_ code: Int, _ column: Int, _ row: Int, _ end: String) throws {
    try type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(end)")
  }
}
