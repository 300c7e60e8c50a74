import Foundation
import GeoFormats

/// A sample of a path's positions and times that tells how much of it another path has too.
///
/// Of the hashes of all positions the smallest are kept (A. Broder, On the resemblance and containment
/// of documents, 1997), so that two samples hold the same of what two paths have in common.
struct PointSketch {
  private var positions = Sample()
  private var times = Sample()

  /// What positions were measured at is no evidence before this: programs that plan write times
  /// from 1970 on. Seconds since 2001-01-01T00:00:00Z, at the start of 1981.
  private static let firstTime = -631_152_000.0

  mutating func add(_ points: borrowing GeoPoints) {
    for index in 0..<points.count {
      // To a metre: programs write positions with more digits or fewer.
      let latitude = Int64((points.latitudes[index] * 1e5).rounded())
      let longitude = Int64((points.longitudes[index] * 1e5).rounded())
      positions.add(UInt64(bitPattern: latitude &* 100_000_000 &+ longitude))
      let time = points.times[index]
      if time > Self.firstTime, time < 1e12 { times.add(UInt64(bitPattern: Int64(time.rounded()))) }
    }
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

  private mutating func reduce() {
    hashes = smallest
    if hashes.count == Self.size, let last = hashes.last { limit = last }
  }

  /// Ascending, each once.
  var smallest: [UInt64] {
    var result: [UInt64] = []
    for hash in hashes.sorted() where hash != result.last {
      result.append(hash)
      if result.count == Self.size { break }
    }
    return result
  }

  var count: Int { smallest.count }

  func share(_ other: Sample) -> Double {
    var (mine, others) = (smallest, other.smallest)
    let bound = min(
      mine.count == Self.size ? mine.last ?? .max : .max,
      others.count == Self.size ? others.last ?? .max : .max)
    mine.removeAll { $0 > bound }
    others.removeAll { $0 > bound }
    let smaller = min(mine.count, others.count)
    guard smaller > 0 else { return 0 }
    return Double(Set(mine).intersection(others).count) / Double(smaller)
  }
}
