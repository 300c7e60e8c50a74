import Foundation
import Geodesy

/// Measurements of a path, as shown in an itinerary.
package struct PathStretch: Sendable, Equatable {
  package var lengthMetres: Double
  /// The total ascent in metres. Nil if no point has an elevation.
  package var ascentMetres: Double?
  package var descentMetres: Double?
  /// Whether the ascent and the descent are lower bounds, because many points have no elevation.
  package var hasPartialElevations: Bool
  /// The duration in seconds, estimated by a pace model. The times of the points are ignored.
  package var estimatedSeconds: Double
  package var start: Coordinate?
  package var end: Coordinate?

  package init(
    lengthMetres: Double, ascentMetres: Double? = nil, descentMetres: Double? = nil,
    hasPartialElevations: Bool = false, estimatedSeconds: Double, start: Coordinate? = nil,
    end: Coordinate? = nil
  ) {
    self.lengthMetres = lengthMetres
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.hasPartialElevations = hasPartialElevations
    self.estimatedSeconds = estimatedSeconds
    self.start = start
    self.end = end
  }

  /// Whether the estimated time ignores part or all of the climb.
  package var omitsClimb: Bool { ascentMetres == nil || hasPartialElevations }

  /// Creates the measurements of a path for an itinerary. The duration is estimated, and the other
  /// values come from existing measurements.
  ///
  /// - Throws: `TrackError` if the pace model's speed or speed factor is not positive.
  /// - Complexity: O(*n*), where *n* is the number of points in the path.
  package init(_ columns: TrackColumns, _ measures: TrackMeasures, pace: PaceModel) throws {
    let elapsed = try columns.estimatedTimes(
      pace, startingAt: .init(timeIntervalSinceReferenceDate: 0))
    self.init(
      lengthMetres: measures.lengthMetres, ascentMetres: measures.ascentMetres,
      descentMetres: measures.descentMetres, hasPartialElevations: measures.hasPartialElevations,
      estimatedSeconds: elapsed.last ?? 0,
      start: columns.count > 0 ? columns.coordinate(0) : nil,
      end: columns.count > 0 ? columns.coordinate(columns.count - 1) : nil)
  }
}

/// A group's itinerary, with totals for each day and for the whole itinerary.
package struct ItineraryPlan: Sendable, Equatable {
  package struct Line: Sendable, Equatable {
    package var stop: StopSnapshot
    /// The number of the stop in the itinerary, counting from 1.
    package var number: Int
    /// The measurements of the stop's path. Nil if the stop has no path, or if the path has not
    /// been measured yet.
    package var stretch: PathStretch?
    /// The position of the stop's place, or of the first point of the stop's path.
    package var coordinate: Coordinate?
    /// The straight-line distance, in metres, from the end of the preceding stop to the start of
    /// this stop. Stops that have no position or whose items are in the trash are skipped.
    package var straightMetres: Double?
    /// Whether the stop's place or path is in the trash. The totals omit the measurements of
    /// trashed paths.
    package var isTrashed: Bool
    /// Whether the stop's place or path is a member of the itinerary's group. The value is also
    /// true for a stop that has only a title.
    package var isMember: Bool
  }

  package struct Totals: Sendable, Equatable {
    package var stops = 0
    package var done = 0
    /// The total length of the paths, in metres.
    package var lengthMetres = 0.0
    package var ascentMetres: Double?
    package var descentMetres: Double?
    package var estimatedSeconds = 0.0
    /// Whether the totals omit part or all of a path's climb because many points have no elevation.
    package var omitsClimb = false
    /// The sum of the straight-line distances between stops, in metres. The other totals do not
    /// include the straight-line distances.
    package var straightMetres = 0.0

    /// Whether the total length is greater than zero. If the length is zero, the estimated time is
    /// not meaningful either.
    package var hasLength: Bool { lengthMetres > 0 }

    package init() {}
  }

  package struct Day: Sendable, Equatable {
    package var number: Int
    package var date: CalendarDay?
    package var lines: [Line]
    package var totals: Totals
  }

  /// The days that have at least one stop, in ascending order.
  package var days: [Day]
  package var total: Totals

  package var lines: [Line] { days.flatMap(\.lines) }

  /// Creates the plan of a group's itinerary, with its days, stops and totals.
  ///
  /// - Parameter place: A closure that returns the place with a given id.
  /// - Parameter path: A closure that returns the path with a given id.
  /// - Parameter stretch: A closure that returns a path's measurements, or nil if they are not
  ///   known yet.
  /// - Complexity: O(*n*), where *n* is the number of stops.
  package init(
    of group: GroupSnapshot, place: (ItemID) -> PlaceSnapshot?, path: (ItemID) -> PathSnapshot?,
    stretch: (ItemID) -> PathStretch?
  ) {
    days = []
    total = Totals()
    let first = group.firstDay.flatMap { CalendarDay($0) }
    var position: Coordinate?
    for (index, stop) in group.itinerary.enumerated() {
      var line = Line(
        stop: stop, number: index + 1, isTrashed: false, isMember: stop.item == nil)
      var end: Coordinate?
      if let found = stop.item.flatMap(place) {
        line.isTrashed = found.trashed != nil
        line.isMember = found.groups.contains(group.id)
        line.coordinate = found.coordinate
        end = found.coordinate
      } else if let found = stop.item.flatMap(path) {
        line.isTrashed = found.trashed != nil
        line.isMember = found.groups.contains(group.id)
        line.stretch = stretch(found.id)
        line.coordinate = line.stretch?.start
        end = line.stretch?.end
      }
      if let position, let start = line.coordinate, !line.isTrashed {
        line.straightMetres = Geodesic.distanceMetres(from: position, to: start)
      }
      if !line.isTrashed, let end { position = end }
      if days.last?.number != stop.day {
        days.append(
          Day(
            number: stop.day, date: first?.adding(days: stop.day - 1), lines: [],
            totals: Totals()))
      }
      days[days.count - 1].lines.append(line)
      days[days.count - 1].totals.add(line)
      total.add(line)
    }
  }
}

extension ItineraryPlan.Totals {
  fileprivate mutating func add(_ line: ItineraryPlan.Line) {
    stops += 1
    if line.stop.state == .done { done += 1 }
    guard !line.isTrashed else { return }
    straightMetres += line.straightMetres ?? 0
    guard let stretch = line.stretch else { return }
    lengthMetres += stretch.lengthMetres
    estimatedSeconds += stretch.estimatedSeconds
    if stretch.omitsClimb { omitsClimb = true }
    if let ascent = stretch.ascentMetres { ascentMetres = (ascentMetres ?? 0) + ascent }
    if let descent = stretch.descentMetres { descentMetres = (descentMetres ?? 0) + descent }
  }
}
