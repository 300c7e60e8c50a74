import Foundation

/// The random number generator SplitMix64, which repeats its sequence for the same seed.
///
/// Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", section 5.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Passes a random latitude and longitude, in degrees, to a closure, and returns the position
  /// that the closure creates.
  package mutating func position<Position>(
    _ make: (_ latitude: Double, _ longitude: Double) -> Position
  ) -> Position {
    let latitude = Double.random(in: -90...90, using: &self)
    return make(latitude, .random(in: -180...180, using: &self))
  }

  /// Returns a generator for a property test.
  ///
  /// It prints its seed. The environment variable `CARTOGRAPHER_SEED` sets the seed, so that a
  /// failing test can be repeated.
  package static func forTest(_ name: String = #function) -> SplitMix64 {
    let given = ProcessInfo.processInfo.environment["CARTOGRAPHER_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(name): CARTOGRAPHER_SEED=\(seed)")
    return SplitMix64(seed: seed)
  }
}
