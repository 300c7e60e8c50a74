import Foundation
import SwiftData
import TestSupport
import Testing

private enum LibraryV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Setting.self] }

  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }

  @Model final class Setting {
    var key: String
    init(key: String) { self.key = key }
  }
}

private enum LibraryV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, LibraryV1.Setting.self] }

  @Model final class Book {
    var title: String
    var shelf: String
    init(title: String, shelf: String) {
      self.title = title
      self.shelf = shelf
    }
  }
}

private enum LibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: LibraryV1.self, toVersion: LibraryV2.self, willMigrate: nil,
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<LibraryV2.Book>()) {
            book.shelf = String(book.title.prefix(1))
          }
          try context.save()
        })
    ]
  }
}

/// Containers with several stores, each with its own configuration.
@Suite struct SeveralStoresTests {
  typealias Book = TwoStoreLibrary.Book
  typealias Writer = TwoStoreLibrary.Writer
  typealias Setting = TwoStoreLibrary.Setting

  func open(in folder: TemporaryDirectory) throws -> ModelContainer {
    try ModelContainer(
      for: TwoStoreLibrary.schema,
      configurations: [
        ModelConfiguration(
          schema: TwoStoreLibrary.books, url: folder.url.appending(path: "books.store")),
        ModelConfiguration(url: folder.url.appending(path: "settings.store")),
      ])
  }

  @Test func `each model is stored in the store of its configuration`() throws {
    let folder = try TemporaryDirectory()
    let container = try open(in: folder)
    let context = ModelContext(container)
    let writer = Writer(name: "Frisch")
    writer.books = [Book(title: "Montauk")]
    context.insert(writer)
    context.insert(Setting(key: "zoom", value: 3))
    #expect(context.hasChanges)
    #expect(context.insertedModelsArray.count == 3)
    #expect(writer.modelContext === context)
    try context.save()
    #expect(!context.hasChanges)
    #expect(writer.persistentModelID.storeIdentifier != nil)
    try container.close()
    let books = try ModelContainer.inspect(url: folder.url.appending(path: "books.store"))
    let settings = try ModelContainer.inspect(url: folder.url.appending(path: "settings.store"))
    #expect(books.counts == ["Book": 1, "Writer": 1])
    #expect(settings.counts == ["Setting": 1])
  }

