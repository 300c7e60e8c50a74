import CartographerPresentation

/// A pane or mode of the editor in which keys are bound to commands.
///
/// Several contexts apply at the same time; the binding of the innermost context wins.
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
  case points
  case pathEdit
  case trial
  case grab
  case itinerary
  case any

  package var title: String {
    switch self {
    case .list: "In the list"
    case .groups: "In the column of groups"
    case .map: "On the map"
    case .detail: "In the details"
    case .profile: "In the profile"
    case .jobs: "In the jobs"
    case .browse: "While browsing, in any pane"
    case .boxSelect: "While drawing a box on the map"
    case .draw: "While drawing a path"
    case .points: "In the table of points"
    case .pathEdit: "While editing a path"
    case .trial: "While previewing an operation"
    case .grab: "While moving a place or a point"
    case .itinerary: "In an itinerary"
    case .any: "Everywhere"
    }
  }
}

extension CommandContext {
  /// The context's name in the configuration file, such as `path-edit`.
  package var name: String {
    switch self {
    case .boxSelect: "box-select"
    case .pathEdit: "path-edit"
    case .list, .groups, .map, .detail, .profile, .jobs, .browse, .draw, .points, .trial, .grab,
      .itinerary, .any:
      rawValue
    }
  }

  /// The contexts searched for a key in this pane or mode, the innermost first.
  package var lookup: [CommandContext] {
    switch self {
    case .list, .groups, .map, .detail, .profile, .jobs: [self, .browse, .any]
    case .points: [self, .pathEdit, .any]
    case .boxSelect, .draw, .pathEdit, .trial, .grab, .itinerary: [self, .any]
    case .browse, .any: []
    }
  }

  /// The lists of contexts in which keys are looked up, except for the profile while editing a path.
  static let lookups = allCases.map(\.lookup).filter { !$0.isEmpty }
}

extension AppState {
  /// The contexts in which keys are currently looked up, the innermost first.
  package var contexts: [CommandContext] {
    let innermost: CommandContext =
      switch mode {
      case .browse:
        switch focus {
        case .groups: .groups
        case .list: .list
        case .map: .map
        case .detail: .detail
        case .profile: .profile
        case .jobs: .jobs
        }
      case .boxSelect: .boxSelect
      case .draw: .draw
      case .pathEdit where focus == .profile: .profile
      case .pathEdit: focus == .detail ? .points : .pathEdit
      case .trial: .trial
      case .grab: .grab
      case .itinerary: .itinerary
      }
    // While a path is edited, the keys of the focused profile come before those of the path.
    if innermost == .profile, mode.isPathEdit { return [.profile] + CommandContext.pathEdit.lookup }
    return innermost.lookup
  }

  /// The name of the current mode in the status row.
  package var modeName: String {
    if let overlay { return overlay.modeName }
    switch mode {
    case .browse: return list.rangeAnchor == nil ? "NORMAL" : "RANGE"
    case .boxSelect: return "BOX"
    case .draw: return "DRAW"
    case .pathEdit: return "EDIT"
    case .trial: return "PREVIEW"
    case .grab: return "GRAB"
    case .itinerary: return "ITINERARY"
    }
  }
}
