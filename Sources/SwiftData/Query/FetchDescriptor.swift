import Foundation

/// What to fetch: which objects, in which order, and how many.
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
  /// Which objects; nil for all. It runs in the store as SQL.
  ///
  /// `==` and `<` on strings compare UTF-8 bytes there, and an object for which
  /// `Predicate.evaluate` would throw, as for a forced unwrap of nil, does not match.
  public var predicate: Predicate<T>?
  /// The order. Objects that it leaves equal come in order of their keys.
  public var sortBy: [SortDescriptor<T>]
  /// The most objects to return; nil for no limit.
  public var fetchLimit: Int?
  /// How many objects to leave out at the start; nil for none.
  public var fetchOffset: Int?
  /// Whether unsaved changes of the context count.
  public var includePendingChanges = true
  /// Accepted for source compatibility: every attribute is read with its object.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// Relationships to read with the objects, each with one query for all of them. A key path that
  /// is no relationship of the model is refused by the fetch.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// All objects, or those of a predicate, in an order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
