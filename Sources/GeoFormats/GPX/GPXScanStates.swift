import Foundation
import Geodesy

extension GPXScan {
  /// The field that is being read inside the innermost open structural element, such as a point's
  /// `ele`.
  ///
  /// The field's text is in ``GPXScan/text``. No preserved element is open when a field begins, but
  /// a mixed field can contain preserved elements.
  struct FieldState {
    /// The kind of the open field, or `none`. The other properties are meaningless while no field
    /// is open.
    var kind = GPXField.none
    /// The offset of the field's placeholder in the preserved markup.
    var start = 0
    /// Whether the field's placeholder contains the field's start tag, which differs from the
    /// standard tag.
    var hasTag = false
    /// Whether the field contains markup inside its text. If so, the field's placeholder contains a
    /// tag and the whole text.
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

  /// The state of the elements that are being preserved as markup.
  struct LiteralState {
    /// The names of the open preserved elements, outermost first.
    var open: [GPXName] = []
    /// The offset in the preserved markup at which the outermost preserved element starts.
    var start = 0
    /// Whether the last start tag still lacks its `>` or `/>`, because it is not yet known whether
    /// the element is empty.
    var tagIsOpen = false
    /// The value of the enclosing element's ``GPXLevel/isNeeded`` before the outermost preserved
    /// element began.
    var wasNeeded = false
    /// The field, such as a link, to be read when the outermost preserved element ends, or `none`.
    var purpose = GPXField.none
    /// The sensor whose value is in the innermost preserved element. Nil if the element contains no
    /// sensor value. ``GPXScan/text`` is the value's text.
    var sensor: GeoSensor?
    /// The offset of the sensor's placeholder in the preserved markup. The value has no meaning if
    /// ``sensor`` is nil.
    var sensorStart = 0

    @inline(__always)
    var isOpen: Bool { !open.isEmpty }
  }

  /// The values of the point or place that is being read or was read last.
  struct PointState {
    var latitude = Double.nan
    var longitude = Double.nan
    var elevation = Double.nan
    var time = Double.nan
    var format = GeoPointFormat()
    var fields = GeoPointFields()
    /// Whether ``fields`` contains any value.
    var hasFields = false
    /// The index, in the point's list of links, of the link that was read from GPX 1.0's `url`.
    var urlIndex = 0
    /// The sensor values, indexed by the sensor's raw value. A value is NaN unless its bit in
    /// ``sensorBits`` is set.
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

    /// Returns a place with the values that were read. The text values are moved into the place, not copied.
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

  /// The points that have been read but not yet passed to the ``GeoSink``.
  struct PointBatch {
    /// The maximum number of points in a batch.
    private static let capacity = 8192
    /// The text size, in bytes, above which a batch is passed to the ``GeoSink``.
    private static let textLimit = 4 << 20

    var points = GeoPoints(capacity: capacity)
    /// The size of the text in the batch's points, in bytes.
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

  /// The route or track that is being read or was read last.
  struct PathState {
    var header: GeoPathHeader
    /// The index of a track's last segment, or −1 in a route or before the first segment.
    var segment = -1
    /// The size of the segments' preserved markup, in bytes.
    var preservedBytes = 0
    /// The number of route points and track points in the file before the path.
    var pointsBefore = 0

    init(_ kind: GeoPathHeader.Kind) {
      header = GeoPathHeader(kind: kind)
    }
  }

  /// The state of the XML document that is being read. A file can contain several documents.
  struct DocumentState {
    /// The document's number in the file, counted from 1.
    var number = 1
    /// The number of open XML elements, including inserted ones.
    var nesting = 0
    /// The number of elements inserted in place of a missing root element.
    var synthesizedDepth = 0
    /// Whether the root element has ended, or the remaining content of the document is being skipped.
    var isClosed = false
    var isInDoctype = false
    /// Whether the document is being skipped up to the next XML declaration.
    var isSkipped = false
  }

  /// The reader's progress through the root element's content, excluding places, routes and tracks.
  struct RootState {
    /// The names of the root element's fields that have already been read.
    var fieldsSeen: Set<String> = []
    /// Whether the position where the items end is already marked in the preserved markup.
    var hasTail = false
  }

  /// Stray text (text outside fields and preserved elements) after the last tag.
  struct StrayText {
    /// The white space at the start of the stray text.
    var blanks = TextBuffer(limit: 1 << 16)
    /// Whether the stray text contains characters other than white space.
    var isInText = false
  }
}
