import Foundation
import Geodesy

/// Something that is done to the points of a path, as data: shown before it is done, and done inside
/// one transaction from what the path is then.
package enum TrackOperation: Sendable, Equatable {
  /// Points that matter less than so many metres go.
  case simplify(toleranceMetres: Double)
  /// Points go, those that matter least first, until so many are left.
  case simplifyTo(count: Int)
  /// What is outside goes.
  case crop(TrackPart)
  /// What is inside goes, and a break is left.
  case cut(out: TrackPart)
  case smooth(TrackSmoothing, positions: Bool, elevations: Bool)
  case resample(everyMetres: Double)
  case resampleInTime(everySeconds: Double)
  /// Points that look wrong go.
  case clean(TrackCleaning)
  case shiftTimes(seconds: Double)
  case startTimes(at: Date)
  case fillTimes
  case estimateTimes(PaceModel, start: Date)
  case stripTimes
  case offsetElevations(metres: Double)
  /// Elevations from the SRTM tiles of a folder.
  case terrain(folder: URL, ElevationRule, offsetMetres: Double)
}

/// A part of a path's points.
package enum TrackPart: Sendable, Equatable {
  /// By their numbers from 0.
  case points(Range<Int>)
  /// By metres from the start, to the very metre.
  case metres(ClosedRange<Double>)
  /// By time, to the very second; nil for the beginning or the end.
  case times(from: Date?, to: Date?)

  func crop(_ columns: TrackColumns) -> TrackCrop {
    switch self {
    case .points(let range): columns.crop(points: range)
    case .metres(let range): columns.crop(metres: range)
    case .times(let from, let to): columns.crop(from: from, to: to)
    }
  }
}

/// Which points look wrong.
package struct TrackCleaning: Sendable, Equatable {
  package var duplicates: DuplicateRule?
  /// Of the modified Z-score of the acceleration.
  package var spikeLimit: Double?
  /// Metres per second.
  package var speedLimit: Double?
  /// The radius in metres and the least time in seconds of a rest whose wandering goes.
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

  /// The points that look wrong, by their indices.
  ///
  /// - Throws: ``TrackError`` for limits that are none.
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
  /// The word of it in the history: `Simplify`.
  package var verb: String {
    switch self {
    case .simplify, .simplifyTo: "Simplify"
    case .crop: "Crop"
    case .cut: "Cut a part out of"
    case .smooth: "Smooth"
    case .resample, .resampleInTime: "Resample"
    case .clean: "Clean"
    case .shiftTimes: "Shift the times of"
    case .startTimes: "Set the start of"
    case .fillTimes: "Fill missing times of"
    case .estimateTimes: "Estimate the times of"
    case .stripTimes: "Strip the times of"
    case .offsetElevations: "Shift the elevations of"
    case .terrain: "Take elevations from a terrain model for"
    }
  }

  /// What becomes of a track.
  ///
  /// - Parameter range: The points it is done to; nil for all. Elsewhere nothing changes.
  /// - Throws: ``TrackError`` for numbers that make no sense, and where the track lacks what it
  ///   takes, such as times; of a terrain model also ``LibraryError`` and errors of its files.
  /// - Complexity: O(*n* log *n*) at most.
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
        throw TrackError(code: .notPositive, message: "the tolerance must not be below 0")
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
      return PathRewrite(
        of: columns, latitudes: positions ? smooth.latitudes : nil,
        longitudes: positions ? smooth.longitudes : nil,
        elevations: elevations ? smooth.elevations : nil)
    case .resample(let metres): return PathRewrite(try columns.resampled(everyMetres: metres))
    case .resampleInTime(let seconds):
      var filled = columns
      filled.times = columns.filledTimes().times
      let selection = try columns.resampled(everySeconds: seconds)
      return PathRewrite(selection, times: selection.values(of: filled.times))
    case .clean(let cleaning):
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
      if model.changed == 0, let missing = grid.missingTiles.map(\.name).min() {
        throw LibraryError(
          .notFound,
          "\(folder.path) has no tile \(missing).hgt, which the path needs; put it there.")
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
