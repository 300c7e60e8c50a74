import Foundation
import SwiftData
import TestSupport
import Testing

/// Two families of models that lead to each other and not to the other family.
private enum Library {
  @Model final class Book {
    @Attribute(.unique) var title: String
    var writer: Writer?
    init(title: String, writer: Writer? = nil) {
      self.title = title
      self.writer = writer
    }
  }

  @Model final class Writer {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.writer) var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model final class Setting {
    @Attribute(.unique) var key: String
    var value: Int
    init(key: String, value: Int) {
      self.key = key
      self.value = value
    }
  }

  static let schema = Schema([Writer.self, Setting.self])
  static let books = Schema([Writer.self])
  static let settings = Schema([Setting.self])
}

private typealias Book = Library.Book
private typealias Writer = Library.Writer
private typealias Setting = Library.Setting

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

@Suite struct SeveralStoresTests {
  private func open(in folder: TemporaryDirectory) throws -> ModelContainer {
    try ModelContainer(
      for: Library.schema,
      configurations: [
        ModelConfiguration(schema: Library.books, url: folder.url.appending(path: "books.store")),
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

  @Test func `a save refused by one store changes no store`() throws {
    let folder = try TemporaryDirectory()
    var reject = ModelConfiguration(url: folder.url.appending(path: "settings.store"))
    reject.uniquePolicy = .reject
    let container = try ModelContainer(
      for: Library.schema,
      configurations: [
        ModelConfiguration(schema: Library.books, url: folder.url.appending(path: "books.store")),
        reject,
      ])
    let context = ModelContext(container)
    context.insert(Setting(key: "zoom", value: 1))
    try context.save()
    context.insert(Writer(name: "Frisch"))
    context.insert(Setting(key: "zoom", value: 2))
    #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Writer>()) == 0)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(throws: Gone.self) {
      try context.transaction {
        context.insert(Writer(name: "Frisch"))
        context.insert(Setting(key: "pan", value: 2))
        try context.save()
        throw Gone()
      }
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Writer>()) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Setting>()) == 1)
  }

