import Geodesy

/// A count of the values that a TCX file cannot represent.
struct TCXLosses {
  var groups = 0
  var emptyPaths = 0
  var emptySegments = 0
  var laps = 0
  var tracksAsCourses = 0
  var pointsWithoutTime = 0
  var pathsWithoutName = 0
  var placesWithoutName = 0
  var types = 0
  var symbols = 0
  var sensorsRounded = 0
  var sensorsOutOfRange = 0
  var replacedCharacters = 0
  private var placeFields = 0
  private var pathFields = 0
  private var pointFields = 0
  private var sensors: [GeoSensor: Int] = [:]

  private static let unwritable: [(sensor: GeoSensor, name: String)] = [
    (.airTemperature, "air temperature"), (.waterTemperature, "water temperature"),
    (.depth, "depth"), (.course, "direction"), (.bearing, "bearing"),
  ]

  mutating func add(_ place: GeoPlace) {
    let hasFields =
      place.type != nil || !place.fields.isEmpty || !place.sensors.isEmpty
      || place.extras.colour != nil || !place.extras.groups.isEmpty
    if hasFields { placeFields += 1 }
  }

  mutating func add(_ header: GeoPathHeader) {
    let hasFields =
      header.source != nil || !header.links.isEmpty || header.number != nil
      || header.extras.colour != nil || header.extras.symbol != nil
      || !header.extras.groups.isEmpty
    if hasFields { pathFields += 1 }
  }

  mutating func add(_ points: borrowing GeoPoints) {
    pointFields += points.fields.count
    for (sensor, _) in Self.unwritable where !points.sensors[sensor.rawValue].isEmpty {
      sensors[sensor, default: 0] += points.sensors[sensor.rawValue].count { !$0.isNaN }
    }
  }

  var diagnostics: [Diagnostic] {
    let counts: [(count: Int, action: Diagnostic.Action, text: String)] = [
      (groups, .skipped, "groups, which TCX does not have"),
      (emptyPaths, .skipped, "paths without points"),
      (emptySegments, .skipped, "segments without points"),
      (
        laps, .skipped,
        "totals of laps that have no points, or whose start time or length no longer matches their points"
      ),
      (tracksAsCourses, .repaired, "tracks without times were written as courses"),
      (
        pointsWithoutTime, .repaired,
        "points without a time were written with a placeholder, because TCX requires a time"
      ),
      (
        pathsWithoutName, .repaired,
        "paths without a name were named “\(TCXText.noCourseName)”, because TCX requires a name"
      ),
      (
        placesWithoutName, .repaired,
        "places without a name were named “\(TCXText.noPointName)”, because TCX requires a name"
      ),
      (types, .repaired, "path types were reduced to Running, Biking or Other, or left out"),
      (symbols, .repaired, "place symbols were written as Generic"),
      (sensorsRounded, .repaired, "sensor values were rounded to integers"),
      (sensorsOutOfRange, .skipped, "sensor values outside TCX's ranges"),
      (replacedCharacters, .repaired, "characters that XML does not allow were replaced"),
      (
        placeFields, .skipped,
        "place fields that TCX does not have, such as links or a colour"
      ),
      (pathFields, .skipped, "path fields that TCX does not have, such as links or a colour"),
      (pointFields, .skipped, "point fields that TCX does not have, such as a name"),
    ]
    // Losses that did not occur have a count of zero and are not reported.
    var diagnostics = counts.filter { $0.count > 0 }.map { count, action, text in
      Self.diagnostic(
        action,
        "\(action == .skipped ? "left out: " : "")\(text) (number: \(Numbers.grouped(count)))")
    }
    for (sensor, name) in Self.unwritable {
      if let count = sensors[sensor], count > 0 {
        diagnostics.append(
          Self.diagnostic(
            .skipped, "left out: \(name) values (number: \(Numbers.grouped(count)))"))
      }
    }
    return diagnostics
  }

  private static func diagnostic(_ action: Diagnostic.Action, _ message: String) -> Diagnostic {
    Diagnostic(code: .formatUnwritable, action: action, message: message)
  }
}
