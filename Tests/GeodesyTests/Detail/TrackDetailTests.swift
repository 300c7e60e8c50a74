import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct TrackDetailTests {
  /// Returns a random walk with legs of 5 to 25 metres, in segments of random length.
  private func walk(
    _ count: Int, from start: Coordinate = Coordinate(latitude: 46, longitude: 7),
    _ random: inout SplitMix64
  ) -> TrackColumns {
    var columns = TrackColumns()
    var (here, bearing) = (start, 0.0)
    for index in 0..<count {
      bearing += .random(in: -30...30, using: &random)
      here = Geodesic.destination(
        from: here, bearingDegrees: bearing,
        distanceMetres: .random(in: 5...25, using: &random))
      columns.latitudes.append(here.latitude)
      columns.longitudes.append(here.longitude)
      columns.elevations.append(index % 7 == 0 ? .nan : 1_000 + Double(index % 90))
      columns.times.append(Double(index) * 3)
      if index > 0, Int.random(in: 0..<400, using: &random) == 0 {
        columns.segmentStarts.append(index)
      }
    }
    return columns
  }

  /// Builds the details of a track, with all chunks, as the store keeps them.
  private func built(_ columns: TrackColumns) throws -> (detail: TrackDetail, chunks: [Data]) {
    var builder = TrackDetailBuilder()
    builder.add(columns)
    var chunks = builder.chunks()
    let (rest, content) = builder.finish()
    chunks += rest
    #expect(chunks.map(\.number) == Array(chunks.indices))
    let detail = try #require(TrackDetail(content(chunks.indices.map(Int64.init))))
    return (detail, chunks.map(\.data))
  }

  @Test(arguments: [0, 1, 2, 64, 65, 600, 3_000, 40_000])
  func `the finest level has every point, and the measures are those of the points`(
    count: Int
  ) throws {
    var random = SplitMix64.forTest()
    let columns = walk(count, &random)
    let (detail, chunks) = try built(columns)
    var measures = TrackMeasures(columns)
    measures.segmentMeasures = []
    measures.elevationCount = nil
    #expect(detail.measures == measures)
    let times = try columns.estimatedTimes(
      .naismith, startingAt: Date(timeIntervalSinceReferenceDate: 0))
    #expect(abs(detail.estimatedSeconds - (times.last ?? 0)) < 1e-3)
    #expect(detail.pointDigest == TrackDetail.digest(of: columns))
    #expect(detail.start?.latitude == columns.latitudes.first)
    #expect(detail.end?.longitude == columns.longitudes.last)
    var latitudes: [Double] = []
    var starts: [Int] = []
    if let finest = detail.levels.last {
      #expect(finest.zoom == DetailScale.complete)
      for entry in finest.chunks {
        let chunk = try #require(TrackChunk(chunks[Int(entry.key)]))
        #expect(entry.firstPoint == latitudes.count)
        #expect(chunk.indexes.isEmpty)
        starts += chunk.segmentStarts.filter { $0 < entry.count }.map { $0 + latitudes.count }
        latitudes += chunk.latitudes.prefix(entry.count)
        #expect(chunk.latitudes.allSatisfy { $0 >= entry.box.south && $0 <= entry.box.north })
        #expect(chunk.longitudes.allSatisfy { $0 >= entry.box.west && $0 <= entry.box.east })
      }
    } else {
      #expect(detail.overviewZoom == DetailScale.complete)
      latitudes = detail.overview.latitudes
      starts = detail.overview.segmentStarts
    }
    #expect(latitudes.count == count)
    #expect(zip(latitudes, columns.latitudes).allSatisfy { abs($0 - $1) <= 0.51e-7 })
    #expect(starts == (count == 0 ? [] : columns.segmentStarts))
    #expect(detail.overview.count <= 64)
  }

  @Test func `each level leaves out only points within half a dot of a point that it has`() throws {
    var random = SplitMix64.forTest()
    let columns = walk(20_000, &random)
    let (detail, chunks) = try built(columns)
    #expect(detail.levels.count > 2)
    let all = (0..<columns.count).map {
      WebMercator.project(
        Coordinate(latitude: columns.latitudes[$0], longitude: columns.longitudes[$0]))
    }
    var levels = [(detail.overviewZoom, detail.overview.indexes.map { Int($0) })]
    for level in detail.levels.dropLast() {
      let indexes = try level.chunks.flatMap { entry in
        try #require(TrackChunk(chunks[Int(entry.key)])).indexes.prefix(entry.count)
          .map { entry.firstPoint + Int($0) }
      }
      levels.append((level.zoom, indexes))
    }
    for (zoom, indexes) in levels {
      #expect(indexes == indexes.sorted())
      let dots = DetailScale.dotsPerWorld(zoom: zoom)
      var next = 0
      for index in all.indices {
        while next < indexes.count, indexes[next] <= index { next += 1 }
        // The start of a segment may be kept after points near the end of the previous segment.
        let nearest = indexes[max(next - 4, 0)..<max(next, 1)].map { kept in
          let (across, down) = (all[index].x - all[kept].x, all[index].y - all[kept].y)
          return (across * across + down * down).squareRoot() * dots
        }.min()
        // Each level is made from the next finer one, so the errors add up to less than 0.8 dots.
        #expect((nearest ?? 1) < 0.8, "zoom \(zoom), point \(index)")
      }
    }
  }

  @Test func `an edit of one point changes few chunks`() throws {
    var random = SplitMix64.forTest()
    var columns = walk(30_000, &random)
    let before = Set(try built(columns).chunks)
    columns.latitudes.insert(columns.latitudes[15_000] + 1e-5, at: 15_000)
    columns.longitudes.insert(columns.longitudes[15_000], at: 15_000)
    columns.elevations.insert(.nan, at: 15_000)
    columns.times.insert(.nan, at: 15_000)
    columns.segmentStarts = columns.segmentStarts.map { $0 > 15_000 ? $0 + 1 : $0 }
    let after = try built(columns).chunks
    #expect(after.count { !before.contains($0) } <= 12, "of \(after.count)")
  }

  @Test func `a track across the antimeridian has narrow boxes`() throws {
    var columns = TrackColumns()
    for step in 0..<2_000 {
      let longitude = 179.9 + Double(step) * 1e-4
      columns.latitudes.append(-17 + Double(step % 5) * 1e-5)
      columns.longitudes.append(longitude > 180 ? longitude - 360 : longitude)
      columns.elevations.append(.nan)
      columns.times.append(.nan)
    }
    let (detail, _) = try built(columns)
    for chunk in detail.levels.flatMap(\.chunks) {
      #expect(chunk.box.east - chunk.box.west < 0.3)
    }
  }

  @Test func `positions that are not numbers do not stop the levels`() throws {
    var random = SplitMix64.forTest()
    var columns = walk(500, &random)
    columns.latitudes[100] = .infinity
    columns.longitudes[200] = 1e300
    let (detail, _) = try built(columns)
    #expect(detail.measures.points == 500)
  }

  @Test func `damaged bytes are never read`() throws {
    var random = SplitMix64.forTest()
    let columns = walk(2_000, &random)
    var builder = TrackDetailBuilder()
    builder.add(columns)
    let (chunks, content) = builder.finish()
    let good = content(chunks.map { Int64($0.number) })
    for bytes in [good, chunks[0].data] {
      for _ in 0..<200 {
        var damaged = bytes
        damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
        #expect(TrackDetail(damaged) == nil)
        #expect(TrackChunk(damaged) == nil)
        let cut = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
        #expect(TrackDetail(Data(cut)) == nil)
        #expect(TrackChunk(Data(cut)) == nil)
      }
    }
  }

  @Test func `bytes of any content with a valid digest are read or rejected`() throws {
    var random = SplitMix64.forTest()
    var builder = TrackDetailBuilder()
    builder.add(walk(2_000, &random))
    let (chunks, content) = builder.finish()
    let good = [content(chunks.map { Int64($0.number) }), chunks[0].data]
    func sealed(_ bytes: [UInt8]) -> Data {
      let digest = TrackDetail.digest(of: Data(bytes)).littleEndian
      return Data(bytes) + withUnsafeBytes(of: digest) { Data($0) }
    }
    let largest: [UInt8] = Array(repeating: 0xFF, count: 8) + [0x7F]
    #expect(TrackChunk(sealed([3, 0, 2, 1] + largest + [0, 0, 0, 0, 0, 0])) == nil)
    #expect(TrackChunk(sealed([3, 1, 0, 1] + largest + [0, 0, 0, 0, 0, 0])) == nil)
    for round in 0..<3_000 {
      var bytes = Array(good[round % 2].dropLast(8))
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(start + .random(in: 0...9, using: &random), bytes.count)
      let other = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes.replaceSubrange(start..<end, with: round % 3 == 0 ? largest : other)
      _ = TrackDetail(sealed(bytes))
      _ = TrackChunk(sealed(bytes))
    }
  }

  @Test func `no point of a track is nearer than the lower bound of its distance`() throws {
    var random = SplitMix64.forTest()
    for count in [1, 40, 3_000] {
      for _ in 0..<30 {
        let start = random.position(Coordinate.init)
        let columns = walk(count, from: start, &random)
        let detail = try built(columns).detail
        for reach in [0.0, 0.01, 1, 180] {
          let position = Coordinate(
            latitude: min(
              max(start.latitude + .random(in: -reach...reach, using: &random), -90), 90),
            longitude: start.longitude + .random(in: -reach...reach, using: &random))
          let nearest = try #require(columns.nearest(to: position))
          let metres = Geodesic.distanceMetres(
            from: position, to: columns.coordinate(at: nearest.place))
          let least = detail.leastMetres(from: position)
          #expect(least <= metres)
          // The bound is tight enough to leave out a path: the track is at most 75 km long. Farther
          // away, straight lines are shorter than the geodesics.
          #expect(metres > 1_000_000 || least >= metres * 0.9 - 40_000)
        }
      }
    }
    #expect(
      try built(TrackColumns()).detail.leastMetres(from: Coordinate(latitude: 46, longitude: 7))
        == .infinity)
  }
}
