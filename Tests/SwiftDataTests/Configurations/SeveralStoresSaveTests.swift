import Foundation
import SwiftData
import TestSupport
import Testing

/// Saves, transactions and autosaves in a context with several stores.
extension SeveralStoresTests {
  @Test func `a save refused by one store changes no store`() throws {
    let folder = try TemporaryDirectory()
    var reject = ModelConfiguration(url: folder.url.appending(path: "settings.store"))
    reject.uniquePolicy = .reject
    let container = try ModelContainer(
      for: TwoStoreLibrary.schema,
      configurations: [
        ModelConfiguration(
          schema: TwoStoreLibrary.books, url: folder.url.appending(path: "books.store")),
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
    #expect(throws: IntendedError.self) {
      try context.transaction {
        context.insert(Writer(name: "Frisch"))
        context.insert(Setting(key: "pan", value: 2))
        try context.save()
        throw IntendedError()
      }
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Writer>()) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Setting>()) == 1)
  }

  @Test func `a transaction that throws keeps the earlier unsaved changes of each store`() throws {
    let folder = try TemporaryDirectory()
    let container = try ModelContainer(
      for: TwoStoreLibrary.schema,
      configurations: [
        ModelConfiguration(
          schema: TwoStoreLibrary.books, url: folder.url.appending(path: "books.store")),
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
        throw IntendedError()
      }
      #expect(writer.books.isEmpty && setting.value == 2)
    }
    writer.name = "M. Frisch"
    #expect(throws: IntendedError.self) {
      try context.transaction {
        context.delete(writer)
        context.delete(setting)
        try context.save()
        throw IntendedError()
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

  private struct IntendedError: Error {}

  /// A recorder of the save notifications of one context.
  private final class SaveRecorder: @unchecked Sendable {
    private(set) var names: [Notification.Name] = []
    private(set) var inserted: [PersistentIdentifier] = []
    private var tokens: [any NSObjectProtocol] = []
    var onWillSave: () -> Void = {}

    init(_ context: ModelContext) {
      for name in [ModelContext.willSave, ModelContext.didSave] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            [weak self] in self?.record($0)
          })
      }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private func record(_ notification: Notification) {
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
    let recorder = SaveRecorder(context)
    recorder.onWillSave = {
      writer.name += " Frisch"
      setting.value += 1
      context.insert(Writer(name: "late"))
      context.insert(Setting(key: "late", value: 9))
    }
    try context.save()
    #expect(!context.hasChanges)
    #expect(recorder.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(Set(recorder.inserted.map(\.entityName)) == ["Writer", "Setting"])
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
    #expect(context.lastHistoryChange == 1)
    context.insert(Writer(name: "Frisch"))
    try context.save()
    context.changeTitle = "More"
    try context.append(Setting.self, count: 1, [.values(\.key, ["s"]), .values(\.value, [1])])
    #expect(context.changeTitle == nil)
    #expect(context.lastHistoryChange == 2)
    try container.close()
    func titles(_ schema: Schema, _ name: String) throws -> [String] {
      let single = try ModelContainer(
        for: schema, configurations: ModelConfiguration(url: folder.url.appending(path: name)))
      return try single.history().map(\.title)
    }
    #expect(try titles(TwoStoreLibrary.books, "books.store") == ["Change"])
    #expect(try titles(TwoStoreLibrary.settings, "settings.store") == ["More", "Zoom"])
  }

  @Test func `a deferred read error is thrown by the next save of several stores`() throws {
    let folder = try TemporaryDirectory()
    let context = ModelContext(try open(in: folder))
    let unknown = try PersistentIdentifier.identifier(
      for: "x", entityName: "Unknown", primaryKey: 1)
    #expect(context.model(for: unknown).isDeleted)
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
      for: TwoStoreLibrary.schema,
      configurations: [
        ModelConfiguration(
          schema: TwoStoreLibrary.books, url: folder.url.appending(path: "books.store")),
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
