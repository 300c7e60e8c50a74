import Foundation
import Geodesy

extension GPXScan {
  /// The field that is being read inside the innermost open element of the GPX structure.
  ///
  /// The text of the field is in ``GPXScan/text``. No preserved element is open when a field begins;
  /// a mixed field may contain preserved elements.
  struct FieldState {
    /// The field, or `none`. The other properties are meaningless while no field is open.
    var kind = GPXField.none
    /// The offset of the field's placeholder (hole) in the preserved markup.
    var start = 0
    /// Whether the placeholder contains the field's start tag, because the tag is not the standard
    /// one.
    var hasTag = false
    /// Whether the field contains markup inside its text. The placeholder then contains a tag and
    /// all of the text.
    var isMixed = false

    init() {}

    @inline(__always)
    init(_ kind: GPXField, at start: Int) {
      self.kind = kind
      self.start = start
    }

    @inline(__always)
    var isOpen: Bool { kind != .none }
  }

  /// The elements that are being preserved as markup.
  struct LiteralState {
    /// The names of the open elements, outermost first.
    var open: [GPXName] = []
    /// The offset of the outermost element being preserved, in the preserved markup.
    var start = 0
    /// Whether the final `>` of the last start tag was not yet added, as it depends on whether the
    /// element is empty.
    var tagIsOpen = false
    /// Whether the enclosing element already needed preserved markup before the outermost element
    /// being preserved began.
    var wasNeeded = false
    /// The field, such as a link, for which the outermost element is read when it is complete, or
    /// `none`.
    var purpose = GPXField.none
    /// The sensor whose value the innermost element contains, or nil if it is not a sensor's
    /// element. The text of the value is in ``GPXScan/text``.
    var sensor: GeoSensor?
    /// The offset of the sensor's placeholder (hole) in the preserved markup; meaningless if
    /// ``sensor`` is nil.
    var sensorStart = 0

    @inline(__always)
    var isOpen: Bool { !open.isEmpty }
  }

  /// The values of the point or place being read; outside of points, those of the previous point.
  struct PointState {
    var latitude = Double.nan
    var longitude = Double.nan
    var elevation = Double.nan
    var time = Double.nan
    var format = GeoPointFormat()
    var fields = GeoPointFields()
    /// Whether ``fields`` has any value.
    var hasFields = false
    /// The index of the link that was read from GPX 1.0's `url`.
    var urlIndex = 0
    /// The sensor values by number. A value is NaN unless its bit in ``sensorBits`` is set.
    private(set) var sensors = [Double](repeating: .nan, count: GeoSensor.allCases.count)
    private(set) var sensorBits: UInt32 = 0

    /// Discards all values except the position.
    @inline(__always)
    mutating func reset() {
      elevation = .nan
      time = .nan
      if format.rawValue != 0 { format = GeoPointFormat() }
      if hasFields { resetFields() }
      if sensorBits != 0 { resetSensors() }
    }

    private mutating func resetFields() {
      fields = GeoPointFields()
      hasFields = false
    }

    private mutating func resetSensors() {
      for index in sensors.indices { sensors[index] = .nan }
      sensorBits = 0
    }

    @inline(__always)
    func has(_ sensor: GeoSensor) -> Bool { sensorBits & (1 << UInt32(sensor.rawValue)) != 0 }

    @inline(__always)
    mutating func set(_ sensor: GeoSensor, _ value: Double) {
      sensors[sensor.rawValue] = value
      sensorBits |= 1 << UInt32(sensor.rawValue)
    }

