import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// The colours of paths from point to point.
@Suite struct MapColouringTests {
  private let size = Size(columns: 60, rows: 16)
  private let id = ItemID(.path, 1)

  // MARK: Scale

  private func makeScale(
    _ values: [Double], by quantity: PathColour = .elevation, _ units: UnitSystem = .metric
  ) -> ColourScale? {
    ColourScale([values], of: quantity, units)
  }

  @Test(arguments: [
    (PathColour.elevation, 500.0...1_500, ["750", "1 000", "1 250"], "m"),
    (.elevation, 400...2_400, ["800", "1 200", "1 600", "2 000"], "m"),
    (.speed, 0.2...1.8, ["1.5", "3", "4.5", "6"], "km/h"),
    (.slope, -0.2...0.2, ["-10", "0", "10"], "%"),
    (.heartRate, 88...171, ["100", "120", "140", "160"], "bpm"),
    (.time, 0...22_000, ["1.5", "3", "4.5"], "h"),
    (.time, 0...100, ["20", "40", "60", "80"], "s"),
  ])
  func `the steps of a scale are divided by round numbers`(
    quantity: PathColour, range: ClosedRange<Double>, labels: [String], unit: String
  ) throws {
    let extent = range.upperBound - range.lowerBound
    let values = (0...1_000).map { range.lowerBound + Double($0) / 1_000 * extent }
    let scale = try #require(makeScale(values, by: quantity))
    #expect(scale.labels == labels)
    #expect(scale.unit == unit)
    #expect(scale.bounds == scale.bounds.sorted() && scale.bounds.count < Role.scaleSteps)
  }

  @Test func `random values have at most five steps, and every step of a scale occurs`() throws {
    var random = SplitMix64.forTest()
    for _ in 0..<300 {
      let low = Double.random(in: -2_000...2_000, using: &random)
      let extent = pow(10, Double.random(in: 2...5, using: &random))
      let values = (0..<500).map { _ in low + .random(in: 0...extent, using: &random) }
      let scale = try #require(makeScale(values))
      let steps = Set(values.map(scale.step))
      #expect((3...5).contains(scale.roles.count), "\(low) + \(extent)")
      #expect(steps.sorted() == (0..<scale.roles.count).map { UInt8($0) })
      #expect(scale.roles.first == .scale(0) && scale.roles.last == .scale(4))
    }
  }

  @Test func `single wrong values hardly change the scale`() {
    let speeds = (0..<1_000).map { 1 + Double($0 % 100) / 100 }
    let wrong = speeds.enumerated().map { $0 % 40 == 7 ? 900 : $1 }
    #expect(makeScale(speeds, by: .speed)?.labels == ["4", "4.8", "5.6", "6.4"])
    #expect(makeScale(wrong, by: .speed)?.labels == ["4", "5", "6", "7"])
    #expect(makeScale(wrong, by: .speed)?.step(of: 900) == 4)
  }

  @Test func `small differences in elevation have few colours`() {
    let values = (0..<100).map { 400 + Double($0 % 7) }
    let scale = makeScale(values)
    #expect(Set(values.compactMap { scale?.step(of: $0) }).count <= 2)
  }

  @Test func `equal values have one step, and paths without values have no scale`() {
    let flat = makeScale([500, 500, .nan])
    #expect(flat?.labels == ["500"] && flat?.roles == [.scale(2)] && flat?.ranges == ["500 m"])
    #expect(flat?.step(of: .nan) == MapColouring.noStep)
    #expect(makeScale([.nan, .nan]) == nil && makeScale([]) == nil)
  }

  @Test func `a scale has the units of the settings`() {
    let values = (0...100).map { Double($0) / 10 }
    #expect(makeScale(values, by: .speed, .imperial)?.unit == "mph")
    #expect(makeScale(values, by: .speed, .nautical)?.unit == "kn")
    #expect(makeScale(values.map { $0 * 100 }, by: .elevation, .imperial)?.unit == "ft")
  }

