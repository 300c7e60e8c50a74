import Foundation

/// Functions that compute lap totals and convert sports to the values that TCX allows.
enum TCXLaps {
  private static let intensities: Set<String> = ["Active", "Resting"]
  private static let triggers: Set<String> = [
    "Manual", "Distance", "Location", "Time", "HeartRate",
  ]

  /// Parses the totals of a lap, such as `Calories=120`, from the text that was preserved on
  /// import.
  static func totals(_ text: String) -> [String: String] {
    var totals: [String: String] = [:]
    for part in text.split(separator: " ") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { totals[String(pair[0])] = String(pair[1]) }
    }
    return totals
  }

  /// Returns the index of the lap to which each segment of a path belongs. The result is empty if
  /// the segment counts of the laps do not add up to the segment count of the path.
  ///
  /// - Parameter count: The number of segments in the path, or 0 if it is unknown.
  static func segments(_ laps: [[String: String]], count: Int) -> [Int] {
    let limit = count > 0 ? count : TCXScan.maximum
    var segments: [Int] = []
    for (index, lap) in laps.enumerated() {
      let tracks = max(lap["Tracks"].flatMap { Int($0) } ?? 1, 1)
      guard tracks <= limit - segments.count else { return [] }
      segments += Array(repeating: index, count: tracks)
    }
    return count == 0 || segments.count == count ? segments : []
  }

  /// Returns the lap's start time as recorded in the source file. Returns nil if the time is
  /// missing or differs from the given time by more than 60 seconds, which means that the lap's
  /// points were edited after the import.
  static func start(of lap: [String: String], at time: Double) -> Double? {
    lap["StartTime"].map { Timestamp.parse($0) }.flatMap { abs($0 - time) <= 60 ? $0 : nil }
  }

  /// Returns whether the lengths of a course's laps add up to approximately the given length. If
  /// not, the course was edited after the import.
  static func agree(_ laps: [[String: String]], metres: Double) -> Bool {
    let sum = laps.reduce(0) { $0 + ($1["DistanceMeters"].flatMap { Double($0) } ?? .nan) }
    return !laps.isEmpty && abs(sum - metres) <= 0.05 * metres + 10
  }

  /// Returns the elements to write before a lap's track, in the schema's order.
  ///
  /// - Parameter lap: The lap's totals from the source file, or an empty dictionary if the lap was
  ///   edited.
  static func elements(
    _ lap: [String: String], _ totals: TCXWriter.Totals
  ) -> [(name: String, value: String)] {
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

  /// The elements of a lap's `LX` extension, in the schema's order. Each element is listed with its
  /// maximum value, or nil if the value can have decimals.
  private static let extensionElements: [(name: String, maximum: Int?)] = [
    ("AvgSpeed", nil), ("MaxBikeCadence", 254), ("AvgRunCadence", 254), ("MaxRunCadence", 254),
    ("Steps", 65_535), ("AvgWatts", 65_535), ("MaxWatts", 65_535),
  ]

  /// Returns a lap's Extensions element. Returns nil if the source file has none.
  ///
  /// - Parameter lap: The lap's totals from the source file, or an empty dictionary if the lap was
  ///   edited.
  static func extensions(_ lap: [String: String]) -> String? {
    let elements = extensionElements.compactMap { name, maximum -> String? in
      guard let text = lap[name], let value = Double(text), value.isFinite, value >= 0 else {
        return nil
      }
      if let maximum {
        guard let integer = Int(text), integer <= maximum else { return nil }
        return "<ns3:\(name)>\(integer)</ns3:\(name)>"
      }
      return "<ns3:\(name)>\(OutputBuffer.plainDecimal(value))</ns3:\(name)>"
    }
    guard !elements.isEmpty else { return nil }
    return "<Extensions><ns3:LX>\(elements.joined())</ns3:LX></Extensions>"
  }

  /// Returns a number as text with at most three decimals.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return OutputBuffer.plainDecimal(value) }
    return OutputBuffer.plainDecimal((value * 1000).rounded() / 1000)
  }

  /// Returns the TCX sport for a path's type.
  static func sport(_ type: String?) -> String {
    let words = (type ?? "").lowercased()
    if ["run", "jog", "treadmill"].contains(where: words.contains) { return "Running" }
    if ["bik", "cycl", "ride", "mtb"].contains(where: words.contains), !words.contains("motor") {
      return "Biking"
    }
    return "Other"
  }
}
