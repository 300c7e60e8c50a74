import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  /// Returns the profile to show: the preview's profile or, without a preview, the path's current
  /// profile.
  func shownProfile(of path: PathData) -> ProfileData {
    guard let operation, !operation.showsBefore,
      let profile = operation.shownPreview?.profile
    else { return self.profile.data(of: path) }
    return profile
  }

  /// The profile pane's title.
  var profileTitle: String {
    if case .preview = mode { return ProfileQuantity.elevation.title }
    return profile.view.quantity.title
  }

  /// The values at the current point, followed by the profile's axis and zoom factor, such as
  /// `at 12.3 km: 36 km/h, 1 204 m  by time ×4`.
  var profileNote: String {
    if case .preview = mode { return "" }
    var parts: [String] = []
    if profile.view.axis == .time { parts.append("by time") }
    if let window = profile.view.window {
      let factor = 1 / (window.upperBound - window.lowerBound)
      parts.append("×\(Int(factor.rounded()))")
    }
    let view = parts.joined(separator: " ")
    return [profileValues ?? "", view].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The highlighted point's distance, plotted value and elevation, as text. Nil if no point is
  /// highlighted.
  private var profileValues: String? {
    guard let path = selectedPath, let point = shownPoint, point < path.count else { return nil }
    let units = settings.units
    let data = shownProfile(of: path)
    let value = data.index(ofPoint: point).map { data.values[$0] } ?? .nan
    let words = value.isNaN ? "no \(data.quantity.title)" : data.quantity.label(value, units)
    var facts = [words]
    if data.quantity != .elevation, let elevation = path.elevationMetres(at: point) {
      facts.append(units.elevation(metres: elevation))
    }
    return "at \(units.length(metres: path.profile.places[point])): "
      + facts.joined(separator: ", ")
  }

  /// A hint on how to add elevations to a path without elevations.
  var elevationHint: String {
    let command = "\(key(OperationKind.elevation.command)) adds elevations from terrain tiles"
    return settings.terrainFolder == nil
      ? "\(command) (setting tiles or option --relief)" : command
  }

  mutating func showQuantity(_ name: String) -> [Effect] {
    guard let path = selectedPath else { return [] }
    guard name.isEmpty else {
      guard let wanted = ProfileQuantity(name: name) else {
        let known = ProfileCommands.names.joined(separator: ", ")
        return warn("choose one of \(known)")
      }
      profile.show(wanted)
      return showProfile()
    }
    profile.showNextQuantity(of: path)
    return showProfile()
  }

  private mutating func showProfile() -> [Effect] {
    if layout.rect(of: .profile) == nil { preferences.showProfile() }
    return []
  }

  mutating func turnProfileAxis() -> [Effect] {
    guard let path = selectedPath else { return [] }
    if profile.view.axis == .distance, path.measures.durationSeconds == nil {
      return warn(
        path.measures.timeFirst == nil
          ? "the path has no times" : "the path's times are not in order")
    }
    profile.switchAxis()
    return showProfile()
  }

  mutating func zoomProfile(in isIn: Bool) -> [Effect] {
    guard let path = selectedPath else { return [] }
    profile.zoom(in: isIn, around: shownPoint ?? path.count / 2, of: path)
    return showProfile()
  }

  mutating func panProfile(by share: Double) -> [Effect] {
    guard profile.view.window != nil else {
      return warn(
        """
        the whole profile is visible; \
        \(key("profile-in")) zooms in
        """)
    }
    profile.pan(by: share)
    return []
  }

  /// Moves the highlight along the profile by a number of columns.
  mutating func moveAlongProfile(by columns: Int) -> [Effect] {
    guard let path = selectedPath, path.count > 0 else { return [] }
    let chart = ProfileChart(
      shownProfile(of: path), units: settings.units, glyphs: settings.glyphs)
    guard let rect = layout.content(of: .profile), let point = shownPoint else {
      pathEditing.moveCursor(to: columns > 0 ? 0 : path.count - 1)
      return []
    }
    let next =
      chart.point(columns: columns, from: point, in: rect)
      ?? min(max(point + columns, 0), path.count - 1)
    return goToProfilePoint(next)
  }

  /// Moves the highlight along the profile by a fraction of the visible section.
  mutating func moveAlongProfile(byWidths share: Double) -> [Effect] {
    guard let path = selectedPath, path.count > 0 else { return [] }
    guard let point = shownPoint else { return moveAlongProfile(toEnd: share < 0) }
    return goToProfilePoint(profile.point(widths: share, from: point, of: path))
  }

  /// Moves the highlight to the first or the last point of the path.
  mutating func moveAlongProfile(toEnd isEnd: Bool) -> [Effect] {
    guard let path = selectedPath, path.count > 0 else { return [] }
    return goToProfilePoint(isEnd ? path.count - 1 : 0)
  }

  /// Moves the highlight to the highest or the lowest value in the profile.
  mutating func goToExtreme(isHighest: Bool) -> [Effect] {
    guard let path = selectedPath else { return [] }
    let data = shownProfile(of: path)
    guard let point = data.extremePoint(isHighest: isHighest) else {
      return warn("the profile shows no \(data.quantity.title)")
    }
    return goToProfilePoint(point)
  }

  private mutating func goToProfilePoint(_ point: Int) -> [Effect] {
    if case .pathEdit = mode { return goToPoint(point) }
    pathEditing.moveCursor(to: point)
    revealInProfile(point)
    revealOnMap()
    return []
  }

  /// Scrolls a zoomed profile until a point is visible.
  mutating func revealInProfile(_ point: Int) {
    if let path = selectedPath { profile.reveal(point, of: path) }
  }

  /// The index of the point highlighted in the profile, the map and the table. Nil if no point is
  /// highlighted.
  var shownPoint: Int? {
    if case .pathEdit(let edit) = mode { edit.point } else { pathEditing.pointCursor }
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
  /// Creates a path's profile data for the given view.
  ///
  /// - Complexity: O(n), where n is the number of points in the path.
  convenience init(of path: PathData, _ series: PathSeries?, _ view: ProfileView) {
    let columns = path.geometry.columns
    let values =
      view.quantity.values(of: path, series) ?? [Double](repeating: .nan, count: columns.count)
    let places = ProfileData.positions(of: path, along: view.axis)
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

  /// Returns the positions of a path's points on the axis, in metres from the start or in seconds
  /// from the first timestamp.
  ///
  /// - Complexity: O(*n*) for *n* points on the time axis, and O(1) on the distance axis.
  static func positions(of path: PathData, along axis: ProfileAxis) -> [Double] {
    switch axis {
    case .distance: return path.profile.places
    case .time:
      let first = path.measures.timeFirst?.timeIntervalSinceReferenceDate ?? 0
      return ascending(path.geometry.columns.times.map { $0 - first }[...])
    }
  }
}
