import Geodesy

/// A geometry in GeoPackage format: a header followed by ISO well-known binary, both little-endian.
///
/// Source: OGC GeoPackage 1.3, clause 2.1.3, “Geometry Encoding”.
struct GeoPackageGeometry {
  /// The identifier of WGS 84 in `gpkg_spatial_ref_sys`.
  static let referenceSystem: Int32 = 4326

  private var bytes: [UInt8] = []

  /// Returns the geometry of a point. The elevation is left out if it is NaN.
  static func point(_ latitude: Double, _ longitude: Double, _ elevation: Double) -> [UInt8] {
    var geometry = GeoPackageGeometry()
    geometry.putHeader(flags: 0b0000_0001)
    geometry.put(type: elevation.isNaN ? 1 : 1001)
    geometry.put(longitude)
    geometry.put(latitude)
    if !elevation.isNaN { geometry.put(elevation) }
    return geometry.bytes
  }

  /// The points of a path, which form one line per segment. The points are buffered before the
  /// geometry is created, because the geometry begins with their bounds and number.
  struct Lines {
    private let points = SpooledPoints()
    private var counts: [Int] = []
    private var segment: Int?
    private var elevationCount = 0
    private(set) var extent = GeoExtent()
    /// The number of segments that cannot form a line because they have only one point.
    var shortSegments: Int { counts.count { $0 < 2 } }
    /// Whether all points have an elevation. Otherwise, the lines are written without elevations,
    /// because GDAL drops lines with NaN coordinates.
    private var hasElevation: Bool { elevationCount > 0 && elevationCount == points.count }
    /// Whether the lines are written without elevations, although some points have one.
    var lacksElevations: Bool { elevationCount > 0 && !hasElevation }
    /// An upper bound for the size of the geometry, in bytes.
    var size: Int { 64 + counts.count * 9 + points.count * (hasElevation ? 24 : 16) }

    mutating func removeAll() {
      points.removeAll()
      (counts, segment, extent, elevationCount) = ([], nil, GeoExtent(), 0)
    }

    mutating func add(
      _ latitude: Double, _ longitude: Double, _ elevation: Double, segment: Int
    ) throws {
      if segment != self.segment {
        self.segment = segment
        counts.append(0)
      }
      counts[counts.count - 1] += 1
      if !elevation.isNaN { elevationCount += 1 }
      try points.append(latitude: latitude, longitude: longitude, elevation: elevation)
      extent.add(latitude: latitude, longitude: longitude)
    }

    /// Returns a multi-line geometry of all segments that have at least two points. The geometry is
    /// two-dimensional unless all points have an elevation.
    func geometry() throws -> [UInt8] {
      var geometry = GeoPackageGeometry()
      geometry.bytes.reserveCapacity(size)
      let lines = counts.count { $0 > 1 }
      if let bounds = extent.bounds, lines > 0 {
        geometry.putHeader(flags: 0b0000_0011)
        for value in [bounds.west, bounds.east, bounds.south, bounds.north] {
          geometry.put(value)
        }
      } else {
        geometry.putHeader(flags: 0b0001_0001)
      }
      geometry.put(type: hasElevation ? 1005 : 5)
      geometry.put(UInt32(clamping: lines))
      var cursor = SpooledPoints.Cursor(points)
      for count in counts {
        if count > 1 {
          geometry.put(type: hasElevation ? 1002 : 2)
          geometry.put(UInt32(clamping: count))
        }
        for _ in 0..<count {
          try cursor.advance()
          guard count > 1 else { continue }
          geometry.put(cursor.longitude)
          geometry.put(cursor.latitude)
          if hasElevation { geometry.put(cursor.elevation) }
        }
      }
      return geometry.bytes
    }
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
