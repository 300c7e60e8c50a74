extension GPXWriter {
  private static let namespace = "http://www.garmin.com/xmlschemas/TrackPointExtension/"
  /// The elements of Garmin's TrackPointExtension in its schema's order, each with the version of
  /// the extension that introduced the element.
  private static let trackPoint: [(sensor: GeoSensor, name: StaticString, version: Int)] = [
    (.airTemperature, "atemp", 1), (.waterTemperature, "wtemp", 1), (.depth, "depth", 1),
    (.heartRate, "hr", 1), (.cadence, "cad", 1), (.speed, "speed", 2), (.course, "course", 2),
    (.bearing, "bearing", 2),
  ]

  /// Writes the sensor values that have no placeholder in the preserved markup.
  func writeLoose(_ loose: UInt32, _ point: PointValues, isWrapped: Bool) throws {
    guard !options.stripsExtensions else { return }
    try output.reserve()
    let wraps = !isWrapped && version == .version11
    if wraps {
      output.put(UInt8(ascii: "<"))
      try output.write(prefix[...])
      output.put("extensions>")
    }
    let present = Self.trackPoint.filter { loose & (1 << UInt32($0.sensor.rawValue)) != 0 }
    if !present.isEmpty {
      let schema = present.contains { $0.version == 2 } ? "v2" : "v1"
      let tag = sensorPrefix("gpxtpx", Self.namespace + schema)
      try output.write("<\(tag.prefix):TrackPointExtension\(tag.declaration)>".utf8)
      for (sensor, name, _) in present {
        try write(
          sensor: sensor, of: point, tag: ArraySlice(Array("\(tag.prefix):\(name)".utf8)), raw: [])
      }
      try output.write("</\(tag.prefix):TrackPointExtension>".utf8)
    }
    try writeOther(loose, point)
    try output.reserve()
    if wraps {
      output.put("</")
      try output.write(prefix[...])
      output.put("extensions>")
    }
  }

  private func writeOther(_ loose: UInt32, _ point: PointValues) throws {
    if loose & (1 << UInt32(GeoSensor.power.rawValue)) != 0 {
      let tag = sensorPrefix("gpxpx", "http://www.garmin.com/xmlschemas/PowerExtension/v1")
      let name = "\(tag.prefix):PowerInWatts\(tag.declaration)"
      try write(sensor: .power, of: point, tag: ArraySlice(Array(name.utf8)), raw: [])
    }
    if loose & (1 << UInt32(GeoSensor.distance.rawValue)) != 0 {
      let tag = sensorPrefix("gpxdata", "http://www.cluetrust.com/XML/GPXDATA/1/0")
      let name = "\(tag.prefix):distance\(tag.declaration)"
      try write(sensor: .distance, of: point, tag: ArraySlice(Array(name.utf8)), raw: [])
    }
  }

  /// Returns a prefix for a namespace, and the namespace declaration to write if the root element
  /// does not contain one.
  private func sensorPrefix(
    _ wanted: String, _ uri: String
  ) -> (prefix: String, declaration: String) {
    if let bound = bindings.first(where: { $0.uri == uri && !$0.prefix.isEmpty }) {
      return (bound.prefix, "")
    }
    return (wanted, " xmlns:\(wanted)=\"\(uri)\"")
  }
}