  @Test func `the ranges of steps are unambiguous`() {
    func ranges(_ range: ClosedRange<Double>) -> [String]? {
      let extent = range.upperBound - range.lowerBound
      let values = (0...1_000).map { range.lowerBound + Double($0) / 1_000 * extent }
      return makeScale(values, by: .slope)?.ranges
    }
    #expect(ranges(-0.25...0.25) == ["below -15 %", "-15–0 %", "0–15 %", "from 15 %"])
    #expect(
      ranges(-0.45 ... -0.05) == [
        "below -40 %", "-40 to -30 %", "-30 to -20 %", "-20 to -10 %", "from -10 %",
      ])
  }

  // MARK: Drawing

  /// A path from west to east that climbs from 0 m to 2 000 m, and its scene.
  private func makeScene(count: Int = 201, values: ((Int) -> Double)? = nil) -> MapScene {
    let points = (0..<count).map {
      Coordinate(latitude: 46, longitude: 7 + Double($0) / Double(count - 1))
    }
    let values = (0..<count).map(values ?? { Double($0) / Double(count - 1) * 2_000 })
    let shape = PathShape(points)
    var scene = MapScene(paths: [MapPath(id: id, shape: shape)], selected: id)
    scene.colouring = MapColouring([(id, shape, values)], by: .elevation, .metric)
    return scene
  }

  private func drawn(
    _ scene: MapScene, _ glyphs: GlyphSet = .braille, zoom: Double? = nil, size: Size? = nil
  ) -> Surface {
    let size = size ?? self.size
    var surface = Surface(size: size)
    var viewport = scene.bounds().map { MapViewport.fitting($0, in: size) } ?? .world
    if let zoom { viewport = MapViewport(centre: viewport.centre, zoom: zoom) }
    MapRenderer(glyphs: glyphs).render(scene, viewport, into: &surface, surface.bounds)
    return surface
  }

  /// Returns the row of the horizontal path, which has more characters than all other rows.
  private func row(_ surface: Surface) -> Int {
    surface.lines.indices.max { a, b in
      surface.lines[a].count { $0 != " " } < surface.lines[b].count { $0 != " " }
    } ?? 0
  }

  /// Returns the letters of the roles in the row of the path, without repetitions.
  private func steps(_ surface: Surface) -> String {
    let row = surface.roleMap[row(surface)]
    var steps = ""
    for letter in row where letter != " " && letter != steps.last { steps.append(letter) }
    return steps
  }

  @Test(arguments: [GlyphSet.braille, .block, .ascii])
  func `a climbing path has the colours of a scale in ascending order`(glyphs: GlyphSet) {
    let surface = drawn(makeScene(), glyphs)
    #expect(steps(surface) == "ABCDE")
    #expect(surface[30, row(surface)]?.style.attributes == .bold, "the selected path is bold")
  }

  @Test func `the colours are the same for all levels of detail`() {
    let scene = makeScene(count: 50_001)
    let far = drawn(scene)
    #expect(steps(far) == "ABCDE")
    for (column, role) in [(6, Role.scale(0)), (30, .scale(2)), (54, .scale(4))] {
      #expect(far[column, row(far)]?.style.role == role)
    }
    // In the middle, at 1 000 m, all cells have the same step.
    #expect(steps(drawn(scene, zoom: 15)) == "C")
  }

  @Test func `far away, a point has the mean of the values around it`() {
    let scene = makeScene(count: 50_001) { $0 % 2 == 0 ? 0 : 2_000 }
    #expect(steps(drawn(scene)).hasPrefix("C") && !steps(drawn(scene)).contains("E"))
    #expect(Set(steps(drawn(scene, zoom: 20))) == ["A", "E"])
  }

  @Test func `points without a value are dim`() {
    let scene = makeScene { $0 > 100 ? .nan : Double($0) * 10 }
    #expect(steps(drawn(scene)).hasSuffix("Ed"))
  }

  @Test func `colours of other points are not drawn`() {
    var scene = makeScene()
    scene.colouring = makeScene().colouring
    #expect(steps(drawn(scene)) == "q")
  }

  @Test func `a heat map hides the colours along paths`() throws {
    var scene = makeScene()
    let viewport = MapViewport.fitting(try #require(scene.bounds()), in: size)
    scene.heat = HeatMap(scene, viewport, in: size)
    #expect(steps(drawn(scene)) == "q")
  }

  @Test func `without colours, each step has a character`() {
    var scene = makeScene()
    scene.showsStepsAsCharacters = true
    for (glyphs, characters) in [(GlyphSet.braille, "░▒▓█"), (.block, "▖░▒▓█"), (.ascii, ":+*%#")] {
      let surface = drawn(scene, glyphs)
      let path = surface.lines[row(surface)].filter { characters.contains($0) }
      var found = ""
      for character in path where character != found.last { found.append(character) }
      #expect(found == characters, "\(surface.text)")
      let symbol = glyphs == .ascii ? "elevation m : 400 + 800 * 1 200 % 1 600 #" : "▓ 1 600 █"
      #expect(surface.text.contains(symbol), "\(surface.text)")
    }
  }

  // MARK: Legend

  @Test func `the legend names the quantity and the numbers between the colours`() throws {
    let surface = drawn(makeScene())
    let row = try #require(surface.lines.firstIndex { $0.contains("elevation m") })
    #expect(surface.lines[row].hasSuffix("elevation m █ 400 █ 800 █ 1 200 █ 1 600 █"))
    #expect(surface.roleMap[row].filter { "ABCDE".contains($0) } == "ABCDE")
  }

  @Test func `there is no legend without the coloured path`() {
    var scene = makeScene()
    scene.paths = []
    scene.places = []
    #expect(!drawn(scene).text.contains("elevation"))
  }

  @Test func `a narrow map has a short legend, and a very narrow map has none`() {
    let scene = makeScene()
    let narrow = drawn(scene, size: Size(columns: 36, rows: 16)).text
    #expect(narrow.contains("m █ 400 █") && !narrow.contains("elevation"))
    #expect(!drawn(scene, size: Size(columns: 20, rows: 16)).text.contains("█"))
  }

  // MARK: Groups

  @Test
  func
    `items have the colour of their first group, and groups without one a colour of the palette`()
  {
    let rows: [(Int64, String, String?)] = [
      (1, "Alps", "#2F6FDE"), (2, "Work", nil), (3, "Unused", "#000000"),
    ]
    let groups = rows.map {
      GroupSnapshot(id: ItemID(.group, $0.0), name: $0.1, colour: $0.2, created: .distantPast)
    }
    let (alps, work) = (groups[0].id, groups[1].id)
    let colours = GroupColours(of: [[alps, work], [work], []], groups)
    #expect(colours.entries.map(\.name) == ["Alps", "Work"])
    #expect(colours.role(of: [alps, work]) == colours.entries[0].role)
    #expect(colours.role(of: [work]) == .path(2))
    #expect(colours.role(of: []) == GroupColours.ungrouped && colours.hasUngrouped)
    // In an open group, the other groups of its members tell them apart.
    let open = GroupColours(of: [[alps, work], [alps]], groups, scope: alps)
    #expect(open.role(of: [alps, work]) == .path(2))
    #expect(open.role(of: [alps]) == colours.entries[0].role)
  }

  @Test func `the legend names the groups, and fewer of them on a narrow map`() {
    let groups = (1...9).map { key in
      GroupSnapshot(id: ItemID(.group, Int64(key)), name: "Group \(key)", created: .distantPast)
    }
    var scene = MapSamples.scene
    scene.groupColours = GroupColours(of: groups.map { [$0.id] } + [[]], groups)
    let viewport = MapViewport.fitting(
      scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: Size(columns: 120, rows: 20))
    func last(_ columns: Int) -> String {
      MapRenderer().lines(scene, viewport, size: Size(columns: columns, rows: 20)).suffix(2)
        .joined()
    }
    #expect(
      last(120).contains("groups █ Group 1 █ Group 2") && last(120).contains("Group 6 + 3 █ none"))
    #expect(last(60).contains("groups █ Group 1") && !last(60).contains("Group 6"))
  }
}