    /// Returns the values as a place. The texts are moved, not copied.
    mutating func place() -> GeoPlace {
      var place = GeoPlace(coordinate: Coordinate(latitude: latitude, longitude: longitude))
      place.elevation = elevation.isNaN ? nil : elevation
      place.time = time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time)
      place.format = format
      if hasFields {
        place.name = fields.name.take()
        place.comment = fields.comment.take()
        place.details = fields.details.take()
        place.symbol = fields.symbol.take()
        place.type = fields.type.take()
        place.fields = fields
      }
      for sensor in GeoSensor.allCases where has(sensor) {
        place.sensors[sensor] = sensors[sensor.rawValue]
      }
      return place
    }
  }

  /// The points that were read and not yet passed to the sink.
  struct PointBatch {
    /// The maximum number of points.
    private static let capacity = 8192
    /// The number of text bytes in a batch above which the batch is passed to the sink.
    private static let textLimit = 4 << 20

    var points = GeoPoints(capacity: capacity)
    /// The number of text bytes in the points.
    var textBytes = 0

    @inline(__always)
    var isFull: Bool { points.count == Self.capacity || textBytes > Self.textLimit }

    @inline(__always)
    mutating func append(_ point: borrowing PointState, segment: Int) {
      points.append(
        latitude: point.latitude, longitude: point.longitude, elevation: point.elevation,
        time: point.time, segment: segment)
      if point.format.rawValue != 0 { points.set(point.format) }
      if point.hasFields { points.set(point.fields) }
      if point.sensorBits != 0 {
        for sensor in GeoSensor.allCases where point.has(sensor) {
          points.set(sensor, point.sensors[sensor.rawValue])
        }
      }
    }

    mutating func removeAll() {
      points.removeAll()
      textBytes = 0
    }
  }

  /// The route or track being read; outside of paths, the previous route or track.
  struct PathState {
    var header: GeoPathHeader
    /// The index of the last segment of a track; −1 before the first one, and in a route.
    var segment = -1
    /// The number of bytes in the preserved markup of the segments.
    var preservedBytes = 0

    init(_ kind: GeoPathHeader.Kind) {
      header = GeoPathHeader(kind: kind)
    }
  }

  /// The XML document being read; a file may contain several.
  struct DocumentState {
    /// The number of the document, from 1.
    var number = 1
    /// The number of open elements, including the synthesized ones.
    var nesting = 0
    /// The number of elements that were inserted because the file has no root element.
    var synthesizedDepth = 0
    /// Whether the root element has ended, or the rest of the document is skipped.
    var isClosed = false
    var isInDoctype = false
    /// Whether the document is skipped up to the next XML declaration.
    var isSkipped = false
  }

  /// The state of reading the root element's content other than places, routes and tracks.
  struct RootState {
    /// The names of the root element's fields that were already read.
    var fieldsSeen: Set<String> = []
    /// Whether the preserved markup already marks the position where the items end.
    var hasTail = false
  }

  /// The stray text since the last tag: text outside of fields and preserved elements.
  struct StrayText {
    /// The white space that precedes the first other character of stray text.
    var blanks = TextBuffer(limit: 1 << 16)
    /// Whether the stray text has characters other than white space.
    var isInText = false
  }

  /// The bounds of all items, and the ranges of the track points' values.
  struct Extent {
    private var south = Double.infinity
    private var north = -Double.infinity
    private var west = Double.infinity
    private var east = -Double.infinity
    private var lowest = Double.infinity
    private var highest = -Double.infinity
    private var earliest = Double.infinity
    private var latest = -Double.infinity

    /// The bounds in degrees, or nil without items.
    var bounds: GeoBounds? {
      south <= north ? GeoBounds(south: south, west: west, north: north, east: east) : nil
    }

    /// The range of the elevations in metres, or nil without elevations.
    var elevations: ClosedRange<Double>? { lowest <= highest ? lowest...highest : nil }

    /// The range of the times in seconds since 2001, or nil without times.
    var times: ClosedRange<Double>? { earliest <= latest ? earliest...latest : nil }

    @inline(__always)
    mutating func addPosition(_ point: borrowing PointState) {
      if point.latitude < south { south = point.latitude }
      if point.latitude > north { north = point.latitude }
      if point.longitude < west { west = point.longitude }
      if point.longitude > east { east = point.longitude }
    }

    @inline(__always)
    mutating func addValues(_ point: borrowing PointState) {
      if point.elevation < lowest { lowest = point.elevation }
      if point.elevation > highest { highest = point.elevation }
      if point.time < earliest { earliest = point.time }
      if point.time > latest { latest = point.time }
    }
  }
}
