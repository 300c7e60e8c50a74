import Foundation

/// A writer for the properties of a place or path, and for additional members that were preserved
/// from an imported feature.
///
/// Each key is written only once, because the keys of a JSON object should be unique.
struct GeoJSONPropertyWriter {
  private let writer: GeoJSONWriter
  private var keys: Set<String> = []

  init(_ writer: GeoJSONWriter) { self.writer = writer }

  private var options: GeoWritingOptions { writer.options }

  mutating func write(_ place: GeoPlace, kept: [ForeignValue]) throws {
    try write("name", place.name)
    try write("description", place.details)
    try write("cmt", place.comment)
    try write("type", place.type)
    try write("marker-symbol", place.symbol)
    try write(place.extras, colourKey: "marker-color")
    if let time = place.time?.timeIntervalSinceReferenceDate, !options.stripsTimes,
      writer.log.accepts(time: time)
    {
      try key("time")
      try writer.output.reserve()
      try writer.write(GeoJSONValue(value: time, bits: place.format.rawValue), .time)
    }
    try write(place.fields)
    let sensors = place.sensors.filter { $0.value.isFinite }
    let values = Self.coordinateValues(kept)
    if !options.stripsExtensions, !sensors.isEmpty || !values.isEmpty {
      try key("coordinateProperties")
      try writer.output.write("{".utf8)
      var properties = GeoJSONPropertyWriter(writer)
      for sensor in GeoSensor.allCases {
        guard let value = sensors[sensor] else { continue }
        let kind = GeoJSONColumn.Kind.sensor(sensor)
        try properties.key(kind.name.description)
        try writer.output.reserve()
        try writer.write(GeoJSONValue(value: value, bits: place.format.rawValue), kind)
      }
      for value in values { try properties.write(value, key: value.name) }
      try writer.output.write("}".utf8)
    }
    try write(kept)
  }

  /// Writes the fields of a path. The caller then writes the values of the path's points, followed
  /// by the path's preserved values.
  mutating func write(_ path: GeoPathHeader) throws {
    try write("name", path.name)
    try write("description", path.details)
    try write("cmt", path.comment)
    try write("type", path.type)
    try write("src", path.source)
    if let number = path.number { try write("number", json: "\(number)") }
    try write("_gpxType", path.kind == .route ? "rte" : "trk")
    if !options.stripsExtensions { try write("marker-symbol", path.extras.symbol) }
    try write(path.extras, colourKey: "stroke")
    try write(path.links)
  }

  /// Writes a key, preceded by a comma if necessary. The caller must then write the value.
  mutating func key(_ name: String) throws {
    if !keys.isEmpty { try writer.output.write(",".utf8) }
    keys.insert(name)
    try writer.output.write(JSONString.quoted(name))
    try writer.output.write(":".utf8)
  }

  private mutating func write(_ name: String, _ text: String?) throws {
    guard let text, !text.isEmpty else { return }
    try key(name)
    try writer.output.write(JSONString.quoted(text))
  }

  private mutating func write(_ name: String, json: String) throws {
    try key(name)
    try writer.output.write(json.utf8)
  }

  private mutating func write(_ name: String, number: Double?) throws {
    guard let number, number.isFinite else { return }
    try write(name, json: OutputBuffer.plainDecimal(number))
  }

