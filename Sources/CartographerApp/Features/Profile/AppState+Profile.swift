import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

extension AppState {
  /// Updates the cached data of the profile if the path, its series or the profile's view changed.
  mutating func settleProfile() {
    guard !profileView.isPlain, let path = selectedPath else {
      shownProfile = nil
      return
    }
    let series = series(of: path)
    if let shown = shownProfile, shown.path == path, shown.series == series,
      shown.view == profileView
    {
      return
    }
    shownProfile = ShownProfile(
      path: path, series: series, view: profileView,
      data: ProfileData(of: path, series, profileView))
  }

  /// The title of the profile pane.
  var profileTitle: String {
    if case .trial = mode { return ProfileQuantity.elevation.title }
    return profileView.quantity.title
  }

  /// A note on the profile's axis and zoom factor, such as `by time ×4`.
  var profileNote: String {
    if case .trial = mode { return "" }
    var parts: [String] = []
    if profileView.axis == .time { parts.append("by time") }
    if let window = profileView.window {
      let factor = 1 / (window.upperBound - window.lowerBound)
      parts.append("×\(Int(factor.rounded()))")
    }
    return parts.joined(separator: " ")
  }

  mutating func showQuantity(_ name: String) -> [Effect] {
    guard let path = selectedPath else { return [] }
    let all = ProfileQuantity.all(of: path, series(of: path))
    guard name.isEmpty else {
      guard let wanted = ProfileQuantity(name: name) else {
        return warn("choose one of \(ProfileCommands.names.joined(separator: ", "))")
      }
      profileView.quantity = wanted
      return showProfile()
    }
    let position = all.firstIndex(of: profileView.quantity) ?? 0
    profileView.quantity = all[(position + 1) % all.count]
    return showProfile()
  }

  private mutating func showProfile() -> [Effect] {
    if layout.rect(of: .profile) == nil { settings.showsProfile = true }
    return []
  }

  mutating func turnProfileAxis() -> [Effect] {
    guard let path = selectedPath else { return [] }
    if profileView.axis == .distance, path.measures.timeFirst == nil {
      return warn("the path has no times")
    }
    profileView.axis = profileView.axis == .distance ? .time : .distance
    profileView.window = nil
    return showProfile()
  }

  mutating func zoomProfile(in isIn: Bool) -> [Effect] {
    guard let path = selectedPath else { return [] }
    profileView.zoom(in: isIn, around: share(ofPoint: shownPoint ?? path.count / 2, path))
    return showProfile()
  }

  mutating func panProfile(by share: Double) -> [Effect] {
    guard profileView.window != nil else {
      return warn("the whole profile is visible; \(key("profile-in")) zooms in")
    }
    profileView.pan(by: share)
    return []
  }

  /// Scrolls a zoomed profile until a point is visible.
  mutating func revealInProfile(_ point: Int) {
    guard profileView.window != nil, let path = selectedPath, point < path.count else { return }
    profileView.reveal(share(ofPoint: point, path))
  }

  /// The index of the point that profile, map and table highlight, or nil.
  var shownPoint: Int? {
    if case .pathEdit(let edit) = mode { edit.point } else { pointCursor }
  }

  /// Returns a point's position on the whole axis, as a fraction 0...1.
  private func share(ofPoint point: Int, _ path: PathData) -> Double {
    let columns = path.geometry.columns
    switch profileView.axis {
    case .distance:
      let length = path.profile.length
      return length > 0 && point < path.count ? path.profile.places[point] / length : 0
    case .time:
      guard let first = path.measures.timeFirst?.timeIntervalSinceReferenceDate,
        let seconds = path.measures.durationSeconds, seconds > 0, point < columns.times.count,
        columns.times[point].isFinite
      else { return 0 }
      return (columns.times[point] - first) / seconds
    }
  }
}

extension ProfileQuantity {
  fileprivate init?(name: String) {
    switch name {
    case "elevation": self = .elevation
    case "speed": self = .speed
    case "slope": self = .slope
    case "heart": self = .sensor(.heartRate)
    case "cadence": self = .sensor(.cadence)
    case "power": self = .sensor(.power)
    case "temperature": self = .sensor(.airTemperature)
    default: return nil
    }
  }
}

extension ProfileData {
  /// Creates the data of a path's profile for a view.
  ///
  /// - Complexity: O(points).
  convenience init(of path: PathData, _ series: PathSeries?, _ view: ProfileView) {
    let columns = path.geometry.columns
    let none = { [Double](repeating: .nan, count: columns.count) }
    func full(_ values: [Double]?) -> [Double] {
      values.flatMap { $0.count == columns.count ? $0 : nil } ?? none()
    }
    let values: [Double] =
      switch view.quantity {
      case .elevation: columns.elevations
      case .speed: full(series?.speeds)
      case .slope: full(series?.slopes)
      case .sensor(let quantity): full(series?.sensors.columns[quantity])
      }
    let places: [Double]
    switch view.axis {
    case .distance: places = path.profile.places
    case .time:
      let first = path.measures.timeFirst?.timeIntervalSinceReferenceDate ?? 0
      places = ProfileData.ascending(columns.times.map { $0 - first }[...])
    }
    guard let window = view.window, let length = places.last, length > 0 else {
      self.init(
        values, of: view.quantity, at: places, along: view.axis,
        segmentStarts: columns.segmentStarts)
      return
    }
    // One more point on each side makes the line reach the edges.
    let low = max(places.firstPosition { $0 >= window.lowerBound * length } - 1, 0)
    let high = min(places.firstPosition { $0 > window.upperBound * length } + 1, places.count)
    let shown = low..<max(high, low)
    let start = shown.isEmpty ? 0 : places[low]
    self.init(
      Array(values[shown]), of: view.quantity, at: places[shown].map { $0 - start },
      along: view.axis, start: start, firstPoint: low, pathCount: columns.count,
      segmentStarts: columns.segmentStarts.map { $0 - low })
  }
}
