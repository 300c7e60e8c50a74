import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// The pieces that a path is split into, on their way to be paths of their own.
///
/// Points change their path and stay the rows they are; a point that two pieces share is copied, and
/// an end between two points is made.
struct PathPieces {
  let spans: [TrackSpan]
  let id: ItemID
  let columns: PathColumns
  let session: EditSession
  private let track: TrackColumns
  /// Of the whole path.
  private let segments: SegmentList
  /// Columns of sensors, where an end lies between two points.
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

  /// Makes a path of a piece that is not the first.
  func make(_ number: Int, named name: String) throws -> ItemID {
    let path = try session.path(id)
    let span = spans[number]
    let new = ItemID(.path, try session.appendCopy(of: path, name: name))
    let base = segment(at: span.start)
    var own = span.points
    if span.start.isPoint, spans[number - 1].end == span.start {
      try copy(own.lowerBound, to: new, segment: 0)
      own = own.dropFirst()
    }
    try move(own, to: new, base)
    try appendEnds(of: span, to: new, base)
    try storeSegments(of: number, in: try session.path(new), base)
    try session.enter([new], into: path.groups.map(\.itemID))
    return new
  }

  /// Leaves the first piece to the path itself, once the others are made.
  func shorten() throws {
    try appendEnds(of: spans[0], to: id, 0)
    try storeSegments(of: 0, in: try session.path(id), 0)
  }

  /// Gives a piece its segments, with the empty ones that follow them.
  private func storeSegments(of number: Int, in path: Path, _ base: Int) throws {
    var own = segments
    let last =
      number + 1 < spans.count
      ? max(segment(at: spans[number].end), segment(at: spans[number + 1].start) - 1)
      : segments.count - 1
    own.take(Array(base...last))
    try own.store(in: path, used: segmentsUsed(by: spans[number]).map { $0 - Int64(base) })
  }

  private func segment(at place: TrackPlace) -> Int { Int(columns.segments[place.index]) }

  private func segmentsUsed(by span: TrackSpan) -> [Int64] {
    let points = span.points.map { columns.segments[$0] }
    return points.isEmpty ? [columns.segments[span.start.index]] : points
  }

  private func copy(_ index: Int, to new: ItemID, segment: Int) throws {
    let point = session.context.identifier(of: Waypoint.self, key: columns.keys[index])
    let rows = PointRows(session.context)
    try rows.forEachPiece(where: #Predicate { $0.persistentModelID == point }) { _, points in
      try rows.append(
        points.selecting([0], segments: [segment]), to: session.context.identifier(new),
        indexes: [columns.indexes[index]])
    }
  }

  private func move(_ range: Range<Int>, to new: ItemID, _ base: Int) throws {
    guard let first = range.first, let last = range.last else { return }
    let (from, to) = (session.context.identifier(id), session.context.identifier(new))
    let (low, high) = (Int(columns.indexes[first]), Int(columns.indexes[last]))
    try session.context.update(
      Waypoint.self, [.set(\.path, to: to)],
      where: #Predicate {
        $0.path?.persistentModelID == from && $0.index >= low && $0.index <= high
      })
    guard base > 0 else { return }
    try session.context.update(
      Waypoint.self, keys: Array(columns.keys[range]),
      [.values(\.segment, columns.segments[range].map { $0 - Int64(base) })])
  }

  /// Makes points of the ends that lie between two.
  private func appendEnds(of span: TrackSpan, to path: ItemID, _ base: Int) throws {
    var ends: [(place: TrackPlace, index: Int64)] = []
    if !span.start.isPoint { ends.append((span.start, columns.indexes[span.start.index])) }
    if !span.end.isPoint { ends.append((span.end, columns.indexes[span.end.index + 1])) }
    guard !ends.isEmpty else { return }
    let selection = TrackSelection(places: ends.map(\.place))
    let made = selection.columns(of: track)
    let points = GeoPoints(
      latitudes: made.latitudes, longitudes: made.longitudes, elevations: made.elevations,
      times: made.times, segments: ends.map { segment(at: $0.place) - base },
      sensors: selection.values(ofSensors: sensors), formats: [],
      fields: [:], kept: [:])
    try PointRows(session.context).append(
      points, to: session.context.identifier(path), indexes: ends.map(\.index))
  }
}

extension TrackSelection {
  /// The columns of sensors, in the order of `GeoSensor`, at the places; an empty one stays empty.
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
