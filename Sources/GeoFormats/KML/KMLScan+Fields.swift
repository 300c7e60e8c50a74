import Foundation

extension KMLScan {
  /// Stores the value of the field that has just ended.
  func endField(_ ended: KMLField) throws {
    switch ended {
    case .trackTime: try endTrackTime()
    case .trackCoordinate: try endTrackCoordinate()
    case .trackValue: try endTrackValue()
    case .trackAngles: try endTrackAngles()
    case .coordinates: try endCoordinates()
    case .name: setName()
    case .description:
      setDescription()
      try checkRecording()
    case .styleURL: item.styleURL = trimmedText
    case .time: setTime()
    case .spanBegin: setSpan(isBegin: true)
    case .spanEnd: setSpan(isBegin: false)
    case .altitudeMode: setAltitudeMode()
    case .dataValue:
      if let own = item.ownData { item.set(own, text.string) }
      try checkRecording()
    case .simpleValue:
      // The context of SimpleData was put on the stack with its field.
      stack.removeLast()
      item.addData(
        name: item.dataName, title: schemas.title(of: item.dataName, in: item.schema),
        value: text.string)
      try checkRecording()
    case .fieldTitle:
      schemas.set(title: trimmedText)
      try checkRecording()
    case .authorName:
      if feed.header.metadata.author == nil, let name = trimmedText {
        feed.header.metadata.author = GeoMetadata.Person(name: name)
      }
    case .colour, .lineWidth, .iconAddress, .pairKey, .pairAddress: setStyleField(ended)
    case .none: break
    }
  }

  private func setName() {
    if stack.last == .placemark {
      if item.name != nil, trimmedText != nil { noteText("second name of a Placemark") }
      item.name = item.name ?? trimmedText
    } else if !containers.isEmpty {
      if containers[containers.count - 1].name != nil {
        noteText("earlier name of a Folder or Document")
      }
      containers[containers.count - 1].name = trimmedText.map(shortened)
      containers[containers.count - 1].path = nil
    }
  }

  /// The maximum length of a Folder's name. The name is repeated for each of the Folder's items.
  private static let longestName = 1_000

  private func shortened(_ name: String) -> String {
    guard name.utf8.count > Self.longestName, name.count > Self.longestName else { return name }
    feed.diagnose(
      .limitText, .repaired, at: stream.place("name"),
      "a Folder's name is longer than \(Self.longestName) characters; its end was left out")
    return String(name.prefix(Self.longestName))
  }

  private func setDescription() {
    let whole = text.string
    let plain = KMLDescription.plainText(whole)
    if stack.last == .placemark {
      guard whole.contains(where: { !$0.isWhitespace }) else { return }
      guard item.details == nil else { return noteText("second description of a Placemark") }
      item.details = plain.isEmpty ? nil : plain
      if plain != trimmedText { item.keep("description", whole) }
    } else if !containers.isEmpty, let trimmedText {
      // The writer marks line ends and characters such as `<` in plain notes as HTML.
      containers[containers.count - 1].hasMarkup =
        whole.contains("<") && plain != trimmedText && KMLElement.description(plain) != trimmedText
      containers[containers.count - 1].detailsPlace = stream.place("description")
      guard !plain.isEmpty else { return }
      if containers[containers.count - 1].details != nil {
        noteText("first of several descriptions of a Folder or Document")
      }
      containers[containers.count - 1].details = plain
    }
  }

  /// Sets the Placemark's time from the current TimeStamp. A date without a time of day is read as
  /// midnight UTC, and the TimeStamp is preserved as XML.
  private func setTime() {
    guard let written = trimmedText else { return }
    let time = Self.time(written)
    let isComplete = Self.fullTime(text) == time
    if time.isNaN {
      feed.diagnose(
        .timeUnreadable, .kept, at: stream.place("when"),
        """
        the time \(Excerpt.of(written)) cannot be read, so the Placemark has no time; it is \
        preserved as XML
        """)
    }
    if isComplete, let earlier = item.stamp, earlier != time {
      noteText("second time of a Placemark")
    }
    if item.stamp == nil, !time.isNaN {
      // A TimeSpan before the TimeStamp is preserved anyway.
      item.stamp = time
      item.time = time
      item.zone = Self.zone(of: text, time)
    }
    if !isComplete {
      item.keep(
        "TimeStamp", "<TimeStamp><when>\(XMLText.escaped(written))</when></TimeStamp>")
    }
  }

  /// Stores the `begin` or `end` of the current TimeSpan. The `begin` becomes the time of a place
  /// without a TimeStamp. The whole TimeSpan is preserved as XML.
  private func setSpan(isBegin: Bool) {
    guard let written = trimmedText else { return }
    if isBegin {
      let time = Self.time(written)
      if !time.isNaN, item.time == nil {
        item.time = time
        item.zone = Self.zone(of: text, time)
      }
      item.span.begin = written
    } else {
      item.span.end = written
    }
  }

  private func setAltitudeMode() {
    // The writer's altitude mode for a path with some elevations is not a value of the item.
    guard !item.hasPartialElevations, let mode = trimmedText else { return }
    if mode.hasPrefix("relativeTo") { tally.add(.relativeAltitude, mode) { stream.place() } }
    altitudeMode = KMLAltitudeMode(mode)
    if stack.last == .multiTrack { beginValues() }
    keepInGeometry { $0.set(mode: mode) }
    if stack.last == .multiTrack {
      geometry.multiTrackValues = geometry.values
      multiTrackMode = altitudeMode
    }
  }

