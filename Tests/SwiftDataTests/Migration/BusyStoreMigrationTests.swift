import SwiftData
import TestSupport
import Testing

private enum W1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var text: String
    init(text: String) { self.text = text }
  }
}

private enum W2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var text: String
    var number: Int = 0
    init(text: String) { self.text = text }
  }
}

/// A migration of a store that is open elsewhere.
@Suite struct BusyStoreMigrationTests {
  @Test func `the error says that this program itself has the store open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(W1.self, url) { $0.insert(W1.Page(text: "a")) }
      let first = try open(W1.self, url)
      let error = #expect(throws: SwiftDataError.storeBusy) {
        try open(W2.self, url, LightweightPlan<W1, W2>.self)
      }
      let message = try #require(error?.message)
      #expect(message.contains("This program itself has \(url.path) open"))
      #expect(message.contains("close()"))
      #expect(!message.contains("\(ProcessInfo.processInfo.processIdentifier)"))
      try first.close()
      try readStore(W2.self, url, LightweightPlan<W1, W2>.self) { context throws in
        #expect(try context.all(W2.Page.self).map(\.text) == ["a"])
      }
    }
  }

  @Test func `the error names another process that has the store open`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(W1.self, url) { $0.insert(W1.Page(text: "a")) }
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
        try open(W2.self, url, LightweightPlan<W1, W2>.self)
      }
      #expect(error?.message.hasPrefix("Process ") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("has the store open: \(url.path)") == true)
    }
  }
}
