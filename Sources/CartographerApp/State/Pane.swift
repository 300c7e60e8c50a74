import CartographerPresentation

/// A part of the screen, such as the list or the map. A pane's title begins with the key that moves
/// the focus to the pane.
package enum Pane: Int, Sendable, CaseIterable, Codable {
  case groups = 0
  case list = 1
  case map = 2
  case detail = 3
  case profile = 4
  case jobs = 5

  /// The name of the command that moves the focus to the pane.
  var focusCommand: String {
    switch self {
    case .groups: "focus-groups"
    case .list: "focus-list"
    case .map: "focus-map"
    case .detail: "focus-detail"
    case .profile: "focus-profile"
    case .jobs: "focus-jobs"
    }
  }

  package var title: String {
    switch self {
    case .groups: "Groups"
    case .list: "Library"
    case .map: "Map"
    case .detail: "Detail"
    case .profile: "Profile"
    case .jobs: "Jobs"
    }
  }
}
