import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct TrackBoxTests {
  private func columns(_ points: [Coordinate]) -> TrackColumns {
    var columns = TrackColumns()
    columns.latitudes = points.map(\.latitude)
    columns.longitudes = points.map(\.longitude)
    columns.elevations = points.map { _ in .nan }
    columns.times = points.map { _ in .nan }
    return columns
  }

  private func box(_ points: [Coordinate]) throws -> TrackDetail.Box {
    var builder = TrackDetailBuilder()
    builder.add(columns(points))
    let (chunks, content) = builder.finish()
    let detail = try #require(TrackDetail(content(chunks.indices.map(Int64.init))))
    #expect(chunks.isEmpty)
    #expect(detail.undividedBox == builder.undividedBox)
    return try #require(builder.undividedBox?.normalized)
  }

  private func near(_ point: Coordinate, _ reach: Double, _ random: inout SplitMix64) -> Coordinate
  {
    let longitude = point.longitude + .random(in: -reach...reach, using: &random)
    return Coordinate(
      latitude: min(max(point.latitude + .random(in: -reach...reach, using: &random), -90), 90),
      longitude: longitude.remainder(dividingBy: 360))
  }

  @Test func `the box of a track across the 180° meridian extends beyond 180°`() throws {
    let points = [(-16.0, 179.5), (-17.0, -179.75), (-16.5, 179.0)].map(Coordinate.init)
    #expect(try box(points) == TrackDetail.Box(edges: -17, -16, 179, 180.25))
    #expect(try box(points.reversed()) == box(points))
    #expect(try box([points[1], points[0], points[2]]) == box(points))
  }

  @Test func `a normalized box has whole steps, and its western edge from -180° to below 180°`() {
    var random = SplitMix64.forTest()
    for _ in 0..<2_000 {
      let west = Int64.random(in: -7_200_000_000...7_200_000_000, using: &random)
      let width = Int64.random(in: 0...4_000_000_000, using: &random)
      let box = TrackDetail.Box(edges: 1, 2, Double(west) / 1e7, Double(west + width) / 1e7)
        .normalized
      #expect(box.west >= -180 && box.west < 180)
      let steps = Int64((box.west * 1e7).rounded())
      #expect((west - steps).isMultiple(of: 3_600_000_000))
      #expect(box.west == Double(steps) / 1e7)
      #expect(box.east == Double(steps + width) / 1e7)
      #expect(box.normalized == box)
    }
    let edges = [180.0, -180, 540].map {
      TrackDetail.Box(edges: 0, 0, $0, $0).normalized.west
    }
    #expect(edges == [-180, -180, -180])
  }

  @Test func `a track with levels or without points has no undivided box`() throws {
    var builder = TrackDetailBuilder()
    builder.add(TrackColumns())
    _ = builder.finish()
    #expect(builder.undividedBox == nil)
    var long = TrackDetailBuilder()
    long.add(
      columns((0..<3_000).map { Coordinate(latitude: 46 + Double($0) * 1e-4, longitude: 7) }))
    let (chunks, content) = long.finish()
    #expect(!chunks.isEmpty && long.undividedBox == nil)
    let detail = try #require(TrackDetail(content(chunks.indices.map(Int64.init))))
    #expect(detail.undividedBox == nil)
    let listed = detail.levels.flatMap(\.chunks)
    #expect(
      chunks.allSatisfy { chunk in
        listed.first { $0.key == Int64(chunk.number) }?.box == chunk.box
      })
  }

  @Test func `the box of each track within a distance meets a condition, and bounds the distance`()
    throws
  {
    var random = SplitMix64.forTest()
    for _ in 0..<20_000 {
      let start = random.position(Coordinate.init)
      let reach: Double = [1e-4, 0.1, 1.9, 2.1, 20, 180].randomElement(using: &random) ?? 1
      let points = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        near(start, reach, &random)
      }
      let columns = columns(points)
      let distance: Double = [1e-3, 1, 90].randomElement(using: &random) ?? 1
      let from = near(points[0], distance, &random)
      let nearest = try #require(columns.nearest(to: from))
      let metres = Geodesic.distanceMetres(from: from, to: columns.coordinate(at: nearest.place))
      let box = try box(points)
      #expect(box.leastMetres(from: from) <= metres)
      guard let conditions = BoxCondition.near(from, withinMetres: metres) else { continue }
      #expect(conditions.contains { $0.isMet(by: box) }, "\(points), \(from), \(metres) m")
    }
  }

  @Test func `a geodesic that leaves the latitudes of its ends is found near its middle`() throws {
    for (latitude, width) in [(60.0, 100.0), (-60, 100), (80, 3), (46, 1.99), (89, 1.99), (0, 179)]
    {
      for west in [-170.0, 0, 179] {
        let ends = [west, west + width].map {
          Coordinate(latitude: latitude, longitude: $0.remainder(dividingBy: 360))
        }
        let middle = Geodesic.interpolate(from: ends[0], to: ends[1], fraction: 0.5)
        let box = try box(ends)
        let conditions = BoxCondition.near(middle, withinMetres: 1)
        #expect(conditions?.contains { $0.isMet(by: box) } ?? true, "\(ends)")
        #expect(box.leastMetres(from: middle) <= 1)
      }
    }
  }

  @Test func `the conditions of a small distance are not met by narrow boxes elsewhere`() throws {
    let here = Coordinate(latitude: 46, longitude: 7)
    let conditions = try #require(BoxCondition.near(here, withinMetres: 1_000))
    for (latitude, longitude) in [(46.02, 7.0), (45.98, 7.0), (46, 7.02), (46, 6.98), (46, -173)] {
      let box = try box([
        Coordinate(latitude: latitude, longitude: longitude),
        Coordinate(latitude: latitude, longitude: longitude),
      ])
      #expect(!conditions.contains { $0.isMet(by: box) }, "\(latitude) \(longitude)")
    }
    // A wide box south of the position may be left by a geodesic, but not one south of the equator.
    func wide(_ latitude: Double) throws -> TrackDetail.Box {
      try box([0.0, 20].map { Coordinate(latitude: latitude, longitude: $0) })
    }
    let (north, south) = (try wide(45), try wide(-45))
    #expect(conditions.contains { $0.isMet(by: north) })
    #expect(!conditions.contains { $0.isMet(by: south) })
  }

  @Test func `every box may be near a position whose region contains a pole`() {
    for (latitude, metres) in [(90.0, 0.0), (-89.9, 20_000), (46, 6e6), (0, .infinity)] {
      let position = Coordinate(latitude: latitude, longitude: 7)
      #expect(BoxCondition.near(position, withinMetres: metres) == nil)
    }
    let arctic = Coordinate(latitude: 89.9, longitude: 7)
    #expect(BoxCondition.near(arctic, withinMetres: 1_000) != nil)
  }
}

extension BoxCondition {
  /// Returns whether a normalized box meets the condition, as a search in a store compares them.
  fileprivate func isMet(by box: TrackDetail.Box) -> Bool {
    box.south <= southAtMost && box.north >= northAtLeast && box.west <= westAtMost
      && box.east >= eastAtLeast
  }
}
