import Geodesy

/// The features of a base map layer in one grid cell, decoded from the base map file.
public struct BaseMapBlock: Sendable {
  /// A line or a ring (an area's boundary), stored as a range of the block's points.
  public struct Feature: Hashable, Sendable {
    /// The feature's importance, from 0 (most important) to 15 (least important).
    public let rank: Int
    public let points: Range<Int>
  }

  public let id: BaseMapLayer.BlockID
  /// Whether the features are areas (stored as rings) rather than lines. A ring does not repeat its
  /// first point at the end. The inside of an area is determined by the even-odd rule, applied to
  /// all rings of the block together.
  public let isArea: Bool
  /// The geographic bounds of the block's grid cell.
  public let bounds: GeoBounds
  public let features: [Feature]
  /// The points' latitudes, in degrees.
  public let latitudes: [Double]
  /// The points' longitudes, in degrees.
  public let longitudes: [Double]
  /// The block edges on which each point lies. A line between two points on the same block edge
  /// serves only to close a ring and is not part of a coast.
  public let edges: [Edges]

  /// The block edges on which a point lies.
  public struct Edges: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let west = Edges(rawValue: 1)
    public static let east = Edges(rawValue: 2)
    public static let south = Edges(rawValue: 4)
    public static let north = Edges(rawValue: 8)
  }
}

extension BaseMapBlock {
  /// Decodes a block in the format described in `docs/formats/basemap.md`. Returns nil if the data
  /// is damaged.
  init?(_ id: BaseMapLayer.BlockID, of layer: BaseMapLayer, _ bytes: UnsafeRawBufferPointer) {
    var reader = BitReader(bytes)
    let size = Int((layer.cell / layer.quantum).rounded())
    let west = Double(id.column) * layer.cell - 180
    let south = Double(id.row) * layer.cell - 90
    // Every point takes at least two bits, so the data limit the number of points.
    let most = bytes.count * 4
    let count = reader.rice(6)
    guard count <= most else { return nil }
    var features: [Feature] = []
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    var edges: [Edges] = []
    features.reserveCapacity(count)
    // The means, the rank and the last point carry over from each feature to the next.
    var counts = RiceMean(64)
    var gaps = RiceMean(512)
    var legsAcross = RiceMean(320)
    var legsUp = RiceMean(320)
    var rank = 0
    var (x, y) = (0, 0)
    for _ in 0..<count {
      if reader.bits(1) == 0 { rank = reader.bits(4) }
      let isReversed = !layer.isArea && reader.bits(1) == 1
      let points = reader.rice(&counts) + (layer.isArea ? 3 : 2)
      guard latitudes.count + points <= most, !reader.isExhausted else { return nil }
      let first = latitudes.count
      if reader.bits(1) == 0 {
        x += reader.signedRice(&gaps)
        y += reader.signedRice(&gaps)
      }
      // Five eighths of the last leg predict the next one.
      var (across, up) = (0, 0)
      for index in 0..<points {
        if index > 0 {
          across = (across * 5) >> 3 + reader.signedRice(&legsAcross)
          up = (up * 5) >> 3 + reader.signedRice(&legsUp)
          x += across
          y += up
        }
        guard x >= 0, y >= 0, x <= size, y <= size else { return nil }
        longitudes.append(west + Double(x) * layer.quantum)
        latitudes.append(south + Double(y) * layer.quantum)
        var edge: Edges = []
        if x == 0 { edge.insert(.west) } else if x == size { edge.insert(.east) }
        if y == 0 { edge.insert(.south) } else if y == size { edge.insert(.north) }
        edges.append(edge)
      }
      if isReversed {
        latitudes[first...].reverse()
        longitudes[first...].reverse()
        edges[first...].reverse()
      }
      features.append(Feature(rank: rank, points: first..<latitudes.count))
    }
    guard !reader.isExhausted else { return nil }
    self.id = id
    isArea = layer.isArea
    bounds = GeoBounds(
      south: south, west: west, north: south + layer.cell, east: west + layer.cell)
    self.features = features
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.edges = edges
  }
}
