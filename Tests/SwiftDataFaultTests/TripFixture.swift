import FaultModels
import SwiftData
import TestSupport
import Testing

/// A store of the first version, and what it holds before and after a migration nothing disturbs.
struct TripFixture: Sendable {
  enum State { case old, new }

  let bytes: Data
  let old: StoreDump
  let new: StoreDump

  /// About a hundred rows, for tests that migrate them often.
  static let tiny = Result { try TripFixture(places: 20, pointsEach: 3) }
  /// About a thousand rows.
  static let small = Result { try TripFixture(places: 90, pointsEach: 10) }

  init(places: Int, pointsEach: Int) throws {
    let folder = try TemporaryDirectory()
    let url = folder.file("x.store")
    try TripStore.makeFirst(url, places: places, pointsEach: pointsEach)
    bytes = try Data(contentsOf: url)
    old = try StoreDump(copyOf: url)
    try TripStore.open(url).close()
    new = try StoreDump(copyOf: url)
    withExtendedLifetime(folder) {}
  }

  /// Writes the store into a folder.
  func place(in folder: URL) throws -> URL {
    let url = folder.appending(path: "x.store")
    try bytes.write(to: url)
    return url
  }

  /// Whether a store is sound and the old one or the new one; records an issue where it is neither.
  @discardableResult
  func expectWhole(
    _ url: URL, _ comment: @autoclosure () -> Comment, at place: SourceLocation = #_sourceLocation
  ) throws -> State? {
    let dump = try StoreDump(copyOf: url)
    #expect(dump.findings == [], comment(), sourceLocation: place)
    if dump.lines == old.lines { return .old }
    if dump.lines == new.lines { return .new }
    Issue.record("\(comment()): neither old nor new:\n\(dump)", sourceLocation: place)
    return nil
  }

  /// Opens a store that was disturbed: it then is the new one, beside sound backups of the old one
  /// and nothing else. One that was new already has such a backup.
  func expectRecovery(
    _ url: URL, _ comment: @autoclosure () -> Comment, at place: SourceLocation = #_sourceLocation
  ) throws {
    if try StoreDump(copyOf: url).lines == new.lines {
      #expect(!StoreBackup.list(of: url).isEmpty, comment(), sourceLocation: place)
    }
    for backup in StoreBackup.list(of: url) {
      let dump = try StoreDump(copyOf: backup)
      #expect(dump.findings == [] && dump.lines == old.lines, comment(), sourceLocation: place)
    }
    do {
      try TripStore.open(url).close()
    } catch {
      Issue.record("\(comment()): does not open again: \(error)", sourceLocation: place)
    }
    #expect(
      try StoreDump(copyOf: url).lines == new.lines, comment(), sourceLocation: place)
    let folder = url.deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0 != "x.store" && $0 != "x.store.lock" && !$0.hasSuffix(".backup")
    }
    #expect(names == [], comment(), sourceLocation: place)
    #expect(StoreBackup.list(of: url).count <= 3, comment(), sourceLocation: place)
  }
}
