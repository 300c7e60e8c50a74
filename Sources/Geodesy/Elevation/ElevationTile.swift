import Foundation

/// An elevation tile (HGT file) of the Shuttle Radar Topography Mission. A tile covers one degree
/// of latitude and one degree of longitude, with a sample every one or three arc seconds.
///
/// An HGT file stores elevations in metres as big-endian 16-bit numbers, in rows from north to
/// south. The number −32768 means that there is no data. Neighbouring tiles share their edges
/// (NASA, “SRTM Topography”, documentation version 2.0, section 2).
public struct ElevationTile: Sendable {
  public let corner: TileCorner
  /// The number of samples along each edge: 3601 or 1201.
  public let size: Int
  private let bytes: Data

  /// The possible numbers of samples along a tile's edge.
  public static let sizes = [1201, 3601]
  private static let void = Int16.min

  /// Creates a tile from the content of an HGT file.
  ///
  /// - Parameter bytes: The content of the HGT file.
  ///   The content is stored unchanged, so a memory-mapped file is read only where needed.
  /// - Throws: ``ElevationTileError`` if the content's size is not that of an elevation tile.
  /// - Complexity: O(1).
  public init(corner: TileCorner, bytes: Data) throws(ElevationTileError) {
    guard let size = Self.sizes.first(where: { $0 * $0 * 2 == bytes.count }) else {
      throw ElevationTileError(byteCount: bytes.count)
    }
    self.corner = corner
    self.size = size
    self.bytes = bytes
  }

  /// Returns the elevation at a coordinate in metres, bilinearly interpolated from the four
  /// surrounding samples.
  ///
  /// Samples without data are ignored, which increases the weights of the remaining samples. If the
  /// samples without data have more than half of the total weight, the result is nil. At a sample's
  /// position, the result is the sample's value.
  /// - Returns: The elevation, or nil outside the tile and where there is no data.
  public func elevation(at coordinate: Coordinate) -> Double? {
    let last = Double(size - 1)
    let east = (coordinate.longitude - Double(corner.longitude)).remainder(dividingBy: 360) * last
    let south = (Double(corner.latitude) + 1 - coordinate.latitude) * last
    guard (0...last).contains(east), (0...last).contains(south) else { return nil }
    let column = min(Int(east), size - 2)
    let row = min(Int(south), size - 2)
    let (right, down) = (east - Double(column), south - Double(row))
    var (sum, weight) = (0.0, 0.0)
    bytes.withUnsafeBytes { buffer in
      func add(_ offset: Int, _ share: Double) {
        let index = 2 * (row * size + column + offset)
        let sample = Int16(bitPattern: UInt16(buffer[index]) << 8 | UInt16(buffer[index + 1]))
        guard sample != Self.void, share > 0 else { return }
        sum += Double(sample) * share
        weight += share
      }
      add(0, (1 - right) * (1 - down))
      add(1, right * (1 - down))
      add(size, (1 - right) * down)
      add(size + 1, right * down)
    }
    return weight >= 0.5 ? sum / weight : nil
  }
}

/// The error thrown if a file's size is not that of an elevation tile.
public struct ElevationTileError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The error message, with the expected file sizes.
  public let message: String

  init(byteCount: Int) {
    message = """
      An elevation tile has \(byteCount) bytes instead of 2884802 bytes (3″) or 25934402 bytes \
      (1″). Decompress the file if it is compressed
      """
  }

  public var description: String { message }
}
