extension Confirmation {
  /// The possible answers to a confirmation question. The raw values are the names of the commands
  /// that give the answers.
  enum Answer: String, Sendable, CaseIterable {
    case yes = "confirm-yes"
    case last = "confirm-last"
    case replace = "confirm-replace"
    case wait = "confirm-wait"
    case cancelJobs = "confirm-cancel-jobs"
    case quit = "confirm-quit"
    case saveLibrary = "confirm-save-library"
    case otherFile = "confirm-other-file"
    case gap = "split-in-gap"
    case point = "split-at-point"
    case route = "convert-to-route"
    case track = "convert-to-track"
    case places = "convert-to-places"
    case onlyRoute = "convert-to-route-only"
    case onlyTrack = "convert-to-track-only"
    case onlyPlaces = "convert-to-places-only"

    var title: String {
      switch self {
      case .yes: "Answer yes"
      case .last: "Undo only the last import"
      case .replace: "Replace the file"
      case .wait: "Wait for the running jobs"
      case .cancelJobs: "Cancel the running jobs and quit"
      case .quit: "Quit and discard the unsaved input"
      case .saveLibrary: "Save the library to the new file"
      case .otherFile: "Choose another file"
      case .gap: "Split in the gap"
      case .point: "Split at the point"
      case .route: "Convert to a route"
      case .track: "Convert to a track"
      case .places: "Convert to places"
      case .onlyRoute: "Convert to a route and delete the places"
      case .onlyTrack: "Convert to a track and delete the places"
      case .onlyPlaces: "Convert to places and delete the paths"
      }
    }

    /// The answer's default key.
    var key: String {
      switch self {
      case .yes: "y"
      case .last: "l"
      case .replace, .route: "r"
      case .wait: "w"
      case .cancelJobs: "c"
      case .quit: "q"
      case .saveLibrary: "s"
      case .otherFile: "o"
      case .gap: "g"
      case .track: "t"
      case .places, .point: "p"
      case .onlyRoute: "R"
      case .onlyTrack: "T"
      case .onlyPlaces: "P"
      }
    }

    /// The command context in which the answer's key is bound. Conversions have a separate context,
    /// so that a key can be the first letter of the result, such as `r` for a route.
    var context: CommandContext {
      switch self {
      case .yes, .last, .replace, .wait, .cancelJobs, .quit, .saveLibrary, .otherFile, .gap, .point:
        .confirm
      case .route, .track, .places, .onlyRoute, .onlyTrack, .onlyPlaces: .conversion
      }
    }
  }
}
