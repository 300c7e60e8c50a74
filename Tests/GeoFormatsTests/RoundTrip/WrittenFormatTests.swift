import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

/// Converts the sample trip from GPX to each written format and back to GPX.
@Suite struct WrittenFormatTests {
  static let files = [
    "day-1-saint-evrard-refuge-du-neve.gpx", "day-2-refuge-du-neve-yukimi-goya.gpx",
    "day-3-yukimi-goya-champ-renaud.gpx", "huts-gpx10.gpx", "plan.gpx",
  ]
  static let extensions = ["gpx", "kml", "kmz", "geojson", "csv", "tsv", "tcx"]

  /// Values as text. Numbers have all their digits, and a missing number is `nan`.
  private typealias Row = [String]

  @Test func `every format that can be written and read is tested`() {
    let formats = GeoFormat.all.filter { $0.canRead && $0.canWrite }
    #expect(Set(formats.map(\.id)).isSubset(of: Self.extensions))
  }

  @Test(arguments: files, extensions)
  func `positions, times and names survive GPX, the format and GPX`(
    file: String, fileExtension: String
  ) throws {
    let source = try Reading.read(FileSource(path: PackageFiles.sample(file).path)).document
    let read = try roundTrip(source, fileExtension)
    #expect(read.places.count == source.places.count && read.paths.count == source.paths.count)
    #expect(places(read) == places(source))
    for path in source.paths {
      let same = read.paths.first { $0.header.name == path.header.name }
      let again = try #require(same, "\(path.header.name ?? "–")")
      #expect(again.header.kind == path.header.kind)
      #expect(again.points.latitudes == path.points.latitudes)
      #expect(again.points.longitudes == path.points.longitudes)
      #expect(texts(again.points.elevations) == texts(path.points.elevations))
      #expect(texts(again.points.times) == texts(path.points.times))
    }
  }

  /// TCX has no groups.
  @Test(arguments: extensions.filter { $0 != "tcx" })
  func `groups survive GPX, the format and GPX`(fileExtension: String) throws {
    let file = PackageFiles.sample(Self.files[4])
    var source = try Reading.read(FileSource(path: file.path)).document
    for index in source.places.indices {
      source.places[index].extras.groups = [["Huts"], [], ["Huts", "Alps; west"]][index % 3]
    }
    for index in source.paths.indices { source.paths[index].header.extras.groups = ["Plan"] }
    let read = try roundTrip(source, fileExtension)
    #expect(places(read, groups: true) == places(source, groups: true))
    #expect(read.paths.map(\.header.extras.groups) == source.paths.map(\.header.extras.groups))
  }

  /// Writes a document in a format, reads it, writes the result as GPX, and reads that.
  private func roundTrip(_ source: GeoDocument, _ fileExtension: String) throws -> GeoDocument {
    let written = try KMLReading.write(source, as: fileExtension).bytes
    let (read, report) = try KMLReading.read(written) { $0.name = "trip.\(fileExtension)" }
    #expect(!report.isRefused && report.isComplete)
    return try KMLReading.read(KMLReading.write(read, as: "gpx").bytes).document
  }

  /// Returns the sorted places; a format can write them in another order.
  private func places(_ document: GeoDocument, groups: Bool = false) -> [Row] {
    document.places.map { place in
      let time = place.time?.timeIntervalSinceReferenceDate
      return [
        place.name ?? "–", "\(place.coordinate.latitude)", "\(place.coordinate.longitude)",
        place.elevation.map { "\($0)" } ?? "–", time.map { "\($0)" } ?? "–",
        groups ? place.extras.groups.sorted().joined(separator: "|") : "",
      ]
    }.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
  }

  private func texts(_ numbers: [Double]) -> Row { numbers.map { "\($0)" } }
}
