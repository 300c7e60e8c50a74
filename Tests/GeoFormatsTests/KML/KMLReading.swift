import Foundation
import GeoFormats
import TestSupport

/// Helpers that read and write KML.
enum KMLReading {
  typealias Result = (document: GeoDocument, report: GeoReadReport)

  /// Reads a KML document with the given content of its Document element.
  static func document(
    _ body: String, swapsCoordinates: Bool = false
  ) throws -> Result {
    try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>\(body)</Document>
      </kml>
      """, swapsCoordinates: swapsCoordinates)
  }

  /// Reads a KML document with a Placemark named P.
  static func placemark(_ content: String) throws -> Result {
    try document("<Placemark><name>P</name>\(content)</Placemark>")
  }

  static func read(_ text: String, swapsCoordinates: Bool = false) throws -> Result {
    try read(Array(text.utf8), swapsCoordinates: swapsCoordinates)
  }

  static func read(
    _ bytes: [UInt8], swapsCoordinates: Bool = false,
    _ change: (inout GeoReadingOptions) -> Void = { _ in }
  ) throws -> Result {
    let collector = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.swapsCoordinates = swapsCoordinates
    change(&options)
    let report = try GeoFormat.read(MemorySource(bytes), into: collector, options: options)
    return (collector.document, report)
  }

  /// Writes a document in a format, and returns the bytes and the diagnostics.
  static func write(
    _ document: GeoDocument, as fileExtension: String = "kml",
    _ change: (inout GeoWritingOptions) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], losses: [Diagnostic]) {
    guard let format = GeoFormat.all.first(where: { $0.fileExtensions.contains(fileExtension) })
    else { return ([], []) }
    return try Writing.written(document, as: format.id) { options in
      options.fileExtension = fileExtension
      if fileExtension != "gpx" { options.unchangedSource = document.header }
      change(&options)
    }
  }
}
