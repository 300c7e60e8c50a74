import Foundation
import Geodesy

/// Writes GPX 1.1 as a stream: first the places, then the routes, then the tracks, as the schema
/// orders them.
///
///     let writer = try GPXWriter(into: sink)
///     try writer.place(place)
///     try writer.beginPath(header)
///     try writer.points(points)
///     try writer.endPath()
///     let diagnostics = try writer.finish()
///
/// Coordinates have at most seven decimals; elevations and times read back as the same numbers.
/// - Complexity: O(1) memory, whatever is written.
public final class GPXWriter {
  private enum Stage: Int {
    case places
    case routes
    case tracks
    case finished
  }

  private var output: OutputBuffer
  private var log = DiagnosticLog()
  private var stage = Stage.places
  private var path: GeoPathHeader.Kind?
  private var segment: Int?

  /// Begins a file.
  ///
  /// - Throws: What the sink throws, here and everywhere below.
  public init(into sink: any ByteSink, metadata: GeoMetadata = GeoMetadata()) throws {
    output = OutputBuffer(sink)
    try output.reserve()
    output.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Cartographer" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
      http://www.topografix.com/GPX/1/1/gpx.xsd">

      """)
    try write(metadata)
  }

  deinit {
    output.deallocate()
  }

  /// Writes a place.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` after the first path,
  ///   or ``GeoFormatsError/Code/unwritableValue`` for a coordinate out of range.
  public func place(_ place: GeoPlace) throws {
    try advance(to: .places, element: "wpt")
    let coordinate = place.coordinate
    try output.reserve()
    output.put("<wpt")
    try putPosition(coordinate.latitude, coordinate.longitude, element: "wpt")
    output.put(">\n")
    if let elevation = place.elevation {
      try writeElevation(elevation)
      output.put("\n")
    }
    if let time = place.time {
      writeTime(time.timeIntervalSinceReferenceDate)
      output.put("\n")
    }
    try write(place.name, in: "name")
    try write(place.comment, in: "cmt")
    try write(place.details, in: "desc")
    try write(place.symbol, in: "sym")
    try write(place.type, in: "type")
    try output.reserve()
    output.put("</wpt>\n")
  }

  /// Begins a route or a track.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` inside another path,
  ///   or for a route after a track.
  public func beginPath(_ header: GeoPathHeader) throws {
    let isRoute = header.kind == .route
    try advance(to: isRoute ? .routes : .tracks, element: isRoute ? "rte" : "trk")
    path = header.kind
    segment = nil
    try output.reserve()
    output.put(isRoute ? "<rte>\n" : "<trk>\n")
    try write(header.name, in: "name")
    try write(header.comment, in: "cmt")
    try write(header.details, in: "desc")
    try write(header.type, in: "type")
  }

  /// Writes the next points of the path begun.
  ///
  /// A new segment number begins a segment; in a route the numbers are ignored.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` outside a path, or
  ///   ``GeoFormatsError/Code/unwritableValue`` for a coordinate out of range.
  public func points(_ points: borrowing GeoPoints) throws {
    guard let path else { throw Self.wrongOrder("points outside a path") }
    let isTrack = path == .track
    for index in 0..<points.count {
      try output.reserve()
      if isTrack { beginSegment(points.segments[index]) }
      output.put(isTrack ? "<trkpt" : "<rtept")
      try putPosition(
        points.latitudes[index], points.longitudes[index], element: isTrack ? "trkpt" : "rtept")
      let elevation = points.elevations[index]
      let time = points.times[index]
      if elevation.isNaN, time.isNaN {
        output.put("/>\n")
        continue
      }
      output.put(">")
      try writeElevation(elevation)
      writeTime(time)
      output.put(isTrack ? "</trkpt>\n" : "</rtept>\n")
    }
  }

  /// Ends the path begun.
  public func endPath() throws {
    guard let path else { throw Self.wrongOrder("the end of a path that was not begun") }
    try output.reserve()
    if segment != nil { output.put("</trkseg>\n") }
    output.put(path == .track ? "</trk>\n" : "</rte>\n")
    self.path = nil
  }

  /// Ends the file and hands its last bytes to the sink.
  ///
  /// - Returns: What could not be written as it was.
  public func finish() throws -> [Diagnostic] {
    try advance(to: .finished, element: "gpx")
    try output.reserve()
    output.put("</gpx>\n")
    try output.flush()
    return log.entries
  }

  private func beginSegment(_ number: Int) {
    guard segment != number else { return }
    output.put(segment == nil ? "<trkseg>\n" : "</trkseg>\n<trkseg>\n")
    segment = number
  }

  private func advance(to next: Stage, element: String) throws {
    guard path == nil else { throw Self.wrongOrder("\(element) inside a path") }
    guard next.rawValue >= stage.rawValue, stage != .finished else {
      throw Self.wrongOrder("\(element) too late: places, routes, tracks is the order of GPX")
    }
    stage = next
  }

  private static func wrongOrder(_ message: String) -> GeoFormatsError {
    GeoFormatsError(code: .wrongOrder, message: message)
  }

  private func putPosition(_ latitude: Double, _ longitude: Double, element: String) throws {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else {
      throw GeoFormatsError(
        code: .unwritableValue,
        message: "latitude \(latitude), longitude \(longitude) is no place on Earth",
        place: element)
    }
    output.put(" lat=\"")
    output.put(degrees: latitude)
    output.put("\" lon=\"")
    output.put(degrees: longitude)
    output.put("\"")
  }

  private func writeElevation(_ elevation: Double) throws {
    guard elevation.isFinite else { return }
    try output.reserve()
    output.put("<ele>")
    try output.write(decimal: elevation)
    try output.reserve()
    output.put("</ele>")
  }

  private func writeTime(_ time: Double) {
    guard !time.isNaN else { return }
    guard Timestamp.writable.contains(time) else {
      log.add(
        Diagnostic(
          element: "time", code: .timeUnwritable, action: .skipped,
          message: "a time outside the years 0001…9999 was left out"))
      return
    }
    output.put("<time>")
    output.put(time: time)
    output.put("</time>")
  }

  private func write(_ text: String?, in element: StaticString) throws {
    guard let text else { return }
    try output.reserve()
    output.put("<")
    output.put(element)
    output.put(">")
    let replaced = try output.write(escaped: text)
    try output.reserve()
    output.put("</")
    output.put(element)
    output.put(">\n")
    if replaced > 0 {
      log.add(
        Diagnostic(
          element: "\(element)", code: .textIllegalCharacter, action: .repaired,
          message: "\(replaced) characters that XML cannot hold were written as \u{FFFD}"))
    }
  }

  private func write(_ metadata: GeoMetadata) throws {
    guard !metadata.isEmpty else { return }
    try output.reserve()
    output.put("<metadata>\n")
    try write(metadata.name, in: "name")
    try output.reserve()
    if let time = metadata.time {
      writeTime(time.timeIntervalSinceReferenceDate)
      output.put("\n")
    }
    if let bounds = metadata.bounds {
      output.put("<bounds minlat=\"")
      output.put(degrees: bounds.south)
      output.put("\" minlon=\"")
      output.put(degrees: bounds.west)
      output.put("\" maxlat=\"")
      output.put(degrees: bounds.north)
      output.put("\" maxlon=\"")
      output.put(degrees: bounds.east)
      output.put("\"/>\n")
    }
    output.put("</metadata>\n")
  }
}
