import CNcurses

/// Functions that convert raw ncurses events to keys and mouse events.
enum NcursesKeys {
  private static let keys: [Int32: KeyCode] = [
    CN_KEY_UP: .up, CN_KEY_DOWN: .down, CN_KEY_RIGHT: .right, CN_KEY_LEFT: .left,
    CN_KEY_HOME: .home, CN_KEY_END: .end, CN_KEY_INSERT: .insert, CN_KEY_DELETE: .delete,
    CN_KEY_PAGE_UP: .pageUp, CN_KEY_PAGE_DOWN: .pageDown, CN_KEY_BACK_TAB: .backTab,
    CN_KEY_BACKSPACE: .backspace, CN_KEY_ENTER: .enter,
  ]

  static func modifiers(_ raw: cn_event) -> KeyModifiers {
    var held: KeyModifiers = []
    if raw.modifiers & CN_SHIFT != 0 { held.insert(.shift) }
    if raw.modifiers & CN_ALT != 0 { held.insert(.alt) }
    if raw.modifiers & CN_CONTROL != 0 { held.insert(.control) }
    return held
  }

  static func key(_ raw: cn_event) -> KeyStroke? {
    let code = Int32(bitPattern: raw.code)
    if code > CN_KEY_FUNCTION {
      return KeyStroke(.function(Int(code - CN_KEY_FUNCTION)), modifiers(raw))
    }
    return keys[code].map { KeyStroke($0, modifiers(raw)) }
  }

  /// Converts a typed character to the key that was pressed. Returns nil for a C1 control
  /// character. Other control characters become the corresponding keys.
  static func character(_ raw: cn_event) -> KeyStroke? {
    let held = modifiers(raw)
    switch raw.code {
    case 0: return KeyStroke(" ", held.union(.control))
    case 8, 127: return KeyStroke(.backspace, held)
    case 9: return KeyStroke(.tab, held)
    case 10, 13: return KeyStroke(.enter, held)
    case 27: return KeyStroke(.escape, held)
    case 1...26, 28...31:
      // ctrl-a is 1; ctrl-\ ] ^ _ are 28 to 31.
      let base = raw.code <= 26 ? raw.code + 0x60 : raw.code + 0x40
      return Unicode.Scalar(base).map { KeyStroke(Character($0), held.union(.control)) }
    case 0x80..<0xA0: return nil
    default: return Unicode.Scalar(raw.code).map { KeyStroke(Character($0), held) }
    }
  }

  /// Converts a raw ncurses event to a mouse event. Returns nil if the event is not a known mouse
  /// action.
  ///
  /// - Parameter held: The mouse button that is currently held down.
  ///   The function updates this variable, so the caller must pass the same variable for every
  ///   event.
  static func mouse(_ raw: cn_event, held: inout MouseEvent.Button?) -> MouseEvent? {
    guard let action = action(raw, held: &held) else { return nil }
    let position = Point(column: Int(raw.column), row: Int(raw.row))
    return MouseEvent(action, at: position, modifiers: modifiers(raw))
  }

  private static func action(
    _ raw: cn_event, held: inout MouseEvent.Button?
  ) -> MouseEvent.Action? {
    switch raw.code {
    case 64: return .wheelUp
    case 65: return .wheelDown
    case 0...2:
      guard let button = button(raw.code) else { return nil }
      held = raw.released ? nil : button
      return raw.released ? .release(button) : .press(button)
    case 32...34: return button(raw.code - 32).map { .drag($0) }
    case 3, 35:
      defer { held = nil }
      return held.map { .release($0) }
    default: return nil
    }
  }

  private static func button(_ number: UInt32) -> MouseEvent.Button? {
    switch number {
    case 0: .left
    case 1: .middle
    case 2: .right
    default: nil
    }
  }

  /// Returns pasted text with all line endings normalised to `\n`. Terminals send each line ending
  /// in a paste as `\r`.
  static func unifiedLineEnds(_ pasted: String) -> String {
    var result = String.UnicodeScalarView()
    var previousIsReturn = false
    for scalar in pasted.unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if !(scalar == "\n" && previousIsReturn) {
        result.append(scalar)
      }
      previousIsReturn = scalar == "\r"
    }
    return String(result)
  }
}
