import CartographerCore
import CartographerPresentation

extension AppState {
  /// Requests the series of the selected path, once for each state of the path.
  mutating func askForSeries() -> [Effect] {
    guard needsSeries, let path = selectedPath, path.count > 0, askedSeries != path else {
      return []
    }
    askedSeries = path
    return [.loadSeries(path)]
  }

  private var needsSeries: Bool {
    switch mode {
    case .pathEdit: true
    case .browse, .grab, .itinerary: profileView.quantity != .elevation
    case .boxSelect, .draw, .trial: false
    }
  }

  mutating func take(_ series: PathSeries) -> [Effect] {
    guard series.path == askedSeries else { return [] }
    self.series = series
    return renewSearch(knowing: series)
  }

  /// Returns the series of a path, or nil if it is not loaded.
  func series(of path: PathData) -> PathSeries? { series?.path == path ? series : nil }
}
