import Foundation
import Geodesy
import TerminalUI

/// The meridians and parallels that a map view shows, at round degrees, minutes or seconds.
package struct Graticule: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    /// The line's distance in dots from the view's left edge (for a meridian) or top edge (for a
    /// parallel).
    package let dot: Double
    /// The line's longitude or latitude in arc seconds. East and north are positive.
    package let arcSeconds: Int
  }

  package let meridians: [Line]
  package let parallels: [Line]

  /// The minimum distance between two neighbouring meridians, in dots. Parallels are at least as
  /// far apart.
  private static let minimumSpacing = 44.0
  private static let steps = [
    1, 2, 5, 10, 20, 30,
    60, 120, 300, 600, 1_200, 1_800,
    3_600, 7_200, 18_000, 36_000, 72_000, 108_000, 216_000, 324_000,
  ]
  private static let turn = 360 * 3_600

  package init(_ viewport: MapViewport, size: Size) {
    let dotsPerSecond = viewport.dotsPerWorld / Double(Self.turn)
    // The lines of a polar view are not straight.
    guard !size.isEmpty, viewport.polar == nil,
      let step = Self.steps.first(where: { Double($0) * dotsPerSecond >= Self.minimumSpacing })
    else {
      meridians = []
      parallels = []
      return
    }
    let visible = viewport.visibleBounds(in: size)
    let west = (visible.minX - 0.5) * Double(Self.turn)
    let east = (visible.maxX - 0.5) * Double(Self.turn)
    meridians = Self.multiples(of: step, from: west, to: east).map { seconds in
      Line(
        dot: (Double(seconds) - west) * dotsPerSecond, arcSeconds: Self.normalized(seconds))
    }
    let north = WebMercator.unproject(WorldPoint(x: 0.5, y: min(max(visible.minY, 0), 1)))
    let south = WebMercator.unproject(WorldPoint(x: 0.5, y: min(max(visible.maxY, 0), 1)))
    parallels = Self.multiples(
      of: step, from: south.latitude * 3_600, to: north.latitude * 3_600
    ).reversed().map { seconds in
      let y = WebMercator.project(
        Coordinate(latitude: Double(seconds) / 3_600, longitude: 0)
      ).y
      return Line(dot: (y - visible.minY) * viewport.dotsPerWorld, arcSeconds: seconds)
    }
  }

  private static func multiples(of step: Int, from low: Double, to high: Double) -> [Int] {
    let first = Int((low / Double(step)).rounded(.up))
    let last = Int((high / Double(step)).rounded(.down))
    return first <= last ? (first...last).map { $0 * step } : []
  }

  /// Wraps a longitude in arc seconds to −180°..<180°.
  private static func normalized(_ seconds: Int) -> Int {
    let half = turn / 2
    let rest = (seconds + half) % turn
    return (rest < 0 ? rest + turn : rest) - half
  }

  /// Returns a meridian's label, such as `6°40′E` or `0°` (in ASCII, `6d40'E`).
  package static func label(longitude seconds: Int, isASCII: Bool) -> String {
    abs(seconds) == turn / 2
      ? angle(turn / 2, isASCII) : angle(abs(seconds), isASCII) + hemisphere(seconds, "E", "W")
  }

  /// Returns a parallel's label, such as `45°N`, or `45dN` in ASCII.
  package static func label(latitude seconds: Int, isASCII: Bool) -> String {
    angle(abs(seconds), isASCII) + hemisphere(seconds, "N", "S")
  }

  private static func hemisphere(_ value: Int, _ positive: String, _ negative: String) -> String {
    value == 0 ? "" : value > 0 ? positive : negative
  }

  private static func angle(_ seconds: Int, _ isASCII: Bool) -> String {
    let marks = isASCII ? ["d", "'", "\""] : ["°", "′", "″"]
    var text = "\(seconds / 3_600)\(marks[0])"
    let minutes = seconds / 60 % 60
    if minutes != 0 || seconds % 60 != 0 { text += padded(minutes) + marks[1] }
    if seconds % 60 != 0 { text += padded(seconds % 60) + marks[2] }
    return text
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
