import Foundation

/// How a file is packed that is written under a name.
enum FilePacking {
  case none
  case gzip

  /// What names of files say that is not written here, by their last part.
  private static let others: [String: String] = [
    "bz2": "bzip2", "xz": "xz", "zst": "Zstandard", "zip": "ZIP", "gpz": "packed GPX",
    "7z": "7-Zip", "rar": "RAR", "tar": "tar", "tgz": "tar", "kml": "KML", "kmz": "KMZ",
    "fit": "FIT", "tcx": "TCX", "geojson": "GeoJSON", "json": "JSON", "csv": "CSV",
    "shp": "a shapefile", "gpkg": "GeoPackage", "nmea": "NMEA", "gdb": "Garmin's GDB",
  ]

  /// - Throws: ``LibraryError`` `invalid` for a name that says what the file would not be.
  init(of url: URL) throws {
    let ending = url.pathExtension.lowercased()
    if ending == "gz" {
      let inner = url.deletingPathExtension()
      try Self.require(inner.pathExtension.lowercased(), of: url)
      self = .gzip
    } else {
      try Self.require(ending, of: url)
      self = .none
    }
  }

  private static func require(_ ending: String, of url: URL) throws {
    guard let format = others[ending] else { return }
    throw LibraryError(
      .invalid,
      "The name \(url.lastPathComponent) says that the file is \(format), and what is written is GPX; "
        + "end the name in .gpx, or in .gpx.gz to have it packed by gzip.")
  }
}
