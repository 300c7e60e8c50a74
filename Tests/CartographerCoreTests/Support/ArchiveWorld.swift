import CartographerCore
import Foundation
import TestSupport

/// A library and a folder of archives.
struct ArchiveWorld {
  typealias Member = ArchiveBytes.Member
  let library: Library
  let folder: URL

  static func with(_ body: (ArchiveWorld) async throws -> Void) async throws {
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { try await body(ArchiveWorld(library: library, folder: $0)) }
  }

  static func member(_ name: String, _ text: String) -> Member { (name, Array(text.utf8)) }

  /// Returns a GPX file with one track as a member of an archive.
  static func track(_ name: String, from latitude: Double, hour: Int = 6) -> Member {
    let points = GPXText.latitudes(from: latitude)
    return member(name, GPXText.file(GPXText.track("Track \(latitude)", points, hour: hour)))
  }

  static func fixture(_ path: String, as name: String) throws -> Member {
    (name, Array(try Data(contentsOf: PackageFiles.fixture("exports/\(path)"))))
  }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> URL {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  /// The results of importing one source.
  struct Result {
    var reports: [ImportReport] = []
    /// The report about the archive as a whole, or nil for a single file.
    var archive: ImportReport?

    var statuses: [ImportSummary.Status] { reports.map(\.status) }
    var files: [String] { reports.map(\.file) }
    /// The messages about the archive as a whole.
    var messages: [String] { archive?.diagnostics.map(\.message) ?? [] }
  }

  /// Imports a file, or the files of an archive one by one.
  func importAll(
    _ bytes: [UInt8], _ name: String = "a.zip", _ options: ImportOptions = ImportOptions()
  ) async throws -> Result {
    let file = try write(bytes, name).path
    let (sequence, reports) = try await importFiles([name], options)
    func shortened(_ report: ImportReport) -> ImportReport {
      var report = report
      report.file = report.file.replacing(file, with: name)
      return report
    }
    return Result(
      reports: reports.map(shortened), archive: sequence.archives.first?.report)
  }

  /// Imports files of the folder with the lists of activities near them.
  func importFiles(
    _ names: [String], _ options: ImportOptions = ImportOptions()
  ) async throws -> (ImportSequence, [ImportReport]) {
    var sequence = ImportSequence(
      names.map { folder.appending(path: $0).path }, library, options: options)
    var reports: [ImportReport] = []
    while let step = try await sequence.next() {
      reports.append(try await library.importFile(step.input.get(), options: options))
    }
    return (sequence, reports)
  }

  func paths() async throws -> [PathSnapshot] { try await library.snapshot().paths }
}
