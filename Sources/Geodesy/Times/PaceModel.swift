import Foundation

/// A model that estimates the time needed to travel a distance.
public enum PaceModel: Hashable, Sendable {
  /// A constant speed.
  case constant(metresPerSecond: Double)
  /// Tobler's hiking function: a walking speed of 6 · exp(−3.5 · |slope + 0.05|) km/h. The speed is
  /// 5.04 km/h on flat ground and greatest on a gentle descent (Tobler, “Three presentations on
  /// geographical analysis and modeling”, NCGIA technical report 93-1, 1993).
  ///
  /// - Parameter factor: A factor by which the speed is multiplied.
  ///   According to Tobler, it is 1 on paths, 0.6 off paths and 1.25 on horseback.
  case tobler(factor: Double)
  /// Naismith's rule with Langmuir's corrections.
  ///
  /// Naismith's rule is one hour per 5 km plus one hour per 600 m of climb (Naismith, Scottish
  /// Mountaineering Club Journal 2, 1892, in rounded metric units). Langmuir's corrections are ten
  /// minutes less per 300 m of descent between 5° and 12°, and ten minutes more per 300 m of
  /// steeper descent (Langmuir, “Mountaincraft and Leadership”, 1984).
  case naismith

  /// Returns the estimated time, in seconds, for a distance that may include a climb or a descent.
  ///
  /// - Parameter metres: The distance over ground, in metres.
  /// - Parameter climb: The climb in metres, negative for a descent.
  public func seconds(metres: Double, climb: Double) -> Double {
    guard metres > 0 else { return 0 }
    switch self {
    case .constant(let speed): return metres / speed
    case .tobler(let factor):
      let slope = climb / metres
      return metres / (6 / 3.6 * exp(-3.5 * abs(slope + 0.05)) * factor)
    case .naismith:
      let flat = metres / 5000 * 3600
      if climb >= 0 { return flat + climb / 600 * 3600 }
      let degrees = atan(-climb / metres) * 180 / .pi
      guard degrees >= 5 else { return flat }
      return flat - climb / 300 * 600 * (degrees <= 12 ? -1 : 1)
    }
  }
}

extension TrackColumns {
  /// Returns times for all points of the track, estimated with a pace model. Gaps between segments
  /// take no time.
  ///
  /// The slopes are averaged over ``TrackSeries/slopeWindowMetres``. Without averaging, noise in a
  /// receiver's elevations would make every path appear steep. Ground without elevations is
  /// regarded as flat, and slopes are clamped to 1 : 1.
  /// - Throws: ``TrackError`` with `notPositive` for a speed or a factor that is not above 0.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func estimatedTimes(
    _ model: PaceModel, startingAt start: Date
  ) throws(TrackError) -> [Double] {
    switch model {
    case .constant(let speed): try TrackError.requirePositive(speed, "the speed")
    case .tobler(let factor): try TrackError.requirePositive(factor, "the speed factor")
    case .naismith: break
    }
    let slopes = TrackSeries.slopes(of: self)
    var elapsed = [Double](repeating: 0, count: count)
    var seconds = 0.0
    for range in segments {
      for index in range {
        let leg = legMetres(to: index, in: range)
        if leg > 0 {
          let slope = TrackSeries.legSlope(slopes, to: index)
          let climb = slope.isNaN ? 0 : leg * min(max(slope, -1), 1)
          seconds += model.seconds(metres: leg, climb: climb)
        }
        elapsed[index] = seconds
      }
    }
    let first = start.timeIntervalSinceReferenceDate
    return elapsed.map { first + $0 }
  }
}
