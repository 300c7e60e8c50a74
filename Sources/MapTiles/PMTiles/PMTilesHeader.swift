import Foundation
import Geodesy

/// The header of a PMTiles archive (PMTiles specification, version 3, section 3).
struct PMTilesHeader {
  enum Compression: UInt8 {
    case unknown, none, gzip, brotli, zstandard

    var name: String {
      switch self {
      case .unknown: "an unknown method"
      case .none: "no method"
      case .gzip: "gzip"
      case .brotli: "Brotli"
      case .zstandard: "Zstandard"
      }
    }
  }

  static let magic = Data("PMTiles".utf8)
  static let size = 127
  private static let mvt: UInt8 = 1
  private static let tileTypes: [UInt8: String] = [
    2: "PNG images", 3: "JPEG images", 4: "WebP images", 5: "AVIF images",
    6: "MapLibre vector tiles (MLT)",
  ]

  let root: Range<UInt64>
  let metadata: Range<UInt64>
  let leaves: Range<UInt64>
  let tiles: Range<UInt64>
  let directoryCompression: Compression
  let zooms: ClosedRange<Int>
  let bounds: GeoBounds?

  init(_ bytes: [UInt8], path: String, fileSize: UInt64) throws(MapFileError) {
    func damaged(_ message: String) -> MapFileError {
      MapFileError(.damaged, path, "\(message); download the map file again")
    }
    if bytes.count > 7, bytes[7] != 3 { throw Self.unsupportedVersion(bytes[7], path) }
    guard bytes.count >= Self.size else { throw damaged("the header is incomplete") }
    func number(_ offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    func range(_ offset: Int) -> Range<UInt64>? {
      let (start, count) = (number(offset), number(offset + 8))
      guard count <= fileSize, start <= fileSize - count else { return nil }
      return start..<start + count
    }
    // Compression, type and zoom levels are checked first: they explain more than a wrong size
    // does.
    try Self.checkTileType(bytes[99], path)
    directoryCompression = try Self.compression(bytes[97], of: "directories", path)
    _ = try Self.compression(bytes[98], of: "tiles", path)
    guard let root = range(8), let metadata = range(24), let leaves = range(40),
      let tiles = range(56)
    else { throw damaged("the file ends early, or its header is damaged") }
    guard !tiles.isEmpty else {
      throw MapFileError(.empty, path, "the PMTiles archive contains no tiles; use another file")
    }
    let (low, high) = (Int(bytes[100]), Int(bytes[101]))
    guard low <= high, low <= TileID.largestZoom else {
      throw damaged("the header contains invalid zoom levels")
    }
    self.root = root
    self.metadata = metadata
    self.leaves = leaves
    self.tiles = tiles
    zooms = low...min(high, TileID.largestZoom)
    func degrees(_ offset: Int) -> Double {
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
      return Double(Int32(bitPattern: bits)) / 1e7
    }
    bounds = MapFileInfo.bounds(
      west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
  }

  static func unsupportedVersion(_ version: UInt8, _ path: String) -> MapFileError {
    MapFileError(
      .unsupportedVersion, path,
      """
      the PMTiles archive has version \(version), but only version 3 can be read; use a map file of \
      version 3
      """)
  }

  /// Throws an error if the tiles are not MVT tiles. If the header states that the type is unknown,
  /// the tiles are read as MVT tiles.
  private static func checkTileType(_ type: UInt8, _ path: String) throws(MapFileError) {
    guard type != mvt, type != 0 else { return }
    let name = tileTypes[type] ?? "tiles of the unknown type \(type)"
    throw MapFileError(
      .unsupportedTiles, path,
      "the map file contains \(name), but only vector tiles (MVT) can be read; use another file")
  }

  private static func compression(
    _ byte: UInt8, of what: String, _ path: String
  ) throws(MapFileError) -> Compression {
    let compression = Compression(rawValue: byte) ?? .unknown
    guard compression != .brotli, compression != .zstandard, byte <= 4 else {
      throw MapFileError(
        .unsupportedCompression, path,
        """
        the \(what) are compressed with \(compression.name), but only gzip can be read; create the \
        map file again with gzip
        """)
    }
    return compression
  }
}
