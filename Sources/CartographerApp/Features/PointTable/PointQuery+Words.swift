import CartographerCore
import Geodesy

extension PointQuery {
  /// Returns the query in words, such as `gap over 10 m`, to show how the typed text was
  /// interpreted.
  func words(in units: UnitSystem) -> String {
    terms.map { $0.words(in: units) }.joined(separator: ", ")
  }

  /// A hint that `m` stands for metres rather than minutes. Nil if the query does not compare gap
  /// lengths.
  var hint: String? {
    let comparesLength = terms.contains {
      if case .compare(.gapMetres, _, _) = $0 { true } else { false }
    }
    return comparesLength ? "m means metres; for minutes, write gap>10min" : nil
  }

  /// The point table's column for the gaps that the query compares: gaps in time or in distance.
  /// Nil if the query does not compare gaps.
  var gapColumn: PointColumn? {
    terms.lazy.compactMap { term -> PointColumn? in
      switch term {
      case .compare(.gapSeconds, _, _): .gapTime
      case .compare(.gapMetres, _, _): .gapLength
      case .compare, .timeOfDay, .text: nil
      }
    }.first
  }
}

extension PointQuery.Term {
  fileprivate func words(in units: UnitSystem) -> String {
    switch self {
    case .text(let text): return "“\(text)”"
    case .timeOfDay(let comparison, let seconds):
      let minutes = Int(seconds / 60)
      let rest = Int(seconds) % 60
      let clock = [minutes / 60, minutes % 60] + (rest == 0 ? [] : [rest])
      let text = clock.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
      return "time \(comparison.timeWords) \(text)"
    case .compare(let quality, let comparison, let value):
      return "\(quality.words) \(comparison.words) \(quality.text(value, in: units))"
    }
  }
}

extension PointQuery.Comparison {
  fileprivate var words: String {
    switch self {
    case .greater: "over"
    case .less: "under"
    case .atLeast: "at least"
    case .atMost: "at most"
    case .equal: "exactly"
    }
  }

  fileprivate var timeWords: String {
    switch self {
    case .greater: "after"
    case .less: "before"
    case .atLeast: "from"
    case .atMost: "until"
    case .equal: "exactly"
    }
  }
}

extension PointQuery.Quality {
  fileprivate var words: String {
    switch self {
    case .elevation: "elevation"
    case .distance: "distance"
    case .gapSeconds, .gapMetres: "gap"
    case .speed: "speed"
    case .slope: "slope"
    case .heartRate: "heart rate"
    case .cadence: "cadence"
    case .power: "power"
    case .temperature: "temperature"
    case .segment: "segment"
    }
  }

  fileprivate func text(_ value: Double, in units: UnitSystem) -> String {
    switch self {
    case .elevation: units.elevation(metres: value)
    case .distance, .gapMetres: units.length(metres: value)
    case .gapSeconds: UnitSystem.duration(seconds: value)
    case .speed: units.speed(metresPerSecond: value)
    case .slope: UnitSystem.slope(value)
    case .heartRate, .cadence, .power, .temperature, .segment: Numbers.decimal(value)
    }
  }
}
