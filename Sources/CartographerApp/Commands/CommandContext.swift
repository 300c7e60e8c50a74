/// Where a key is bound. Several apply at once; the innermost one wins.
package enum CommandContext: String, Sendable, CaseIterable {
  case list
  case groups
  case map
  case detail
  case profile
  case jobs
  case browse
  case boxSelect
  case draw
  case pathEdit
  case grab
  case any

  package var title: String {
    switch self {
    case .list: "In the list"
    case .groups: "In the column of groups"
    case .map: "On the map"
    case .detail: "In the details"
    case .profile: "In the profile"
    case .jobs: "In the jobs"
    case .browse: "While browsing, in every pane"
    case .boxSelect: "While drawing a box on the map"
    case .draw: "While drawing a path"
    case .pathEdit: "While editing a path"
    case .grab: "While moving a place or a point"
    case .any: "Everywhere"
    }
  }
}

extension AppState {
  /// The contexts keys are looked up in, the innermost first.
  package var contexts: [CommandContext] {
    switch mode {
    case .browse:
      switch focus {
      case .groups: [.groups, .browse, .any]
      case .list: [.list, .browse, .any]
      case .map: [.map, .browse, .any]
      case .detail: [.detail, .browse, .any]
      case .profile: [.profile, .browse, .any]
      case .jobs: [.jobs, .browse, .any]
      }
    case .boxSelect: [.boxSelect, .any]
    case .draw: [.draw, .any]
    case .pathEdit: [.pathEdit, .any]
    case .grab: [.grab, .any]
    }
  }

  /// The name of the mode in the status row.
  package var modeName: String {
    if let overlay { return overlay.modeName }
    switch mode {
    case .browse: return list.rangeAnchor == nil ? "NORMAL" : "RANGE"
    case .boxSelect: return "BOX"
    case .draw: return "DRAW"
    case .pathEdit: return "EDIT"
    case .grab: return "GRAB"
    }
  }
}
