import CartographerCore
import CartographerPresentation
import Geodesy

/// What the profile shows of a path.
package struct ProfileView: Sendable, Equatable {
  package var quantity = ProfileQuantity.elevation
  package var axis = ProfileAxis.distance
  /// The part of the axis that shows, 0...1; nil for all of it.
  package var window: ClosedRange<Double>?

  package init() {}

  var isPlain: Bool { self == ProfileView() }

  /// The narrowest part that is shown, so that there is something in it.
  private static let narrowest = 1.0 / 4096

  /// Shows half as much around a place, or twice as much.
  mutating func zoom(in isIn: Bool, around place: Double) {
    let shown = window ?? 0...1
    let width = shown.upperBound - shown.lowerBound
    let wanted = isIn ? max(width / 2, Self.narrowest) : width * 2
    guard wanted < 1 else {
      window = nil
      return
    }
    let share = min(max((place - shown.lowerBound) / width, 0), 1)
    show(from: place - share * wanted, wanted)
  }

  /// Goes along by a part of what shows.
  mutating func pan(by share: Double) {
    guard let window else { return }
    let width = window.upperBound - window.lowerBound
    show(from: window.lowerBound + share * width, width)
  }

  /// Goes along until a place shows.
  mutating func reveal(_ place: Double) {
    guard let window, !window.contains(place) else { return }
    let width = window.upperBound - window.lowerBound
    show(from: place - width / 2, width)
  }

  private mutating func show(from start: Double, _ width: Double) {
    let first = min(max(start, 0), 1 - width)
    window = first...min(first + width, 1)
  }
}

/// The data of a profile that is not just elevations over distance, as it was made for a path.
struct ShownProfile: Sendable, Equatable {
  let path: PathData
  let series: PathSeries?
  let view: ProfileView
  let data: ProfileData
}
