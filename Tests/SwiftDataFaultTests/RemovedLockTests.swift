import FaultModels
import SwiftData
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A lock file that is removed while a transaction is at work.
@Suite struct RemovedLockTests {
  private struct Copy {
    let url: URL
    let container: ModelContainer
    let context: ModelContext
    var lock: String { url.path + ".lock" }

    init(in folder: URL) throws {
      url = folder.appending(path: "x.store")
      try Ledger.make(url)
      container = try Ledger.open(url)
      context = ModelContext(container)
    }

    var tags: Int {
      get throws { try ModelContext(container).fetchCount(FetchDescriptor<Ledger.Tag>()) }
    }
  }

  @Test func `a transaction whose lock file was removed takes the lock again and is kept`() throws {
    try TemporaryDirectory.with { folder in
      let copy = try Copy(in: folder)
      try copy.context.transaction(title: "Work") {
        unlink(copy.lock)
        copy.context.insert(Ledger.Tag(name: "kept"))
        try copy.context.save()
      }
      #expect(try copy.tags == 7)
      let other = open(copy.lock, O_RDWR)
      #expect(other >= 0)
      #expect(flock(other, LOCK_EX | LOCK_NB) != 0, "nobody holds the new lock file")
      close(other)
      try copy.container.close()
    }
  }

  @Test func `a transaction is refused while another process has the new lock file for itself`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let copy = try Copy(in: folder)
      var other: Int32 = -1
      let error = #expect(throws: SwiftDataError.self) {
        try copy.context.transaction(title: "Work") {
          unlink(copy.lock)
          other = open(copy.lock, O_RDWR | O_CREAT, 0o600)
          #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
          copy.context.insert(Ledger.Tag(name: "lost"))
          try copy.context.save()
        }
      }
      #expect(error?.code == .storeBusy)
      close(other)
      #expect(try copy.tags == 6)
      try copy.container.close()
    }
  }

  @Test func `a transaction into a file that was replaced meanwhile does not report success`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let copy = try Copy(in: folder)
      let other = folder.appending(path: "other.store")
      try Ledger.make(other)
      let error = #expect(throws: SwiftDataError.self) {
        try copy.context.transaction(title: "Work") {
          unlink(copy.lock)
          #expect(rename(other.path, copy.url.path) == 0)
          copy.context.insert(Ledger.Tag(name: "lost"))
          try copy.context.save()
        }
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.message.contains("was replaced or removed") == true)
      try? copy.container.close()
    }
  }
}