  private mutating func write(_ extras: GeoExtras, colourKey: String) throws {
    guard !options.stripsExtensions else { return }
    try write("notes", extras.notes)
    try write(colourKey, extras.colour)
    guard !extras.groups.isEmpty else { return }
    writer.log.members.formUnion(extras.groups)
    try key("groups")
    var list: [UInt8] = [UInt8(ascii: "[")]
    for (index, group) in extras.groups.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      list += JSONString.quoted(group)
    }
    try writer.output.write(list + [UInt8(ascii: "]")])
  }

  private mutating func write(_ links: [GeoLink]) throws {
    guard !links.isEmpty else { return }
    try key("links")
    var list: [UInt8] = [UInt8(ascii: "[")]
    for (index, link) in links.enumerated() {
      list += Array(index > 0 ? ",{".utf8 : "{".utf8)
      list += Array(#""href":"#.utf8) + JSONString.quoted(link.href)
      if let text = link.text { list += Array(#","text":"#.utf8) + JSONString.quoted(text) }
      if let type = link.type { list += Array(#","type":"#.utf8) + JSONString.quoted(type) }
      list.append(UInt8(ascii: "}"))
    }
    try writer.output.write(list + [UInt8(ascii: "]")])
  }

  private mutating func write(_ fields: GeoPointFields) throws {
    try write("src", fields.source)
    try write(fields.links)
    try write("fix", fields.fix)
    try write("sat", number: fields.satellites.map(Double.init))
    try write("hdop", number: fields.hdop)
    try write("vdop", number: fields.vdop)
    try write("pdop", number: fields.pdop)
    try write("magvar", number: fields.magneticVariation)
    try write("geoidheight", number: fields.geoidHeight)
    try write("ageofdgpsdata", number: fields.ageOfDGPSData)
    try write("dgpsid", number: fields.dgpsID.map(Double.init))
  }

  /// Writes the values that do not correspond to any field of an item. Values from GeoJSON are
  /// written unchanged, and values from other formats as text. Arrays of times are left out if the
  /// export has no times.
  mutating func write(_ values: [ForeignValue]) throws {
    for value in values where !Self.isMember(value) && !Self.isCoordinateValue(value) {
      if options.stripsTimes, GeoJSONColumn.Kind(name: value.name) == .time { continue }
      let isOwn = value.format == GeoJSONCodec.id
      let name = isOwn ? value.name : "\(value.format):\(value.name)"
      try write(value, key: isOwn && name.hasPrefix("//") ? String(name.dropFirst()) : name)
    }
  }

  /// Writes the preserved foreign members of a geometry or feature: members that RFC 7946 does not
  /// define.
  ///
  /// - Parameter parent: The prefix of the members' preserved names, such as `/` for a feature.
  static func writeMembers(
    _ values: [ForeignValue], of parent: String, _ writer: GeoJSONWriter
  ) throws {
    var properties = GeoJSONPropertyWriter(writer)
    properties.keys = [
      "type", "geometry", "properties", "coordinates", "geometries", "bbox", "crs",
    ]
    for value in values where isMember(value) && value.name.hasPrefix(parent) {
      let name = value.name.dropFirst(parent.utf8.count)
      if parent == "/", name.hasPrefix("geometry/") { continue }
      try properties.write(value, key: String(name))
    }
  }

  /// Returns the preserved values from the `coordinateProperties` object, with their original
  /// names.
  static func coordinateValues(_ values: [ForeignValue]) -> [ForeignValue] {
    values.filter(isCoordinateValue).map { value in
      var value = value
      value.name.removeFirst(coordinateProperties.count)
      return value
    }
  }

  private static let coordinateProperties = "coordinateProperties."

  private static func isCoordinateValue(_ value: ForeignValue) -> Bool {
    value.format == GeoJSONCodec.id && value.name.hasPrefix(coordinateProperties)
  }

  private static func isMember(_ value: ForeignValue) -> Bool {
    value.format == GeoJSONCodec.id && value.name.hasPrefix("/") && !value.name.hasPrefix("//")
  }

  mutating func write(_ value: ForeignValue, key name: String) throws {
    guard !keys.contains(name) else {
      writer.leaveOut("two members with the same name")
      return
    }
    try key(name)
    if value.format == GeoJSONCodec.id, GeoJSONMember.isJSON(value.value) {
      // Line ends between the values would divide the feature's line.
      try writer.output.write(value.value.utf8.map { $0 < 0x20 ? 0x20 : $0 })
    } else {
      try writer.output.write(JSONString.quoted(value.value))
    }
  }
}
