import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct GeoJSONCorpusTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let fields: [String: String]
    var path: String { fields["path"] ?? "" }
    var testDescription: String { path }

    func number(_ name: String) -> Double? { fields[name].flatMap { Double($0) } }
  }

  static let rows: [Row] = ((try? Corpus.manifest())?.map(Row.init) ?? []).filter {
    $0.path.hasPrefix("geojson/") && $0.fields["well_formed"] == "True"
  }

  private func read(_ path: String) throws -> (document: GeoDocument, report: GeoReadReport) {
    try Reading.read(FileSource(path: Corpus.file(path).path))
  }

  @Test func `the manifest lists more than 40 GeoJSON files`() {
    #expect(Self.rows.count > 40)
  }

  @Test(arguments: rows)
  func `every file is read to its end, and all its positions are read or told`(row: Row) throws {
    let sink = ConsistencySink()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: sink)
    #expect(report.format == "geojson")
    #expect(report.isComplete && !report.isRefused)
    sink.expectAgreement(with: report)
    let skipped = [.coordinateOutOfRange, .coordinateUnreadable, .coordinateMissing].reduce(0) {
      $0 + report.totals[$1 as Diagnostic.Code, default: 0]
    }
    let counts = report.counts
    var points = counts.waypoints + counts.trackPoints + counts.routePoints + skipped
    // The first point of a ring that is not closed is repeated.
    if report.totals[.geometryInvalid] != nil {
      points -= points - (Int(row.number("n_coords") ?? 0))
    }
    if skipped == 0, !row.path.hasSuffix("flat__line.json"), (row.number("n_coords") ?? 0) > 0 {
      #expect(points == Int(row.number("n_coords") ?? 0))
    }
  }

  @Test(
    arguments: rows.filter { ($0.number("n_linestring") ?? 0) > 0 && $0.number("n_polygon") == 0 })
  func `the length of the lines agrees with the manifest`(row: Row) throws {
    let length = try #require(row.number("length_hav_m"))
    let (document, _) = try read(row.path)
    var metres = 0.0
    for path in document.paths {
      let points = path.points
      for index in points.latitudes.indices.dropFirst()
      where points.segments[index] == points.segments[index - 1] {
        let (from, to) = (position(index - 1, of: points), position(index, of: points))
        metres += from.sphericalMetres(to: to)
      }
    }
    #expect(abs(metres - length) <= 0.002 * length + 0.01)
  }

  /// Pairs of a GeoJSON file and the same data in another format.
  static let pairs: [(String, String)] = [
    ("gpx/placemark+togeojson/run.gpx", "geojson/mapbox+togeojson/run.gpx.geojson"),
    ("gpx/placemark+togeojson/north_core.gpx", "geojson/mapbox+togeojson/north_core.gpx.geojson"),
    ("gpx/placemark+togeojson/wpt.gpx", "geojson/mapbox+togeojson/wpt.gpx.geojson"),
    ("gpx/placemark+togeojson/gdal.gpx", "geojson/mapbox+togeojson/gdal.gpx.geojson"),
    (
      "gpx/GPSBabel+gpsbabel/segmented_tracks.gpx",
      "geojson/GPSBabel+gpsbabel/segmented_tracks~geojson.json"
    ),
    ("gpx/GPSBabel+gpsbabel/geocaching.gpx", "geojson/GPSBabel+gpsbabel/geocaching~json.json"),
    ("geojson/gadomski+antimeridian/line.json", "geojson/gadomski+antimeridian/flat__line.json"),
  ]

  /// A position and time that are rounded for comparison.
  private struct Position: Hashable {
    let latitude: Int
    let longitude: Int
    let time: Double?
  }

  private func positions(_ path: String) throws -> [Position] {
    func position(_ latitude: Double, _ longitude: Double, _ time: Double) -> Position {
      Position(
        latitude: Int((latitude * 1e7).rounded()), longitude: Int((longitude * 1e7).rounded()),
        time: time.isNaN ? nil : time)
    }
    let document = try read(path).document
    var list = document.places.map {
      position($0.coordinate.latitude, $0.coordinate.longitude, .nan)
    }
    for path in document.paths {
      let points = path.points
      for index in points.latitudes.indices {
        list.append(
          position(points.latitudes[index], points.longitudes[index], points.times[index]))
      }
    }
    return list
  }

  @Test(arguments: pairs)
  func `a track in two formats agrees point by point`(first: String, second: String) throws {
    var one = try positions(first)
    let two = try positions(second)
    if !two.contains(where: { $0.time != nil }) {
      one = one.map { Position(latitude: $0.latitude, longitude: $0.longitude, time: nil) }
    }
    // The program that wrote north_core.gpx.geojson left out a segment with one point.
    #expect(!two.isEmpty && one.count - two.count <= (first.contains("north_core") ? 1 : 0))
    // Some programs write tracks before routes.
    #expect(Set(two).isSubset(of: one))
  }

  @Test(arguments: rows)
  func `every file keeps its positions when it is written and read again`(row: Row) throws {
    let (document, _) = try read(row.path)
    let (text, _) = try GeoJSONWritingTests.written(document)
    let again = try Reading.text(text).document
    #expect(again.places.map(\.coordinate) == document.places.map(\.coordinate))
    #expect(again.places.map(\.name) == document.places.map(\.name))
    #expect(again.paths.count == document.paths.count)
    for (path, old) in zip(again.paths, document.paths) {
      #expect(path.points.latitudes == old.points.latitudes)
      #expect(path.points.times.count == old.points.times.count)
      #expect(path.header.name == old.header.name && path.header.kept == old.header.kept)
    }
  }

  private func position(_ index: Int, of points: GeoPoints) -> Coordinate {
    Coordinate(latitude: points.latitudes[index], longitude: points.longitudes[index])
  }
}
