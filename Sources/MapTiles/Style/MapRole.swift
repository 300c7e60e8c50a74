/// The kind of ground feature that a line or an area on a map represents.
package enum MapRole: String, Sendable, Hashable, CaseIterable {
  /// A water area: a lake, a river or the sea.
  case water
  /// A watercourse drawn as a line: a river, a canal or a stream.
  case waterway
  case woods
  case building
  case motorway
  case majorRoad
  case minorRoad
  /// A path or a track for walkers, riders or farm vehicles.
  case path
  case railway
  /// The border of a country.
  case border
  /// The border of a state or a province.
  case region
  /// A contour line: a line of equal elevation.
  case contour
  /// An emphasised contour line, such as every fifth contour.
  case mainContour
  /// A line or an area from a file with an unknown schema.
  case other
}

/// A name on a map, with its position in world units.
package struct MapLabel: Sendable, Hashable {
  package enum Kind: Int, Sendable, Comparable, CaseIterable {
    case country, city, region, town, village, peak, water, hamlet, other, street

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

    /// The zoom levels at which names of this kind are shown. The name of a country is not useful
    /// when a valley fills the view, nor is the name of a city when a street fills the view.
    package var zooms: Range<Double> {
      switch self {
      case .country: 1..<7
      case .other: 1..<25
      case .region: 4..<9
      case .city: 4..<16
      case .town: 7.5..<17
      case .village: 10..<17
      case .water: 10..<25
      case .peak: 11..<25
      case .hamlet: 12.5..<25
      case .street: 15.5..<25
      }
    }
  }

  package let kind: Kind
  package let text: String
  package let x: Double
  package let y: Double
  /// The importance of this name among names of the same kind, for example a town's population.
  package let weight: Double

  package init(kind: Kind, text: String, x: Double, y: Double, weight: Double) {
    self.kind = kind
    self.text = text
    self.x = x
    self.y = y
    self.weight = weight
  }
}
