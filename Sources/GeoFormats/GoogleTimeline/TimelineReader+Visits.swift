import Foundation
import Geodesy

extension TimelineReader {
  /// A stay at a place.
  struct Visit {
    /// The latitude in degrees, before its range is checked. The same applies to ``longitude``.
    var latitude: Double?
    var longitude: Double?
    var name: String?
    var address: String?
    /// The place's significance to the user, such as `HOME`.
    var meaning: String?
    var identifier: String?
    var start: TimelineTime?
    var end: TimelineTime?
  }

  /// Passes a visit to the ``GeoSink`` as a place. A visit without a position is reported.
  func add(_ visit: Visit) throws {
    guard let latitude = visit.latitude, let longitude = visit.longitude else {
      feed.report.counts.skipped.waypoints += 1
      feed.diagnose(
        .coordinateMissing, .skipped, at: reader.place, "a visit has no position")
      return
    }
    guard
      let coordinate = feed.coordinate(
        latitude: latitude, longitude: longitude, at: reader.place)
    else {
      feed.report.counts.skipped.waypoints += 1
      return
    }
    var place = GeoPlace(coordinate: coordinate)
    place.name = visit.name ?? visit.meaning.flatMap(Self.words) ?? visit.address
    place.type = "visit"
    place.time = visit.start.map { Date(timeIntervalSinceReferenceDate: $0.seconds) }
    place.format = visit.start?.format ?? place.format
    var lines: [String] = []
    if let start = visit.start {
      let end = visit.end.map { end in
        end.day == start.day ? "–\(end.clock)" : "–\(TimelineTime.date(end.day)) \(end.clock)"
      }
      lines.append("\(TimelineTime.date(start.day)) \(start.clock)\(end ?? "")")
    }
    if let address = visit.address, place.name != address {
      lines.append(address)
    }
    place.details = lines.isEmpty ? nil : lines.joined(separator: "\n")
    place.kept = PreservedMarkup.keeping(
      [("placeId", visit.identifier), ("semanticType", visit.meaning)].compactMap { name, value in
        value.map { ForeignValue(format: GoogleTimelineCodec.id, name: name, value: $0) }
      })
    try feed.place(place)
  }

  /// Converts a constant such as `INFERRED_HOME` to ordinary words. Returns nil if the constant
  /// says that the meaning is unknown.
  private static func words(_ constant: String) -> String? {
    let plain = constant.lowercased().replacing("_", with: " ").replacing("type ", with: "")
      .replacing("inferred ", with: "")
    guard !plain.isEmpty, !plain.contains("unknown") else { return nil }
    return plain.prefix(1).uppercased() + plain.dropFirst()
  }
}
