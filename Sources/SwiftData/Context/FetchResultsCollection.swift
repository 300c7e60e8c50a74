/// The results of a fetch, read from the store some at a time as they are asked for.
///
/// Which objects there are and their order are those of the fetch; their values are those of the
/// moment a batch is read. One that was deleted since is an object of default values whose
/// `isDeleted` is true. Belongs to the thread or actor of its context, which it keeps.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  public let count: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    self.count = count
    self.element = element
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// - Complexity: O(1) within a batch; one query to get to another.
  public subscript(position: Int) -> Element {
    precondition(position >= 0 && position < count, "\(position) is not an index of the results")
    return element(position)
  }
}
