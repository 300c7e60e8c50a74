/// The purpose of a screen element, such as a border or a warning. A ``Theme`` defines how each
/// role looks.
package enum Role: Hashable, Sendable {
  case text
  /// Secondary, less important text.
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
  /// A highlighted label, such as the current mode or a count.
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
  /// The dots that fill seas and lakes on the map.
  case sea
  /// A coast on the base map.
  case coast
  /// A country's border or name on the base map.
  case boundary
  /// A state or province border on the base map.
  case region
  /// A town's name on the base map.
  case town
  /// A feature of a detailed map that is drawn below the user's own data.
  case ground(Ground)
  case place
  /// The selected or edited path.
  case pathSelected
  /// A path, with the index of its colour in the palette. Any integer is valid, since the index is
  /// reduced modulo the palette's size.
  case path(Int)
  /// A level on a map's colour scale, from 0 (low) to 4 (high). For example, the levels can show
  /// how many tracks pass through each cell.
  case scale(Int)
  /// A colour chosen by the user.
  case custom(RGBColour)

  /// A number that is divisible by the number of path colours in every palette. Indexes of
  /// ``path(_:)`` that differ by this number have the same colour in every theme.
  package static let pathColours = 12

  /// The number of levels in a colour scale.
  package static let scaleSteps = 5

  /// A kind of feature on a detailed map, such as a road.
  package enum Ground: UInt8, Hashable, Sendable, CaseIterable {
    case road, street, trail, railway, building, woods, contour, file
  }
}
