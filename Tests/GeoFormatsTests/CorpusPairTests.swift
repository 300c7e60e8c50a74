import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

/// Compares the points of all pairs of files in the corpus: the same content in two formats.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct CorpusPairTests {
  /// The relation between the points of the two files of a pair.
  enum Relation {
    case equal
    /// The second file also has other points, for the given reason.
    case more(String)
    /// The first file also has other points, for the given reason.
    case fewer(String)
    /// Both files have no position.
    case empty
    /// The files differ on purpose.
    case incomparable(String)
  }

  /// The pairs whose points are not equal, by the name of the second file.
  private static let relations: [String: Relation] = [
    "earth-expertgps.kml": .more("it has a Placemark for each point of a path"),
    "segmented_tracks.kml": .more("it has a Placemark for each point of a path"),
    "segmented_tracks-track.kml": .more("it has a Placemark for each point of a path"),
    "tracks~gpx.kml": .more("it has a Placemark for each point of a path"),
    "Stonehenge.kml": .more("it has a Placemark for each point of a path"),
    "92GV66G1.igc.kml": .more("it has lines with the pressure altitude and on the ground"),
    "fit-sample.gpx": .more("it has a waypoint for each lap"),
    "gtrnctr-lap_s.tcx.gpx": .more("it has a waypoint for each lap"),
    "garmin-virb-ultra-30-output.gpx": .more("it has a waypoint for the lap"),
    "interptrack.gpx": .more("its points are interpolated"),
    "tinterptrack.gpx": .more("its points are interpolated"),
    "flat__both-poles.json": .more("it is cut at the antimeridian"),
    "flat__north-pole.json": .more("it is cut at the antimeridian"),
    "flat__south-pole.json": .more("it is cut at the antimeridian"),
    "flat__over-180.json": .more("it is cut at the antimeridian"),
    "flat__overlap.json": .more("it is cut at the antimeridian"),
    "nmea+ms.gpx": .fewer("it lacks points with a missing sentence"),
    "north_core.gpx.geojson": .fewer("it lacks a segment with one point"),
    "all-unknown-golden.kml": .empty,
    "selfclosing.kml.geojson": .empty,
    "empty_trk.gpx.geojson": .empty,
    "bend-expected.gpx": .incomparable("its corners are rounded"),
    "garmin-vivosmart-hr.gpx": .incomparable("the FIT file has no position"),
    "StonehengeMap.kmz": .incomparable("it is a picture"),
  ]

  /// The pairs whose elevations or times are not compared, by the name of the second file.
  private static let withoutElevations: Set = [
    "height_out.gpx", "nmea+ms.gpx", "92GV66G1.igc.kml",
  ]
  private static let withoutTimes: Set = [
    // The table has local times without a zone.
    "kona2013~tcx.csv",
    // The other program pairs the time of a sentence with the position of the one before it.
    "nmea+ms.gpx",
    // The other program ignores the record that states the date.
    "garmin-virb-ultra-30-output.gpx",
  ]

  private struct Point {
    let latitude: Double
    let longitude: Double
    let elevation: Double
    let time: Double
  }

  static let pairs = CorpusRow.pairs()

  @Test func `the table of pairs has more than 60 rows`() {
    #expect(Self.pairs.count > 60)
  }

  @Test(arguments: pairs)
  func `two files with the same content have the same points`(pair: CorpusRow.Pair) throws {
    let (first, second) = (try points(pair.input), try points(pair.expected))
    let name = String(pair.expected.split(separator: "/").last ?? "")
    // A track with one point is read, but left out by the program that made the empty file.
    if pair.input.hasSuffix("unique_trkpt.gpx") {
      #expect(first.count == 1 && second.isEmpty)
      return
    }
    switch Self.relations[name] ?? .equal {
    case .equal:
      #expect(!first.isEmpty && first.count == second.count)
      #expect(missing(from: first, in: second, name) == [])
      #expect(missing(from: second, in: first, name) == [])
    case .more(let reason):
      #expect(!first.isEmpty && first.count < second.count, "\(reason)")
      #expect(missing(from: first, in: second, name) == [])
    case .fewer(let reason):
      #expect(!second.isEmpty && first.count > second.count, "\(reason)")
      #expect(missing(from: second, in: first, name) == [])
    case .empty: #expect(first.isEmpty && second.isEmpty)
    case .incomparable: break
    }
  }

  /// Returns the points of all paths and the places of a file, which has none if it is refused.
  private func points(_ path: String) throws -> [Point] {
    let collector = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.name = path
    _ = try GeoFormat.read(
      FileSource(path: Corpus.file(path).path), into: collector, options: options)
    let places = collector.document.places.map { place in
      Point(
        latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
        elevation: place.elevation ?? .nan,
        time: place.time?.timeIntervalSinceReferenceDate ?? .nan)
    }
    return places
      + collector.document.paths.flatMap { path in
        path.points.latitudes.indices.map { index in
          Point(
            latitude: path.points.latitudes[index], longitude: path.points.longitudes[index],
            elevation: path.points.elevations[index], time: path.points.times[index])
        }
      }
  }

  /// Returns descriptions of the first points of a file that the other file does not have.
  ///
  /// Six decimals of a degree, fifths of a metre (FIT) and whole seconds are the coarsest precision
  /// of a file. A value that is missing in one of the files is not compared.
  private func missing(from first: [Point], in second: [Point], _ name: String) -> [String] {
    func cell(_ point: Point) -> SIMD2<Int> {
      SIMD2(Int((point.latitude * 1e4).rounded()), Int((point.longitude * 1e4).rounded()))
    }
    func differ(_ one: Double, _ other: Double, _ tolerance: Double) -> Bool {
      !one.isNaN && !other.isNaN && abs(one - other) > tolerance
    }
    let cells = Dictionary(grouping: second, by: cell)
    let absent = first.filter { point in
      let middle = cell(point)
      let near = (-1...1).flatMap { north in
        (-1...1).flatMap { east in cells[middle &+ SIMD2(north, east)] ?? [] }
      }
      return !near.contains { other in
        !differ(point.latitude, other.latitude, 1.1e-6)
          && !differ(point.longitude, other.longitude, 1.1e-6)
          && (Self.withoutElevations.contains(name)
            || !differ(point.elevation, other.elevation, 0.2))
          && (Self.withoutTimes.contains(name) || !differ(point.time, other.time, 1))
      }
    }
    return absent.prefix(3).map { "\($0)" }
  }
}
