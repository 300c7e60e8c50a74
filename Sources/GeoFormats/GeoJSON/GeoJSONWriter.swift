import Foundation
import Geodesy

/// A streaming writer for GeoJSON (RFC 7946), with one feature per line. It writes a feature
/// collection or, depending on the file name extension, only the features.
///
/// The points of a path are spooled until the path ends, because a path that crosses the
/// antimeridian must be cut.
final class GeoJSONWriter: GeoWriter {
  /// The variants of GeoJSON that can be written.
  private enum Form {
    case collection
    /// Newline-delimited GeoJSON: each line is a feature.
    case lines
    /// A text sequence (RFC 8142): a record separator precedes each feature, and a line feed
    /// follows it.
    case sequence

    init(fileExtension: String?) {
      switch fileExtension?.lowercased() {
      case "geojsonl", "ndjson": self = .lines
      case "geojsons": self = .sequence
      default: self = .collection
      }
    }
  }

  private let form: Form
  let options: GeoWritingOptions
  var output: OutputBuffer
  var log = WritingLog(format: "GeoJSON")
  private var path: GeoPathHeader?
  private var points = GeoJSONPathPoints()
  private var segments = WrittenSegments()
  private var hasFeatures = false
  private var groups: [GeoGroup] = []
  private var isFinished = false

  init(into sink: any ByteSink, options: GeoWritingOptions) throws {
    self.options = options
    form = Form(fileExtension: options.fileExtension)
    output = OutputBuffer(sink)
    try beginFile()
  }

  deinit {
    output.deallocate()
  }

  func use(_ header: GeoFileHeader?) {
    log.source = header ?? options.unchangedSource ?? GeoFileHeader()
  }

  func place(_ place: GeoPlace) throws {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot write a place before the current path has ended")
    }
    log.item = place.name
    log.point = nil
    try log.check(latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    try beginFeature()
    try output.write(#""Point","coordinates":"#.utf8)
    try write(
      GeoJSONPosition(
        latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
        elevation: place.elevation ?? .nan, bits: place.format.rawValue))
    let kept = kept(place.kept)
    try GeoJSONPropertyWriter.writeMembers(kept, of: "/geometry/", self)
    try output.write(#"},"properties":{"#.utf8)
    var properties = GeoJSONPropertyWriter(self)
    try properties.write(place, kept: kept)
    try output.write("}".utf8)
    try GeoJSONPropertyWriter.writeMembers(kept, of: "/", self)
    try output.write("}".utf8)
  }

  func beginPath(_ header: GeoPathHeader) throws {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot begin a path before the current path has ended")
    }
    log.item = header.name
    log.point = nil
    path = header
    points.removeAll()
    segments = WrittenSegments()
  }

  func points(_ points: borrowing GeoPoints) throws {
    guard let path else {
      throw GeoFormatsError.wrongOrder("cannot write points, because no path has been started")
    }
    let hasFormats = !points.formats.isEmpty
    let hasFields = !points.fields.isEmpty
    let sensors = GeoSensor.allCases.filter { sensor in
      !options.stripsExtensions && !points.sensors[sensor.rawValue].isEmpty
    }
    for index in 0..<points.count {
      log.point = self.points.count + 1
      segments.add(points.segments[index])
      try log.check(latitude: points.latitudes[index], longitude: points.longitudes[index])
      let format = hasFormats ? points.formats[index].rawValue : 0
      try self.points.append(
        GeoJSONPosition(
          latitude: points.latitudes[index], longitude: points.longitudes[index],
          elevation: points.elevations[index], bits: format),
        segment: path.kind == .route ? 0 : points.segments[index])
      let time = points.times[index]
      if !options.stripsTimes, log.accepts(time: time) {
        try self.points.set(.time, GeoJSONValue(value: time, bits: format))
      }
      for sensor in sensors {
        let value = points.sensors[sensor.rawValue][index]
        if value.isFinite {
          try self.points.set(.sensor(sensor), GeoJSONValue(value: value, bits: format))
        }
      }
      if hasFields, let fields = points.fields[index] { note(fields) }
      if !points.kept.isEmpty, !options.stripsExtensions, let kept = points.kept[index] {
        log.notePointMarkup(kept)
      }
    }
  }

  func endPath() throws {
    guard let path else {
      throw GeoFormatsError.wrongOrder("cannot end a path, because no path has been started")
    }
    self.path = nil
    log.point = nil
    log.leaveOut(emptySegments: segments, of: path)
    // The line of a path without points has no segments.
    if segments.count == 0, path.segments > 0, path.kind == .track {
      log.leaveOut("segments without points", count: path.segments)
    }
    try beginFeature()
    try points.cut()
    try write(points)
    let kept = kept(path.kept)
    try GeoJSONPropertyWriter.writeMembers(kept, of: "/geometry/", self)
    try output.write(#"},"properties":{"#.utf8)
    if !options.stripsExtensions {
      for kept in path.keptSegments.values { log.noteSegmentMarkup(kept) }
    }
    var properties = GeoJSONPropertyWriter(self)
    try properties.write(path)
    let values = GeoJSONPropertyWriter.coordinateValues(kept)
    if points.hasColumns || !values.isEmpty {
      try properties.key("coordinateProperties")
      try writeColumns(points, values)
    }
    // A preserved array can have a name such as “coordTimes”. A reader uses the first array of each
    // kind.
    try properties.write(kept)
    try output.write("}".utf8)
    try GeoJSONPropertyWriter.writeMembers(kept, of: "/", self)
    try output.write("}".utf8)
  }

  func groups(_ groups: [GeoGroup]) throws {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot write groups before the current path has ended")
    }
    log.item = nil
    guard !options.stripsExtensions else { return }
    if form == .collection {
      self.groups = groups
      return
    }
    if groups.contains(where: \.hasDetails) {
      leaveOut("group notes, colours and itineraries in a file without a feature collection")
    }
    log.leaveOut(groupsWithoutMembers: groups)
  }

  func finish() throws -> [Diagnostic] {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot end the file before the current path has ended")
    }
    isFinished = true
    guard form == .collection else {
      if hasFeatures { try output.write("\n".utf8) }
      try output.flush()
      return log.diagnostics
    }
    try output.write("\n]".utf8)
    if !groups.isEmpty {
      try output.write(",\n\"groups\":".utf8)
      try output.write(GeoJSONGroups.encoded(groups, stripsTimes: options.stripsTimes))
    }
    try output.write("}\n".utf8)
    try output.flush()
    return log.diagnostics
  }

