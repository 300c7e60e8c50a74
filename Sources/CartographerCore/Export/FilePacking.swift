import Foundation

/// The compression of an exported file, as determined by the file name extension.
enum FilePacking {
  case none
  case gzip

  /// The names of formats that an export cannot write, by file name extension.
  private static let others: [String: String] = [
    "bz2": "bzip2", "xz": "xz", "zst": "Zstandard", "zip": "ZIP", "gpz": "packed GPX",
    "7z": "7-Zip", "rar": "RAR", "tar": "tar", "tgz": "tar", "kml": "KML", "kmz": "KMZ",
    "fit": "FIT", "tcx": "TCX", "geojson": "GeoJSON", "json": "JSON", "csv": "CSV",
    "shp": "a shapefile", "gpkg": "GeoPackage", "nmea": "NMEA", "gdb": "Garmin's GDB",
  ]

  /// Determines the compression from a file name.
  ///
  /// - Throws: ``LibraryError`` `invalid` for the extension of a format that cannot be exported.
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
      """
      The extension of \(url.lastPathComponent) denotes the format \(format), but exports are GPX \
      files; end the name in .gpx, or in .gpx.gz for compression with gzip.
      """)
  }
}
