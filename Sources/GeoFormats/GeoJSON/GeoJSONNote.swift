/// A kind of irregularity in a GeoJSON file. All irregularities of one kind share one diagnostic,
/// which states how many there are and where the first one is.
enum GeoJSONNote: Hashable {
  case extraNumbers
  case elevation
  case numberAsText
  case emptyArray
  case polygon
  case openRing
  case joint
  case unknownType
  case nesting
  case emptyGeometry
  case missingGeometry
  case otherObject
  case nestedCollection
  /// An invalid time in an array of point values.
  case time
  /// An invalid time in a property.
  case timeText
  case timeZone
  case arrayLength
  case arrayValue
  case longValue
  case nullValue
  case properties
  case repeatedPosition
  case elevationText
  /// An invalid value of a property that is defined by simplestyle, GPX or Cartographer's exports.
  case invalidProperty(String)
  /// A property whose name matches a field, but whose value probably has another meaning.
  case otherProperty(String)
  case member(String)

  var code: Diagnostic.Code {
    switch self {
    case .extraNumbers: .positionExtraNumbers
    case .elevation, .elevationText: .elevationUnreadable
    case .numberAsText: .jsonRepaired
    case .arrayValue, .invalidProperty: .valueInvalid
    case .otherProperty: .valueKept
    case .emptyArray: .coordinateMissing
    case .polygon: .geometryPolygon
    case .openRing, .unknownType, .nesting, .nestedCollection: .geometryInvalid
    case .joint: .geometryJoined
    case .emptyGeometry, .missingGeometry: .geometryMissing
    case .otherObject: .rootUnexpected
    case .time, .timeText: .timeUnreadable
    case .timeZone: .timeZoneMissing
    case .arrayLength: .arrayLength
    case .longValue: .limitFragment
    case .repeatedPosition: .positionRepeated
    case .member, .nullValue, .properties: .elementUnknown
    }
  }

  var action: Diagnostic.Action {
    switch self {
    case .elevation, .numberAsText, .openRing, .unknownType, .nesting, .time, .arrayLength:
      .repaired
    case .arrayValue, .longValue, .nestedCollection: .repaired
    case .polygon, .joint, .timeZone: .kept
    case .invalidProperty, .otherProperty, .elevationText, .timeText: .kept
    default: .skipped
    }
  }

  /// Returns the message of the diagnostic that reports the irregularity.
  ///
  /// - Parameter detail: The affected value, if the message quotes a value.
  func message(_ detail: String) -> String {
    switch self {
    case .extraNumbers: "a position has more than three numbers; only the first three are used"
    case .elevation: "an elevation is not a number, so the point has no elevation"
    case .numberAsText: "a string in a position is read as a number"
    case .emptyArray: "an array in the coordinates is empty"
    case .polygon: "a polygon is imported as a closed path; its rings become the path's segments"
    case .openRing: "a polygon's ring is not closed; the first point is added again at the end"
    case .joint: "two parts of a line that was cut at the antimeridian are joined"
    case .unknownType: "\(detail); the type is inferred from the other members"
    case .nesting: "the nesting of the coordinates does not match the type of the geometry"
    case .emptyGeometry: "a geometry has no positions"
    case .missingGeometry: "a feature has no geometry, so it is not imported as a place or path"
    case .otherObject: "a JSON value is not a GeoJSON object and is ignored"
    case .nestedCollection:
      """
      a FeatureCollection is nested among features, which RFC 7946 does not allow; its features are \
      imported as features of the file
      """
    case .time: "the time \(detail) is not a valid date and time, so the point has no time"
    case .timeText:
      "the time \(detail) is not a valid date and time; it is kept as an extension value"
    case .timeZone: "the time \(detail) has no time zone; it is read as UTC"
    case .arrayLength: "the array \(detail) does not have one value for each position"
    case .arrayValue: "a value in the array \(detail) has the wrong type; it is treated as missing"
    case .longValue: "the value of \(detail) is too long to be preserved"
    case .nullValue: "the property \(detail) has no value (null) and is not preserved"
    case .properties: "the properties of a feature are not a JSON object and are not preserved"
    case .repeatedPosition:
      "a line consists of two identical positions; it is imported as one point"
    case .elevationText:
      """
      the elevation \(detail) is not a decimal number, so the place has no elevation; it is kept as \
      an extension value
      """
    case .invalidProperty, .otherProperty: "\(detail); it is kept as an extension value"
    case .member(let name): "the FeatureCollection member “\(Excerpt.of(name))” is not preserved"
    }
  }
}
