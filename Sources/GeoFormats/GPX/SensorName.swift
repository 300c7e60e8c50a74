/// The names of the extension elements that contain sensor values.
enum SensorName {
  /// Returns the sensor for an extension element inside a point, or nil if the element contains no
  /// sensor value.
  ///
  /// The closure is called only if the element's local name is the name of a sensor element.
  ///
  /// - Parameter kind: A closure that returns the element's namespace kind.
  /// - Parameter depth: The number of elements between the sensor's element and the point.
  @inline(__always)
  static func sensor(
    _ local: UnsafePointer<UInt8>, length: Int, depth: Int, kind: () -> GPXNamespaceKind
  ) -> GeoSensor? {
    guard length >= 2, length <= 12, depth >= 1, depth <= 3,
      let (sensor, uses) = candidate(local, length: length)
    else { return nil }
    switch kind() {
    case .trackPoint: return uses.contains(.trackPoint) ? sensor : nil
    case .data: return uses.contains(.data) ? sensor : nil
    case .version0: return uses.contains(.version0) ? sensor : nil
    default: return uses.contains(.anywhere) ? sensor : nil
    }
  }

  private struct Uses: OptionSet {
    let rawValue: UInt8
    static let trackPoint = Uses(rawValue: 1)
    static let data = Uses(rawValue: 2)
    static let version0 = Uses(rawValue: 4)
    static let anywhere = Uses(rawValue: 8)
  }

  private static func candidate(
    _ local: UnsafePointer<UInt8>, length: Int
  ) -> (GeoSensor, Uses)? {
    switch length {
    case 2: XMLTag.equals(local, "hr") ? (.heartRate, [.trackPoint, .data]) : nil
    case 3: XMLTag.equals(local, "cad") ? (.cadence, .trackPoint) : nil
    case 4: XMLTag.equals(local, "temp") ? (.airTemperature, .data) : nil
    case 5:
      if XMLTag.equals(local, "atemp") {
        (.airTemperature, .trackPoint)
      } else if XMLTag.equals(local, "wtemp") {
        (.waterTemperature, .trackPoint)
      } else if XMLTag.equals(local, "depth") {
        (.depth, .trackPoint)
      } else if XMLTag.equals(local, "speed") {
        (.speed, [.trackPoint, .version0])
      } else if XMLTag.equals(local, "power") {
        (.power, [.trackPoint, .data, .anywhere])
      } else {
        nil
      }
    case 6: XMLTag.equals(local, "course") ? (.course, [.trackPoint, .version0]) : nil
    case 7:
      if XMLTag.equals(local, "bearing") {
        (.bearing, .trackPoint)
      } else if XMLTag.equals(local, "cadence") {
        (.cadence, .data)
      } else {
        nil
      }
    case 8: XMLTag.equals(local, "distance") ? (.distance, .data) : nil
    case 12: XMLTag.equals(local, "PowerInWatts") ? (.power, .anywhere) : nil
    default: nil
    }
  }
}
