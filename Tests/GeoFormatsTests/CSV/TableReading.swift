import Foundation
import GeoFormats
import Geodesy

/// Helpers that read tables and logs.
enum TableReading {
  typealias Result = (document: GeoDocument, report: GeoReadReport)

  static func read(
    _ text: String, name: String? = "table.csv", columns: String? = nil,
    rowKind: GeoReadingOptions.RowKind? = nil, format: String? = nil, swaps: Bool = false
  ) throws -> Result {
    try read(
      Array(text.utf8), name: name, columns: columns, rowKind: rowKind, format: format,
      swaps: swaps)
  }

  static func read(
    _ bytes: [UInt8], name: String? = "table.csv", columns: String? = nil,
    rowKind: GeoReadingOptions.RowKind? = nil, format: String? = nil, swaps: Bool = false
  ) throws -> Result {
    var options = GeoReadingOptions()
    options.name = name
    options.columns = columns
    options.rowKind = rowKind
    options.format = format
    options.swapsCoordinates = swaps
    let collector = GeoDocumentCollector()
    let report = try GeoFormat.read(MemorySource(bytes), into: collector, options: options)
    return (collector.document, report)
  }

  /// Returns the names, latitudes and longitudes of the places, one line each.
  static func places(_ result: Result) -> [String] {
    result.document.places.map {
      "\($0.name ?? "–") \($0.coordinate.latitude) \($0.coordinate.longitude)"
    }
  }

  /// Returns the times of a path's points in ISO 8601, or `–` for points without a time.
  static func times(_ path: GeoPath) -> [String] {
    path.points.times.map { time in
      time.isNaN ? "–" : Date(timeIntervalSinceReferenceDate: time).ISO8601Format()
    }
  }
}

extension GeoReadReport {
  /// The diagnostics with a code.
  func all(_ code: Diagnostic.Code) -> [Diagnostic] { diagnostics.filter { $0.code == code } }

  /// The message of the first diagnostic with a code.
  func message(_ code: Diagnostic.Code) -> String? { all(code).first?.message }
}
