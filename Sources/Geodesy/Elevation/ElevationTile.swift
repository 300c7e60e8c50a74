import Foundation

/// A tile of the Shuttle Radar Topography Mission: elevations of one degree by one, at steps of one
/// or three seconds of arc ("HGT").
///
/// Rows from north to south of big-endian 16-bit numbers in metres, −32768 where nothing is known;
/// the edges are shared with the neighbours (NASA, "SRTM Topography", documentation version 2.0,
/// section 2).
public struct ElevationTile: Sendable {
  public let corner: TileCorner
  /// Samples along each edge: 3601 or 1201.
  public let size: Int
  private let bytes: Data

  /// Sizes that tiles come in.
  public static let sizes = [1201, 3601]
  private static let void = Int16.min

  /// - Parameters:
  ///   - bytes: Kept as they are: a mapped file is read where it is looked at.
  /// - Throws: ``ElevationTileError``.
  /// - Complexity: O(1).
  public init(corner: TileCorner, bytes: Data) throws(ElevationTileError) {
    guard let size = Self.sizes.first(where: { $0 * $0 * 2 == bytes.count }) else {
      throw ElevationTileError(byteCount: bytes.count)
    }
    self.corner = corner
    self.size = size
    self.bytes = bytes
  }

  /// The elevation in metres, bilinear between the four samples around a coordinate.
  ///
  /// Of these, those that are not known count nothing, and the others more; where more than half of
  /// the weight is not known there is no elevation. At a sample it is the sample's.
  /// - Returns: Nil outside the tile, beyond its edges, and where nothing is known.
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
        let place = 2 * (row * size + column + offset)
        let sample = Int16(bitPattern: UInt16(buffer[place]) << 8 | UInt16(buffer[place + 1]))
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

/// Why bytes are no tile.
public struct ElevationTileError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What is wrong, and what a tile is.
  public let message: String

  init(byteCount: Int) {
    message =
      "\(byteCount) bytes are no elevation tile: one has 2884802 (three seconds of arc) or "
      + "25934402 (one second); unpack it if it is compressed"
  }

  public var description: String { message }
}
