import CartographerCore
import CartographerPresentation
import Geodesy

/// The quantity, axis and section that the profile shows.
package struct ProfileView: Sendable, Equatable {
  package private(set) var quantity = ProfileQuantity.elevation
  package private(set) var axis = ProfileAxis.distance
  /// The visible section of the axis as fractions from 0 to 1. Nil if the whole axis is visible.
  package private(set) var window: ClosedRange<Double>?

  package init() {}

  var isPlain: Bool { self == ProfileView() }

  mutating func show(_ quantity: ProfileQuantity) { self.quantity = quantity }

  /// Switches the axis between distance and time, and shows the whole axis.
  mutating func switchAxis() {
    axis = axis == .distance ? .time : .distance
    window = nil
  }

  /// The visible section's minimum width, as a fraction of the axis. The minimum prevents an empty
  /// section.
  private static let narrowest = 1.0 / 4096

  /// Halves or doubles the visible section around a position on the axis.
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

  /// Scrolls the profile by a fraction of the visible section's width.
  mutating func pan(by share: Double) {
    guard let window else { return }
    let width = window.upperBound - window.lowerBound
    show(from: window.lowerBound + share * width, width)
  }

  /// Scrolls the profile until a position on the axis is visible.
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

/// The cached data for a profile with a non-default quantity, axis or visible section.
struct ShownProfile: Sendable, Equatable {
  let path: PathData
  let series: PathSeries?
  let view: ProfileView
  let data: ProfileData
}
