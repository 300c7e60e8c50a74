import Foundation

/// How long a way takes.
public enum PaceModel: Hashable, Sendable {
  /// The same speed everywhere.
  case constant(metresPerSecond: Double)
  /// Tobler's hiking function, 6 · exp(−3.5 · |slope + 0.05|) km/h: on foot, 5.04 km/h on the flat,
  /// fastest on a gentle descent (W. Tobler, "Three presentations on geographical analysis and
  /// modeling", NCGIA technical report 93-1, 1993).
  ///
  /// - Parameter factor: 1 on paths, 0.6 off them, 1.25 on horseback (all Tobler's).
  case tobler(factor: Double)
  /// Naismith's rule, 5 km in an hour and one more for each 600 m climbed (W. Naismith, Scottish
  /// Mountaineering Club Journal 2, 1892, in round metric units), with Langmuir's corrections: ten
  /// minutes less for each 300 m of descent between 5° and 12°, ten more where it is steeper
  /// (E. Langmuir, "Mountaincraft and Leadership", 1984).
  case naismith

  /// Seconds for a way.
  ///
  /// - Parameters:
  ///   - metres: Over ground.
  ///   - climb: Metres upward, negative downward.
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
  /// Times for all points by a model of pace, from a start; breaks take no time.
  ///
  /// Slopes are those of the elevations over ``TrackSeries/slopeWindowMetres`` of way, since the
  /// steps between two points of a receiver would make any path steep; where there are none the way
  /// is taken for flat. No slope is taken for steeper than 1 : 1.
  /// - Throws: ``TrackError`` with `notPositive` for a speed or a factor that is not above 0.
  /// - Complexity: O(*n*).
  public func estimatedTimes(
    _ model: PaceModel, startingAt start: Date
  ) throws(TrackError) -> [Double] {
    switch model {
    case .constant(let speed): try TrackError.requirePositive(speed, "the speed")
    case .tobler(let factor): try TrackError.requirePositive(factor, "the factor of the speed")
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
