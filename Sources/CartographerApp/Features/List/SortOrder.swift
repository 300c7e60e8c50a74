/// The key by which a list is sorted, and the sort direction.
package struct SortOrder: Sendable, Hashable, Codable {
  package enum Key: String, Sendable, CaseIterable, Codable {
    case name
    case date
    case length
    case climb

    /// Whether the list is initially sorted in descending order by this key. For every key except
    /// the name, the greatest value comes first, for example the longest path.
    package var isDescendingFirst: Bool { self != .name }
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key = .name, isDescending: Bool? = nil) {
    self.key = key
    self.isDescending = isDescending ?? key.isDescendingFirst
  }
}
