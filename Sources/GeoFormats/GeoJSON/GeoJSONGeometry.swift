/// A geometry without its positions, which are stored with the feature.
struct GeoJSONGeometry {
  /// A type of geometry in RFC 7946.
  enum Kind: String {
    case point = "Point"
    case multiPoint = "MultiPoint"
    case lineString = "LineString"
    case multiLineString = "MultiLineString"
    case polygon = "Polygon"
    case multiPolygon = "MultiPolygon"

    /// The number of nested arrays that enclose each number in the `coordinates` of this type of
    /// geometry.
    var nesting: Int {
      switch self {
      case .point: 1
      case .multiPoint, .lineString: 2
      case .multiLineString, .polygon: 3
      case .multiPolygon: 4
      }
    }
  }

  /// The kind of shape that the geometry's positions form.
  enum Shape {
    case places
    case lines
    case rings
  }

  /// The index of the collection that contains the geometry, or nil.
  var collection: Int?
  /// Whether the geometry has members that RFC 7946 does not define.
  var hasMembers = false
  /// The geometry's type as given in the file. Nil if the type is missing or unknown.
  var kind: Kind?
  /// The number of positions, including invalid ones.
  var count = 0
  /// The nesting depth of the coordinate arrays, or 0 if there are no positions.
  var nesting = 0
  /// Whether the geometry has a `coordinates` member, even an empty one.
  var hasCoordinates = false
  /// Whether the geometry is a collection of other geometries.
  var isCollection = false

  var shape: Shape {
    switch kind {
    case .point, .multiPoint: .places
    case .lineString, .multiLineString: .lines
    case .polygon, .multiPolygon: .rings
    case nil: nesting <= 1 ? .places : nesting <= 3 ? .lines : .rings
    }
  }
}
