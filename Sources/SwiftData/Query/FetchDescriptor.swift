import Foundation

/// The criteria for a fetch: a predicate, a sort order and limits.
///
/// ```swift
/// var descriptor = FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)])
/// descriptor.predicate = #Predicate { $0.name.contains("Lake") }
/// descriptor.fetchLimit = 20
/// let lakes = try context.fetch(descriptor)
/// ```
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
  /// The predicate that fetched objects must match, or nil to fetch all objects. The store
  /// evaluates the predicate as SQL.
  ///
  /// In SQL, the operators `==` and `<` compare the UTF-8 bytes of strings. An object for which
  /// `Predicate.evaluate` would throw, for example because of a forced unwrap of nil, does not
  /// match.
  public var predicate: Predicate<T>?
  /// The sort order of the fetched objects. Ties are ordered by row key.
  public var sortBy: [SortDescriptor<T>]
  /// The maximum number of objects to return, or nil for no limit.
  public var fetchLimit: Int?
  /// The number of matching objects to skip, or nil to skip none.
  public var fetchOffset: Int?
  /// Whether the fetch includes the context's unsaved changes.
  public var includePendingChanges = true
  /// The attributes to fetch. The property exists for source compatibility only: a fetch always
  /// reads all attributes.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships to prefetch. Each relationship is read for all fetched objects with one
  /// query. The fetch throws an error if a key path does not refer to a relationship of the model.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor for a fetch, with an optional predicate and an optional sort order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
