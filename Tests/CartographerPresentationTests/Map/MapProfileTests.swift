import CartographerCore
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Elevation profile")
struct MapProfileTests {
  private func data(
    _ distances: [Double], _ elevations: [Double], _ starts: [Int] = [0]
  ) -> ProfileData {
    ProfileData(
      distancesMetres: distances, elevationsMetres: elevations, segmentStarts: starts)
  }

  @Test(arguments: [
    (Size(columns: 100, rows: 12), GlyphSet.braille), (Size(columns: 37, rows: 10), .braille),
    (Size(columns: 20, rows: 4), .braille), (Size(columns: 60, rows: 8), .ascii),
  ])
  func `the profile of the sample trail matches its golden file`(size: Size, glyphs: GlyphSet)
    throws
  {
    var surface = Surface(size: size)
    let chart = ProfileChart(ProfileData(MapSamples.trail), glyphs: glyphs)
    let cursor = chart.render(into: &surface, surface.bounds, cursor: 300)
    let cell = try #require(cursor)
    if glyphs == .ascii { surface = surface.asciiOnly }
    try Golden.compare(
      surface.text + "cursor \(cell.column),\(cell.row)\n"
        + surface.roleMap.map { $0 + "\n" }.joined(),
      with: "screens/map-profile-\(size.columns)x\(size.rows)-\(glyphs.rawValue).txt")
  }

  @Test
  func `a sparse point's column maps back to the same point`() throws {
    let distances = stride(from: 0.0, through: 1_000, by: 50).map { $0 }
    let profile = data(distances, distances.map { _ in 100 })
    for columns in [41, 60, 100] {
      let scale = ProfileScale(profile, columns: columns)
      for index in distances.indices {
        let column = try #require(scale.column(ofPoint: index))
        #expect(scale.point(atColumn: column) == index)
      }
    }
  }

  @Test
  func `every column has a point, and columns and points have the same order`() {
    var random = SplitMix64.forTest()
    for _ in 0..<100 {
      var distances = [0.0]
      var starts = [0]
      for index in 1..<200 {
        let isBreak = Double.random(in: 0...1, using: &random) < 0.02
        if isBreak { starts.append(index) }
        distances.append(
          distances[index - 1] + (isBreak ? 0 : .random(in: 0...30, using: &random)))
      }
      let profile = data(distances, distances, starts)
      let scale = ProfileScale(profile, columns: .random(in: 1...150, using: &random))
      let points = (0..<scale.columns).compactMap { scale.point(atColumn: $0) }
      #expect(points.count == scale.columns)
      #expect(points == points.sorted())
      let columns = (0..<200).compactMap { scale.column(ofPoint: $0) }
      #expect(columns == columns.sorted())
      #expect(columns.first == 0)
      #expect(columns.last == scale.columns - 1)
    }
  }

  @Test
  func `a gap between segments has an empty column, which belongs to the nearer end`() throws {
    let profile = data([0, 500, 500, 1_000], [100, 100, 300, 300], [0, 2])
    let scale = ProfileScale(profile, columns: 43)
    let before = try #require(scale.column(ofPoint: 1))
    let after = try #require(scale.column(ofPoint: 2))
    #expect(after == before + 2)
    #expect(scale.elevations(inColumn: before + 1) == nil)
    #expect(scale.metres(atColumn: before + 1) == nil)
    #expect(scale.elevations(inColumn: before) == 100...100)
    #expect(scale.elevations(inColumn: after) == 300...300)
    #expect(scale.point(atColumn: before + 1) == 1)
  }

  @Test
  func `gaps are omitted if they are too many for the width, but no point is lost`() {
    let distances = (0..<40).map { Double($0 / 2) * 10 }
    let profile = data(distances, distances, Array(stride(from: 0, to: 40, by: 2)))
    let scale = ProfileScale(profile, columns: 20)
    #expect(scale.column(ofPoint: 39) == 19)
    #expect((0..<20).allSatisfy { scale.point(atColumn: $0) != nil })
  }

