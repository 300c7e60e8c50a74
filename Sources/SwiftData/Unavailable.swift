import Foundation

// What Apple's SwiftData has and this library will not: named, so that the compiler says what to do
// instead of that the name is unknown.

@available(
  *, unavailable,
  message: "there is no SwiftUI here; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query() =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "there is no SwiftUI here; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query<Element: PersistentModel>(_ descriptor: FetchDescriptor<Element>) =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "there is no SwiftUI here; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort: [SortDescriptor<Element>] = []
) =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "there is no SwiftUI here; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query<Element: PersistentModel, Value>(
  filter: Predicate<Element>? = nil, sort: KeyPath<Element, Value>, order: SortOrder = .forward
) =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "the one kind of store is SQLite's; choose its place with a ModelConfiguration"
)
public protocol DataStore {}

@available(
  *, unavailable,
  message: "the one kind of store is SQLite's; choose its place with a ModelConfiguration"
)
public protocol DataStoreConfiguration {}

@available(
  *, unavailable,
  message: "the one kind of store is SQLite's; read many rows with forEachChunk or fetchIdentifiers"
)
public protocol DataStoreSnapshot {}

@available(
  *, unavailable,
  message: "the one kind of store is SQLite's; choose its place with a ModelConfiguration"
)
public final class DefaultStore {}

@available(
  *, unavailable, message: "a model keeps its values itself; write its own initialiser instead"
)
public protocol BackingData<Model> {
  associatedtype Model: PersistentModel
}

extension PersistentModel {
  @available(
    *, unavailable, message: "read the property itself: model.name or model[keyPath: path]"
  )
  public func getValue<Value>(forKey: KeyPath<Self, Value>) -> Value { self[keyPath: forKey] }

  @available(*, unavailable, message: "set the property itself: model.name or model[keyPath: path]")
  public func setValue<Value>(forKey: ReferenceWritableKeyPath<Self, Value>, to newValue: Value) {}

  @available(*, unavailable, message: "a model keeps its values itself; read its properties")
  public var persistentBackingData: Never { fatalError("unavailable") }

  @available(*, unavailable, message: "a model keeps its values itself; use its own initialiser")
  public static func createBackingData() -> Never { fatalError("unavailable") }
}

// MARK: - History

@available(
  *, unavailable, message: "read the history with ModelContainer.history(limit:), undo with undo()"
)
public struct HistoryDescriptor<Transaction> {
  public init() {}
}

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:): a JournalEntry each"
)
public struct DefaultHistoryTransaction {}

@available(
  *, unavailable, message: "an entry of ModelContainer.history(limit:) has an id of its own"
)
public struct DefaultHistoryToken {}

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:): a JournalEntry each"
)
public protocol HistoryTransaction {}

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:): a JournalEntry each"
)
public protocol HistoryChange {}

@available(
  *, unavailable, message: "an entry of ModelContainer.history(limit:) has an id of its own"
)
public protocol HistoryToken {}

extension ModelContext {
  @available(*, unavailable, message: "read the history with ModelContainer.history(limit:)")
  public func fetchHistory<Descriptor>(_ descriptor: Descriptor) throws -> Never {
    fatalError("unavailable")
  }

  @available(
    *, unavailable,
    message: "the history is bounded by ModelConfiguration.historyEntriesKept and historyRowsKept"
  )
  public func deleteHistory<Descriptor>(_ descriptor: Descriptor) throws {
    fatalError("unavailable")
  }
}
