import Foundation
import GeoFormats
import Geodesy
import TestSupport

/// A generator of documents whose fields KML can represent.
struct RandomKML {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private static let texts = [
    "Zürich", "A & B < C", "x <b>bold</b> y", "two\nlines", "&amp; literal", "日本語", "tab\there",
    "]]>", "\"quoted\" 'text'", "1 < 2 > 0", "R&D;", "a  b",
  ]
  private static let groups = [
    "Alps", "Alps / Day 1", "Alps / Day 2", "Sea", " odd ", "a/b", "/ x",
  ]
  private static let symbols = [
    "Campground", "Pin, Blue", "My Symbol", "Shopping Center", "icon61",
  ]
  private static let colours = ["#FF0000", "#00FF7F", "#FFFFFF", "#000000"]

  mutating func document() -> GeoDocument {
    var document = GeoDocument()
    document.header.metadata.name = optional(Self.texts)
    for index in 0..<Int.random(in: 0...6, using: &random) { document.places.append(place(index)) }
    for index in 0..<Int.random(in: 0...5, using: &random) { document.paths.append(path(index)) }
    return document
  }

  private mutating func optional(_ values: [String]) -> String? {
    Bool.random(using: &random) ? values.randomElement(using: &random) : nil
  }

  private mutating func extras() -> GeoExtras {
    var extras = GeoExtras()
    extras.colour = optional(Self.colours)
    extras.notes = optional(Self.texts)
    extras.groups = Array(
      Self.groups.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)))
    return extras
  }

  private mutating func time() -> Double {
    Double(Int.random(in: -1_000_000_000...1_500_000_000, using: &random))
      + Double(Int.random(in: 0...7, using: &random)) / 8
  }

  private mutating func place(_ index: Int) -> GeoPlace {
    var place = GeoPlace(
      coordinate: Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random)),
      elevation: Bool.random(using: &random) ? .random(in: -400...9000, using: &random) : nil,
      time: Bool.random(using: &random) ? Date(timeIntervalSinceReferenceDate: time()) : nil,
      name: "\(index) " + (optional(Self.texts) ?? "x"), comment: optional(Self.texts),
      details: optional(Self.texts), symbol: optional(Self.symbols), type: optional(Self.texts))
    place.extras = extras()
    return place
  }

  private mutating func path(_ index: Int) -> GeoPath {
    let kind: GeoPathHeader.Kind = Bool.random(using: &random) ? .route : .track
    var header = GeoPathHeader(
      kind: kind, name: "\(index) " + (optional(Self.texts) ?? "x"), details: optional(Self.texts),
      type: optional(Self.texts))
    header.segments = kind == .route ? 1 : .random(in: 1...4, using: &random)
    header.extras = extras()
    header.extras.symbol = optional(Self.symbols)
    var points = GeoPoints()
    let timed = Int.random(in: 0...2, using: &random)
    for segment in 0..<header.segments {
      // KML cannot represent times in no order.
      var latest = time()
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        latest += Double(Int.random(in: 0...10_000, using: &random)) / 8
        points.append(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random),
          elevation: Bool.random(using: &random) ? .random(in: -10...99, using: &random) : .nan,
          time: timed == 0 || timed == 1 && Bool.random(using: &random) ? .nan : latest,
          segment: segment)
        for sensor in [GeoSensor.heartRate, .power, .airTemperature]
        where Int.random(in: 0...3, using: &random) == 0 {
          points.set(sensor, Double(Int.random(in: 0...250, using: &random)))
        }
      }
    }
    return GeoPath(header: header, points: points)
  }
}

/// GDAL's program that lists the content of geographic files.
enum Ogrinfo {
  static let isPresent = (try? Subprocess.run("ogrinfo", ["--version"]))?.exitCode == 0

  /// Returns all that `ogrinfo` prints about a file, including its warnings.
  static func run(_ file: URL) throws -> String {
    let result = try Subprocess.run("ogrinfo", ["-ro", "-al", file.path])
    return result.output + result.errors
  }
}
