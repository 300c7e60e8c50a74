import Foundation
import GeoFormats

/// A sample of a path's positions and times that tells how much of it another path has too.
///
/// Of the hashes of all positions the smallest are kept (A. Broder, On the resemblance and containment
/// of documents, 1997), so that two samples hold the same of what two paths have in common.
struct PointSketch {
  /// How many points were added.
  private(set) var pointCount = 0
  private var positions = Sample()
  private var times = Sample()
  /// The first and the last time, whatever their order; crossed while there is none.
  private var earliest = Double.infinity
  private var latest = -Double.infinity

  /// What positions were measured at is no evidence before this: programs that plan write times
  /// from 1970 on. Seconds since 2001-01-01T00:00:00Z, at the start of 1981.
  private static let firstTime = -631_152_000.0

  mutating func add(_ points: borrowing GeoPoints) {
    add(latitudes: points.latitudes, longitudes: points.longitudes, times: points.times)
  }

  mutating func add(latitudes: [Double], longitudes: [Double], times: [Double]) {
    pointCount += latitudes.count
    for index in latitudes.indices {
      // To a metre: programs write positions with more digits or fewer.
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

  /// Makes it ready to be compared, once all points are added.
  mutating func finish() {
    positions.finish()
    times.finish()
  }

  /// How much of the smaller of two paths the other has too, 0…1. Recordings that have no time in
  /// common have nothing in common: a way is gone more than once.
  ///
  /// - Parameter startsNear: Whether they start at one place; only then do times count, by which a
  ///   recording is known again whose positions were smoothed.
  func share(_ other: PointSketch, startsNear: Bool) -> Double {
    let ground = positions.share(other.positions)
    guard times.count > 0, other.times.count > 0 else { return ground }
    let hours = times.share(other.times)
    guard hours > 0 else { return 0 }
    return startsNear && min(times.count, other.times.count) > 1 ? max(ground, hours) : ground
  }

  /// How much of the way of the shorter of two paths the other has too, 0…1, whenever it was gone.
  func shareOfWay(_ other: PointSketch) -> Double { positions.share(other.positions) }

  /// How much of the time of the shorter of two paths the other took too, 0…1; 0 without times.
  func shareOfHours(_ other: PointSketch) -> Double {
    let overlap = min(latest, other.latest) - max(earliest, other.earliest)
    let shorter = min(latest - earliest, other.latest - other.earliest)
    return overlap > 0 && shorter > 0 ? overlap / shorter : 0
  }

  /// The hashes of the positions, by which paths that share some are found.
  var marks: [UInt64] { positions.smallest }
}

/// The smallest hashes of a set.
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

  /// Leaves the smallest, ascending, each once.
  private mutating func reduce() {
    var result: [UInt64] = []
    for hash in hashes.sorted() where hash != result.last {
      result.append(hash)
      if result.count == Self.size { break }
    }
    hashes = result
    if hashes.count == Self.size, let last = hashes.last { limit = last }
  }

  /// Makes it ready to be compared, once all is added.
  mutating func finish() { reduce() }

  /// Ascending, each once.
  var smallest: [UInt64] { hashes }

  var count: Int { hashes.count }

  /// How much of the smaller of two sets the other has too, as far as the samples tell.
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
