import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests that a store with an overwritten page gives correct data or a clear error.
@Suite struct DamagedPageTests {
  private static let pageSize = 8_192
  /// The error codes with which a damaged store may be refused.
  private static let refusals: Set<SwiftDataError.Code> = [
    .corruptStore, .notAStore, .invalidValue, .unknownSchema, .backwardMigration,
  ]

  private struct Damage {
    let page: Int
    let offset: Int
    let count: Int
    let value: UInt8

    init(_ page: Int, _ offset: Int, _ count: Int, _ value: UInt8) {
      self.page = page
      self.offset = offset
      self.count = count
      self.value = value
    }
  }

  /// Returns the bytes with a part of a page overwritten.
  private func damaged(_ bytes: Data, by damage: Damage) -> Data {
    var bytes = bytes
    let start = damage.page * Self.pageSize + damage.offset
    for index in start..<min(start + damage.count, bytes.count) { bytes[index] = damage.value }
    return bytes
  }

  private func expectClearError(_ error: any Error, _ comment: Comment) {
    guard let error = error as? SwiftDataError else {
      Issue.record("\(comment): \(error) is not a SwiftDataError")
      return
    }
    #expect(Self.refusals.contains(error.code), "\(comment): \(error.code.rawValue): \(error)")
    if error.code == .corruptStore {
      #expect(error.message.contains("restore a backup"), "\(comment): \(error)")
    }
  }

  /// Returns the damages to try: the header, the cells and all of a page, for every page in
  /// `make soak` and for about 24 pages otherwise.
  private func damages(_ bytes: Data) -> [Damage] {
    let pages = bytes.count / Self.pageSize
    let step = Effort.isSoak ? 1 : max(1, pages / 24)
    return stride(from: 0, to: pages, by: step).flatMap { page in
      // The first page begins with the file's header, which other tests damage.
      let start = page == 0 ? 100 : 0
      return [
        Damage(page, start, 8, 0xFF), Damage(page, start + 8, 64, 0x5A),
        Damage(page, 8_000, 150, 0xFF), Damage(page, start, Self.pageSize - start, 0),
      ]
    }
  }

  @Test func `migrating a store with a damaged page succeeds or fails clearly without changes`()
    throws
  {
    let fixture = try TripFixture.small.get()
    var (refused, migrated) = (0, 0)
    for damage in damages(fixture.bytes) {
      try TemporaryDirectory.with { folder in
        let comment: Comment = "page \(damage.page), offset \(damage.offset)"
        let url = folder.appending(path: "x.store")
        let bytes = damaged(fixture.bytes, by: damage)
        try bytes.write(to: url)
        do {
          try TripStore.open(url).close()
          migrated += 1
          let dump = try StoreDump(copyOf: url)
          #expect(dump.findings == [], comment)
          // A changed letter in a text cannot be detected, but no row may be lost.
          #expect(dump.counts == fixture.new.counts, comment)
        } catch {
          refused += 1
          expectClearError(error, comment)
          #expect(try Data(contentsOf: url) == bytes, comment)
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          #expect(!names.contains { $0.hasSuffix(".tmp") }, comment)
        }
      }
    }
    print("damaged before a migration: \(refused) refused, \(migrated) migrated")
    #expect(refused > migrated)
  }

  @Test func `using a store with a damaged page gives complete results or a clear error`() throws {
    let fixture = try TripFixture.small.get()
    let bytes = try TemporaryDirectory.with { folder in
      let url = try fixture.makeStore(in: folder)
      try TripStore.open(url).close()
      return try Data(contentsOf: url)
    }
    var (refused, worked) = (0, 0)
    for damage in damages(bytes) {
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        try damaged(bytes, by: damage).write(to: url)
        do {
          let container = try TripStore.open(url)
          defer { try? container.close() }
          let context = ModelContext(container)
          defer { withExtendedLifetime(context) {} }
          for club in try context.fetch(FetchDescriptor<TripV4.Club>()) { _ = club.places.count }
          for place in try context.fetch(FetchDescriptor<TripV4.Place>()) {
            _ = place.points.count
            place.note = "changed"
          }
          let points = try context.fetch(FetchDescriptor<TripV4.Point>()).count
          context.insert(TripV4.Place(name: "new", code: "new"))
          try context.save()
          worked += 1
          let fresh = ModelContext(container)
          defer { withExtendedLifetime(fresh) {} }
          let places = try fresh.fetch(FetchDescriptor<TripV4.Place>())
          let comment: Comment = "page \(damage.page), offset \(damage.offset)"
          #expect(places.count == 91, comment)
          #expect(places.filter { $0.note == "changed" }.count == 90, comment)
          // The points are counted in their table. Lists such as `place.points` are read by an
          // index, whose damage SQLite does not report.
          #expect(points == 900, comment)
        } catch {
          refused += 1
          expectClearError(error, "page \(damage.page), offset \(damage.offset)")
        }
      }
    }
    print("damaged and used: \(refused) refused, \(worked) worked")
    #expect(refused > 10)
  }

  @Test func `a store check finds all damage that SQLite finds`() throws {
    let fixture = try TripFixture.small.get()
    var found = 0
    for damage in damages(fixture.bytes) {
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        let bytes = damaged(fixture.bytes, by: damage)
        try bytes.write(to: url)
        let comment: Comment = "page \(damage.page), offset \(damage.offset)"
        let isSound = (try? StoreDump(copyOf: url))?.findings.isEmpty == true
        do {
          let findings = try StoreIntegrity.findings(of: url)
          #expect(findings.isEmpty == isSound, comment)
          if !findings.isEmpty { found += 1 }
        } catch {
          // The library also reads its own schema description, whose text SQLite does not check.
          found += 1
          expectClearError(error, comment)
        }
        #expect(try Data(contentsOf: url) == bytes, comment)
      }
    }
    #expect(found > 50)
  }
}
