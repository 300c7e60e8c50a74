import CartographerCore
import Foundation
import GPXCompare
import GeoFormats
import Synchronization

extension Library {
  /// Imports a text as a file with a name.
  func importText(
    _ text: String, name: String = "a.gpx", options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try await importFile(
      .stream(named: name) { MemorySource(Array(text.utf8)) }, options: options)
  }

  /// Returns the bytes and the report of an export.
  func exported(
    _ ids: [ItemID], options: ExportOptions = ExportOptions()
  ) async throws -> (bytes: [UInt8], report: ExportReport) {
    let bytes = Mutex<[UInt8]>([])
    let report = try await export(
      ids, options: options, writing: { piece in bytes.withLock { $0 += Array(piece) } })
    return (bytes.withLock { $0 }, report)
  }

  func exportedText(
    _ ids: [ItemID], options: ExportOptions = ExportOptions()
  ) async throws -> String {
    String(decoding: try await exported(ids, options: options).bytes, as: UTF8.self)
  }
}

/// Returns the differences of two GPX files by the round-trip rules.
func differences(_ left: [UInt8], _ right: [UInt8]) throws -> [String] {
  GPXComparison(try XMLTree(bytes: left), try XMLTree(bytes: right)).differences.map(\.description)
}
