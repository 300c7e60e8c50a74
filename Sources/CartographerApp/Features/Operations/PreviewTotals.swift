import Foundation
import Geodesy

/// The combined statistics of several paths, shown before and after an operation.
package struct PreviewTotals: Sendable, Equatable {
  package var paths = 0
  package var segments = 0
  package var points = 0
  package var lengthMetres = 0.0
  /// The total ascent in metres. Nil if no path has elevations.
  package var ascentMetres: Double?
  package var descentMetres: Double?
  /// Whether at least one path's ascent and descent are minimum values, because many points have no
  /// elevation. See ``TrackMeasures/hasPartialElevations``.
  package var hasPartialElevations = false
  package var lowestMetres: Double?
  package var highestMetres: Double?
  /// The paths' total duration in seconds. Nil if no path has times.
  package var seconds: Double?
  package var start: Date?
  package var end: Date?

  package init(_ parts: some Sequence<TrackMeasures>) {
    for part in parts {
      paths += 1
      segments += part.segments
      points += part.points
      lengthMetres += part.lengthMetres
      ascentMetres = Self.joined(ascentMetres, part.ascentMetres, +)
      descentMetres = Self.joined(descentMetres, part.descentMetres, +)
      hasPartialElevations = hasPartialElevations || part.hasPartialElevations
      lowestMetres = Self.joined(lowestMetres, part.elevationMin, min)
      highestMetres = Self.joined(highestMetres, part.elevationMax, max)
      seconds = Self.joined(seconds, part.durationSeconds, +)
      start = Self.joined(start, part.timeFirst, min)
      end = Self.joined(end, part.timeLast, max)
    }
  }

  /// Combines two optional values with the given function. If only one value is present, returns
  /// that value; if both are nil, returns nil.
  static func joined<Value>(
    _ first: Value?, _ second: Value?, _ join: (Value, Value) -> Value
  ) -> Value? {
    guard let first, let second else { return first ?? second }
    return join(first, second)
  }
}