  @Test func `one context reads and changes all stores`() throws {
    let folder = try TemporaryDirectory()
    let container = try open(in: folder)
    let context = ModelContext(container)
    let writer = Writer(name: "Frisch")
    writer.books = [Book(title: "Montauk"), Book(title: "Stiller")]
    context.insert(writer)
    for value in 1...3 { context.insert(Setting(key: "s\(value)", value: value)) }
    try context.save()

    let other = ModelContext(container)
    #expect(
      try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).map(\.title)
        == ["Montauk", "Stiller"])
    #expect(
      try other.fetchCount(FetchDescriptor<Setting>(predicate: #Predicate { $0.value > 1 })) == 2)
    let found = try #require(try other.model(Writer.self, for: writer.persistentModelID))
    #expect(found.books.count == 2)
    #expect(other.model(for: writer.persistentModelID) === found)
    let registered: Writer? = other.registeredModel(for: writer.persistentModelID)
    #expect(registered === found)
    var seen: [String] = []
    try other.enumerate(FetchDescriptor<Setting>(sortBy: [SortDescriptor(\.key)])) {
      seen.append($0.key)
    }
    #expect(seen == ["s1", "s2", "s3"])

    other.delete(found)
    try other.delete(model: Setting.self, where: #Predicate { $0.value == 2 })
    try other.append(Setting.self, count: 1, [.values(\.key, ["s9"]), .values(\.value, [9])])
    try other.save()
    let last = ModelContext(container)
    #expect(try last.fetchCount(FetchDescriptor<Book>()) == 0)
    #expect(
      try last.fetch(FetchDescriptor<Setting>(sortBy: [SortDescriptor(\.key)])).map(\.key)
        == ["s1", "s3", "s9"])
  }

  @Test func `the debug description counts the changes of all stores`() throws {
    let folder = try TemporaryDirectory()
    let context = ModelContext(try open(in: folder))
    context.insert(Writer(name: "Frisch"))
    let setting = Setting(key: "zoom", value: 1)
    context.insert(setting)
    #expect(context.debugDescription.hasSuffix("2 inserted, 0 changed, 0 deleted)"))
    try context.save()
    setting.value = 2
    #expect(context.debugDescription.hasSuffix("0 inserted, 1 changed, 0 deleted)"))
  }

  @Test func `a snapshot does not see later saves in any store`() throws {
    let folder = try TemporaryDirectory()
    let container = try open(in: folder)
    let reading = ModelContext(container)
    func counts() throws -> [Int] {
      [
        try reading.fetchCount(FetchDescriptor<Writer>()),
        try reading.fetchCount(FetchDescriptor<Setting>()),
      ]
    }
    try reading.snapshot {
      #expect(try counts() == [0, 0])
      let writing = ModelContext(container)
      writing.insert(Writer(name: "Frisch"))
      writing.insert(Setting(key: "zoom", value: 1))
      try writing.save()
      #expect(try counts() == [0, 0])
    }
    #expect(try counts() == [1, 1])
  }

  @Test func `a container can have a store in memory and a store in a file`() throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "books.store")
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: TwoStoreLibrary.schema,
        configurations: ModelConfiguration(schema: TwoStoreLibrary.books, url: url),
        ModelConfiguration("passing", schema: TwoStoreLibrary.settings, isStoredInMemoryOnly: true))
    }
    var container = try open()
    var context = ModelContext(container)
    context.insert(Writer(name: "Frisch"))
    context.insert(Setting(key: "zoom", value: 1))
    try context.save()
    try container.close()
    container = try open()
    context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Writer>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Setting>()) == 0)
  }

  @Test func `a model in no or two configurations is refused before files are created`() throws {
    let folder = try TemporaryDirectory()
    func open(_ first: Schema?, _ second: Schema?) throws {
      _ = try ModelContainer(
        for: TwoStoreLibrary.schema,
        configurations: ModelConfiguration(
          schema: first, url: folder.url.appending(path: "a.store")),
        ModelConfiguration(schema: second, url: folder.url.appending(path: "b.store")))
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try open(nil, nil) }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try open(TwoStoreLibrary.books, Schema([Book.self]))
    }
    let inBoth = try #require(throws: SwiftDataError.self) {
      try open(TwoStoreLibrary.schema, TwoStoreLibrary.settings)
    }
    #expect(inBoth.entity == "Setting")
    let inNeither = try #require(throws: SwiftDataError.self) {
      try open(TwoStoreLibrary.books, Schema([any PersistentModel.Type]()))
    }
    #expect(inNeither.entity == "Setting")
    let single = try #require(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: TwoStoreLibrary.schema,
        configurations: ModelConfiguration(
          schema: TwoStoreLibrary.books, url: folder.url.appending(path: "a.store")))
    }
    #expect(single.entity == "Setting")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func `a migration stage runs only for the store whose models it changes`() throws {
    let folder = try TemporaryDirectory()
    let books = folder.url.appending(path: "books.store")
    let settings = folder.url.appending(path: "settings.store")
    let old = try ModelContainer(
      for: Schema(versionedSchema: LibraryV1.self),
      configurations: ModelConfiguration(schema: Schema([LibraryV1.Book.self]), url: books),
      ModelConfiguration(schema: Schema([LibraryV1.Setting.self]), url: settings))
    let writing = ModelContext(old)
    writing.insert(LibraryV1.Book(title: "Montauk"))
    writing.insert(LibraryV1.Setting(key: "zoom"))
    try writing.save()
    try old.close()
    let before = try Data(contentsOf: settings)

    func open() throws -> ModelContainer {
      try ModelContainer(
        for: Schema(versionedSchema: LibraryV2.self), migrationPlan: LibraryPlan.self,
        configurations: ModelConfiguration(schema: Schema([LibraryV2.Book.self]), url: books),
        ModelConfiguration(url: settings))
    }
    let new = try open()
    #expect(new.migrationReport?.entities.map(\.name) == ["Book"])
    #expect(new.migrationReport?.entities.first?.after == 1)
    let context = ModelContext(new)
    #expect(try context.fetch(FetchDescriptor<LibraryV2.Book>()).map(\.shelf) == ["M"])
    #expect(try context.fetch(FetchDescriptor<LibraryV1.Setting>()).map(\.key) == ["zoom"])
    try new.close()
    #expect(try Data(contentsOf: settings) == before)
    let again = try open()
    #expect(again.migrationReport == nil)
    try again.close()
  }

  @Test func `each store has its own history, and undo of several stores is refused`() throws {
    let folder = try TemporaryDirectory()
    let container = try open(in: folder)
    let context = ModelContext(container)
    context.insert(Setting(key: "zoom", value: 1))
    try context.save()
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try container.undo() }
    try container.close()
    let single = try ModelContainer(
      for: TwoStoreLibrary.settings,
      configurations: ModelConfiguration(url: folder.url.appending(path: "settings.store")))
    try single.undo()
    #expect(try ModelContext(single).fetchCount(FetchDescriptor<Setting>()) == 0)
  }
}
