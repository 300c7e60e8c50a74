import Foundation
import Geodesy

/// What some paths amount to together: the numbers that are shown before and after.
package struct TrialTotals: Sendable, Equatable {
  package var paths = 0
  package var segments = 0
  package var points = 0
  package var lengthMetres = 0.0
  /// Nil where none of them has elevations.
  package var ascentMetres: Double?
  package var descentMetres: Double?
  package var lowestMetres: Double?
  package var highestMetres: Double?
  /// The sum of the paths' durations; nil where none has times.
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
      lowestMetres = Self.joined(lowestMetres, part.elevationMin, min)
      highestMetres = Self.joined(highestMetres, part.elevationMax, max)
      seconds = Self.joined(seconds, part.durationSeconds, +)
      start = Self.joined(start, part.timeFirst, min)
      end = Self.joined(end, part.timeLast, max)
    }
  }

  /// Both joined, or the one there is.
  static func joined<Value>(
    _ first: Value?, _ second: Value?, _ join: (Value, Value) -> Value
  ) -> Value? {
    guard let first, let second else { return first ?? second }
    return join(first, second)
  }
}