  @Test(arguments: [
    UnitSystem.metric, .imperial,
  ])
  func `the highest point reaches the top row, and the lowest point is visible`(units: UnitSystem)
    throws
  {
    let distances = (0..<100).map { Double($0) * 100 }
    let elevations = (0..<100).map { 1_480 + 924 * Double($0) / 99 }
    let chart = ProfileChart(data(distances, elevations), units: units)
    let rect = Rect(column: 0, row: 0, columns: 60, rows: 9)
    var surface = Surface(size: rect.size)
    chart.render(into: &surface, rect)
    #expect(surface[59, 0]?.text == "█")
    let first = try #require(
      (0..<60).first { chart.point(at: Point(column: $0, row: 7), in: rect) == 0 })
    #expect("▁▂▃▄▅▆▇█".contains(try #require(surface[first, 7]).text))
    #expect(surface.lines.filter { $0.contains("┤") }.count >= 2)
  }

  @Test(arguments: [(2_692.0, "2 692 m┤"), (2_400, "2 400 m┤")])
  func `the top row is labelled with the highest elevation, round or not`(
    highest: Double, label: String
  ) {
    let distances = (0..<100).map { Double($0) * 100 }
    let elevations = (0..<100).map { 900 + (highest - 900) * Double($0) / 99 }
    let lines = ProfileChart(data(distances, elevations)).lines(size: Size(columns: 80, rows: 7))
    #expect(lines[0].replacing("\u{A0}", with: " ").hasPrefix(label), "\(lines)")
    #expect(lines.count { $0.contains("┤") } >= 3)
  }

  @Test
  func `a column shows the lowest and the highest elevation of its points`() throws {
    var random = SplitMix64.forTest()
    let count = 5_000
    let distances = (0..<count).map { Double($0) }
    let elevations = (0..<count).map { _ in Double.random(in: 0...3_000, using: &random) }
    let profile = data(distances, elevations)
    let scale = ProfileScale(profile, columns: 50)
    for column in 0..<50 {
      let inside = (0..<count).filter { scale.column(ofPoint: $0) == column }.map { elevations[$0] }
      let found = try #require(scale.elevations(inColumn: column))
      #expect(found.lowerBound <= inside.min()!)
      #expect(found.upperBound >= inside.max()!)
      #expect(found.upperBound <= elevations.max()!)
    }
  }

  @Test
  func `a column of a sensor shows the mean of its points`() {
    let count = 5_000
    let distances = (0..<count).map { Double($0) }
    // A slow rise from 100 to 150 bpm, with a spike to 200 bpm every ten points.
    let rates = (0..<count).map { $0 % 10 == 0 ? 200 : 100 + Double($0) / 100 }
    let profile = ProfileData(
      rates, of: .sensor(.heartRate), at: distances, along: .distance)
    let scale = ProfileScale(profile, columns: 50)
    for column in 0..<50 {
      let inside = (0..<count).filter { scale.column(ofPoint: $0) == column }.map { rates[$0] }
      let mean = inside.reduce(0, +) / Double(inside.count)
      let found = scale.elevations(inColumn: column)
      #expect(found.map { abs($0.lowerBound - mean) < 2 && $0.lowerBound == $0.upperBound } == true)
    }
    let sparse = ProfileData(
      [100, 200], of: .sensor(.heartRate), at: [0, 1_000], along: .distance)
    let middle = ProfileScale(sparse, columns: 101).elevations(inColumn: 50)
    #expect(middle.map { abs($0.lowerBound - 150) < 2 } == true, "interpolated between the points")
  }

  @Test
  func `columns between two distant points show interpolated elevations`() throws {
    let profile = data([0, 1_000], [0, 1_000])
    let scale = ProfileScale(profile, columns: 101)
    let middle = try #require(scale.elevations(inColumn: 50))
    #expect(abs((middle.lowerBound + middle.upperBound) / 2 - 500) < 1e-6)
  }

  @Test
  func `points without elevation leave a gap in the profile`() {
    let distances = stride(from: 0.0, through: 1_000, by: 10).map { $0 }
    let elevations = distances.map { (300...600).contains($0) ? Double.nan : 100 }
    let scale = ProfileScale(data(distances, elevations), columns: 101)
    #expect(scale.elevations(inColumn: 45) == nil)
    #expect(scale.elevations(inColumn: 20) == 100...100)
  }

  @Test(arguments: [
    ([Double](), [Double](), "no points"), ([0, 10], [.nan, .nan], "no elevation"),
    ([0], [7], "one point only"), ([0, 0], [7, 8], "no length"),
  ])
  func `a profile without data shows the reason`(
    distances: [Double], elevations: [Double], words: String
  ) {
    let profile = data(distances, elevations)
    #expect(profile.absence == words)
    let lines = ProfileChart(profile).lines(size: Size(columns: 30, rows: 5))
    #expect(lines[2].contains(words))
  }

  @Test
  func `impossible elevations are ignored, and distances never decrease`() {
    let profile = data(
      [0, .nan, 50, 40, .infinity, 100], [1e300, 10, .infinity, 20, -.infinity, 30])
    #expect(profile.range == 10...30)
    #expect(profile.length == 100)
    #expect(profile.places == [0, 0, 50, 50, 50, 100])
    let lines = ProfileChart(profile).lines(size: Size(columns: 50, rows: 8))
    #expect(lines.contains { $0.contains("█") })
  }

  @Test
  func `movement along the chart is at least one point and stops at the ends`() {
    let distances = (0..<10_000).map { Double($0) }
    let chart = ProfileChart(data(distances, distances))
    let rect = Rect(column: 0, row: 0, columns: 60, rows: 8)
    #expect((chart.point(columns: 1, from: 5_000, in: rect) ?? 0) > 5_050)
    #expect(chart.point(columns: -1, from: 0, in: rect) == 0)
    #expect(chart.point(columns: 5, from: 9_999, in: rect) == 9_999)
    let sparse = ProfileChart(data([0, 10_000], [1, 2]))
    #expect(sparse.point(columns: 1, from: 0, in: rect) == 1)
  }

  @Test
  func `a click in the chart finds the point drawn there`() throws {
    let profile = ProfileData(MapSamples.trail)
    let chart = ProfileChart(profile)
    let rect = Rect(column: 5, row: 2, columns: 50, rows: 9)
    var surface = Surface(size: Size(columns: 60, rows: 15))
    let cursor = try #require(chart.render(into: &surface, rect, cursor: 400))
    let found = try #require(chart.point(at: cursor, in: rect))
    #expect(abs(profile.places[found] - profile.places[400]) < 400)
    #expect(chart.point(at: Point(column: 5, row: 3), in: rect) == nil)
    #expect(chart.point(at: Point(column: 30, row: 1), in: rect) == nil)
  }

  @Test(arguments: 0...12)
  func `the profile can be drawn at every size`(rows: Int) {
    for columns in 0...40 {
      var surface = Surface(size: Size(columns: columns, rows: rows))
      ProfileChart(ProfileData(MapSamples.trail), units: .imperial).render(
        into: &surface, surface.bounds, cursor: 799)
      #expect(surface.brokenInvariant == nil)
    }
  }
}
