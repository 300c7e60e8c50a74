import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct KMLCorpusTests {
  typealias Row = GPXCorpusTests.Row

  static let rows: [Row] = ((try? Corpus.manifest())?.map(Row.init) ?? []).filter {
    ["kml", "kmz"].contains($0.fields["format"]) && $0.fields["well_formed"] == "True"
  }

  /// Files whose coordinates the manifest counts in another way: twice because of blanks after the
  /// commas, or inside an overlay.
  private static let otherCounts = [
    "kml/julien-nc+gpxpod/testKml.kml", "kml/placemark+togeojson/ground_overlay_quad.kml",
  ]

  /// The number of points that are added to close open rings. The manifest counts only the
  /// positions in the file.
  private static let closingPoints = ["kml/placemark+togeojson/timespan.kml": 1]

  @Test func `the manifest lists more than 60 well-formed KML files`() {
    #expect(Self.rows.count > 60)
  }

  @Test(arguments: rows)
  func `the points and lengths of a KML file agree with the manifest`(row: Row) throws {
    let (document, report) = try Self.read(row.path)
    #expect(report.refusal == nil && report.isComplete)
    guard !Self.otherCounts.contains(row.path) else { return }
    let expected = row.number("n_coords") + (Self.closingPoints[row.path] ?? 0)
    #expect(report.counts.usable + report.counts.skipped.total == expected)
    #expect(document.places.count <= row.number("n_point"))
    // The manifest's length does not include rings.
    guard row.number("n_polygon") == 0, !row.path.hasSuffix("linear_ring.kml") else { return }
    let length = row.fields["length_hav_m"].flatMap { Double($0) } ?? 0
    let read = document.paths.reduce(0) { $0 + Self.length($1.points) }
    #expect(abs(read - length) <= 0.002 * length + 0.01)
  }

  @Test(arguments: [
    ("gpx/GPSBabel+gpsbabel/expertgps.gpx", "kml/GPSBabel+gpsbabel/earth-expertgps.kml"),
    ("gpx/GPSBabel+gpsbabel/segmented_tracks.gpx", "kml/GPSBabel+gpsbabel/segmented_tracks.kml"),
    (
      "gpx/GPSBabel+gpsbabel/segmented_tracks.gpx",
      "kml/GPSBabel+gpsbabel/segmented_tracks-track.kml"
    ),
    ("gpx/GPSBabel+gpsbabel/tracks.gpx", "kml/GPSBabel+gpsbabel/tracks~gpx.kml"),
    (
      "gpx/GPSBabel+gpsbabel/Placemark-Track-1~kml.gpx",
      "kml/GPSBabel+gpsbabel/Placemark-Track-1.kml"
    ),
    ("gpx/GPSBabel+gpsbabel/google_ext~kml.gpx", "kml/GPSBabel+gpsbabel/google_ext.kml"),
    ("gpx/viking-gps+viking/Stonehenge.gpx", "kml/viking-gps+viking/Stonehenge.kml"),
    ("kml/FABallemand+ezGPX/river_run.kml", "kml/FABallemand+ezGPX/river_run.kmz"),
  ])
  func `the paths of the same data in two formats agree point by point`(
    first: String, second: String
  ) throws {
    // A format that cannot join segments has one path for each.
    let left = Self.lines(try Self.read(first).document)
    let right = Self.lines(try Self.read(second).document)
    #expect(!left.isEmpty)
    for line in left {
      #expect(
        right.contains { other in
          other.count == line.count && zip(line, other).allSatisfy(Self.agree)
        }, "a line of \(line.count) points of \(first) is missing")
    }
  }

  private static func agree(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> Bool {
    abs(left.x - right.x) <= 1e-6 && abs(left.y - right.y) <= 1e-6
      && (left.z.isNaN || right.z.isNaN || abs(left.z - right.z) <= 0.01)
      && (left.w.isNaN || right.w.isNaN || abs(left.w - right.w) <= 0.001)
  }

  /// Returns the segments of all paths, as positions with elevations and times.
  private static func lines(_ document: GeoDocument) -> [[SIMD4<Double>]] {
    document.paths.flatMap { path in
      let points = path.points
      let segments = Dictionary(grouping: 0..<points.count) { points.segments[$0] }
      return segments.values.map { indices in
        indices.map {
          SIMD4(
            points.latitudes[$0], points.longitudes[$0], points.elevations[$0], points.times[$0])
        }
      }
    }
  }

  private static func read(_ path: String) throws -> KMLReading.Result {
    try KMLReading.read(Array(try Data(contentsOf: Corpus.file(path))))
  }

  /// Returns the haversine length on the sphere that was used for the manifest's lengths.
  private static func length(_ points: GeoPoints) -> Double {
    let radians = Double.pi / 180
    var metres = 0.0
    for index in 1..<max(points.count, 1)
    where points.segments[index] == points.segments[index - 1] {
      let (south, north) = (points.latitudes[index - 1], points.latitudes[index])
      let east = points.longitudes[index] - points.longitudes[index - 1]
      let half = (sin((north - south) * radians / 2), sin(east * radians / 2))
      let chord =
        half.0 * half.0 + cos(south * radians) * cos(north * radians) * half.1 * half.1
      metres += 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
    return metres
  }
}
