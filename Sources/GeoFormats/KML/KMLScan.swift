import Foundation
import Geodesy

/// The state of the KML reader for one file.
///
/// If a placemark's only geometry is a line, the line's points are passed to the ``GeoFeed`` as
/// they are read. Other geometries are collected until the placemark ends, because their sensor
/// values and the number of geometries are not known earlier.
final class KMLScan: XMLStreamHandler {
  let stream: XMLStream
  let feed: GeoFeed
  /// The open elements that enclose the reader's position, outermost first.
  var stack: [KMLContext] = [.document]
  var namespaces = KMLNamespaces()
  var tally = KMLTally()
  /// The position of the first Placemark with a path. Nil until the first path is read.
  var firstPath: Diagnostic.Place?

  /// The text of the field that is being read.
  var text: TextBuffer
  var field = KMLField.none
  /// The number of elements that are open inside the field being read.
  var depthInField = 0
  /// The number of open elements in content that is being skipped, including the outermost element.
  var depthLeftOut = 0
  /// The recorder for the element that is being preserved as XML. Nil if there is no such element.
  var recorder: KMLRecorder?
  var containers: [KMLContainer] = []
  /// The number of open containers that are Documents.
  var openDocuments = 0
  /// The names of the groups that are described in the file's header.
  var describedGroups: Set<String> = []
  /// The names that Schema elements declare as alternatives to `Placemark` in old versions of KML.
  var placemarkNames: Set<String> = []
  var schemas = KMLSchemas()

  var styles = KMLStyles()
  var style = KMLStyle()
  /// The identifier of the style or style map that is being read.
  var styleID: String?
  /// The key and the style URL of the current Pair element in a StyleMap.
  var pair = (key: "", address: "")

  /// The places whose shared style is not yet known. They are passed to the feed at the end of the
  /// file.
  var deferred: [(place: GeoPlace, item: KMLPlacemark)] = []

  var item = KMLPlacemark()
  var geometry = KMLGeometry()
  /// The altitude mode of the current geometry.
  var altitudeMode = KMLAltitudeMode.clampToGround
  /// The altitude mode of the MultiTrack that is being read, which applies to tracks without a mode
  /// of their own.
  var multiTrackMode = KMLAltitudeMode.clampToGround
  /// Whether the current geometry has an altitude other than 0.
  var hasAltitudes = false
  var coordinates = KMLCoordinates()
  /// The LinearRing that is being read. Nil outside a LinearRing.
  var ring: KMLRing?
  /// The number of segments in the path that is being streamed, or 0 if no path is being streamed.
  /// The points of a streamed path are passed to the feed as they are read.
  var streamedSegments = 0
  /// The number of the current path's points that were passed to the ``GeoFeed``, and the number of
  /// these points that have an elevation.
  var passed = (points: 0, elevations: 0)
  /// Whether the coordinates being read are passed to the ``GeoFeed`` immediately.
  var isStreaming = false
  var track = KMLTrackState()

  init(_ stream: XMLStream, _ feed: GeoFeed) {
    self.stream = stream
    self.feed = feed
    text = TextBuffer(limit: feed.input.options.limits.text)
  }

  deinit {
    text.deallocate()
    recorder?.deallocate()
  }

  // MARK: Elements

  override func start(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    if depthLeftOut > 0 {
      depthLeftOut += 1
      return
    }
    namespaces.declare(attributes)
    if recorder != nil {
      noteNestedPlacemark(tag)
      recorder?.start(namespaces.name(tag), attributes)
      return
    }
    if field != .none {
      try startInField(tag, attributes)
      return
    }
    if namespaces.isKML(tag) {
      try startElement(tag, attributes)
    } else {
      try startForeign(tag, attributes)
    }
    if !attributes.isEmpty { noteUnreadAttributes(tag, attributes) }
  }

  override func end(_ tag: XMLTag) throws {
    if depthLeftOut > 0 {
      depthLeftOut -= 1
      return
    }
    if recorder != nil {
      let name = namespaces.name(tag)
      if recorder?.end(name) == true { try endRecording() }
      return
    }
    if field != .none {
      try endInField(tag)
      return
    }
    guard stack.count > 1 else { return }
    try endElement(stack.removeLast())
    // The file's only element is a geometry without a Placemark.
    if stack == [.document, .placemark], stream.depth == 1 { try endElement(stack.removeLast()) }
  }

  override func text(_ piece: UnsafeBufferPointer<UInt8>) throws {
    if field == .coordinates {
      guard depthInField == 0 else { return }
      try readCoordinates(piece)
    } else if field != .none, depthLeftOut == 0 {
      guard let start = piece.baseAddress else { return }
      if field == .description, depthInField > 0 {
        try appendEscaped(piece)
      } else if !text.append(start, count: piece.count) {
        throw refusal(.limitText, "an element's text is longer than the limit")
      }
    } else if recorder != nil {
      recorder?.text(piece)
      try checkRecording()
    }
  }

  override var expectsRun: Bool {
    guard stack.last == .track || stack.last == .trackArray else { return false }
    return !feed.input.options.swapsCoordinates
  }

  override func readRun(_ text: UnsafeBufferPointer<UInt8>) throws -> Int {
    guard field == .none, depthLeftOut == 0, recorder == nil else { return 0 }
    return stack.last == .track ? try readPositions(text) : try readValues(text)
  }

  // MARK: Fields

  func begin(_ newField: KMLField) {
    field = newField
    depthInField = 0
    text.clear()
  }

