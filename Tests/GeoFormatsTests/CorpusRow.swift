import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

/// A file of the corpus with its counts in the manifest.
struct CorpusRow: CustomTestStringConvertible, Sendable {
  /// Two files of the corpus with the same content.
  struct Pair: CustomTestStringConvertible, Sendable {
    let input: String
    let expected: String
    var testDescription: String { input }
  }

  let fields: [String: String]
  var path: String { fields["path"] ?? "" }
  var format: String { fields["format"] ?? "" }
  var testDescription: String { path }

  static let all: [CorpusRow] = ((try? Corpus.manifest()) ?? []).map(CorpusRow.init)

  func number(_ name: String) -> Int { fields[name].flatMap { Int($0) } ?? 0 }

  /// Returns the pairs of files in the given formats.
  static func pairs(from inputs: Set<String>, to outputs: Set<String>) -> [Pair] {
    func format(_ name: String) -> String { String(name.split(separator: ".").last ?? "") }
    return pairs().filter {
      inputs.contains(format($0.input)) && outputs.contains(format($0.expected))
    }
  }

  /// Returns all pairs of files.
  static func pairs() -> [Pair] {
    guard let file = try? Corpus.file("pairs.csv"),
      let text = try? String(contentsOf: file, encoding: .utf8),
      let records = try? CommaSeparatedTable(text).records
    else { return [] }
    return records.compactMap { record in
      guard let input = record["input"], let expected = record["expected"] else { return nil }
      return Pair(input: input, expected: expected)
    }
  }

  /// Returns all points of a file's paths, or its places if it has no paths.
  static func points(_ path: String) throws -> GeoPoints {
    let document = try Reading.read(FileSource(path: Corpus.file(path).path)).document
    var points = GeoPoints()
    for path in document.paths { points.append(contentsOf: path.points) }
    if points.isEmpty {
      for place in document.places {
        points.append(
          latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
          elevation: place.elevation ?? .nan)
      }
    }
    return points
  }

  /// Expects the same positions, elevations and times in two formats, within their precision.
  static func expectAgreement(
    _ one: GeoPoints, _ other: GeoPoints, comparesTimes: Bool = true
  ) throws {
    try #require(one.count == other.count)
    func differ(_ one: Double, _ other: Double, _ tolerance: Double) -> Bool {
      !one.isNaN && !other.isNaN && abs(one - other) > tolerance
    }
    let different = (0..<one.count).filter { index in
      differ(one.latitudes[index], other.latitudes[index], 2e-7)
        || differ(one.longitudes[index], other.longitudes[index], 2e-7)
        || differ(one.elevations[index], other.elevations[index], 0.051)
        || (comparesTimes && differ(one.times[index], other.times[index], 1))
    }
    #expect(different.isEmpty)
    #expect(!one.isEmpty)
  }
}

/// A sink that adds the distances between all successive points of a file.
final class ChainSink: GeoSink {
  private(set) var metres = 0.0
  private var last: Coordinate?

  func place(_ place: GeoPlace) {}

  func pathBegins(_ kind: GeoPathHeader.Kind) {}

  func points(_ points: borrowing GeoPoints) {
    for index in 0..<points.count {
      let next = Coordinate(
        latitude: points.latitudes[index], longitude: points.longitudes[index])
      if let last { metres += last.sphericalMetres(to: next) }
      last = next
    }
  }

  func pathEnds(_ header: GeoPathHeader) {}

  func fileEnds(_ header: GeoFileHeader) {}
}

extension Coordinate {
  /// Returns the haversine distance on the sphere that was used for the manifests' lengths.
  func sphericalMetres(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let half = (
      sin((other.latitude - latitude) * radians / 2),
      sin((other.longitude - longitude) * radians / 2)
    )
    let chord =
      half.0 * half.0 + cos(latitude * radians) * cos(other.latitude * radians) * half.1 * half.1
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }
}