  // MARK: Parts

  private func beginFile() throws {
    let metadata = options.unchangedSource?.metadata ?? GeoMetadata()
    let texts = [("name", metadata.name), ("description", metadata.details)].compactMap {
      key, text in text.flatMap { $0.isEmpty ? nil : (key, $0) }
    }
    if form == .collection {
      try output.write(
        #"{"type":"FeatureCollection","generator":"\#(GPXWriter.creator)","#.utf8)
      for (key, text) in texts {
        try output.write(JSONString.quoted(key) + [UInt8(ascii: ":")])
        try output.write(JSONString.quoted(text) + [UInt8(ascii: ",")])
      }
      try output.write("\"features\":[".utf8)
    } else if !texts.isEmpty {
      leaveOut("the file's name and description, which can be written only in a feature collection")
    }
    var rest = metadata
    rest.name = nil
    rest.details = nil
    rest.bounds = nil
    if !rest.isEmpty {
      leaveOut("the file's author, copyright, links, time or keywords")
    }
  }

  private func beginFeature() throws {
    switch form {
    case .collection: try output.write(hasFeatures ? ",\n".utf8 : "\n".utf8)
    case .lines: if hasFeatures { try output.write("\n".utf8) }
    case .sequence: try output.write(hasFeatures ? "\n\u{1E}".utf8 : "\u{1E}".utf8)
    }
    let namesCreator = form != .collection && !hasFeatures
    hasFeatures = true
    try output.write(#"{"type":"Feature","#.utf8)
    if namesCreator { try output.write(#""generator":"\#(GPXWriter.creator)","#.utf8) }
    try output.write(#""geometry":{"type":"#.utf8)
  }

  private func write(_ position: GeoJSONPosition) throws {
    try output.reserve()
    let format = GeoPointFormat(rawValue: position.bits & ~GeoJSONPosition.lineStart)
    output.put(UInt8(ascii: "["))
    try output.write(position.longitude, decimals: format[decimals: .longitude])
    output.put(UInt8(ascii: ","))
    try output.write(position.latitude, decimals: format[decimals: .latitude])
    if position.elevation.isFinite {
      output.put(UInt8(ascii: ","))
      try output.write(position.elevation, decimals: format[decimals: .elevation])
    }
    output.put(UInt8(ascii: "]"))
  }

  private func write(_ points: GeoJSONPathPoints) throws {
    let isMulti = points.lines > 1
    try output.write(
      isMulti ? #""MultiLineString","coordinates":["#.utf8 : #""LineString","coordinates":["#.utf8)
    var isFirst = true
    var positions = SpooledValues.Cursor(points.lineCuts)
    while let position = try positions.next() {
      try output.reserve()
      if !isFirst {
        output.put(isMulti && position.startsLine ? "],[" : ",")
      } else if isMulti {
        output.put("[")
      }
      isFirst = false
      try write(position)
    }
    try output.write(isMulti ? "]]".utf8 : "]".utf8)
  }

  /// Writes the `coordinateProperties` object: the arrays of times and sensor values, and any
  /// values preserved from an imported object with this name.
  private func writeColumns(_ points: GeoJSONPathPoints, _ values: [ForeignValue]) throws {
    try output.write("{".utf8)
    var properties = GeoJSONPropertyWriter(self)
    let isMulti = points.lines > 1
    for column in points.columns {
      try properties.key(column.kind.name.description)
      try output.write(isMulti ? "[[".utf8 : "[".utf8)
      var isFirst = true
      try points.read(column) { value in
        try output.reserve()
        if !isFirst { output.put(isMulti && value.startsLine ? "],[" : ",") }
        isFirst = false
        try write(value, column.kind)
      }
      try output.write(isMulti ? "]]".utf8 : "]".utf8)
    }
    for value in values { try properties.write(value, key: value.name) }
    try output.write("}".utf8)
  }

  func write(_ value: GeoJSONValue, _ kind: GeoJSONColumn.Kind) throws {
    guard value.value.isFinite else {
      output.put("null")
      return
    }
    let format = GeoPointFormat(rawValue: value.bits & ~GeoJSONPosition.lineStart)
    switch kind {
    case .time:
      output.put("\"")
      output.put(time: value.value, zone: format.zone, fractionDigits: format.fractionDigits)
      output.put("\"")
    case .sensor(let sensor):
      try output.write(value.value, decimals: format[decimals: .sensor(sensor)])
    }
  }

  // MARK: Content that cannot be written

  private func note(_ fields: GeoPointFields) {
    if !fields.isEmpty {
      leaveOut("the names, comments, symbols and other fields of a path's individual points")
    }
  }

  private func kept(_ kept: String?) -> [ForeignValue] {
    options.stripsExtensions ? [] : log.foreignValues(in: kept)
  }

  func leaveOut(_ content: String) { log.leaveOut(content) }
}
