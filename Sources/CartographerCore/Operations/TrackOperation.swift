import Foundation
import Geodesy

/// An operation on a path's points, such as simplification or cropping.
///
/// An operation can be previewed before it is applied. The operation is applied to the current
/// state of the path, in one transaction.
package enum TrackOperation: Sendable, Equatable {
  /// Removes points that deviate from the simplified line by less than a tolerance in metres.
  case simplify(toleranceMetres: Double)
  /// Removes the least significant points until the given number of points remains.
  case simplifyTo(count: Int)
  /// Removes the points outside a part of the path.
  case crop(TrackPart)
  /// Removes the points inside a part of the path, and replaces the part with a break between
  /// segments.
  case cut(out: TrackPart)
  case smooth(TrackSmoothing, positions: Bool, elevations: Bool)
  case resample(everyMetres: Double)
  case resampleInTime(everySeconds: Double)
  /// Removes points that are probably errors.
  case clean(TrackCleaning)
  case shiftTimes(seconds: Double)
  case startTimes(at: Date)
  case fillTimes
  case estimateTimes(PaceModel, start: Date)
  case stripTimes
  case offsetElevations(metres: Double)
  /// Sets elevations from the SRTM tiles in a folder.
  case terrain(folder: URL, ElevationRule, offsetMetres: Double)
}

/// A part of a path's points.
package enum TrackPart: Sendable, Equatable {
  /// A range of points, as indexes that count from 0.
  case points(Range<Int>)
  /// A range of distances, in metres, from the start of the path. End points are interpolated where
  /// necessary.
  case metres(ClosedRange<Double>)
  /// A range of times, in which nil means the start or the end of the path. End points are
  /// interpolated where necessary.
  case times(from: Date?, to: Date?)
  /// The parts of the path within a radius of a position. Their end points are interpolated where
  /// necessary.
  case near(Coordinate, radiusMetres: Double)

  func crop(_ columns: TrackColumns) -> TrackCrop {
    switch self {
    case .points(let range): columns.crop(points: range)
    case .metres(let range): columns.crop(metres: range)
    case .times(let from, let to): columns.crop(from: from, to: to)
    case .near(let coordinate, let radius):
      columns.crop(within: radius, of: coordinate)
    }
  }

  /// Returns the indexes of the points that lie within this part of the track.
  package func points(of columns: TrackColumns) -> [Int] {
    crop(columns).inside.flatMap(\.points)
  }
}

/// The rules for detecting probably erroneous points.
package struct TrackCleaning: Sendable, Equatable {
  package var duplicates: DuplicateRule?
  /// The acceleration limit for spikes, as a modified Z-score, or nil to ignore spikes.
  package var spikeLimit: Double?
  /// The highest plausible speed in metres per second, or nil for no limit.
  package var speedLimit: Double?
  /// The limits that define a stop: a maximum radius in metres and a minimum duration in seconds.
  /// Drifting points within stops are removed. If the value is nil, stops stay unchanged.
  package var stop: Stop?
  package var timesOutOfOrder: Bool

  package struct Stop: Sendable, Equatable {
    package var radiusMetres: Double
    package var seconds: Double

    package init(radiusMetres: Double, seconds: Double) {
      self.radiusMetres = radiusMetres
      self.seconds = seconds
    }
  }

  package init(
    duplicates: DuplicateRule? = nil, spikeLimit: Double? = nil, speedLimit: Double? = nil,
    stop: Stop? = nil, timesOutOfOrder: Bool = false
  ) {
    self.duplicates = duplicates
    self.spikeLimit = spikeLimit
    self.speedLimit = speedLimit
    self.stop = stop
    self.timesOutOfOrder = timesOutOfOrder
  }

  /// Returns the points that are probably errors, in the order of their indexes.
  ///
  /// - Throws: ``TrackError`` for invalid limits.
  package func flaws(of columns: TrackColumns) throws(TrackError) -> [TrackFlaw] {
    var flaws: [TrackFlaw] = []
    if let duplicates { flaws += columns.duplicates(by: duplicates) }
    if timesOutOfOrder { flaws += columns.timesOutOfOrder() }
    try TrackError.checkCancellation()
    if let spikeLimit { flaws += columns.spikes(limit: spikeLimit) }
    try TrackError.checkCancellation()
    if let speedLimit { flaws += try columns.impossibleSpeeds(limit: speedLimit) }
    if let stop {
      try TrackError.checkCancellation()
      flaws += columns.drift(
        at: try columns.stops(withinMetres: stop.radiusMetres, forSeconds: stop.seconds))
    }
    return flaws.sorted { $0.index < $1.index }
  }
}

