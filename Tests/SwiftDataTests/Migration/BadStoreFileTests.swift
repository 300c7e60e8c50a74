import SwiftData
import TestSupport
import Testing

/// Files that are not usable stores. The error names the kind of file, and the file stays
/// unchanged.
@Suite struct BadStoreFileTests {
  private func open(_ url: URL) throws {
    try ModelContainer(
      for: Schema(versionedSchema: Shop.self), configurations: ModelConfiguration(url: url)
    ).close()
  }

  /// Expects that opening, inspecting and backing up a file fail with the same error and change
  /// nothing.
  @discardableResult
  private func expectRefusalEverywhere(
    _ code: SwiftDataError, at url: URL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> SwiftDataError {
    let error = try expectRefusal(code, at: url, sourceLocation: sourceLocation) { try open(url) }
    try expectRefusal(code, at: url, sourceLocation: sourceLocation) {
      _ = try ModelContainer.inspect(url: url)
    }
    try expectRefusal(code, at: url, sourceLocation: sourceLocation) {
      try StoreBackup.make(of: url)
    }
    return error
  }

  private func makeStore(_ url: URL, clubs: Int = 1) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Shop.self), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for number in 0..<clubs { context.insert(Shop.Club(name: "Club \(number)")) }
    try context.save()
    try container.close()
  }

  @Test func `an empty file and a text file are refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try Data().write(to: url)
      #expect(try expectRefusalEverywhere(.notAStore, at: url).message.contains("is empty"))
      try Data("Name,Latitude\n".utf8).write(to: url)
      #expect(
        try expectRefusalEverywhere(.notAStore, at: url).message.contains("not an SQLite database"))
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a Core Data store is refused with an error that names its kind`(mode: String) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "default.store")
      var database: PlainDatabase? = try PlainDatabase(url)
      try database?.execute(
        """
        PRAGMA journal_mode = \(mode);
        CREATE TABLE ZTRIP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
          Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Trip', 0, 1);
        INSERT INTO ZTRIP VALUES (1, 1, 1, 'Tour');
        """)
      database = nil
      let error = try expectRefusalEverywhere(.notAStore, at: url)
      #expect(error.message.contains("a Core Data/SwiftData store from an Apple system"))
      #expect(error.message.contains("Export"))
    }
  }

  @Test func `the error for another program's database lists its tables`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "places.sqlite")
      var database: PlainDatabase? = try PlainDatabase(url)
      try database?.execute("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)")
      database = nil
      let error = try expectRefusalEverywhere(.notAStore, at: url)
      #expect(error.message.contains("another program (tables moz_places)"))
    }
  }

  @Test func `another program's open database stays unchanged`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "places.sqlite")
      let database = try PlainDatabase(url)
      try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE moz_places (id INTEGER)")
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let log = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
      #expect(throws: SwiftDataError.notAStore) { try open(url) }
      #expect(throws: SwiftDataError.notAStore) { try ModelContainer.inspect(url: url) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal")) == log)
      try database.execute("INSERT INTO moz_places VALUES (1)")
    }
  }

  @Test func `a folder, a pipe and a dangling link are refused`() throws {
    try TemporaryDirectory.with { folder in
      let directory = folder.appending(path: "d.store")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
      #expect(
        try expectRefusalEverywhere(.notAStore, at: directory).message.contains("is a folder"))
      let pipe = folder.appending(path: "p.store")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      for open in [open, { _ = try ModelContainer.inspect(url: $0) }] {
        let error = #expect(throws: SwiftDataError.notAStore) { try open(pipe) }
        #expect(error?.message.contains("is a named pipe") == true)
      }
      let link = folder.appending(path: "l.store")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: folder.appending(path: "gone.store"))
      let error = #expect(throws: SwiftDataError.notAStore) { try open(link) }
      #expect(error?.message.contains("gone.store") == true)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["d.store", "l.store", "p.store"])
    }
  }

  @Test func `a symbolic link to a store opens that store`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "data/x.store")
      try makeStore(url)
      let link = folder.appending(path: "link.store")
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "data/x.store")
      let first = try ModelContainer(
        for: Schema(versionedSchema: Shop.self), configurations: ModelConfiguration(url: link))
      let context = ModelContext(first)
      context.insert(Shop.Club(name: "by the link"))
      try context.save()
      // The log is beside the target, so both names show the logged changes.
      #expect(try ModelContainer.inspect(url: link).counts["Club"] == 2)
      #expect(try ModelContainer.inspect(url: url).counts["Club"] == 2)
      let backup = try StoreBackup.make(of: link)
      #expect(backup.deletingLastPathComponent().lastPathComponent == "data")
      #expect(throws: SwiftDataError.storeBusy) { try StoreBackup.restore(backup, to: url) }
      try first.close()
      try StoreBackup.restore(backup, to: link)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "data/x.store")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["data", "link.store"])
      #expect(try ModelContainer.inspect(url: url).counts["Club"] == 2)
    }
  }

  @Test func `a store truncated after its first page is reported as corrupt`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url, clubs: 500)
      let bytes = try Data(contentsOf: url)
      try #require(bytes.count > 8_192)
      try bytes.prefix(4_096).write(to: url)
      let error = try expectRefusal(.corruptStore, at: url) { try open(url) }
      #expect(error.message.contains("restore a backup"))
      try expectRefusal(.corruptStore, at: url) { _ = try ModelContainer.inspect(url: url) }
    }
  }

  @Test func `random bytes after a valid header are refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      var random = SplitMix64(seed: 5)
      var noise = Data(
        (0..<131_072).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) })
      // Only the first 16 bytes are valid, so the program that wrote the file is unknown.
      noise.replaceSubrange(0..<16, with: Data("SQLite format 3\0".utf8))
      let header = try Data(contentsOf: url).prefix(100)
      try noise.write(to: url)
      let foreign = try expectRefusalEverywhere(.notAStore, at: url)
      #expect(foreign.message.contains("SQLite cannot read it"))
      // The whole header is that of a store.
      noise.replaceSubrange(0..<100, with: header)
      try noise.write(to: url)
      let error = try expectRefusal(.corruptStore, at: url) { try open(url) }
      #expect(error.message.contains("restore a backup"))
    }
  }
}
