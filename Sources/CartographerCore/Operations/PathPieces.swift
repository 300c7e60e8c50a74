import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// The pieces of a split path, which become separate paths.
///
/// The points keep their database rows. Only the path and the segment number in each row change. A
/// point that two pieces share is copied. If a piece ends between two points, its end point is
/// interpolated. The rows of all pieces are written together, since one statement per piece would
/// read all remaining points of the path each time.
struct PathPieces {
  let spans: [TrackSpan]
  let id: ItemID
  let columns: PathColumns
  let session: EditSession
  private let track: TrackColumns
  /// The segments of the whole path before the split.
  private let segments: SegmentList
  /// The sensor values of the path, which are read only if a piece begins or ends between two
  /// points.
  private let sensors: [[Double]]

  init(
    _ spans: [TrackSpan], of id: ItemID, _ columns: PathColumns, in session: EditSession
  ) throws {
    self.spans = spans
    self.id = id
    self.columns = columns
    self.session = session
    track = columns.trackColumns
    segments = try SegmentList(session.path(id), used: columns.segments)
    let hasEndsBetween = spans.contains { !$0.start.isPoint || !$0.end.isPoint }
    sensors =
      hasEndsBetween
      ? try session.sensors(of: id) : Array(repeating: [], count: GeoSensor.allCases.count)
  }

  /// Creates paths for all pieces except the first, with one SQL statement per table.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points and pieces.
  func make(named name: (Int) -> String) throws -> [ItemID] {
    let others = spans.indices.dropFirst()
    guard !others.isEmpty else { return [] }
    let path = try session.path(id)
    let lists = try others.map(segmentList)
    let keys = try session.context.append(
      Path.self, count: others.count,
      session.copiedColumns(of: path) + [
        .values(\.name, others.map(name)),
        .values(\.segments, nilAs: -1, lists.map { Int64($0.list.stored(used: $0.used) ?? -1) }),
        .values(\.keptSegments, try lists.map { try $0.list.storedMarkup() }),
      ])
    let made = keys.map { ItemID(.path, $0) }
    let owners = [id] + made
    try copySharedPoints(to: owners)
    try movePoints(to: owners)
    try appendEnds(to: owners)
    try session.enter(made, into: path.groups.map(\.itemID))
    return made
  }

  /// Removes the path's segments that are not part of the first piece. Call this method after
  /// ``make(named:)``.
  func shorten() throws {
    let (list, used) = try segmentList(of: 0)
    try list.store(in: session.path(id), used: used)
  }

  /// Returns a piece's segments, including trailing empty ones, and the segment numbers of the
  /// piece's points.
  private func segmentList(of number: Int) throws -> (list: SegmentList, used: [Int64]) {
    let base = base(of: number)
    var own = segments
    let last =
      number + 1 < spans.count
      ? max(segment(at: spans[number].end), segment(at: spans[number + 1].start) - 1)
      : segments.count - 1
    own.select(Array(base...last))
    return (own, segmentsUsed(by: spans[number]).map { $0 - Int64(base) })
  }

  /// Returns the number of the whole path's segment in which a piece begins.
  private func base(of number: Int) -> Int { number == 0 ? 0 : segment(at: spans[number].start) }

  private func segment(at place: TrackPlace) -> Int { Int(columns.segments[place.index]) }

  private func segmentsUsed(by span: TrackSpan) -> [Int64] {
    let points = span.points.map { columns.segments[$0] }
    return points.isEmpty ? [columns.segments[span.start.index]] : points
  }

  // MARK: Points

  /// Returns whether a piece begins with the last point of the previous piece.
  private func sharesPoint(_ number: Int) -> Bool {
    number > 0 && spans[number].start.isPoint && spans[number - 1].end == spans[number].start
  }

  /// Copies each point shared by two pieces, so that both pieces contain the point.
  private func copySharedPoints(to owners: [ItemID]) throws {
    let rows = PointRows(session.context)
    var pieces: [Int64: Int] = [:]
    for number in spans.indices where sharesPoint(number) {
      pieces[columns.keys[spans[number].points.lowerBound]] = number
    }
    let shared = try rows.points(ofKeys: pieces.keys.sorted())
    let numbers = shared.keys.compactMap { pieces[$0] }
    guard !numbers.isEmpty else { return }
    try rows.append(
      shared.points.selecting(
        Array(numbers.indices), segments: Array(repeating: 0, count: numbers.count)),
      toPaths: numbers.map { owners[$0].key },
      indexes: numbers.map { columns.indexes[spans[$0].points.lowerBound] })
  }

  /// Assigns each point to the path of its piece. The segments of a piece are renumbered unless the
  /// piece begins in the first segment of the whole path.
  private func movePoints(to owners: [ItemID]) throws {
    var (rows, paths): ([Int], [Int64]) = ([], [])
    var numbers: [Int64] = []
    func flush() throws {
      let keys = rows.map { columns.keys[$0] }
      let isNumberedAnew = zip(rows, numbers).contains { columns.segments[$0] != $1 }
      try session.context.update(
        Waypoint.self, keys: keys,
        [.references(\.path, paths)] + (isNumberedAnew ? [.values(\.segment, numbers)] : []))
      (rows, paths, numbers) = ([], [], [])
    }
    for number in spans.indices.dropFirst() {
      let base = Int64(base(of: number))
      for row in spans[number].points.dropFirst(sharesPoint(number) ? 1 : 0) {
        rows.append(row)
        paths.append(owners[number].key)
        numbers.append(columns.segments[row] - base)
        if rows.count == Self.pointsAtOnce { try flush() }
      }
    }
    if !rows.isEmpty { try flush() }
  }

  private static var pointsAtOnce: Int { 65_536 }

  /// Appends interpolated points where a piece begins or ends between two points of the path.
  private func appendEnds(to owners: [ItemID]) throws {
    var ends: [(place: TrackPlace, index: Int64, number: Int)] = []
    for (number, span) in spans.enumerated() {
      if !span.start.isPoint {
        ends.append((span.start, columns.indexes[span.start.index], number))
      }
      if !span.end.isPoint { ends.append((span.end, columns.indexes[span.end.index + 1], number)) }
    }
    guard !ends.isEmpty else { return }
    let selection = TrackSelection(places: ends.map(\.place))
    let made = selection.columns(of: track)
    let points = GeoPoints(
      latitudes: made.latitudes, longitudes: made.longitudes, elevations: made.elevations,
      times: made.times, segments: ends.map { segment(at: $0.place) - base(of: $0.number) },
      sensors: selection.values(ofSensors: sensors), formats: [],
      fields: [:], kept: [:])
    try PointRows(session.context).append(
      points, toPaths: ends.map { owners[$0.number].key }, indexes: ends.map(\.index))
  }
}

extension TrackSelection {
  /// Returns the sensor values at the selected positions, one column per sensor in the order of
  /// `GeoSensor`. Empty columns stay empty.
  func values(ofSensors columns: [[Double]]) -> [[Double]] {
    zip(GeoSensor.allCases, columns).map { sensor, column in
      guard !column.isEmpty else { return [] }
      return switch sensor {
      case .course, .bearing: directions(of: column)
      case .heartRate, .cadence, .airTemperature, .waterTemperature, .depth, .speed, .power,
        .distance:
        values(of: column)
      }
    }
  }
}
