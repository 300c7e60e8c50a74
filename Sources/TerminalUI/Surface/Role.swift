/// What a piece of the screen means; a ``Theme`` says how that looks.
package enum Role: Hashable, Sendable {
  case text
  /// Present, but not what the reader came for.
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
  /// A mode or count set off from the text around it.
  case badge
  /// What a key does, in a hint bar.
  case hint
  /// The key itself, in a hint bar.
  case key
  /// Letters of a name that matched what was typed.
  case match
  case crosshair
  case graticule
  case water
  case place
  /// The path being looked at or edited.
  case pathSelected
  /// A path by its place in the palette; any integer is taken modulo the palette's size.
  case path(Int)
  /// A colour the user chose.
  case custom(RGBColour)
}
