/// The modifiers a terminal reports with a key or a mouse button.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let control = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  /// Only with keys that are no characters: a shifted letter is another character.
  package static let shift = KeyModifiers(rawValue: 4)
}
