import Foundation
import GPXCompare
import GeoFormats
import TestSupport

/// Helpers that read a document and write it back.
enum RoundTrip {
  struct Result {
    let output: [UInt8]
    let document: GeoDocument
    let report: GeoReadReport
    /// The diagnostics of the writer.
    let diagnostics: [Diagnostic]
  }

  /// Reads a document and writes it back, unchanged unless other options are given.
  static func run(
    _ input: [UInt8],
    options: (GeoFileHeader) -> GeoWritingOptions = { header in
      GeoWritingOptions(unchangedSource: header)
    }
  ) throws -> Result {
    let collector = GeoDocumentCollector()
    let report = try GeoFormat.read(MemorySource(input), into: collector)
    let document = collector.document
    guard !report.isRefused else {
      return Result(output: [], document: document, report: report, diagnostics: [])
    }
    let (output, diagnostics) = try write([document], options: options(document.header))
    return Result(output: output, document: document, report: report, diagnostics: diagnostics)
  }

  static func run(file: URL) throws -> Result { try run(Array(Data(contentsOf: file))) }

  /// Returns options that write a file back unchanged, but in the given version.
  static func options(
    _ header: GeoFileHeader, _ version: GPXVersion
  ) -> GeoWritingOptions {
    var options = GeoWritingOptions(unchangedSource: header)
    options.gpxVersion = version
    return options
  }

  /// Writes the items of documents into one new document.
  static func write(
    _ documents: [GeoDocument]
  ) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    var options = GeoWritingOptions()
    options.headers = documents.map(\.header)
    return try write(documents, options: options)
  }

  /// Writes the items of documents, first all places, then all routes, then all tracks.
  static func write(
    _ documents: [GeoDocument], options: GeoWritingOptions
  ) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let sink = MemorySink()
    let writer = try GPXWriter(into: sink, options: options)
    for document in documents {
      writer.use(document.header)
      for place in document.places { try writer.place(place) }
    }
    for kind in [GeoPathHeader.Kind.route, .track] {
      for document in documents {
        writer.use(document.header)
        for path in document.paths where path.header.kind == kind {
          try writer.beginPath(path.header)
          try writer.points(path.points)
          try writer.endPath()
        }
      }
    }
    let diagnostics = try writer.finish()
    return (Array(sink.bytes), diagnostics)
  }

  /// Returns the differences between two documents that matter for a round trip.
  static func differences(_ left: [UInt8], _ right: [UInt8]) throws -> [String] {
    let comparison = GPXComparison(try XMLTree(bytes: left), try XMLTree(bytes: right))
    let shown = comparison.differences.prefix(20).map(\.description)
    return comparison.count > 20 ? shown + ["\(comparison.count) differences in all"] : shown
  }
}
