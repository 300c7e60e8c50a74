import CartographerCore
import CartographerPresentation

extension AppState {
  /// Requests the selected path's speeds, slopes and sensor values. Does nothing if the series has
  /// already been requested for the path's current points.
  mutating func askForSeries() -> [Effect] {
    guard needsSeries, let path = selectedPath, path.count > 0 else { return [] }
    return profile.requestSeries(of: path)
  }

  private var needsSeries: Bool {
    switch mode {
    case .pathEdit: true
    case .browse, .grab, .itinerary:
      profile.view.quantity != .elevation || settings.pathColour?.needsSeries == true
    case .boxSelect, .draw, .measure, .preview: false
    }
  }

  mutating func receiveSeries(_ series: PathSeries) -> [Effect] {
    profile.receive(series) ? renewSearch(knowing: series) : []
  }
}
