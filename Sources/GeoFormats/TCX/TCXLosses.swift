import Foundation
import Geodesy

/// Counts of the values that were left out or changed because of TCX's limitations, by kind.
struct TCXLosses {
  var groups = 0
  var emptyPaths = 0
  var emptySegments = 0
  var laps = 0
  var tracksAsCourses = 0
  /// The number of tracks that have several segments and were written as courses.
  var segmentedCourses = 0
  var pointsWithoutTime = 0
  var pathsWithoutName = 0
  var placesWithoutName = 0
  /// The number of courses and course points whose name was shortened.
  private var shortenedNames = 0
  /// The number of activities whose name is too long to be recognised as a name when the file is
  /// imported.
  private var namesInDescriptions = 0
  /// The number of unnamed activities whose description begins with a line that would be read as
  /// the name when the file is imported.
  var firstLinesAsNames = 0
  /// The number of names in which line breaks were replaced by spaces.
  private var multilineNames = 0
  var types = 0
  var symbols = 0
  /// The number of places and paths whose comment or notes became part of the description.
  private var mergedTexts = 0
  var sensorsRounded = 0
  var sensorsOutOfRange = 0
  var replacedCharacters = 0
  /// The names of fields with omitted values, each with the number of omitted values.
  private var placeFields: [String: Int] = [:]
  private var pathFields: [String: Int] = [:]
  private var pointFields: [String: Int] = [:]
  private var sensors: [GeoSensor: Int] = [:]

  private static let unwritable: [(sensor: GeoSensor, name: String)] = [
    (.airTemperature, "air temperature"), (.waterTemperature, "water temperature"),
    (.depth, "depth"), (.course, "direction"), (.bearing, "bearing"),
  ]

  mutating func add(_ place: GeoPlace) {
    func note(_ name: String, _ isLeftOut: Bool) {
      if isLeftOut { placeFields[name, default: 0] += 1 }
    }
    if place.comment != nil || place.extras.notes != nil { mergedTexts += 1 }
    note("type", place.type != nil)
    note("colour", place.extras.colour != nil)
    note("groups", !place.extras.groups.isEmpty)
    if !place.sensors.isEmpty { placeFields["sensor value", default: 0] += place.sensors.count }
    Self.add(place.fields, to: &placeFields)
  }

  mutating func add(_ header: GeoPathHeader) {
    func note(_ name: String, _ isLeftOut: Bool) {
      if isLeftOut { pathFields[name, default: 0] += 1 }
    }
    if header.comment != nil || header.extras.notes != nil { mergedTexts += 1 }
    note("source", header.source != nil)
    note("links", !header.links.isEmpty)
    note("number", header.number != nil)
    note("colour", header.extras.colour != nil)
    note("symbol", header.extras.symbol != nil)
    note("groups", !header.extras.groups.isEmpty)
  }

  /// Counts the changes to the name of a place or path.
  ///
  /// - Parameter limit: The maximum length of a name in TCX, or nil for an activity.
  ///   An activity's name is written as the first line of its notes.
  mutating func add(name: String?, limit: Int?) {
    guard let name, let line = TCXText.singleLine(name) else { return }
    if name.trimmingCharacters(in: .whitespacesAndNewlines).contains(where: \.isNewline) {
      multilineNames += 1
    }
    if let limit {
      if line.unicodeScalars.count > limit { shortenedNames += 1 }
    } else if line.count > TCXText.longest {
      namesInDescriptions += 1
    }
  }

  /// Counts each field of the given place or point that has a value.
  private static func add(_ fields: GeoPointFields, to counts: inout [String: Int]) {
    let names: [(name: String, hasValue: Bool)] = [
      ("name", fields.name != nil), ("comment", fields.comment != nil),
      ("description", fields.details != nil), ("source", fields.source != nil),
      ("links", !fields.links.isEmpty), ("symbol", fields.symbol != nil),
      ("type", fields.type != nil), ("magnetic variation", fields.magneticVariation != nil),
      ("geoid height", fields.geoidHeight != nil), ("fix", fields.fix != nil),
      ("satellites", fields.satellites != nil), ("HDOP", fields.hdop != nil),
      ("VDOP", fields.vdop != nil), ("PDOP", fields.pdop != nil),
      ("DGPS age", fields.ageOfDGPSData != nil), ("DGPS station", fields.dgpsID != nil),
    ]
    for (name, hasValue) in names where hasValue { counts[name, default: 0] += 1 }
  }

  mutating func add(_ points: borrowing GeoPoints) {
    for fields in points.fields.values { Self.add(fields, to: &pointFields) }
    for (sensor, _) in Self.unwritable where !points.sensors[sensor.rawValue].isEmpty {
      sensors[sensor, default: 0] += points.sensors[sensor.rawValue].count { !$0.isNaN }
    }
  }

  var diagnostics: [Diagnostic] {
    let counts: [(count: Int, action: Diagnostic.Action, text: String)] = [
      (groups, .skipped, "groups, which TCX cannot represent"),
      (emptyPaths, .skipped, "paths without points"),
      (emptySegments, .skipped, "segments without points"),
      (
        laps, .skipped,
        """
        totals of laps that have no points or whose points do not match the lap's start time or \
        length
        """
      ),
      (tracksAsCourses, .repaired, "tracks without times were written as courses"),
      (
        segmentedCourses, .repaired,
        "tracks with several segments were written as courses, whose segments are joined on import"
      ),
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
      (
        shortenedNames, .repaired,
        """
        names were shortened to \(TCXText.courseName) characters for courses and \(TCXText.pointName) for course \
        points; the whole name is the first line of the notes
        """
      ),
      (
        namesInDescriptions, .repaired,
        """
        track names of more than \(TCXText.longest) characters were written as part of the description; on import, \
        the track has no name
        """
      ),
      (
        firstLinesAsNames, .repaired,
        """
        tracks without a name have a description; on import, the first line of the description becomes the name
        """
      ),
      (
        multilineNames, .repaired,
        "names were written with spaces in place of line breaks"
      ),
      (types, .repaired, "path types were replaced by Running, Biking or Other, or left out"),
      (symbols, .repaired, "place symbols were written as Generic"),
      (
        mergedTexts, .repaired,
        """
        comments and notes were written as descriptions, because TCX has only one text field for \
        each path and place
        """
      ),
      (sensorsRounded, .repaired, "sensor values were rounded to integers"),
      (sensorsOutOfRange, .skipped, "sensor values outside the ranges that TCX allows"),
      (replacedCharacters, .repaired, "characters that XML does not allow were replaced"),
    ]
    // Losses that did not occur have a count of zero and are not reported.
    var diagnostics = counts.filter { $0.count > 0 }.map { count, action, text in
      Self.diagnostic(
        action,
        "\(action == .skipped ? "left out: " : "")\(text) (number: \(Numbers.grouped(count)))")
    }
    for (kind, fields) in [("place", placeFields), ("path", pathFields), ("point", pointFields)]
    where !fields.isEmpty {
      let names = fields.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.key) (\(Numbers.grouped($0.value)))" }.joined(separator: ", ")
      diagnostics.append(
        Self.diagnostic(
          .skipped, "\(kind) fields that TCX cannot represent were left out: \(names)"))
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
