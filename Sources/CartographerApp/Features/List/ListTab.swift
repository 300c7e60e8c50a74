import CartographerCore

/// A tab of the list: paths, places, groups or the trash.
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

  /// Creates the tab for items of the given kind outside the trash. Returns nil if there is no tab
  /// for the kind.
  package init?(showing kind: ItemID.Kind) {
    switch kind {
    case .location: self = .places
    case .path: self = .paths
    case .group: self = .groups
    case .importRecord: return nil
    }
  }
}
