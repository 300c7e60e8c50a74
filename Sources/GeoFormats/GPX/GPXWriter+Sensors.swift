extension GPXWriter {
  private static let namespace = "http://www.garmin.com/xmlschemas/TrackPointExtension/"
  /// The elements of Garmin's TrackPointExtension in the schema's order, each with the version that
  /// introduced the element.
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
    let tags = rootSensorTags
    if loose & Self.trackPointSensors != 0 {
      let isSecond = tags.prefersSecond || loose & Self.secondSensors != 0
      let names = isSecond ? tags.second : tags.first
      try output.write(names.start)
      for (index, entry) in Self.trackPoint.enumerated()
      where loose & (1 << UInt32(entry.sensor.rawValue)) != 0 {
        try write(sensor: entry.sensor, of: point, tag: names.sensors[index], raw: [])
      }
      try output.write(names.end)
    }
    if loose & (1 << UInt32(GeoSensor.power.rawValue)) != 0 {
      try write(sensor: .power, of: point, tag: tags.power, raw: [])
    }
    if loose & (1 << UInt32(GeoSensor.distance.rawValue)) != 0 {
      try write(sensor: .distance, of: point, tag: tags.distance, raw: [])
    }
    try output.reserve()
    if wraps {
      output.put("</")
      try output.write(prefix[...])
      output.put("extensions>")
    }
  }

  // MARK: Names

  private static let powerNamespace = "http://www.garmin.com/xmlschemas/PowerExtension/v1"
  private static let dataNamespace = "http://www.cluetrust.com/XML/GPXDATA/1/0"

  /// A bit mask of all sensors in the TrackPointExtension. ``secondSensors`` contains only the
  /// sensors that version 2 added.
  private static let trackPointSensors = mask(trackPoint.map(\.sensor))
  private static let secondSensors = mask(trackPoint.filter { $0.version == 2 }.map(\.sensor))

  private static func mask(_ sensors: [GeoSensor]) -> UInt32 {
    sensors.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  /// Returns the namespaces that are needed to write the values of the given sensors.
  ///
  /// - Parameter sensors: A bit mask, in which a sensor's raw value is the index of its bit.
  static func namespaces(ofSensors sensors: UInt32) -> [GeoNamespace] {
    var namespaces: [GeoNamespace] = []
    if sensors & trackPointSensors != 0 {
      let version = sensors & secondSensors != 0 ? "v2" : "v1"
      namespaces.append(GeoNamespace(prefix: "gpxtpx", uri: namespace + version))
    }
    if sensors & mask([.power]) != 0 {
      namespaces.append(GeoNamespace(prefix: "gpxpx", uri: powerNamespace))
    }
    if sensors & mask([.distance]) != 0 {
      namespaces.append(GeoNamespace(prefix: "gpxdata", uri: dataNamespace))
    }
    return namespaces
  }

  /// The XML tags for sensor values. The tags depend on the namespaces declared by the root
  /// element.
  struct SensorTags {
    /// The tags in one version of the TrackPointExtension.
    struct TrackPoint {
      let start: [UInt8]
      let end: [UInt8]
      /// The names of the sensors' elements, in the schema's order.
      let sensors: [ArraySlice<UInt8>]
    }

    fileprivate let first: TrackPoint
    fileprivate let second: TrackPoint
    /// Whether the root element declares only version 2 of the TrackPointExtension. Version 2 has
    /// all elements of version 1.
    fileprivate let prefersSecond: Bool
    fileprivate let power: ArraySlice<UInt8>
    fileprivate let distance: ArraySlice<UInt8>
  }

  private var rootSensorTags: SensorTags {
    if let sensorTags { return sensorTags }
    let isBound = { (uri: String) in
      self.bindings.contains { $0.uri == uri && !$0.prefix.isEmpty }
    }
    let tags = SensorTags(
      first: trackPointTags("v1"), second: trackPointTags("v2"),
      prefersSecond: isBound(Self.namespace + "v2") && !isBound(Self.namespace + "v1"),
      power: sensorTag("gpxpx", "PowerInWatts", Self.powerNamespace),
      distance: sensorTag("gpxdata", "distance", Self.dataNamespace))
    sensorTags = tags
    return tags
  }

  private func trackPointTags(_ version: String) -> SensorTags.TrackPoint {
    let tag = sensorPrefix("gpxtpx", Self.namespace + version)
    return SensorTags.TrackPoint(
      start: Array("<\(tag.prefix):TrackPointExtension\(tag.declaration)>".utf8),
      end: Array("</\(tag.prefix):TrackPointExtension>".utf8),
      sensors: Self.trackPoint.map { Array("\(tag.prefix):\($0.name)".utf8)[...] })
  }

  private func sensorTag(_ prefix: String, _ name: String, _ uri: String) -> ArraySlice<UInt8> {
    let tag = sensorPrefix(prefix, uri)
    return Array("\(tag.prefix):\(name)\(tag.declaration)".utf8)[...]
  }

  /// Returns a prefix for a namespace, and the namespace declaration to write. The declaration is
  /// empty if the root element already declares the namespace.
  private func sensorPrefix(
    _ wanted: String, _ uri: String
  ) -> (prefix: String, declaration: String) {
    if let bound = bindings.first(where: { $0.uri == uri && !$0.prefix.isEmpty }) {
      return (bound.prefix, "")
    }
    return (wanted, " xmlns:\(wanted)=\"\(uri)\"")
  }
}
