/// What a list is ordered by, and which way.
package struct SortOrder: Sendable, Hashable, Codable {
  package enum Key: String, Sendable, CaseIterable, Codable {
    case name
    case date
    case length
    case climb

    /// The way people want first: names forward, the newest, longest, steepest on top.
    package var isDescendingFirst: Bool { self != .name }
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key = .name, isDescending: Bool? = nil) {
    self.key = key
    self.isDescending = isDescending ?? key.isDescendingFirst
  }
}
