extension KeyStroke {
  private static let names: [(name: String, key: KeyCode)] = [
    ("space", .character(" ")), ("enter", .enter), ("esc", .escape), ("tab", .tab),
    ("backtab", .backTab), ("backspace", .backspace), ("delete", .delete), ("insert", .insert),
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown),
  ]

  private static let prefixes: [(name: String, modifier: KeyModifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
  ]

  /// Parses a key's notation, such as `d`, `G`, `ctrl-r`, `shift-up`, `space` or `f1`. The
  /// initializer fails for an unknown key.
  ///
  /// The notation `shift-tab` denotes the key ``KeyCode/backTab``.
  package init?(notation: String) {
    var rest = Substring(notation)
    var modifiers: KeyModifiers = []
    while let prefix = KeyStroke.prefixes.first(where: {
      rest.lowercased().hasPrefix($0.name) && rest.count > $0.name.count
    }) {
      guard modifiers.insert(prefix.modifier).inserted else { return nil }
      rest = rest.dropFirst(prefix.name.count)
    }
    guard let key = KeyStroke.key(named: String(rest)) else { return nil }
    if key == .tab, modifiers.remove(.shift) != nil {
      self.init(.backTab, modifiers)
    } else {
      self.init(key, modifiers)
    }
  }

  private static func key(named name: String) -> KeyCode? {
    if name.count == 1, let character = name.first {
      return character == " " ? nil : .character(character)
    }
    let lowercased = name.lowercased()
    if let known = names.first(where: { $0.name == lowercased }) { return known.key }
    guard lowercased.hasPrefix("f"), let number = Int(lowercased.dropFirst()),
      (1...24).contains(number), lowercased == "f\(number)"
    else { return nil }
    return .function(number)
  }

  /// The key with its modifiers in the notation that ``init(notation:)`` parses.
  package var notation: String {
    let held = KeyStroke.prefixes.filter { modifiers.contains($0.modifier) }.map(\.name).joined()
    switch key {
    case .function(let number): return held + "f\(number)"
    case .character(let character) where character != " ": return held + String(character)
    default: return held + (KeyStroke.names.first { $0.key == key }?.name ?? "")
    }
  }

  /// Parses a sequence of keys separated by spaces, such as `g g` or `ctrl-w space`.
  ///
  /// Returns nil if the text is empty or includes an unknown key.
  package static func sequence(notation: String) -> [KeyStroke]? {
    let words = notation.split(separator: " ")
    let strokes = words.compactMap { KeyStroke(notation: String($0)) }
    return strokes.isEmpty || strokes.count != words.count ? nil : strokes
  }

  package static func notation(of sequence: [KeyStroke]) -> String {
    sequence.map(\.notation).joined(separator: " ")
  }
}