  /// Returns the time zone of a time that states its offset from UTC. Returns UTC for other
  /// notations.
  private static func zone(of text: TextBuffer, _ time: Double) -> GeoPointFormat.Zone {
    let form = TimeForm(text.start, count: text.count, value: time)
    if case .format(_, .east(let minutes)) = form { return .east(minutes: minutes) }
    return .utc
  }

  private static func fullTime(_ text: TextBuffer) -> Double {
    Timestamp.parse(text.start, count: text.count)
  }

  /// Returns the time for text such as `2026-07-11T06:02:11Z`, `2026-07-11`, `2026-07` or `2026`.
  /// Returns NaN if the text cannot be read as a time.
  static func time(_ text: String) -> Double {
    let missing = ["-01-01T00:00:00Z", "-01T00:00:00Z", "T00:00:00Z"]
    let whole =
      switch text.utf8.count {
      case 4: text + missing[0]
      case 7: text + missing[1]
      case 10: text + missing[2]
      default: text
      }
    return Timestamp.parse(whole)
  }
}

/// A kind of value for which KML has no element. The KML writer stores such a value in
/// ExtendedData.
enum KMLOwnData: String, CaseIterable {
  case kind
  case type
  case comment
  case notes
  case symbol
  case colour
  case source
  /// The name of any of the item's groups except the first. The first group is written as a Folder.
  case group
  /// The completeness of a path's elevations: `partial` if only some of its points have an
  /// elevation. Such a path is clamped to the ground in the file, but its altitudes are read as
  /// elevations.
  case elevations

  private static let prefix = "cartographer:"

  init?(dataName: String) {
    guard dataName.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(dataName.dropFirst(Self.prefix.count)))
  }

  /// The value's name in ExtendedData.
  var dataName: String { Self.prefix + rawValue }
}

/// The values of a Placemark that is being read, except its geometry.
struct KMLPlacemark {
  var place = Diagnostic.Place()
  var name: String?
  var details: String?
  /// The time in seconds since 2001-01-01T00:00:00Z.
  var time: Double?
  /// The time zone in which the time is written in the file.
  var zone = GeoPointFormat.Zone.utc
  /// The time of the first readable TimeStamp, in seconds since 2001-01-01T00:00:00Z.
  var stamp: Double?
  var span: (begin: String?, end: String?) = (nil, nil)
  var styleURL: String?
  /// The style defined inside the Placemark. Nil if the Placemark defines no style.
  var style: KMLStyle?
  /// The style that applies to the Placemark: ``style``, with missing properties taken from the
  /// shared style. This style is valid only if ``isResolved`` is true.
  var resolved = KMLStyle()
  var isResolved = false
  var links: [GeoLink] = []
  var hasModel = false
  /// Whether the Placemark refers to a shared style that has not been read yet.
  var hasUnknownStyle = false
  /// Whether one of the Placemark's paths has already been passed to the ``GeoFeed``.
  var isStreamed = false
  /// The XML of the ExtendedData element that is being read, without the values that are stored in
  /// ``own``.
  var extendedData = ""
  var own: [KMLOwnData: String] = [:]
  var groups: [String] = []
  /// The kind of the value that is being read from ExtendedData. Nil if the KML writer does not
  /// store values of this kind.
  var ownData: KMLOwnData?
  var dataName = ""
  /// The identifier of the Schema that describes the values being read.
  var schema = ""
  private(set) var kept: [ForeignValue] = []
  /// The index in ``kept`` at which the preserved elements of geometries are inserted. Nil before
  /// the first geometry.
  var geometryIndex: Int?
  /// The number of bytes in ``kept``, ``extendedData``, ``own``, ``groups`` and the preserved
  /// elements of geometries.
  var keptBytes = 0

  /// The name under which a Placemark's identifier is preserved.
  static let identifier = "id"

  /// Preserves a value that does not correspond to any field. A repeated value is preserved only
  /// once.
  mutating func keep(_ name: String, _ value: String) {
    let value = ForeignValue(format: KMLCodec.id, name: name, value: value)
    guard kept.last != value, kept.count > 64 || !kept.contains(value) else { return }
    kept.append(value)
    keptBytes += value.value.utf8.count
  }

  /// Preserves the elements of a geometry.
  mutating func keepGeometry(_ elements: [ForeignValue]) {
    kept.insert(contentsOf: elements, at: min(geometryIndex ?? kept.count, kept.count))
  }

  /// Preserves the time of a path as a TimeStamp, if the path's points have no times.
  mutating func keepTime(_ time: Double) {
    guard !kept.contains(where: { $0.name == "TimeStamp" }), Timestamp.writable.contains(time)
    else { return }
    keep("TimeStamp", KMLElement.timeStamp(time, in: zone))
  }

  /// Whether Cartographer wrote the Placemark as a path in which only some points have an
  /// elevation.
  var hasPartialElevations: Bool { own[.elevations] == KMLElevations.partialData }

  mutating func set(_ own: KMLOwnData, _ value: String) {
    if own == .group { groups.append(value) } else { self.own[own] = value }
    keptBytes += value.utf8.count
  }

  /// Adds a Data element to the preserved ExtendedData.
  ///
  /// - Parameter title: The display name, or nil for a field without a display name.
  mutating func addData(name: String, title: String?, value: String) {
    let display = title.map { "<displayName>\(XMLText.escaped($0))</displayName>" } ?? ""
    let xml =
      "<Data name=\"\(XMLText.escaped(name))\">\(display)<value>\(XMLText.escaped(value))</value></Data>"
    extendedData += xml
    keptBytes += xml.utf8.count
  }
}
