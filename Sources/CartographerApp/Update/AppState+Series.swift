import CartographerPresentation
import CartographerCore

extension AppState {
  /// Asks for what changes along the path that is looked at, once for each state of it.
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

  /// The series of a path, where they are known.
  func series(of path: PathData) -> PathSeries? { series?.path == path ? series : nil }
}
