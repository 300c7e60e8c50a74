import Foundation
import GeoFormats
import Geodesy

/// The content of a file that is shown on the map without being imported.
package struct LayerFile: Sendable {
  package struct Place: Sendable {
    package let name: String
    package let coordinate: Coordinate
  }

  package let places: [Place]
  package let lines: [TrackColumns]

  /// The maximum number of points and places in a layer, all of which are held in memory.
  private static let pointsLimit = 2_000_000

  /// Reads a file in any format that can be imported, such as GeoJSON or KML. Nothing is stored.
  ///
  /// - Throws: ``LibraryError`` `notFound`, `noPermission` or `badData` if the file cannot be read.
  ///   A file without places and paths also causes the error `badData`.
  package static func read(_ url: URL) throws -> LayerFile {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw LibraryError(
        .notFound, "\(url.path): the layer file does not exist; check its path.")
    }
    var status = stat()
    // Reading a pipe or a device could wait forever.
    guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw LibraryError(
        .badData,
        "\(url.path): the layer must be a file, not a folder, pipe or device; specify a file.")
    }
    guard FileManager.default.isReadableFile(atPath: url.path) else {
      throw LibraryError(
        .noPermission, "\(url.path): the layer file cannot be read; check its permissions.")
    }
    let collector = Collector()
    var options = GeoReadingOptions()
    options.name = url.lastPathComponent
    let report = try GeoFormat.read(FileSource(path: url.path), into: collector, options: options)
    if let refusal = report.refusal {
      throw LibraryError(.badData, "\(url.path): \(refusal.message).")
    }
    guard collector.count <= pointsLimit else {
      throw LibraryError(
        .badData,
        """
        \(url.path): the layer has more than \(Numbers.grouped(pointsLimit)) points; use a smaller \
        file.
        """)
    }
    guard !collector.places.isEmpty || !collector.lines.isEmpty else {
      throw LibraryError(
        .badData, "\(url.path): the layer file contains no places or paths; use another file.")
    }
    return LayerFile(places: collector.places, lines: collector.lines)
  }

  /// A receiver that collects the positions and names of a file's items.
  private final class Collector: GeoSink {
    private(set) var places: [Place] = []
    private(set) var lines: [TrackColumns] = []
    private(set) var count = 0
    private var points = GeoPoints()

    func place(_ place: GeoPlace) {
      count += 1
      guard count <= LayerFile.pointsLimit else { return }
      places.append(Place(name: place.name ?? "", coordinate: place.coordinate))
    }

    func pathBegins(_ kind: GeoPathHeader.Kind) { points = GeoPoints() }

    func points(_ points: borrowing GeoPoints) {
      count += points.count
      guard count <= LayerFile.pointsLimit else { return }
      self.points.append(contentsOf: points)
    }

    func pathEnds(_ header: GeoPathHeader) {
      defer { points = GeoPoints() }
      guard !points.isEmpty else { return }
      let starts = points.segments.indices.filter {
        $0 == 0 || points.segments[$0] != points.segments[$0 - 1]
      }
      lines.append(
        TrackColumns(
          latitudes: points.latitudes, longitudes: points.longitudes,
          elevations: points.elevations, times: points.times, segmentStarts: starts))
    }

    func fileEnds(_ header: GeoFileHeader) {}
  }
}
