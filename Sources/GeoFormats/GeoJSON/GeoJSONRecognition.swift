/// Functions that recognise GeoJSON from the start of a file.
enum GeoJSONRecognition {
  private static let geometries: Set = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  /// Returns whether a file begins like GeoJSON or TopoJSON. TopoJSON is included so that the
  /// reader can reject it with an explanation.
  static func isGeoJSON(_ head: [UInt8]) -> Bool {
    guard let reader = try? JSONReader(BufferedSource(MemorySource(head))) else { return false }
    // A fault is expected, because the start of a file ends anywhere.
    return (try? isGeoJSON(reader)) ?? false
  }

  private static func isGeoJSON(_ reader: JSONReader) throws -> Bool {
    switch try reader.next() {
    case .objectStart: return try isObject(reader, isRoot: true)
    case .arrayStart:
      return try reader.next() == .objectStart && isFeature(reader)
    default: return false
    }
  }

  /// Returns whether an object is a GeoJSON object, based on the members at the start of the file.
  private static func isObject(_ reader: JSONReader, isRoot: Bool) throws -> Bool {
    while try reader.nextKey() {
      if reader.textIs("type") {
        guard let type = try reader.nextString() else { return false }
        return geometries.contains(type)
          || isRoot && ["FeatureCollection", "Feature", "Topology"].contains(type)
      }
      if reader.textIs("coordinates") {
        while try reader.next() == .arrayStart {}
        return reader.depth > 1 && reader.lastToken == .number
      }
      let isList = reader.textIs("features")
      let isGeometry = reader.textIs("geometry")
      let token = try reader.next()
      if isRoot, isList, token == .arrayStart {
        return try reader.next() == .objectStart && isFeature(reader)
      }
      if isRoot, isGeometry, token == .objectStart { return try isObject(reader, isRoot: false) }
      try reader.skipValue()
    }
    return false
  }

  /// Returns whether an object in an array is a feature.
  private static func isFeature(_ reader: JSONReader) throws -> Bool {
    while try reader.nextKey() {
      if reader.textIs("type") {
        return try reader.nextString() == "Feature"
      }
      let isGeometry = reader.textIs("geometry")
      if try reader.next() == .objectStart, isGeometry {
        return try isObject(reader, isRoot: false)
      }
      try reader.skipValue()
    }
    return false
  }
}
