/// The names of sensors in `gx:SimpleArrayData`.
enum KMLSensor {
  private static let sensors: [String: GeoSensor] = [
    "heartrate": .heartRate, "hr": .heartRate, "heartratebpm": .heartRate,
    "cadence": .cadence, "cad": .cadence, "power": .power, "watts": .power,
    "temperature": .airTemperature, "temp": .airTemperature, "airtemperature": .airTemperature,
    "atemp": .airTemperature, "watertemperature": .waterTemperature, "wtemp": .waterTemperature,
    "depth": .depth, "speed": .speed, "course": .course, "heading": .course,
    "bearing": .bearing, "distance": .distance,
  ]

  /// The sensors in the order in which they are written, with their names in the file and their
  /// display names.
  static let written: [(sensor: GeoSensor, name: String, title: String)] = [
    (.heartRate, "heartrate", "Heart rate"), (.cadence, "cadence", "Cadence"),
    (.power, "power", "Power"), (.airTemperature, "temperature", "Temperature"),
    (.waterTemperature, "watertemperature", "Water temperature"), (.depth, "depth", "Depth"),
    (.speed, "speed", "Speed"), (.course, "course", "Course"), (.bearing, "bearing", "Bearing"),
    (.distance, "distance", "Distance"),
  ]

  /// Returns the sensor with the given name, ignoring case, spaces, hyphens and underscores.
  /// Returns nil if the name is unknown.
  static func sensor(_ name: String) -> GeoSensor? {
    sensors[folded(name)]
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
  }
}
