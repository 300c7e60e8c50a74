/// A pressed key with its modifiers.
package struct KeyStroke: Hashable, Sendable {
  package let key: KeyCode
  package let modifiers: KeyModifiers

  package init(_ key: KeyCode, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  package init(_ character: Character, _ modifiers: KeyModifiers = []) {
    self.init(.character(character), modifiers)
  }

  /// The character that was typed. Nil if the key is not a character or has a modifier.
  package var typed: Character? {
    guard case .character(let character) = key, modifiers.isEmpty else { return nil }
    return character
  }
}
