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
