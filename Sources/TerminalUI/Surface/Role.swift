/// The meaning of a part of the screen, for which a ``Theme`` defines the appearance.
package enum Role: Hashable, Sendable {
  case text
  /// Secondary text of less importance.
  case dim
  case title
  case header
  case border
  case borderFocused
  case selection
  case marked
  case accent
  case warning
  case error
  case success
  /// A mode or a count that is highlighted against the surrounding text.
  case badge
  /// The action of a key in a hint bar.
  case hint
  /// The name of a key in a hint bar.
  case key
  /// The letters of a name that match the typed text.
  case match
  case crosshair
  case graticule
  case water
  case place
  /// The selected or edited path.
  case pathSelected
  /// A path with its index in the palette. Any integer is valid, since it is taken modulo the
  /// palette's size.
  case path(Int)
  /// A colour chosen by the user.
  case custom(RGBColour)
}
