/// The meaning of a part of the screen; a ``Theme`` defines how each role looks.
package enum Role: Hashable, Sendable {
  case text
  /// Secondary text that is less important than other text.
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
  /// The description of a key's action in a hint bar.
  case hint
  /// The name of a key in a hint bar.
  case key
  /// The letters in a name that match the text typed into a filter.
  case match
  case crosshair
  case graticule
  case water
  /// A coast on the base map.
  case coast
  /// The border or the name of a country on the base map.
  case boundary
  /// The border of a state or province on the base map.
  case region
  /// The name of a town on the base map.
  case town
  case place
  /// The selected or edited path.
  case pathSelected
  /// A path, with the index of its colour in the palette. Any integer is valid, since it is taken
  /// modulo the palette's size.
  case path(Int)
  /// A colour chosen by the user.
  case custom(RGBColour)
}
