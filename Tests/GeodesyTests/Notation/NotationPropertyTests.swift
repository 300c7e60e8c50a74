import Geodesy
import TestSupport
import Testing

@Suite struct NotationPropertyTests {
  /// Positions on edges: the equator, the antimeridian, the poles and the limits of zones.
  static let edges: [Coordinate] = [
    -90, -80, -79.999_999, 0, 0.000_001, 56, 72, 83.999_999, 84, 90,
  ]
  .flatMap { latitude in
    [-180, -179.999_999, -6, 0, 3, 9, 179.999_999, 180].map {
      Coordinate(latitude: latitude, longitude: $0)
    }
  }

  private func positions(_ count: Int) -> [Coordinate] {
    var random = SplitMix64.forTest()
    let world = (0..<count).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
    }
    let switzerland = (0..<count / 4).map { _ in
      Coordinate(
        latitude: .random(in: 45.9...47.7, using: &random),
        longitude: .random(in: 6.1...10.3, using: &random))
    }
    let britain = (0..<count / 4).map { _ in
      Coordinate(
        latitude: .random(in: 50...60, using: &random),
        longitude: .random(in: -6...1, using: &random))
    }
    return world + switzerland + britain
  }

  @Test(arguments: CoordinateNotation.all)
  func `a written coordinate is read back within the resolution of its notation`(
    _ notation: CoordinateNotation
  ) throws {
    var count = 0
    for position in positions(2000) + Self.edges {
      guard let text = notation.text(for: position) else { continue }
      count += 1
      let again = try CoordinateParser.parse(text, preferring: notation)
      let metres = Geodesic.distanceMetres(from: position, to: again)
      #expect(metres <= notation.resolutionMetres, "\(position): \(text), \(again)")
    }
    #expect(count > 400)
  }

  @Test(arguments: CoordinateNotation.all)
  func `a coordinate that was read is written as the same text`(
    _ notation: CoordinateNotation
  ) throws {
    for position in positions(1000) {
      guard let text = notation.text(for: position) else { continue }
      let again = try CoordinateParser.parse(text, preferring: notation)
      #expect(notation.text(for: again) == text, "\(position), \(again)")
    }
  }

  @Test(arguments: [CoordinateNotation.mgrs, .britishGrid], 1...8)
  func `a grid reference of any precision is written with the same digits`(
    _ notation: CoordinateNotation, digits: Int
  ) throws {
    var random = SplitMix64.forTest()
    var count = 0
    for position in positions(1000) {
      guard let text = notation.text(for: position) else { continue }
      let square = text.split(separator: " ").dropLast(2).joined(separator: " ")
      let halves = text.split(separator: " ").suffix(2).map { half in
        String(half.prefix(digits))
          + (5..<max(digits, 5)).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
      }
      let again = try CoordinateParser.parse(
        "\(notation.id) \(square) \(halves.joined(separator: " "))")
      // 6 mm below the next metre count as that metre.
      guard halves.allSatisfy({ Double("0.\($0.dropFirst(5))5") ?? 1 < 0.99 }) else { continue }
      let expected = halves.map { ($0 + "50000").prefix(5) }.joined(separator: " ")
      let written = try #require(notation.text(for: again))
      // The centre of a large square can be in the neighbouring zone or band.
      guard written.hasPrefix(square + " ") else { continue }
      count += 1
      #expect(written == "\(square) \(expected)", "\(halves)")
    }
    #expect(count > 200)
  }

  @Test func `whole metres of UTM and of the British grid are the digits of references`() throws {
    var random = SplitMix64.forTest()
    for _ in 0..<2000 {
      let (east, north) = (
        Int.random(in: 350_000...650_000, using: &random),
        Int.random(in: 5_400_000...6_100_000, using: &random)
      )
      let position = try CoordinateParser.parse("utm 31U \(east) \(north)")
      let text = CoordinateNotation.mgrs.format(position)
      #expect(text.hasSuffix(digits(east, north)), "\(east) \(north): \(text)")
      let (easting, northing) = (
        Int.random(in: 250_000...550_000, using: &random),
        Int.random(in: 100_000...900_000, using: &random)
      )
      let british = try CoordinateParser.parse("osgb \(easting) \(northing)")
      let reference = CoordinateNotation.britishGrid.format(british)
      #expect(
        reference.hasSuffix(digits(easting, northing)), "\(easting) \(northing): \(reference)")
    }
  }

  @Test func `a grid reference of 1 m is written as it was read`() throws {
    let position = try CoordinateParser.parse("31U DQ 48251 11932")
    #expect(CoordinateNotation.mgrs.format(position) == "31U DQ 48251 11932")
    let utm = try CoordinateParser.parse("31U 448251 5411932")
    #expect(CoordinateNotation.mgrs.format(utm) == "31U DQ 48251 11932")
  }

  /// The last five digits of two numbers, separated by a space.
  private func digits(_ easting: Int, _ northing: Int) -> String {
    "\(easting)".suffix(5) + " " + "\(northing)".suffix(5)
  }

  @Test func `no notation writes 60 minutes or 60 seconds`() {
    for nines in [59.9994, 59.9999, 59.999_999, 59.94, 59.96] {
      for position in [
        Coordinate(latitude: 45 + 59 / 60.0 + nines / 3600, longitude: -(6 + nines / 60)),
        Coordinate(latitude: -(89 + 59 / 60.0 + nines / 3600), longitude: 179 + nines / 60),
      ] {
        for notation in CoordinateNotation.all {
          let text = notation.format(position)
          #expect(!text.contains("60.") && !text.contains("°60"), "\(text)")
        }
      }
    }
  }

  @Test func `random text is parsed to a valid coordinate or refused, never with a trap`() {
    var random = SplitMix64.forTest()
    let pieces = [
      "32T", "LR", "Z", "NN", "JN", "12345", "66054", "2600000", "1200000", "600 000", "+", "8FQ8",
      "PPG6", "u0hdk", "osgb:", "utm ", "mgrs:", "plus ", "geo:", "geohash:", "lv95 ", "°", "′",
      "″", "N", "S", "O", ",", ".", "-", " ", "/", "https://", "www.", "openstreetmap.org/",
      "google.com/maps/", "@", "maps.apple.com/?", "omaps.app/", "om://", "#map=", "?q=", "&ll=",
      "!3d", "!4d", "go/", "%", "%2C", "=", "nan", "99999999999999999999", "0", "é", "\u{0}", "🏔",
    ]
    let near = Coordinate(latitude: 45.7, longitude: 6.7)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      if let coordinate = try? CoordinateParser.parse(text, near: near) {
        #expect(coordinate.isValid, "\(text.debugDescription)")
      }
    }
  }

  @Test func `truncated and changed texts of all notations never trap`() {
    var random = SplitMix64.forTest()
    let alphabet = Array("0123456789ABCXYZabcxyz+-,.°′″ /:@!#?=&%é")
    for position in positions(200) + Self.edges {
      for notation in CoordinateNotation.all {
        var text = Array(notation.format(position))
        for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
          let place = Int.random(in: 0..<text.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: text.remove(at: place)
          case 1: text[place] = alphabet.randomElement(using: &random) ?? "0"
          default: text = Array(text.prefix(place))
          }
        }
        if let coordinate = try? CoordinateParser.parse(String(text)) {
          #expect(coordinate.isValid, "\(String(text))")
        }
      }
    }
  }
}
