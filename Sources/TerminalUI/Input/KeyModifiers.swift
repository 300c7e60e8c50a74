/// The modifier keys that a terminal reports together with a key or a mouse button.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let control = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  /// The shift key. The shift key is reported only with keys that do not type a character, since a
  /// shifted letter is a separate character.
  package static let shift = KeyModifiers(rawValue: 4)
}
