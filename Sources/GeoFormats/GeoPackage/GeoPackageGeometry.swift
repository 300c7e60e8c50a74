import Geodesy

/// A geometry in a GeoPackage: a header, then ISO well-known binary, in little-endian order.
///
/// Source: OGC GeoPackage 1.3, clause 2.1.3, “Geometry Encoding”.
struct GeoPackageGeometry {
  /// The identifier of WGS 84 in `gpkg_spatial_ref_sys`.
  static let referenceSystem: Int32 = 4326

  private var bytes: [UInt8] = []

  /// Returns the geometry of a point, with its elevation if that is not NaN.
  static func point(_ latitude: Double, _ longitude: Double, _ elevation: Double) -> [UInt8] {
    var geometry = GeoPackageGeometry()
    geometry.putHeader(flags: 0b0000_0001)
    geometry.put(type: elevation.isNaN ? 1 : 1001)
    geometry.put(longitude)
    geometry.put(latitude)
    if !elevation.isNaN { geometry.put(elevation) }
    return geometry.bytes
  }

  /// Collects the lines of a path, one for each segment, as its points arrive.
  struct Lines {
    private var coordinates: [Double] = []
    private var counts: [Int] = []
    private var segment: Int?
    private var hasElevation = false
    private(set) var bounds: GeoBounds?
    /// The number of segments that have only one point and so are not lines.
    var shortSegments: Int { counts.count { $0 < 2 } }

    mutating func add(
      _ latitude: Double, _ longitude: Double, _ elevation: Double, segment: Int
    ) {
      if segment != self.segment {
        self.segment = segment
        counts.append(0)
      }
      counts[counts.count - 1] += 1
      coordinates.append(longitude)
      coordinates.append(latitude)
      coordinates.append(elevation)
      if !elevation.isNaN { hasElevation = true }
      bounds = GeoPackageGeometry.extended(bounds, latitude, longitude)
    }

    /// The multi-line of all segments that have at least two points. Unknown elevations are NaN.
    var geometry: [UInt8] {
      var geometry = GeoPackageGeometry()
      geometry.bytes.reserveCapacity(64 + coordinates.count * 8 + counts.count * 9)
      let lines = counts.filter { $0 > 1 }.count
      if let bounds, lines > 0 {
        geometry.putHeader(flags: 0b0000_0011)
        for value in [bounds.west, bounds.east, bounds.south, bounds.north] {
          geometry.put(value)
        }
      } else {
        geometry.putHeader(flags: 0b0001_0001)
      }
      geometry.put(type: hasElevation ? 1005 : 5)
      geometry.put(UInt32(clamping: lines))
      var index = 0
      for count in counts {
        defer { index += 3 * count }
        guard count > 1 else { continue }
        geometry.put(type: hasElevation ? 1002 : 2)
        geometry.put(UInt32(clamping: count))
        for place in index..<index + 3 * count where hasElevation || place % 3 < 2 {
          geometry.put(coordinates[place])
        }
      }
      return geometry.bytes
    }
  }

  /// Returns a bounding box extended to contain a position.
  static func extended(_ box: GeoBounds?, _ latitude: Double, _ longitude: Double) -> GeoBounds {
    guard let box else {
      return GeoBounds(south: latitude, west: longitude, north: latitude, east: longitude)
    }
    return GeoBounds(
      south: min(box.south, latitude), west: min(box.west, longitude),
      north: max(box.north, latitude), east: max(box.east, longitude))
  }

  private mutating func putHeader(flags: UInt8) {
    bytes += [0x47, 0x50, 0, flags]
    put(UInt32(bitPattern: Self.referenceSystem))
  }

  private mutating func put(type: UInt32) {
    bytes.append(1)
    put(type)
  }

  private mutating func put(_ value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func put(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
