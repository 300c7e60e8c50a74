import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The state of the profile pane: its view and the selected path's speeds, slopes and sensor
/// values.
package struct ProfileState: Sendable, Equatable {
  /// The quantity, axis and section that the profile shows.
  package private(set) var view = ProfileView()
  /// The selected path's speeds, slopes and sensor values. Nil until the series is loaded.
  package private(set) var series: PathSeries?
  /// The path whose speeds, slopes and sensor values were most recently requested.
  private var requested: PathData?
  /// The cached profile data for the current view. Nil if the profile shows the default view.
  private(set) var shown: ShownProfile?

  // MARK: Series

  /// Requests a path's speeds, slopes and sensor values. Does nothing if the path's points have not
  /// changed since the last request.
  mutating func requestSeries(of path: PathData) -> [Effect] {
    guard requested != path else { return [] }
    requested = path
    return [.loadSeries(path)]
  }

  /// Stores the requested speeds, slopes and sensor values. Returns false if the series belongs to
  /// an outdated request.
  mutating func receive(_ series: PathSeries) -> Bool {
    guard series.path == requested else { return false }
    self.series = series
    return true
  }

  /// Returns a path's speeds, slopes and sensor values. Returns nil if the series is not loaded.
  func series(of path: PathData) -> PathSeries? { series?.path == path ? series : nil }

  // MARK: Shown data

  /// Updates the cached profile data if the path, its series or the view changed.
  ///
  /// - Parameter path: The selected path. If nil, the cached data is removed.
  mutating func updateShown(of path: PathData?) {
    guard !view.isPlain, let path else {
      shown = nil
      return
    }
    let series = series(of: path)
    if let shown, shown.path == path, shown.series == series, shown.view == view { return }
    shown = ShownProfile(
      path: path, series: series, view: view, data: ProfileData(of: path, series, view))
  }

  /// Returns a path's profile data for the current quantity, axis and visible section.
  func data(of path: PathData) -> ProfileData {
    shown.flatMap { $0.path == path ? $0.data : nil } ?? path.profile
  }

  // MARK: View

  mutating func show(_ quantity: ProfileQuantity) { view.show(quantity) }

  /// Switches to the next quantity for which the path has data.
  mutating func showNextQuantity(of path: PathData) {
    let all = ProfileQuantity.all(of: path, series(of: path))
    let position = all.firstIndex(of: view.quantity) ?? 0
    view.show(all[(position + 1) % all.count])
  }

  /// Switches the profile's axis between distance and time, and shows the whole axis.
  mutating func switchAxis() { view.switchAxis() }

  /// Zooms the profile in or out around the given point.
  mutating func zoom(in isIn: Bool, around point: Int, of path: PathData) {
    view.zoom(in: isIn, around: position(of: point, on: path))
  }

  /// Scrolls the profile by a fraction of the visible section's width.
  mutating func pan(by share: Double) { view.pan(by: share) }

  /// Scrolls a zoomed profile until the given point is visible.
  mutating func reveal(_ point: Int, of path: PathData) {
    guard view.window != nil, point < path.count else { return }
    view.reveal(position(of: point, on: path))
  }

  /// Returns the point at the given distance from another point. The distance is a fraction of the
  /// visible section's width. The result is at least one point away, except at the ends of the
  /// path.
  ///
  /// - Complexity: O(*n*) for *n* points on the time axis, and O(log *n*) on the distance axis.
  func point(widths share: Double, from point: Int, of path: PathData) -> Int {
    let positions = ProfileData.positions(of: path, along: view.axis)
    guard let length = positions.last, positions.indices.contains(point) else { return 0 }
    let width = view.window.map { $0.upperBound - $0.lowerBound } ?? 1
    let wanted = positions[point] + share * width * length
    let found =
      share > 0
      ? max(positions.firstPosition { $0 >= wanted }, point + 1)
      : min(positions.firstPosition { $0 > wanted } - 1, point - 1)
    return min(max(found, 0), path.count - 1)
  }

  /// Returns a point's position on the axis as a fraction from 0 to 1.
  private func position(of point: Int, on path: PathData) -> Double {
    let columns = path.geometry.columns
    switch view.axis {
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
