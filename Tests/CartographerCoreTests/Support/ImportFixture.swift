import CartographerCore
import Foundation
import TestSupport

/// A library, and a folder of files to import into the library.
struct ImportFixture {
  let library: Library
  let folder: URL

  /// Passes an empty library and an empty temporary folder to a closure.
  static func with(_ body: (ImportFixture) async throws -> Void) async throws {
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { folder in
      try await body(ImportFixture(library: library, folder: folder))
    }
  }

  /// Writes a text to a file in the folder, and returns the file's location.
  @discardableResult
  func write(_ text: String, _ path: String) throws -> URL {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Writes a text to a file and imports the file.
  @discardableResult
  func importFile(
    _ text: String, _ path: String, _ options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try await library.importFile(.file(try write(text, path)), options: options)
  }

  /// Imports a file that is already in the folder.
  func importWritten(
    _ path: String, _ options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try await library.importFile(.file(folder.appending(path: path)), options: options)
  }

  /// Imports all files in the folder, in the order of their names.
  @discardableResult
  func importAll(_ options: ImportOptions = ImportOptions()) async throws -> [ImportReport] {
    var reports: [ImportReport] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      reports.append(try await importWritten(name, options))
    }
    return reports
  }

  /// Returns the names of all places and paths, sorted alphabetically.
  func names() async throws -> [String] {
    let snapshot = try await library.snapshot()
    return (snapshot.places.map(\.name) + snapshot.paths.map(\.name)).sorted()
  }
}
