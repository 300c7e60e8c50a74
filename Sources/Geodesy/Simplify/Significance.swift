import Foundation

/// How much each point of a line matters to its shape.
///
/// The number of a point is the largest tolerance, in metres, at which the algorithm of Ramer,
/// Douglas and Peucker still keeps it (U. Ramer 1972; D. Douglas and T. Peucker 1973): leaving out
/// all points below a tolerance moves the line by no more than that. So it is found once, and every
/// tolerance, or number of points, is answered by a comparison.
///
/// Distances are from great circles on the sphere of 6 371 008.8 m, within 0.6 % of those on the
/// ellipsoid.
public enum Significance {
  private static let radius = 6_371_008.8

  private struct Vector {
    var x: Double
    var y: Double
    var z: Double

    init(latitude: Double, longitude: Double) {
      let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
      x = cos(phi) * cos(lambda)
      y = cos(phi) * sin(lambda)
      z = sin(phi)
    }

    init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Vector) -> Vector {
      Vector(
        x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    var length: Double { dot(self).squareRoot() }

    func metres(to other: Vector) -> Double {
      let difference = Vector(x: x - other.x, y: y - other.y, z: z - other.z).length
      return 2 * radius * asin(min(1, difference / 2))
    }
  }

  /// The part of a great circle between two points.
  private struct Chord {
    let start: Vector
    let end: Vector
    /// The unit vector at a right angle to the circle's plane; nil where the points are one.
    let normal: Vector?

    init(_ start: Vector, _ end: Vector) {
      self.start = start
      self.end = end
      let cross = start.cross(end)
      let length = cross.length
      normal =
        length < 1e-15
        ? nil : Vector(x: cross.x / length, y: cross.y / length, z: cross.z / length)
    }

    func metres(to point: Vector) -> Double {
      let ends = min(point.metres(to: start), point.metres(to: end))
      guard let normal, normal.cross(start).dot(point) > 0, end.cross(normal).dot(point) > 0 else {
        return ends
      }
      return min(ends, radius * abs(asin(max(-1, min(1, normal.dot(point))))))
    }
  }

  /// The significance of each point of a line; infinite for its ends.
  ///
  /// - Parameters:
  ///   - latitudes: Degrees.
  ///   - longitudes: Degrees, as many.
  /// - Complexity: O(*n* log *n*) for lines that wander, O(*n*²) at worst; no recursion.
  public static func metres(latitudes: [Double], longitudes: [Double]) -> [Double] {
    let points = zip(latitudes, longitudes).map { Vector(latitude: $0, longitude: $1) }
    var result = [Double](repeating: 0, count: points.count)
    guard let last = points.indices.last else { return [] }
    result[0] = .infinity
    result[last] = .infinity
    var open = [(first: 0, last: last, bound: Double.infinity)]
    while let (first, last, bound) = open.popLast() {
      guard last - first > 1 else { continue }
      let chord = Chord(points[first], points[last])
      var farthest = first + 1
      var distance = -1.0
      for index in first + 1..<last {
        let metres = chord.metres(to: points[index])
        if metres > distance { (farthest, distance) = (index, metres) }
      }
      let value = min(distance, bound)
      result[farthest] = value
      open.append((first, farthest, value))
      open.append((farthest, last, value))
    }
    return result
  }

  /// The places of the most significant points of a line, ascending: as many as asked for, and at
  /// least its ends.
  ///
  /// - Complexity: O(*n* log *n*).
  public static func most(_ count: Int, of significance: [Double]) -> [Int] {
    guard significance.count > max(count, 2) else { return Array(significance.indices) }
    let order = significance.indices.sorted {
      significance[$0] == significance[$1] ? $0 < $1 : significance[$0] > significance[$1]
    }
    return order.prefix(max(count, 2)).sorted()
  }
}