extension TrackOperation {
  /// Returns the title of the change that applies the operation to a path.
  package func title(path: String) -> ChangeTitle {
    switch self {
    case .simplify, .simplifyTo: ChangeTitle(.simplify, path)
    case .crop: ChangeTitle(.crop, path)
    case .cut: ChangeTitle(.cut, "a part out of \(path)")
    case .smooth: ChangeTitle(.smooth, path)
    case .resample, .resampleInTime: ChangeTitle(.resample, path)
    case .clean: ChangeTitle(.clean, path)
    case .shiftTimes: ChangeTitle(.shift, "the times of \(path)")
    case .startTimes: ChangeTitle(.set, "the start time of \(path)")
    case .fillTimes: ChangeTitle(.fill, "the missing times in \(path)")
    case .estimateTimes: ChangeTitle(.estimate, "the times of \(path)")
    case .stripTimes: ChangeTitle(.strip, "the times of \(path)")
    case .offsetElevations: ChangeTitle(.shift, "the elevations of \(path)")
    case .terrain: ChangeTitle(.set, "elevations from a terrain model for \(path)")
    }
  }

  /// Returns the rewrite that applies the operation to a track.
  ///
  /// - Parameter range: The range of points to change, or nil for all points.
  /// - Throws: ``TrackError`` for invalid numbers or missing data, such as times.
  ///   Reading a terrain model can also throw ``LibraryError`` and file errors.
  /// - Complexity: At most O(*n* log *n*), where *n* is the number of points.
  package func rewrite(
    of columns: TrackColumns, in range: Range<Int>? = nil
  ) throws -> PathRewrite {
    guard let range = range?.clamped(to: 0..<columns.count), range != 0..<columns.count else {
      return try whole(columns)
    }
    guard !range.isEmpty else { return PathRewrite(of: columns) }
    let part = TrackSelection(indices: Array(range), of: columns).columns(of: columns)
    return try whole(part).lifted(range, into: columns)
  }

  private func whole(_ columns: TrackColumns) throws -> PathRewrite {
    switch self {
    case .simplify(let tolerance):
      guard tolerance >= 0 else {
        throw TrackError(code: .notPositive, message: "the tolerance must not be negative")
      }
      return PathRewrite(
        keeping: try Simplification(cancellable: columns).kept(toleranceMetres: tolerance),
        of: columns)
    case .simplifyTo(let count):
      return PathRewrite(
        keeping: try Simplification(cancellable: columns).kept(count: count), of: columns)
    case .crop(let part):
      return PathRewrite(TrackSelection(part.crop(columns).inside, of: columns))
    case .cut(let part):
      return PathRewrite(TrackSelection(part.crop(columns).outside, of: columns))
    case .smooth(let smoothing, let positions, let elevations):
      let smooth = try columns.smoothed(smoothing, positions: positions, elevations: elevations)
      // A column that is not smoothed is nil, so that its stored values stay as they are.
      return PathRewrite(
        of: columns, latitudes: positions ? smooth.latitudes : nil,
        longitudes: positions ? smooth.longitudes : nil,
        elevations: elevations ? smooth.elevations : nil)
    case .resample(let metres): return PathRewrite(try columns.resampled(everyMetres: metres))
    case .resampleInTime(let seconds):
      // A new point between points without times also needs a time. The missing times are
      // interpolated in the same way as for the choice of the positions.
      var filled = columns
      filled.times = columns.filledTimes().times
      let selection = try columns.resampled(everySeconds: seconds)
      return PathRewrite(selection, times: selection.values(of: filled.times))
    case .clean(let cleaning):
      // A point can have several flaws, such as a spike at the time of the previous point.
      let wrong = Set(try cleaning.flaws(of: columns).map(\.index))
      return PathRewrite(
        keeping: columns.latitudes.indices.filter { !wrong.contains($0) }, of: columns)
    case .shiftTimes, .startTimes, .fillTimes, .estimateTimes, .stripTimes:
      return PathRewrite(of: columns, times: try times(columns))
    case .offsetElevations(let metres):
      return PathRewrite(of: columns, elevations: columns.offsetElevations(byMetres: metres))
    case .terrain(let folder, let rule, let offset):
      var grid = try TerrainFolder(url: folder).grid()
      let model = try columns.elevations(from: &grid, rule, offset: offset)
      // The model may cover only a part of the path. A missing tile is an error only if no
      // elevation changes; the user would otherwise see no reason why nothing happened.
      if model.changed == 0, let missing = grid.missingTiles.map(\.name).min() {
        throw LibraryError(
          .notFound,
          """
          The path needs the tile \(missing).hgt, but \(folder.path) does not contain it; add the \
          tile to the folder.
          """
        )
      }
      var rewrite = PathRewrite(of: columns, elevations: model.elevations)
      rewrite.unknownElevations = model.unknown
      return rewrite
    }
  }

  private func times(_ columns: TrackColumns) throws(TrackError) -> [Double] {
    switch self {
    case .shiftTimes(let seconds): columns.shiftedTimes(bySeconds: seconds)
    case .startTimes(let start): try columns.shiftedTimes(toStartAt: start)
    case .fillTimes: columns.filledTimes().times
    case .estimateTimes(let model, let start):
      try columns.estimatedTimes(model, startingAt: start)
    default: Array(repeating: .nan, count: columns.count)
    }
  }
}
