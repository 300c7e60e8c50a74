import FaultModels
import SwiftData
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Tests of a lock file that is removed during a transaction.
@Suite struct RemovedLockTests {
  private struct OpenLedger {
    let url: URL
    let container: ModelContainer
    let context: ModelContext
    var lock: String { url.path + ".lock" }

    init(in folder: URL) throws {
      url = folder.appending(path: "x.store")
      try Ledger.create(url)
      container = try Ledger.open(url)
      context = ModelContext(container)
    }

    var tagCount: Int {
      get throws { try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Tag>()) }
    }
  }

  @Test func `a transaction whose lock file was removed takes the lock again and commits`() throws {
    try TemporaryDirectory.with { folder in
      let ledger = try OpenLedger(in: folder)
      try ledger.context.transaction(title: "Work") {
        unlink(ledger.lock)
        ledger.context.insert(Ledger.Tag(name: "kept"))
        try ledger.context.save()
      }
      #expect(try ledger.tagCount == 7)
      let other = open(ledger.lock, O_RDWR)
      #expect(other >= 0)
      #expect(flock(other, LOCK_EX | LOCK_NB) != 0, "no process holds the new lock file")
      close(other)
      try ledger.container.close()
    }
  }

  @Test func `a transaction is refused while another process holds the new lock file`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let ledger = try OpenLedger(in: folder)
      var other: Int32 = -1
      let error = #expect(throws: SwiftDataError.self) {
        try ledger.context.transaction(title: "Work") {
          unlink(ledger.lock)
          other = open(ledger.lock, O_RDWR | O_CREAT, 0o600)
          #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
          ledger.context.insert(Ledger.Tag(name: "lost"))
          try ledger.context.save()
        }
      }
      #expect(error?.code == .storeBusy)
      close(other)
      #expect(try ledger.tagCount == 6)
      try ledger.container.close()
    }
  }

  @Test func `a transaction fails if its store file was replaced meanwhile`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let ledger = try OpenLedger(in: folder)
      let other = folder.appending(path: "other.store")
      try Ledger.create(other)
      let error = #expect(throws: SwiftDataError.self) {
        try ledger.context.transaction(title: "Work") {
          unlink(ledger.lock)
          #expect(rename(other.path, ledger.url.path) == 0)
          ledger.context.insert(Ledger.Tag(name: "lost"))
          try ledger.context.save()
        }
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.message.contains("was replaced or removed") == true)
      try? ledger.container.close()
    }
  }
}
