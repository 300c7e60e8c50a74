/// The results of a fetch, read from the store in batches on demand.
///
/// The collection's objects and their order are fixed at the time of the fetch. The objects' values
/// are read later, batch by batch. If an object is deleted before its batch is read, the collection
/// contains a stand-in for the object: a placeholder with default values, whose `isDeleted` is
/// true. The collection belongs to the thread or actor of its context and retains the context.
///
/// ```swift
/// let descriptor = FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)])
/// let places = try context.fetch(descriptor, batchSize: 500)
/// for place in places { print(place.name) }
/// ```
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  public let count: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    self.count = count
    self.element = element
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// Returns the object at the given position. If the position is outside the most recently read
  /// batch, the batch that contains the position is read with one query.
  ///
  /// - Complexity: O(1) for a position in the most recently read batch.
  public subscript(position: Int) -> Element {
    precondition(
      position >= 0 && position < count, "\(position) is not a valid index of the fetch results")
    return element(position)
  }
}
