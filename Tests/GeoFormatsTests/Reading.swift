import Foundation
import GeoFormats
import TestSupport

/// Helpers that read a complete document.
enum Reading {
  /// Reads a file in `Tests/Fixtures`, such as `fit/activity.fit`.
  static func fixture(_ path: String) throws -> (document: GeoDocument, report: GeoReadReport) {
    try read(FileSource(path: PackageFiles.fixture(path).path))
  }

  /// Returns the bytes of a file in `Tests/Fixtures`, such as `gpx/good/looks-1.1.gpx`.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: PackageFiles.fixture(path)))
  }

  static func text(_ text: String) throws -> (document: GeoDocument, report: GeoReadReport) {
    try read(MemorySource(text.utf8))
  }

  static func read(
    _ source: any ByteSource, _ options: GeoReadingOptions = GeoReadingOptions()
  ) throws -> (document: GeoDocument, report: GeoReadReport) {
    let collector = GeoDocumentCollector()
    let report = try GeoFormat.read(source, into: collector, options: options)
    return (collector.document, report)
  }

  /// Returns a GPX 1.1 document with the given elements.
  static func gpx(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    \(body)
    </gpx>
    """
  }
}
