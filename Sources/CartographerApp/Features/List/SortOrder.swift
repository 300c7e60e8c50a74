/// The sort key and the sort direction of a list.
package struct SortOrder: Sendable, Hashable, Codable {
  package enum Key: String, Sendable, CaseIterable, Codable {
    case name
    case date
    case length
    case climb

    /// Whether the list is in descending order when it is first sorted by this key. All keys except
    /// the name put the greatest value first, such as the longest path.
    package var isDescendingFirst: Bool { self != .name }
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key = .name, isDescending: Bool? = nil) {
    self.key = key
    self.isDescending = isDescending ?? key.isDescendingFirst
  }
}
