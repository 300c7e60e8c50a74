import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests that a read error on a sound store is an input/output error and not reported as damage.
@Suite struct ReadFaultTests {
  /// Runs some work on a store with each of its reads failing in turn.
  ///
  /// - Returns: The number of reads that failed.
  private func sweep(
    _ makeStore: (URL) throws -> URL, isLasting: Bool, _ work: (URL) throws -> Void
  ) throws -> Int {
    var number = 1
    while number < 2_000 {
      let isHit = try TemporaryDirectory.with { folder in
        let url = try makeStore(folder)
        let disk = DiskFault(folder)
        disk.failReading(number, isLasting: isLasting)
        do {
          try work(url)
        } catch let error as SwiftDataError {
          #expect(
            [.inputOutput, .backupFailed].contains(error.code),
            "read \(number): \(error.code.rawValue): \(error)")
          #expect(!error.message.contains("damaged"), "read \(number): \(error)")
          #expect(!error.message.contains("restore a backup"), "read \(number): \(error)")
        }
        return disk.heal() >= number
      }
      guard isHit else { break }
      number += Effort.isSoak || number < 40 ? 1 : 17
    }
    return number - 1
  }

  private func currentStore(in folder: URL) throws -> URL {
    let url = try TripFixture.small.get().makeStore(in: folder)
    try TripStore.open(url).close()
    return url
  }

  @Test(arguments: [false, true])
  func `a store check on an unreadable disk does not report damage`(
    isLasting: Bool
  ) throws {
    let fixture = try TripFixture.small.get()
    let runs = try sweep(fixture.makeStore, isLasting: isLasting) { url throws in
      #expect(try StoreIntegrity.findings(of: url) == [])
    }
    #expect(runs > 10)
  }

  @Test(arguments: [false, true])
  func `a backup on an unreadable disk does not report damage`(
    isLasting: Bool
  ) throws {
    let fixture = try TripFixture.small.get()
    let runs = try sweep(fixture.makeStore, isLasting: isLasting) { url in
      try StoreBackup.make(of: url)
    }
    #expect(runs > 10)
  }

  @Test(arguments: [false, true])
  func `a migration on an unreadable disk does not report damage`(
    isLasting: Bool
  ) throws {
    let fixture = try TripFixture.tiny.get()
    let runs = try sweep(fixture.makeStore, isLasting: isLasting) { url in
      try TripStore.open(url).close()
    }
    #expect(runs > 10)
  }

  @Test(arguments: [false, true])
  func `fetching and saving on an unreadable disk do not report damage`(
    isLasting: Bool
  ) throws {
    let runs = try sweep(currentStore, isLasting: isLasting) { url in
      let container = try TripStore.open(url)
      defer { try? container.close() }
      let context = ModelContext(container)
      defer { withExtendedLifetime(context) {} }
      for place in try context.fetch(FetchDescriptor<TripV4.Place>()) {
        _ = place.points.count
        place.note = "changed"
      }
      context.insert(TripV4.Place(name: "new", code: "new"))
      try context.save()
    }
    #expect(runs > 10)
  }
}