  @Test func `a transaction that throws keeps the earlier unsaved changes of each store`() throws {
    let folder = try TemporaryDirectory()
    let container = try ModelContainer(
      for: Library.schema,
      configurations: [
        ModelConfiguration(schema: Library.books, url: folder.url.appending(path: "books.store")),
        ModelConfiguration(url: folder.url.appending(path: "settings.store")),
      ])
    let context = ModelContext(container)
    let (writer, setting) = (Writer(name: "Frisch"), Setting(key: "zoom", value: 1))
    context.insert(writer)
    context.insert(setting)
    try context.save()
    writer.name = "Max Frisch"
    try context.transaction {
      setting.value = 2
      try? context.transaction {
        writer.books = [Book(title: "Stiller")]
        setting.value = 3
        try context.save()
        throw Gone()
      }
      #expect(writer.books.isEmpty && setting.value == 2)
    }
    writer.name = "M. Frisch"
    #expect(throws: Gone.self) {
      try context.transaction {
        context.delete(writer)
        context.delete(setting)
        try context.save()
        throw Gone()
      }
    }
    #expect(writer.name == "M. Frisch" && writer.hasChanges)
    #expect(setting.value == 2 && !setting.hasChanges && !setting.isDeleted)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Writer>()).map(\.name) == ["M. Frisch"])
    #expect(try other.fetch(FetchDescriptor<Setting>()).map(\.value) == [2])
    #expect(try other.fetchCount(FetchDescriptor<Book>()) == 0)
  }

  private struct Gone: Error {}

  @Test func `a container can have a store in memory and a store in a file`() throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "books.store")
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: Library.schema,
        configurations: ModelConfiguration(schema: Library.books, url: url),
        ModelConfiguration("passing", schema: Library.settings, isStoredInMemoryOnly: true))
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
        for: Library.schema,
        configurations: ModelConfiguration(
          schema: first, url: folder.url.appending(path: "a.store")),
        ModelConfiguration(schema: second, url: folder.url.appending(path: "b.store")))
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try open(nil, nil) }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try open(Library.books, Schema([Book.self]))
    }
    let twice = try #require(throws: SwiftDataError.self) {
      try open(Library.schema, Library.settings)
    }
    #expect(twice.entity == "Setting")
    let none = try #require(throws: SwiftDataError.self) {
      try open(Library.books, Schema([any PersistentModel.Type]()))
    }
    #expect(none.entity == "Setting")
    let alone = try #require(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Library.schema,
        configurations: ModelConfiguration(
          schema: Library.books, url: folder.url.appending(path: "a.store")))
    }
    #expect(alone.entity == "Setting")
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
    let alone = try ModelContainer(
      for: Library.settings,
      configurations: ModelConfiguration(url: folder.url.appending(path: "settings.store")))
    try alone.undo()
    #expect(try ModelContext(alone).fetchCount(FetchDescriptor<Setting>()) == 0)
  }

  /// What one context tells while this is kept.
  private final class Observer: @unchecked Sendable {
    private(set) var names: [Notification.Name] = []
    private(set) var inserted: [PersistentIdentifier] = []
    private var tokens: [any NSObjectProtocol] = []
    var onWillSave: () -> Void = {}

    init(_ context: ModelContext) {
      for name in [ModelContext.willSave, ModelContext.didSave] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            [weak self] in self?.note($0)
          })
      }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private func note(_ notification: Notification) {
      names.append(notification.name)
      if notification.name == ModelContext.willSave { onWillSave() }
      inserted += notification.userInfo?["inserted"] as? [PersistentIdentifier] ?? []
    }
  }

  @Test func `changes made during willSave are saved in every store`() throws {
    let folder = try TemporaryDirectory()
    let container = try open(in: folder)
    let context = ModelContext(container)
    let writer = Writer(name: "Frisch")
    let setting = Setting(key: "zoom", value: 1)
    context.insert(writer)
    context.insert(setting)
    try context.save()
    writer.name = "Max"
    setting.value = 2
    let observer = Observer(context)
    observer.onWillSave = {
      writer.name += " Frisch"
      setting.value += 1
      context.insert(Writer(name: "late"))
      context.insert(Setting(key: "late", value: 9))
    }
    try context.save()
    #expect(!context.hasChanges)
    #expect(observer.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(Set(observer.inserted.map(\.entityName)) == ["Writer", "Setting"])
    let other = ModelContext(container)
    #expect(
      try other.fetch(FetchDescriptor<Writer>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        == ["Max Frisch", "late"])
    #expect(
      try other.fetch(FetchDescriptor<Setting>(sortBy: [SortDescriptor(\.value)])).map(\.value)
        == [3, 9])
  }

  @Test func `a change title applies to one save only, with several stores too`() throws {
    let folder = try TemporaryDirectory()
    let container = try open(in: folder)
    let context = ModelContext(container)
    context.changeTitle = "Zoom"
    context.insert(Setting(key: "zoom", value: 1))
    try context.save()
    #expect(context.changeTitle == nil)
    #expect(context.lastHistoryEntry == 1)
    context.insert(Writer(name: "Frisch"))
    try context.save()
    context.changeTitle = "More"
    try context.append(Setting.self, count: 1, [.values(\.key, ["s"]), .values(\.value, [1])])
    #expect(context.changeTitle == nil)
    #expect(context.lastHistoryEntry == 2)
    try container.close()
    func titles(_ schema: Schema, _ name: String) throws -> [String] {
      let alone = try ModelContainer(
        for: schema, configurations: ModelConfiguration(url: folder.url.appending(path: name)))
      return try alone.history().map(\.title)
    }
    #expect(try titles(Library.books, "books.store") == ["Change"])
    #expect(try titles(Library.settings, "settings.store") == ["More", "Zoom"])
  }

  @Test func `a deferred read error is thrown by the next save of several stores`() throws {
    let folder = try TemporaryDirectory()
    let context = ModelContext(try open(in: folder))
    let strange = try PersistentIdentifier.identifier(
      for: "x", entityName: "Unknown", primaryKey: 1)
    #expect(context.model(for: strange).isDeleted)
    context.insert(Setting(key: "zoom", value: 1))
    #expect(throws: SwiftDataError.wrongSchema) { try context.save() }
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test @MainActor func `a successful autosave clears the error of an earlier one`()
    async throws
  {
    let folder = try TemporaryDirectory()
    var reject = ModelConfiguration(url: folder.url.appending(path: "settings.store"))
    reject.uniquePolicy = .reject
    let container = try ModelContainer(
      for: Library.schema,
      configurations: [
        ModelConfiguration(schema: Library.books, url: folder.url.appending(path: "books.store")),
        reject,
      ])
    let context = container.mainContext
    context.insert(Setting(key: "zoom", value: 1))
    context.processPendingChanges()
    let second = Setting(key: "zoom", value: 2)
    context.insert(second)
    context.insert(Writer(name: "Frisch"))
    context.processPendingChanges()
    #expect(context.autosaveError == SwiftDataError.uniqueViolation)
    second.key = "pan"
    context.processPendingChanges()
    #expect(context.autosaveError == nil)
    #expect(!context.hasChanges)
  }
}
