import CartographerPresentation

/// A numbered part of the screen. Typing its number moves the focus to it.
package enum Pane: Int, Sendable, CaseIterable, Codable {
  case groups = 0
  case list = 1
  case map = 2
  case detail = 3
  case profile = 4
  case jobs = 5

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
