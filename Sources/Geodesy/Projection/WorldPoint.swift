/// A point on the square Web Mercator world map: x 0…1 from west to east, y 0…1 from north to
/// south.
public struct WorldPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