  /// Handles the start of an element inside a field. In a description, the element is unescaped
  /// HTML, and its tags are kept. In other fields, only its text is read.
  private func startInField(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    depthInField += 1
    guard field == .description else { return noteAttributes(tag, attributes) }
    let written = attributes.all.map { name, value in
      let value = XMLText.escaped(String(decoding: value, as: UTF8.self))
      return " \(String(decoding: name, as: UTF8.self))=\"\(value)\""
    }
    try append("<\(tag.text)\(written.joined())>")
  }

  private func endInField(_ tag: XMLTag) throws {
    guard depthInField == 0 else {
      depthInField -= 1
      if field == .description { try append("</\(tag.text)>") }
      return
    }
    let ended = field
    field = .none
    try endField(ended)
  }

  private func append(_ markup: String) throws {
    let isAdded = Array(markup.utf8).withUnsafeBytes { bytes in
      bytes.baseAddress.map { text.append($0, count: bytes.count) } ?? true
    }
    if !isAdded { throw refusal(.limitText, "an element's text is longer than the limit") }
  }

  private func appendEscaped(_ piece: UnsafeBufferPointer<UInt8>) throws {
    try append(
      String(decoding: piece, as: UTF8.self).replacing("&", with: "&amp;")
        .replacing("<", with: "&lt;"))
  }

  /// The current field's text without surrounding white space. Nil if the text is empty.
  var trimmedText: String? {
    FlatMarkup.trimmed(Array(UnsafeBufferPointer(start: text.start, count: text.count)))
  }

  // MARK: Kept XML

  /// Begins recording an element inside a Placemark, because places and paths have no field for its
  /// value.
  func record(_ tag: XMLTag, _ attributes: XMLAttributes) {
    noteNestedPlacemark(tag)
    var fresh = KMLRecorder()
    fresh.start(namespaces.name(tag), attributes)
    recorder = fresh
  }

  /// Counts a Placemark that is preserved as XML, because it is inside another Placemark.
  private func noteNestedPlacemark(_ tag: XMLTag) {
    guard tag.isLocal("Placemark"), namespaces.isKML(tag) else { return }
    tally.add(.nestedPlacemark, "Placemark") { stream.place(tag.text) }
  }

  /// Begins recording an element inside a geometry. An export writes the recorded XML as part of
  /// the Placemark. An element whose meaning could be different in that position is left out.
  func recordInGeometry(_ tag: XMLTag, _ attributes: XMLAttributes) {
    for name: StaticString in [
      "extrude", "tessellate", "altitudeOffset", "drawOrder", "interpolate",
    ]
    where tag.isLocal(name) {
      return record(tag, attributes)
    }
    leaveOut(tag)
  }

  /// Throws an error, which stops reading, if the XML preserved for the current Placemark exceeds
  /// the limit.
  func checkRecording() throws {
    let limit = feed.input.options.limits.preservedMarkup
    guard (recorder?.count ?? 0) + item.keptBytes > limit else { return }
    throw refusal(
      .limitFragment,
      "more than \(Numbers.grouped(limit)) bytes of XML would be preserved for one Placemark")
  }

  private func endRecording() throws {
    guard var finished = recorder else { return }
    try checkRecording()
    recorder = nil
    let xml = finished.xml(namespaces)
    let name = finished.name
    finished.deallocate()
    switch stack.last {
    case .extendedData, .schemaData:
      item.extendedData += xml
      item.keptBytes += xml.utf8.count
    case .point, .line, .polygon, .ring, .track:
      if xml == KMLWriter.tessellation {
        geometry.values.isTessellated = true
      } else {
        keepInGeometry { $0.keep(name, xml) }
      }
    default: item.keep(name, xml)
    }
  }

  func refusal(_ code: Diagnostic.Code, _ message: String) -> InputRefusal {
    InputRefusal(code: code, message: message, place: stream.place())
  }

  // MARK: End

  /// Passes the remaining items to the ``GeoFeed``. If the document ended early, the remaining
  /// items include the complete part of an unfinished item. Also reports the content that was left
  /// out.
  ///
  /// - Parameter damage: The damage that stopped parsing before the end of the document, or nil.
  ///   If the remaining items exceed a limit, this method sets the parameter, unless it is already
  ///   set.
  func finish(_ damage: inout XMLStream.Damage?) throws {
    do {
      if damage != nil {
        if field == .trackCoordinate || field == .trackTime { field = .none }
        try endUnfinishedItem()
      }
      try passDeferredPlaces()
    } catch let refusal as InputRefusal {
      damage = try damage ?? XMLStream.Damage(refusal.located(at: stream.place()))
    }
    if damage == nil {
      reportEmptyPaths()
      noteUnusedSharedStyles()
    }
    tally.report(to: feed)
  }
}

/// The kinds of open elements that the KML reader distinguishes.
enum KMLContext: UInt8 {
  case document
  case root
  case container
  case placemark
  case timeStamp
  case timeSpan
  case extendedData
  case ownData
  case schemaData
  case simpleData
  case schema
  case schemaField
  /// A SimpleArrayField element that declares values of an unknown sensor.
  case schemaArrayField
  case style
  case iconStyle
  case icon
  case lineStyle
  case areaStyle
  case styleMap
  case pair
  case author
  case multiGeometry
  case point
  case line
  case polygon
  case boundary
  case ring
  case multiTrack
  case track
  case trackData
  case trackSchemaData
  case trackArray
}

/// The elements whose text the KML reader uses.
enum KMLField: UInt8 {
  case none
  case name
  case description
  case styleURL
  case time
  case spanBegin
  case spanEnd
  case altitudeMode
  case coordinates
  case colour
  case lineWidth
  case iconAddress
  case pairKey
  case pairAddress
  case dataValue
  case simpleValue
  case fieldTitle
  case authorName
  case trackTime
  case trackCoordinate
  case trackAngles
  case trackValue
}
