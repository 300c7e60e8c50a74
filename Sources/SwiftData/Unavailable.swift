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
