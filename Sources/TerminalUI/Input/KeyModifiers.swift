/// The modifiers that a terminal reports with a key or a mouse button.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let control = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  /// The shift key, which is only reported with keys other than characters, since a shifted letter
  /// is a different character.
  package static let shift = KeyModifiers(rawValue: 4)
}
