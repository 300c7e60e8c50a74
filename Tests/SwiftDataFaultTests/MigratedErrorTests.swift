import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests of errors before and after the commit of a migration.
@Suite struct MigratedErrorTests {
  @Test func `an error after the commit of a migration says that the store was migrated`() throws {
    let fixture = try TripFixture.tiny.get()
    try TemporaryDirectory.with { folder in
      let url = try fixture.makeStore(in: folder)
      let disk = DiskFault(folder)
      let error = #expect(throws: SwiftDataError.self) {
        try TripStore.open(url) { event in
          if event == .pruned { disk.fail(1, .brokenForGood) }
        }
      }
      disk.heal()
      #expect(error?.hasMigrated == true)
      #expect(error?.message.contains("was migrated from") == true, "\(error?.message ?? "")")
      #expect(error?.code == .inputOutput)
      try fixture.expectRecovery(url, "after the error")
    }
  }

  @Test func `an error before the commit does not say that the store was migrated`() throws {
    let fixture = try TripFixture.tiny.get()
    try TemporaryDirectory.with { folder in
      let url = try fixture.makeStore(in: folder)
      let disk = DiskFault(folder)
      disk.fail(12, .brokenForGood)
      let error = #expect(throws: SwiftDataError.self) { try TripStore.open(url) }
      disk.heal()
      #expect(error?.hasMigrated == false)
    }
  }
}
