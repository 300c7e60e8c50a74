import FaultModels
import SwiftData
import TestSupport
import Testing

/// A store of the first version, and its content before and after an undisturbed migration.
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
    try TripStore.createFirstVersion(url, places: places, pointsEach: pointsEach)
    bytes = try Data(contentsOf: url)
    old = try StoreDump(copyOf: url)
    try TripStore.open(url).close()
    new = try StoreDump(copyOf: url)
    withExtendedLifetime(folder) {}
  }

  /// Writes the store into a folder.
  func makeStore(in folder: URL) throws -> URL {
    let url = folder.appending(path: "x.store")
    try bytes.write(to: url)
    return url
  }

  /// Returns whether the store is the old or the new one; records an issue if it is damaged or
  /// neither of them.
  @discardableResult
  func expectOldOrNew(
    _ url: URL, _ comment: @autoclosure () -> Comment,
    at location: SourceLocation = #_sourceLocation
  ) throws -> State? {
    let dump = try StoreDump(copyOf: url)
    #expect(dump.findings == [], comment(), sourceLocation: location)
    if dump.lines == old.lines { return .old }
    if dump.lines == new.lines { return .new }
    Issue.record(
      "\(comment()): the store is neither old nor new:\n\(dump)", sourceLocation: location)
    return nil
  }

  /// Opens a store after a failure and expects the new store next to sound backups of the old one
  /// and no other files. A store that was already new must have a backup.
  func expectRecovery(
    _ url: URL, _ comment: @autoclosure () -> Comment,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    if try StoreDump(copyOf: url).lines == new.lines {
      #expect(!StoreBackup.list(of: url).isEmpty, comment(), sourceLocation: location)
    }
    for backup in StoreBackup.list(of: url) {
      let dump = try StoreDump(copyOf: backup)
      #expect(dump.findings == [] && dump.lines == old.lines, comment(), sourceLocation: location)
    }
    do {
      try TripStore.open(url).close()
    } catch {
      Issue.record("\(comment()): the store cannot be reopened: \(error)", sourceLocation: location)
    }
    #expect(
      try StoreDump(copyOf: url).lines == new.lines, comment(), sourceLocation: location)
    let folder = url.deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0 != "x.store" && $0 != "x.store.lock" && !$0.hasSuffix(".backup")
    }
    #expect(names == [], comment(), sourceLocation: location)
    #expect(StoreBackup.list(of: url).count <= 3, comment(), sourceLocation: location)
  }
}
