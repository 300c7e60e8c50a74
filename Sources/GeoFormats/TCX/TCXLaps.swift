import Foundation

/// The totals of laps, and the kinds of sport, as TCX requires them.
enum TCXLaps {
  private static let intensities: Set<String> = ["Active", "Resting"]
  private static let triggers: Set<String> = [
    "Manual", "Distance", "Location", "Time", "HeartRate",
  ]

  /// Returns the totals in a kept lap, which are written as `name=value`.
  static func totals(_ text: String) -> [String: String] {
    var totals: [String: String] = [:]
    for part in text.split(separator: " ") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { totals[String(pair[0])] = String(pair[1]) }
    }
    return totals
  }

  /// Returns the index of the lap of each segment, given the totals of the laps.
  static func segments(_ laps: [[String: String]]) -> [Int] {
    laps.enumerated().flatMap { index, lap in
      let tracks = lap["Tracks"].flatMap { Int($0) } ?? 1
      return Array(repeating: index, count: min(max(tracks, 1), 100_000))
    }
  }

  /// Returns the elements of a lap before its track, in the order of the schema.
  ///
  /// - Parameter kept: The totals in the lap's source file. They are not used if the lap begins at
  ///   another time, because it was edited.
  static func elements(
    _ kept: [String: String], _ totals: TCXWriter.Totals, start: Double
  ) -> [(name: String, value: String)] {
    let stated = kept["StartTime"].map { Timestamp.parse(Array($0.utf8)) }
    let isSame = stated.map { abs($0 - start) <= 60 } ?? false
    let lap = isSame ? kept : [:]
    func decimal(_ name: String) -> String? {
      guard let value = lap[name].flatMap({ Double($0) }), value.isFinite, value >= 0 else {
        return nil
      }
      return number(value)
    }
    func integer(_ name: String, _ range: ClosedRange<Int>) -> String? {
      lap[name].flatMap { Int($0) }.flatMap { range.contains($0) ? String($0) : nil }
    }
    func heartRate(_ name: String) -> String? {
      integer(name, 1...255).map { "<Value>\($0)</Value>" }
    }
    let seconds = max(totals.last - totals.first, 0)
    let intensity = lap["Intensity"].flatMap { intensities.contains($0) ? $0 : nil }
    let trigger = lap["TriggerMethod"].flatMap { triggers.contains($0) ? $0 : nil }
    let elements: [(name: String, value: String?)] = [
      ("TotalTimeSeconds", decimal("TotalTimeSeconds") ?? number(seconds)),
      ("DistanceMeters", decimal("DistanceMeters") ?? number(totals.metres)),
      ("MaximumSpeed", decimal("MaximumSpeed")),
      ("Calories", integer("Calories", 0...65_535) ?? "0"),
      ("AverageHeartRateBpm", heartRate("AverageHeartRateBpm")),
      ("MaximumHeartRateBpm", heartRate("MaximumHeartRateBpm")),
      ("Intensity", intensity ?? "Active"),
      ("Cadence", integer("Cadence", 0...254)),
      ("TriggerMethod", trigger ?? "Manual"),
    ]
    return elements.compactMap { element in element.value.map { (element.name, $0) } }
  }

  /// Returns a number with at most three decimals.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return OutputBuffer.plainDecimal(value) }
    return OutputBuffer.plainDecimal((value * 1000).rounded() / 1000)
  }

  /// Returns TCX's kind of sport for the type of a path.
  static func sport(_ type: String?) -> String {
    let words = (type ?? "").lowercased()
    if ["run", "jog", "treadmill"].contains(where: words.contains) { return "Running" }
    if ["bik", "cycl", "ride", "mtb"].contains(where: words.contains), !words.contains("motor") {
      return "Biking"
    }
    return "Other"
  }
}
