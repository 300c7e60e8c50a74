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
    /// Whether the field's placeholder contains the field's start tag because the tag differs from
    /// the standard tag.
    var hasTag = false
    /// Whether the field contains markup inside its text. The placeholder of such a field contains
    /// a tag and the whole text.
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
    /// The field, such as a link, to read when the outermost preserved element ends, or `none`.
    var purpose = GPXField.none
    /// The sensor whose value is in the innermost preserved element. Nil if the element contains no
    /// sensor value. The value's text is in ``GPXScan/text``.
    var sensor: GeoSensor?
    /// The offset of the sensor's placeholder in the preserved markup. The offset has no meaning if
    /// ``sensor`` is nil.
    var sensorStart = 0

    @inline(__always)
    var isOpen: Bool { !open.isEmpty }
  }

  /// The values of the point or place that is being read or was read most recently.
  ///
  /// While a point is being read, all values belong to that point, because the position is set when
  /// the point's element begins, and ``reset()`` discards the other values of the previous point.
  /// Between two points, the values have no meaning.
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

    /// Returns a place with the values that were read. The text values are moved into the place,
    /// not copied.
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
  ///
  /// All points in the batch belong to the current path. The batch is empty when a path begins.
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

  /// The state of the route or track that was read most recently or is still being read.
  ///
  /// Each route or track starts with a new state. The header's `kept`, `extras` and
  /// `segments` are set when the path ends.
  struct PathState {
    var header: GeoPathHeader
    var segments = SegmentState()
    /// The number of route and track points that precede the path in the file.
    var pointsBefore = 0

    init(_ kind: GeoPathHeader.Kind) {
      header = GeoPathHeader(kind: kind)
    }
  }

  /// The state of the segments read so far in the current track.
  ///
  /// In a route and before a track's first segment, there are no segments, and ``preservedBytes``
  /// is 0.
  struct SegmentState {
    /// The index of the last segment, or −1 if there are no segments.
    private(set) var last = -1
    /// The size of the preserved markup of all segments, in bytes. Each segment with preserved
    /// markup counts 64 bytes in addition to its text.
    private(set) var preservedBytes = 0

    var count: Int { last + 1 }

    mutating func begin() { last += 1 }

    mutating func addPreserved(_ kept: String) { preservedBytes += 64 + kept.utf8.count }
  }

  /// The parsing state: whether parsing has stopped and, if so, why.
  ///
  /// After a stop, the XML parser's callbacks do nothing. Parsing resumes for the next document in
  /// the file, or to complete the open elements of a damaged file. A stop caused by an error is
  /// final: while ``error`` is not nil, ``isStopped`` is true.
  struct ParsingState {
    private(set) var isStopped = false
    /// The error that stopped reading. Nil if reading continues or stopped for another reason, such
    /// as the end of the document.
    private(set) var error: (any Error)?
    /// The exceeded limit that stopped reading. Nil if reading did not stop at a limit.
    private(set) var limit: InputRefusal?

    mutating func stop() { isStopped = true }

    mutating func stop(because error: any Error) {
      self.error = error
      isStopped = true
    }

    mutating func stop(at limit: InputRefusal) {
      self.limit = limit
      isStopped = true
    }

    mutating func resume() { isStopped = false }
  }

  /// The state of the XML document that is being read. A file can contain several documents.
  struct DocumentState {
    /// The document's number in the file, counted from 1.
    var number = 1
    /// The number of open XML elements, including inserted ones.
    var nesting = 0
    /// The number of elements inserted in place of a missing root element.
    var synthesizedDepth = 0
    /// Whether the root element has ended, or the remaining content of the document is being
    /// skipped.
    var isClosed = false
    var isInDoctype = false
    /// Whether the document is being skipped up to the next XML declaration.
    var isSkipped = false
  }

  /// How far the content of the root element was read, apart from places, routes and tracks.
  ///
  /// The version is known once the first document's root element has begun. The root elements of
  /// further documents do not change the version.
  struct RootState {
    /// Whether the file is read as GPX 1.0.
    var is10 = false
    /// The names of the root fields that have already been read.
    var fieldsSeen: Set<String> = []
    /// Whether the preserved markup already marks the position where the items end.
    var hasTail = false
  }

  /// Stray text (text outside fields and preserved elements) after the last tag.
  struct StrayText {
    /// The white space at the start of the stray text.
    var blanks = TextBuffer(limit: 1 << 16)
    /// Whether the stray text contains characters other than white space.
    var isInText = false
  }

  /// An element that is not in the schema's order, identified by its own name and its parent's
  /// name.
  struct Disorder: Hashable {
    let element: String
    let parent: String
  }

  /// The irregularities that are counted during reading and reported at the end.
  ///
  /// A point with invalid coordinates is counted once: as a point with swapped coordinates if
  /// swapping them makes it valid, otherwise in ``otherInvalidPoints``.
  struct Findings {
    /// The counts of elements in GPX's namespace that the GPX schema does not allow.
    var unknown = ElementTally()
    /// The counts of elements that are not in the schema's order, by name and parent.
    var disorder = DiagnosticTally<Disorder>()
    private var swapped = SwappedPoints()
    /// The number of points that are invalid even if latitude and longitude are swapped.
    private var otherInvalidPoints = 0
    /// The number of shaping points in Garmin's routes.
    private(set) var shapingPointCount = 0
    /// The line and column of the first shaping point in a Garmin route. Nil if no shaping point
    /// was read.
    private(set) var firstShapingPoint: (line: Int, column: Int)?

    mutating func addPointWithoutPosition() { otherInvalidPoints += 1 }

    /// Counts a point whose coordinates are not numbers or are out of range.
    mutating func addInvalidPoint(latitude: Double, longitude: Double) {
      // Pairs that would be valid in the other order are counted; the end of the file decides
      // whether to report them.
      if abs(latitude) <= 180, abs(longitude) <= 90 {
        swapped.add(latitude: latitude, longitude: longitude)
      } else {
        otherInvalidPoints += 1
      }
    }

    /// Counts a shaping point.
    ///
    /// - Parameter first: The position of the file's first shaping point, which can be this one.
    mutating func addShapingPoint(first: (line: Int, column: Int)) {
      firstShapingPoint = first
      shapingPointCount += 1
    }

    /// Returns the diagnostic about swapped latitudes and longitudes. Returns nil if swapping
    /// them would not repair the file.
    ///
    /// - Parameters:
    ///   - bounds: The bounding box of the valid points, or nil if no point is valid.
    ///   - isSwapping: Whether the import swaps latitude and longitude.
    func swappedCoordinates(beside bounds: GeoBounds?, isSwapping: Bool) -> Diagnostic? {
      swapped.diagnostic(beside: bounds, others: otherInvalidPoints, isSwapping: isSwapping)
    }

    /// Returns whether swapping latitude and longitude would bring invalid points into range and
    /// keep the valid points in range.
    ///
    /// - Parameter bounds: The bounding box of the valid points, or nil if no point is valid.
    func areMendedBySwap(beside bounds: GeoBounds?) -> Bool { swapped.areMended(beside: bounds) }
  }

  /// The total sizes, in bytes, of the namespace declarations that the reader itself adds. The
  /// sizes are compared with the limits and never decrease.
  struct BindingSizes {
    /// The total size of the declarations added for undeclared prefixes, in bytes.
    private(set) var undeclared = 0
    /// The total size of the namespace declarations repeated in preserved elements, in bytes.
    private(set) var repeated = 0

    mutating func addUndeclared(_ namespace: GeoNamespace) {
      undeclared += 64 + namespace.prefix.utf8.count
    }

    mutating func addRepeated(_ bytes: Int) { repeated += bytes }
  }
}
