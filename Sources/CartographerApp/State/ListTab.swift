import CartographerCore

/// What a list shows.
package enum ListTab: String, Sendable, CaseIterable, Codable {
  case paths
  case places
  case groups
  case trash

  package var title: String {
    switch self {
    case .paths: "Paths"
    case .places: "Places"
    case .groups: "Groups"
    case .trash: "Trash"
    }
  }

  /// The tab an item is found in, as long as it is not in the trash.
  package init?(showing kind: ItemID.Kind) {
    switch kind {
    case .location: self = .places
    case .path: self = .paths
    case .group: self = .groups
    case .importRecord: return nil
    }
  }
}
