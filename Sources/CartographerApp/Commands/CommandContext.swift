import CartographerPresentation

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
    case .browse: "While browsing, in every pane"
    case .boxSelect: "While drawing a box on the map"
    case .draw: "While drawing a path"
    case .points: "In the table of points"
    case .pathEdit: "While editing a path"
    case .trial: "While an operation is looked at"
    case .grab: "While moving a place or a point"
    case .itinerary: "In an itinerary"
    case .any: "Everywhere"
    }
  }
}

extension CommandContext {
  /// As it is written in the configuration.
  package var name: String {
    switch self {
    case .boxSelect: "box-select"
    case .pathEdit: "path-edit"
    case .list, .groups, .map, .detail, .profile, .jobs, .browse, .draw, .points, .trial, .grab,
      .itinerary, .any:
      rawValue
    }
  }

  /// The contexts of a place or a mode, in which keys are looked up one after the other.
  package var lookup: [CommandContext] {
    switch self {
    case .list, .groups, .map, .detail, .profile, .jobs: [self, .browse, .any]
    case .points: [self, .pathEdit, .any]
    case .boxSelect, .draw, .pathEdit, .trial, .grab, .itinerary: [self, .any]
    case .browse, .any: []
    }
  }

  /// All that keys are looked up in, but for the profile of a path that is edited.
  static let lookups = allCases.map(\.lookup).filter { !$0.isEmpty }
}

extension AppState {
  /// The contexts keys are looked up in, the innermost first.
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
    // The profile has its keys while a path is edited too, before those of the path.
    if innermost == .profile, mode.isPathEdit { return [.profile] + CommandContext.pathEdit.lookup }
    return innermost.lookup
  }

  /// The name of the mode in the status row.
  package var modeName: String {
    if let overlay { return overlay.modeName }
    switch mode {
    case .browse: return list.rangeAnchor == nil ? "NORMAL" : "RANGE"
    case .boxSelect: return "BOX"
    case .draw: return "DRAW"
    case .pathEdit: return "EDIT"
    case .trial: return "TRIAL"
    case .grab: return "GRAB"
    case .itinerary: return "ITINERARY"
    }
  }
}
