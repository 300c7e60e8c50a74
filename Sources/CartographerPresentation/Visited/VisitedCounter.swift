import BaseMap
import CartographerCore
import Foundation
import Geodesy

/// A counter of the countries, regions and 0.1° cells that tracks and places touch.
///
/// The counter needs the points of only one track in memory at a time. Its size depends on the
/// number of visited cells, not on the number of points.
package struct VisitedCounter: Sendable {
  /// The counts for a country, a region or a cell.
  package struct Count: Sendable, Equatable {
    package private(set) var tracks = 0
    package private(set) var places = 0
    /// The total length of the tracks in the area, in metres, excluding the gaps between segments.
    package private(set) var metres = 0.0
    /// The local days on which a track point was recorded or a place was visited, as day numbers.
    private var days: Set<Int> = []
    /// The 0.1° cells that tracks and places touch.
    private var touched: Set<GridCell> = []
    private var lastTrack = 0

    package var dayCount: Int { days.count }
    package var cellCount: Int { touched.count }

    init() {}

    fileprivate mutating func add(_ cell: GridCell, _ day: Int?) {
      touched.insert(cell)
      if let day { days.insert(day) }
    }

    fileprivate mutating func add(track: Int, _ length: Double) {
      if lastTrack != track { tracks += 1 }
      lastTrack = track
      metres += length
    }

    fileprivate mutating func addPlace() { places += 1 }
  }

  private var finder: AreaFinder
  private let zone: TimeZone
  private let times: Range<Double>?

  package private(set) var countries: [VisitedArea: Count] = [:]
  package private(set) var regions: [VisitedArea: Count] = [:]
  private(set) var cells: [GridCell: Count] = [:]
  /// The country and region of each cell, determined from the first position counted in the cell.
  private(set) var cellAreas: [GridCell: VisitedArea] = [:]
  /// The counts for positions at sea or far from any town.
  package private(set) var nowhere = Count()
  package private(set) var total = Count()

  private var track = 0
  private var stay: Stay?
  /// The day of the most recently counted time, and the quarter-hour that contains that time. Other
  /// times in the quarter-hour belong to the same day.
  private var day: (number: Int, times: Range<Double>)?

  /// A sequence of consecutive track positions in the same cell, on the same day and in the same
  /// area.
  private struct Stay {
    let cell: GridCell
    let day: Int?
    let area: VisitedArea?
    var metres: Double
  }

  /// Creates a counter without tracks and places.
  ///
  /// - Parameter times: The time range of the positions to count, or nil to count all positions.
  ///   Positions without a time are counted only if this parameter is nil.
  /// - Parameter zone: The time zone that determines the day of each time.
  /// - Throws: `BaseMapError` with the code `damaged`.
  package init(_ map: InstalledBaseMap, times: Range<Date>? = nil, zone: TimeZone) throws {
    finder = AreaFinder(map.file, try map.towns().gazetteer)
    self.zone = zone
    self.times = times.map {
      $0.lowerBound.timeIntervalSinceReferenceDate..<$0.upperBound.timeIntervalSinceReferenceDate
    }
  }

  // MARK: Counting

  /// Counts a place.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package mutating func add(_ place: Coordinate, _ time: Date?) throws {
    let time = time?.timeIntervalSinceReferenceDate ?? .nan
    guard place.isValid, isCounted(time) else { return }
    let cell = GridCell(latitude: place.latitude, longitude: place.longitude, perDegree: 10)
    let day = day(of: time)
    let area = try finder.area(
      latitude: place.latitude, longitude: place.longitude, in: cell)
    forEachCount(cell, area) { count in
      count.add(cell, day)
      count.addPlace()
    }
  }

  /// Counts a track.
  ///
  /// Long legs are divided, so that the cells between distant points are also counted.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  package mutating func add(_ columns: TrackColumns) throws {
    track += 1
    for segment in columns.segments {
      var last: Int?
      for index in segment {
        let time = columns.times[index]
        guard isCounted(time), columns.coordinate(index).isValid else {
          last = nil
          continue
        }
        let day = day(of: time)
        if let last { try addLeg(columns, last, index, day) }
        try add(columns.latitudes[index], columns.longitudes[index], 0, day)
        last = index
      }
    }
    endStay()
  }

  private func isCounted(_ time: Double) -> Bool { times?.contains(time) ?? true }

  /// The maximum size of the parts into which a leg is divided, in degrees of latitude and
  /// longitude. The maximum is half the width of a cell.
  private static let partDegrees = 0.05

  private mutating func addLeg(
    _ columns: TrackColumns, _ first: Int, _ second: Int, _ day: Int?
  ) throws {
    let (latitude, longitude) = (columns.latitudes[first], columns.longitudes[first])
    let metres = Geodesic.distanceMetres(
      latitude: latitude, longitude: longitude, toLatitude: columns.latitudes[second],
      longitude: columns.longitudes[second])
    let up = columns.latitudes[second] - latitude
    var across = columns.longitudes[second] - longitude
    // The shorter way around the world.
    across -= 360 * (across / 360).rounded()
    let parts = max((max(abs(up), abs(across)) / Self.partDegrees).rounded(.up), 1)
    for part in stride(from: 0.5, to: parts, by: 1) {
      let share = part / parts
      try add(latitude + up * share, longitude + across * share, metres / parts, day)
    }
  }

  private mutating func add(
    _ latitude: Double, _ longitude: Double, _ metres: Double, _ day: Int?
  ) throws {
    let cell = GridCell(latitude: latitude, longitude: longitude, perDegree: 10)
    let area = try finder.area(latitude: latitude, longitude: longitude, in: cell)
    if stay?.cell == cell, stay?.day == day, stay?.area == area {
      stay?.metres += metres
    } else {
      endStay()
      stay = Stay(cell: cell, day: day, area: area, metres: metres)
    }
  }

  private mutating func endStay() {
    guard let stay else { return }
    self.stay = nil
    let track = track
    forEachCount(stay.cell, stay.area) { count in
      count.add(stay.cell, stay.day)
      count.add(track: track, stay.metres)
    }
  }

  private mutating func forEachCount(
    _ cell: GridCell, _ area: VisitedArea?, _ body: (inout Count) -> Void
  ) {
    body(&total)
    body(&cells[cell, default: Count()])
    guard let area else { return body(&nowhere) }
    if cellAreas[cell] == nil { cellAreas[cell] = area }
    let country = VisitedArea(countryCode: area.countryCode, country: area.country, region: nil)
    body(&countries[country, default: Count()])
    if area.region != nil { body(&regions[area, default: Count()]) }
  }

  // MARK: Days

  /// Returns the number of the local day that contains a time in seconds. Returns nil if the time
  /// is unknown.
  private mutating func day(of time: Double) -> Int? {
    guard time.isFinite, abs(time) < 1e12 else { return nil }
    if let day, day.times.contains(time) { return day.number }
    func local(_ time: Double) -> Double {
      time + Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time)))
    }
    let number = Int((local(time) / 86_400).rounded(.down))
    // The offset of the zone can change during the day, but not within a quarter of an hour.
    let quarter = (time / 900).rounded(.down) * 900
    day = (number, quarter..<quarter + 900)
    return number
  }
}
