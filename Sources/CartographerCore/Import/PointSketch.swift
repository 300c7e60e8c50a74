import Foundation
import GeoFormats

/// A sample of a path's positions and times, used to estimate how much two paths overlap.
///
/// The sample consists of the smallest hash values of the path's positions. Paths with common
/// positions therefore share some hash values (Broder, On the resemblance and containment of
/// documents, 1997).
struct PointSketch {
  /// The number of points in the path.
  private(set) var pointCount = 0
  private var positions = Sample()
  private var times = Sample()
  /// The earliest point time, or infinity if no point has a time.
  private var earliest = Double.infinity
  /// The latest point time, or minus infinity if no point has a time.
  private var latest = -Double.infinity

  /// The earliest time that is used to compare paths: the start of 1981, in seconds since
  /// 2001-01-01T00:00:00Z. Earlier times are ignored, because route planners write artificial times
  /// that start in 1970.
  private static let firstTime = -631_152_000.0

  mutating func add(_ points: borrowing GeoPoints) {
    add(latitudes: points.latitudes, longitudes: points.longitudes, times: points.times)
  }

  mutating func add(latitudes: [Double], longitudes: [Double], times: [Double]) {
    pointCount += latitudes.count
    for index in latitudes.indices {
      // Positions are rounded to a metre, since programs write different numbers of digits.
      let latitude = Int64((latitudes[index] * 1e5).rounded())
      let longitude = Int64((longitudes[index] * 1e5).rounded())
      positions.add(UInt64(bitPattern: latitude &* 100_000_000 &+ longitude))
      let time = times[index]
      if time > Self.firstTime, time < 1e12 {
        self.times.add(UInt64(bitPattern: Int64(time.rounded())))
        earliest = min(earliest, time)
        latest = max(latest, time)
      }
    }
  }

  /// Finalises the sample for comparison once all points have been added.
  mutating func finish() {
    positions.finish()
    times.finish()
  }

  /// Returns the estimated overlap of two paths, relative to the path with fewer positions, as a
  /// fraction from 0 to 1.
  ///
  /// If both paths have times but no time in common, the result is 0, because the paths may be
  /// separate recordings of the same trail.
  ///
  /// - Parameter startsNear: Whether the paths start near each other.
  ///   If so, common times are also used as evidence. Common times identify a recording even if its
  ///   positions were smoothed.
  func share(_ other: PointSketch, startsNear: Bool) -> Double {
    let ground = positions.share(other.positions)
    guard times.count > 0, other.times.count > 0 else { return ground }
    let hours = times.share(other.times)
    guard hours > 0 else { return 0 }
    return startsNear && min(times.count, other.times.count) > 1 ? max(ground, hours) : ground
  }

  /// Returns the estimated overlap of two paths' positions, relative to the path with fewer
  /// positions, as a fraction from 0 to 1. Times are ignored.
  func shareOfPositions(_ other: PointSketch) -> Double { positions.share(other.positions) }

  /// Returns the overlap of two recordings' time ranges, as a fraction (from 0 to 1) of the shorter
  /// range. Returns 0 if either recording has no times.
  func shareOfHours(_ other: PointSketch) -> Double {
    let overlap = min(latest, other.latest) - max(earliest, other.earliest)
    let shorter = min(latest - earliest, other.latest - other.earliest)
    return overlap > 0 && shorter > 0 ? overlap / shorter : 0
  }

  /// The hashes of the sampled positions, for finding paths with common points.
  var marks: [UInt64] { positions.smallest }
}

/// A sample of a set of numbers. The sample consists of the numbers' smallest hash values.
private struct Sample {
  private static let size = 512
  private var hashes: [UInt64] = []
  private var limit = UInt64.max

  mutating func add(_ value: UInt64) {
    var hash = (value ^ 0x243F_6A88_85A3_08D3) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    hash = hash &* 0xD6E8_FEB8_6659_FD93
    hash ^= hash >> 32
    guard hash <= limit else { return }
    hashes.append(hash)
    if hashes.count == 8 * Self.size { reduce() }
  }

  /// Reduces the sample to the smallest hash values, in ascending order and without duplicates.
  private mutating func reduce() {
    var result: [UInt64] = []
    for hash in hashes.sorted() where hash != result.last {
      result.append(hash)
      if result.count == Self.size { break }
    }
    hashes = result
    if hashes.count == Self.size, let last = hashes.last { limit = last }
  }

  /// Finalises the sample for comparison once all values have been added.
  mutating func finish() { reduce() }

  /// The smallest hash values of the set, in ascending order and without duplicates.
  var smallest: [UInt64] { hashes }

  var count: Int { hashes.count }

  /// Returns the estimated overlap of two sets, relative to the smaller set, as a fraction from 0
  /// to 1.
  func share(_ other: Sample) -> Double {
    let bound = min(
      count == Self.size ? hashes.last ?? .max : .max,
      other.count == Self.size ? other.hashes.last ?? .max : .max)
    var (mine, others, common) = (0, 0, 0)
    while mine < count, others < other.count {
      let (left, right) = (hashes[mine], other.hashes[others])
      guard left <= bound, right <= bound else { break }
      if left == right { common += 1 }
      if left <= right { mine += 1 }
      if right <= left { others += 1 }
    }
    while mine < count, hashes[mine] <= bound { mine += 1 }
    while others < other.count, other.hashes[others] <= bound { others += 1 }
    let smaller = min(mine, others)
    return smaller > 0 ? Double(common) / Double(smaller) : 0
  }
}
