import Foundation

// These parts of Apple's SwiftData are not available in this library. They are declared so that the
// compiler suggests an alternative instead of reporting an unknown name.

@available(
  *, unavailable,
  message: "SwiftUI is not available on Linux; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query() =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "SwiftUI is not available on Linux; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query<Element: PersistentModel>(_ descriptor: FetchDescriptor<Element>) =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "SwiftUI is not available on Linux; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort: [SortDescriptor<Element>] = []
) =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "SwiftUI is not available on Linux; fetch with a ModelContext and a FetchDescriptor"
)
@attached(peer)
public macro Query<Element: PersistentModel, Value>(
  filter: Predicate<Element>? = nil, sort: KeyPath<Element, Value>, order: SortOrder = .forward
) =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

@available(
  *, unavailable,
  message: "only SQLite stores are supported; set the location with a ModelConfiguration"
)
public protocol DataStore {}

@available(
  *, unavailable,
  message: "only SQLite stores are supported; set the location with a ModelConfiguration"
)
public protocol DataStoreConfiguration {}

@available(
  *, unavailable,
  message: "only SQLite stores are supported; read many rows with forEachChunk or fetchIdentifiers"
)
public protocol DataStoreSnapshot {}

@available(
  *, unavailable,
  message: "only SQLite stores are supported; set the location with a ModelConfiguration"
)
public final class DefaultStore {}

@available(
  *, unavailable, message: "models have no backing data; write an initializer in the class"
)
public protocol BackingData<Model> {
  associatedtype Model: PersistentModel
}

extension PersistentModel {
  @available(
    *, unavailable, message: "read the property directly: model.name or model[keyPath: path]"
  )
  public func getValue<Value>(forKey: KeyPath<Self, Value>) -> Value { self[keyPath: forKey] }

  @available(*, unavailable, message: "assign the value to model.name or model[keyPath: path]")
  public func setValue<Value>(forKey: ReferenceWritableKeyPath<Self, Value>, to newValue: Value) {}

  @available(*, unavailable, message: "models have no backing data; read the object's properties")
  public var persistentBackingData: Never { fatalError("unavailable") }

  @available(*, unavailable, message: "models have no backing data; use the class's initializer")
  public static func createBackingData() -> Never { fatalError("unavailable") }
}

// MARK: - History

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:); undo a change with undo()"
)
public struct HistoryDescriptor<Transaction> {
  public init() {}
}

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:), which returns JournalEntry values"
)
public struct DefaultHistoryTransaction {}

@available(
  *, unavailable, message: "use the id of a JournalEntry from ModelContainer.history(limit:)"
)
public struct DefaultHistoryToken {}

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:), which returns JournalEntry values"
)
public protocol HistoryTransaction {}

@available(
  *, unavailable,
  message: "read the history with ModelContainer.history(limit:), which returns JournalEntry values"
)
public protocol HistoryChange {}

@available(
  *, unavailable, message: "use the id of a JournalEntry from ModelContainer.history(limit:)"
)
public protocol HistoryToken {}

extension ModelContext {
  @available(*, unavailable, message: "read the history with ModelContainer.history(limit:)")
  public func fetchHistory<Descriptor>(_ descriptor: Descriptor) throws -> Never {
    fatalError("unavailable")
  }

  @available(
    *, unavailable,
    message: "limit the history with ModelConfiguration.historyEntriesKept and historyRowsKept"
  )
  public func deleteHistory<Descriptor>(_ descriptor: Descriptor) throws {
    fatalError("unavailable")
  }
}
