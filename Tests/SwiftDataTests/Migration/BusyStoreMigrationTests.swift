import SwiftData
import TestSupport
import Testing

/// A migration of a store that is open elsewhere.
@Suite struct BusyStoreMigrationTests {
  @Test func `the error says that this program itself has the store open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(PageV1.self, url) { $0.insert(PageV1.Page(text: "a")) }
      let first = try open(PageV1.self, url)
      let error = #expect(throws: SwiftDataError.storeBusy) {
        try open(PageV2.self, url, LightweightPlan<PageV1, PageV2>.self)
      }
      let message = try #require(error?.message)
      #expect(message.contains("This program already has \(url.path) open"))
      #expect(message.contains("close()"))
      #expect(!message.contains("\(ProcessInfo.processInfo.processIdentifier)"))
      try first.close()
      try readStore(PageV2.self, url, LightweightPlan<PageV1, PageV2>.self) { context throws in
        #expect(try context.all(PageV2.Page.self).map(\.text) == ["a"])
      }
    }
  }

  @Test func `the error names another process that has the store open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(PageV1.self, url) { $0.insert(PageV1.Page(text: "a")) }
      let holder = Process()
      holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // Prints “held” once it has the lock, and keeps the lock until its input ends.
      holder.arguments = ["flock", "-s", url.path + ".lock", "sh", "-c", "echo held; read line"]
      let (input, output) = (Pipe(), Pipe())
      holder.standardInput = input
      holder.standardOutput = output
      try holder.run()
      defer { holder.waitUntilExit() }
      defer { try? input.fileHandleForWriting.close() }
      #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
      let error = #expect(throws: SwiftDataError.storeBusy) {
        try open(PageV2.self, url, LightweightPlan<PageV1, PageV2>.self)
      }
      #expect(error?.message.hasPrefix("Process ") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("has the store open: \(url.path)") == true)
    }
  }
}
