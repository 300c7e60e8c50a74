/// The key and the direction by which a list is sorted.
package struct SortOrder: Sendable, Hashable, Codable {
  package enum Key: String, Sendable, CaseIterable, Codable {
    case name
    case date
    case length
    case climb

    /// Whether choosing the key sorts in descending order at first: names ascend, but the newest,
    /// longest and steepest items come first.
    package var isDescendingFirst: Bool { self != .name }
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key = .name, isDescending: Bool? = nil) {
    self.key = key
    self.isDescending = isDescending ?? key.isDescendingFirst
  }
}
