import Geodesy
import TestSupport
import Testing

@Suite struct SignificanceTests {
  @Test func `the significance of a point is its distance from the line without it`() {
    // One minute of latitude at the equator is 1842.9 m.
    let significance = Significance.metres(
      latitudes: [0, 1 / 60.0, 0], longitudes: [0, 0.5, 1])
    #expect(significance[0] == .infinity && significance[2] == .infinity)
    #expect(abs(significance[1] - 1842.9) < 0.1)
  }

  @Test func `points on a great circle have no significance, however long it is`() {
    let longitudes = (0...20).map { Double($0) * 5 }
    let significance = Significance.metres(
      latitudes: longitudes.map { _ in 0 }, longitudes: longitudes)
    #expect(significance.dropFirst().dropLast().allSatisfy { $0 < 1e-6 })
  }

  @Test func `significance is correct across the 180° meridian and a pole`() {
    let across = Significance.metres(
      latitudes: [10, 10.001, 10], longitudes: [179.9, 180, -179.9])
    #expect(across[1] < 150)
    let pole = Significance.metres(latitudes: [89, 90, 89], longitudes: [0, 77, 180])
    #expect(pole[1] < 1e-6)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `omitting points moves the line by at most the tolerance`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (latitudes, longitudes) = ([46.0], [7.0])
    for _ in 0..<300 {
      latitudes.append((latitudes.last ?? 0) + Double.random(in: -1...1, using: &random) / 2000)
      longitudes.append((longitudes.last ?? 0) + Double.random(in: -1...1.5, using: &random) / 2000)
    }
    let significance = Significance.metres(latitudes: latitudes, longitudes: longitudes)
    let tolerance = Double.random(in: 1...60, using: &random)
    let kept = significance.indices.filter { significance[$0] >= tolerance }
    for (first, last) in zip(kept, kept.dropFirst()) where last - first > 1 {
      for index in first + 1..<last {
        // The significance in a line of three points is the distance of the middle one from the
        // line between its kept neighbours.
        let alone = Significance.metres(
          latitudes: [latitudes[first], latitudes[index], latitudes[last]],
          longitudes: [longitudes[first], longitudes[index], longitudes[last]])
        #expect(alone[1] <= tolerance, "seed \(seed), point \(index)")
      }
    }
  }

  @Test func `as many points are kept as requested, and always both ends`() {
    let significance = [.infinity, 3, 9, 1, 5, .infinity]
    #expect(Significance.most(4, of: significance) == [0, 2, 4, 5])
    #expect(Significance.most(0, of: significance) == [0, 5])
    #expect(Significance.most(9, of: significance) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a zigzag that splits very unequally does not overflow the stack`() {
    let significance = Significance.metres(
      latitudes: (0..<3000).map { Double($0 % 2) * 1e-5 },
      longitudes: (0..<3000).map { Double($0) / 1e4 })
    #expect(significance.count == 3000)
  }
}
