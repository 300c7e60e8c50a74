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

/// A migration that somebody's open store is in the way of.
@Suite struct StoreInTheWayTests {
  @Test func `a container of this program is said to be`() throws {
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
      try reading(W2.self, url, LightweightPlan<W1, W2>.self) { context throws in
        #expect(try context.all(W2.Page.self).map(\.text) == ["a"])
      }
    }
  }

  @Test func `another process is named by its number`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(W1.self, url) { $0.insert(W1.Page(text: "a")) }
      let holder = Process()
      holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // Says that it has the lock, and keeps it until its input ends.
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
