import CartographerCore
import Geodesy

/// The quantity shown in a profile, such as elevation or speed.
package enum ProfileQuantity: Sendable, Hashable {
  case elevation, speed, slope
  case sensor(SensorQuantity)

  package var title: String {
    switch self {
    case .elevation: "elevation"
    case .speed: "speed"
    case .slope: "slope"
    case .sensor(.heartRate): "heart rate"
    case .sensor(.airTemperature): "air temperature"
    case .sensor(.waterTemperature): "water temperature"
    case .sensor(let quantity): quantity.rawValue
    }
  }

  /// The minimum range of a chart's value axis, to avoid magnifying noise.
  var leastRange: Double {
    switch self {
    case .elevation: 40
    case .speed: 1
    case .slope: 0.05
    case .sensor: 10
    }
  }

  /// Returns the size of the displayed unit, expressed in the stored unit, such as 0.3048 metres
  /// for feet.
  func unit(_ units: UnitSystem) -> Double {
    switch self {
    case .elevation: units.shortMetres
    case .speed: units.splitMetres / 3600
    case .slope: 0.01
    case .sensor: 1
    }
  }

  /// Returns the displayed unit's symbol.
  package func symbol(_ units: UnitSystem) -> String {
    switch self {
    case .elevation, .sensor(.depth): units.shortSymbol
    case .speed:
      switch units {
      case .metric: "km/h"
      case .imperial: "mph"
      case .nautical: "kn"
      }
    case .slope: "%"
    case .sensor(let quantity): quantity.unit
    }
  }

  /// Returns a value with its unit in the given unit system, such as `36 km/h`.
  package func label(_ value: Double, _ units: UnitSystem) -> String {
    switch self {
    case .elevation: units.elevation(metres: value)
    case .speed: units.speed(metresPerSecond: value)
    case .slope: UnitSystem.slope(value)
    case .sensor(.depth): units.elevation(metres: value)
    case .sensor(let quantity): "\(Numbers.decimal(value.rounded())) \(quantity.unit)"
    }
  }
}

/// The horizontal axis of a profile: distance or time.
package enum ProfileAxis: Sendable, Hashable {
  case distance, time

  /// Returns the label for a position on the axis. The position is given in metres or in seconds
  /// since the first timestamp.
  func label(_ place: Double, _ units: UnitSystem) -> String {
    switch self {
    case .distance: units.length(metres: place)
    case .time: UnitSystem.duration(seconds: place)
    }
  }

  /// The allowed steps between time labels, in seconds, from one second to one week.
  private static let timeSteps: [Double] = [
    1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
    604_800,
  ]

  /// Returns the smallest round step between two axis labels that is at least as large as the given
  /// minimum.
  func step(atLeast least: Double, _ units: UnitSystem, length: Double) -> ProfileAxisStep {
    switch self {
    case .time:
      let step = Self.timeSteps.first { $0 >= least } ?? ProfileLayout.roundStep(least)
      return ProfileAxisStep(step: step, unit: 1, symbol: nil)
    case .distance:
      let (unit, symbol): (Double, String) =
        length < units.splitMetres
        ? (units.shortMetres, units.shortSymbol) : (units.splitMetres, units.splitSymbol)
      return ProfileAxisStep(
        step: ProfileLayout.roundStep(least / unit) * unit, unit: unit, symbol: symbol)
    }
  }
}

/// The step between two labels on a profile's axis, with the labels' unit.
struct ProfileAxisStep {
  /// The distance between two labels, in metres or seconds.
  let step: Double
  let unit: Double
  /// The labels' unit symbol, or nil for times, which are formatted as durations.
  let symbol: String?
}
