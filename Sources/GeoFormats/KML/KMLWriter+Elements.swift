import Foundation

extension KMLWriter {
  /// Writes the part of the file that comes before the first item.
  func writeHead() throws {
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="\(KMLNamespaces.kml)" xmlns:gx="\(KMLNamespaces.gx)" \
      xmlns:atom="\(KMLNamespaces.atom)">
      <Document id="\(Self.documentID)">

      """.utf8)
    log.item = nil
    let metadata = options.unchangedSource?.metadata ?? GeoMetadata()
    if let name = metadata.name { try write("name", name) }
    if let author = metadata.author?.name {
      try output.write("<atom:author>".utf8)
      try write("atom:name", author)
      try output.write("</atom:author>".utf8)
    }
    if let details = metadata.details {
      try write("description", KMLElement.description(details))
    }
    if metadata.copyright != nil || !metadata.links.isEmpty || metadata.keywords != nil {
      leaveOut("the copyright, links and keywords of a file")
    }
    guard !usedSensors.isEmpty || !usedArrays.isEmpty else { return }
    try output.write("<Schema id=\"sensors\">\n".utf8)
    for (sensor, name, title) in KMLSensor.written where usedSensors.contains(sensor) {
      try output.write(
        """
        <gx:SimpleArrayField name="\(name)" type="float"><displayName>\(title)</displayName>\
        </gx:SimpleArrayField>

        """.utf8)
    }
    for name in usedArrays.sorted() {
      try write("<gx:SimpleArrayField name=\"\(XMLText.escaped(name))\" type=\"float\"/>\n")
    }
    try output.write("</Schema>\n".utf8)
  }

  /// Writes the part of an item's element that comes before the geometry.
  func write(_ element: KMLElement) throws {
    try output.write("<Placemark".utf8)
    if let identifier = element.identifier {
      if usedIdentifiers.insert(identifier).inserted {
        try output.write(" id=\"\(XMLText.escaped(identifier))\"".utf8)
      } else {
        leaveOut("identifiers already used by another item")
      }
    }
    try output.write(">".utf8)
    if let name = element.name { try write("name", name) }
    try write(element.values(upTo: .beforeLink))
    if let link = element.link {
      try output.write("<atom:link href=\"\(XMLText.escaped(link.href))\"".utf8)
      if let text = link.text {
        try output.write(" title=\"\(XMLText.escaped(text))\"".utf8)
      }
      if let type = link.type {
        try output.write(" type=\"\(XMLText.escaped(type))\"".utf8)
      }
      try output.write("/>".utf8)
    }
    try write(element.values(upTo: .beforeDescription))
    if let description = element.description { try write("description", description) }
    try write(element.values(upTo: .beforeTime))
    if let time = element.timeElement { try write(time) }
    try write(element.values(upTo: .beforeStyle))
    try write(element.style)
    try write(element.values(upTo: .beforeData))
    try writeData(element)
    try write(element.values(upTo: .end))
  }

  private func writeData(_ element: KMLElement) throws {
    guard !element.data.isEmpty || !element.foreign.isEmpty || element.keptData != nil else {
      return
    }
    try output.write("<ExtendedData>".utf8)
    for (own, value) in element.data { try writeData(own.dataName, value) }
    for value in element.foreign {
      let name = "\(value.format):\(value.name)"
      // A hostile file can preserve a value under the name of a field of the item.
      guard KMLOwnData(dataName: name) == nil else {
        leaveOut("preserved values that have the same name as a field of the item")
        continue
      }
      try writeData(name, value.value)
    }
    if let data = element.keptData { try write(data) }
    try output.write("</ExtendedData>".utf8)
  }

  private func writeData(_ name: String, _ value: String) throws {
    try output.write("<Data name=\"\(XMLText.escaped(name))\">".utf8)
    try write("value", value)
    try output.write("</Data>".utf8)
  }

  /// Writes the given XML to the file.
  func write(_ xml: String) throws {
    try output.write(xml.utf8)
    try output.reserve()
  }

  /// Writes an element that contains text.
  func write(_ name: String, _ text: String) throws {
    try output.write("<\(name)>".utf8)
    let replaced = try output.write(escaped: text)
    if replaced > 0 {
      log.add(
        Diagnostic(
          element: name, code: .textIllegalCharacter, action: .repaired,
          message: "a character that XML does not allow is written as “\u{FFFD}”"))
    }
    try output.write("</\(name)>".utf8)
  }
}

/// The fields of an item, as written to a KML file.
struct KMLElement {
  /// The positions at which preserved XML is written in a Placemark, in the schema's order.
  enum Slot: Int {
    case beforeLink
    case beforeDescription
    case beforeTime
    case beforeStyle
    case beforeData
    case end
    case geometry
  }

  private(set) var identifier: String?
  private(set) var name: String?
  private(set) var link: GeoLink?
  private(set) var description: String?
  private(set) var timeElement: String?
  private(set) var style = ""
  /// The names of the item's groups.
  var groups: [String]
  var data: [(KMLOwnData, String)] = []
  /// The values that were preserved from formats other than KML.
  private(set) var foreign: [ForeignValue] = []
  /// The content of the ExtendedData element that was preserved on import.
  private(set) var keptData: String?
  private var kept: [Slot: [ForeignValue]] = [:]
  /// The preserved XML of geometry elements, keyed by segment number.
  private var segments: [Int: [ForeignValue]] = [:]

  init(_ place: GeoPlace, kept: [ForeignValue], _ options: GeoWritingOptions) {
    groups = place.extras.groups
    let icon = kept.first { $0.format == KMLCodec.id && $0.name == "icon" }?.value
    setFields(
      name: place.name, details: place.details, links: place.fields.links,
      time: options.stripsTimes ? nil : place.time?.timeIntervalSinceReferenceDate,
      zone: place.format.zone, kept, options)
    setData(
      type: place.type, comment: place.comment, source: place.fields.source, place.extras)
    let colour = place.extras.colour.flatMap(KMLStyle.kmlColour)
    // White would be read as no colour.
    if let written = place.extras.colour, colour == nil || colour == "ffffffff" {
      data.append((.colour, written))
    }
    var address: String?
    if let symbol = place.symbol {
      address =
        icon.flatMap { KMLIcon.symbol($0) == symbol ? $0 : nil } ?? KMLIcon.address(symbol)
      if address.flatMap(KMLIcon.symbol) != symbol { data.append((.symbol, symbol)) }
    }
    guard colour != nil || address != nil else { return }
    style = "<Style><IconStyle>"
    if let colour { style += "<color>\(colour)</color>" }
    if let address {
      style += "<Icon><href>\(XMLText.escaped(address))</href></Icon>"
    }
    style += "</IconStyle></Style>"
  }

  init(_ header: GeoPathHeader, kept: [ForeignValue], _ options: GeoWritingOptions) {
    groups = header.extras.groups
    setFields(
      name: header.name, details: header.details, links: header.links, time: nil, zone: .utc, kept,
      options)
    setData(type: header.type, comment: header.comment, source: header.source, header.extras)
    if let symbol = header.extras.symbol { data.append((.symbol, symbol)) }
    guard let written = header.extras.colour else { return }
    guard let colour = KMLStyle.kmlColour(written) else {
      data.append((.colour, written))
      return
    }
    style = "<Style><LineStyle><color>\(colour)</color>"
    style += "<width>\(Int(KMLWriter.lineWidth))</width></LineStyle></Style>"
  }

  private mutating func setFields(
    name: String?, details: String?, links: [GeoLink], time: Double?, zone: GeoPointFormat.Zone,
    _ kept: [ForeignValue], _ options: GeoWritingOptions
  ) {
    self.name = name
    link = links.first
    let own = kept.filter { $0.format == KMLCodec.id }
    foreign = kept.filter { $0.format != KMLCodec.id }
    let html = own.first { $0.name == "description" }?.value
    if let html, KMLDescription.plainText(html) == details ?? "" {
      description = html
    } else {
      description = details.map(Self.description)
    }
    identifier = own.first { $0.name == KMLPlacemark.identifier }?.value
    let named = ["description", "icon", KMLPlacemark.identifier]
    for value in own where !named.contains(value.name) {
      guard KMLFragment.isValid(value.value, name: value.name) else { continue }
      switch value.name {
      case "TimeStamp", "TimeSpan":
        // A Placemark with a TimeStamp and a TimeSpan gets both.
        guard !options.stripsTimes, Self.states(value.value, time) else { break }
        timeElement = (timeElement ?? "") + value.value
      case "ExtendedData":
        keptData = Self.content(value.value)
      default: self.kept[Self.slot(value.name), default: []].append(value)
      }
    }
    if timeElement == nil, let time, Timestamp.writable.contains(time) {
      timeElement = Self.timeStamp(time, in: zone)
    }
  }

  /// Returns the TimeStamp element for a time whose year is between 1 and 9999. The element gives
  /// the time zone's offset from UTC, unless the year in that time zone is not between 1 and 9999.
  static func timeStamp(_ time: Double, in zone: GeoPointFormat.Zone) -> String {
    var written = GeoPointFormat.Zone.utc
    if case .east(let minutes) = zone, Timestamp.writable.contains(time + Double(minutes * 60)) {
      written = zone
    }
    return "<TimeStamp><when>\(OutputBuffer.time(time, zone: written))</when></TimeStamp>"
  }

  private mutating func setData(
    type: String?, comment: String?, source: String?, _ extras: GeoExtras
  ) {
    let values: [(KMLOwnData, String?)] = [
      (.type, type), (.comment, comment), (.source, source), (.notes, extras.notes),
    ]
    for (own, value) in values {
      if let value { data.append((own, value)) }
    }
  }

  /// Returns whether a preserved TimeStamp or TimeSpan matches an item's current time. The
  /// preserved element of a path always matches, because only a path's points have times.
  private static func states(_ xml: String, _ time: Double?) -> Bool {
    guard let time else { return true }
    return FlatMarkup(Array(xml.utf8)).elements.contains { element in
      guard element.name == "when" || element.name == "begin",
        let text = FlatMarkup.trimmed(element.text)
      else { return false }
      return abs(KMLScan.time(text) - time) < 0.001
    }
  }

  /// Returns the content of an ExtendedData element that was preserved on import. Returns nil if
  /// the element has attributes.
  private static func content(_ xml: String) -> String? {
    guard xml.hasPrefix("<ExtendedData>"),
      let start = xml.firstIndex(of: ">"),
      let end = xml.lastIndex(of: "<"), start < end
    else {
      return nil
    }
    return String(xml[xml.index(after: start)..<end])
  }

  /// Encodes text for a `description` element in such a way that the KML reader restores the same
  /// text.
  static func description(_ details: String) -> String {
    guard KMLDescription.plainText(details) != details else { return details }
    return details.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\n", with: "<br>")
  }

  private static func slot(_ name: String) -> Slot {
    switch name {
    case "visibility", "open", "atom:author": .beforeLink
    case "address", "phoneNumber", "Snippet", "snippet": .beforeDescription
    case _ where name.hasSuffix(":AddressDetails"): .beforeDescription
    case "LookAt", "Camera": .beforeTime
    case "styleUrl": .beforeStyle
    case "Region": .beforeData
    case "extrude", "tessellate", "altitudeMode", "gx:altitudeMode", "gx:altitudeOffset",
      "gx:drawOrder", "gx:interpolate":
      .geometry
    default: .end
    }
  }

  /// Returns the preserved XML to write at the given position in the Placemark.
  func values(upTo slot: Slot) -> String {
    kept[slot].map { $0.map(\.value).joined() } ?? ""
  }

  /// Adds the preserved elements of a segment.
  ///
  /// - Returns: Whether all elements can be written.
  mutating func keep(_ values: [ForeignValue], inSegment number: Int) -> Bool {
    let written = values.filter { value in
      value.format == KMLCodec.id && Self.slot(value.name) == .geometry
        && KMLFragment.isValid(value.value, name: value.name)
    }
    if !written.isEmpty { segments[number] = written }
    return written.count == values.count
  }

  /// Returns whether a segment has preserved elements of its own.
  func hasValues(ofSegment number: Int) -> Bool { segments[number] != nil }

  /// Whether a segment has a preserved altitude mode of its own.
  var hasSegmentModes: Bool {
    segments.values.contains { $0.contains { KMLGeometryValues.modeNames.contains($0.name) } }
  }

  /// Returns the preserved XML of the first element with one of the given names.
  ///
  /// - Parameter segment: The number of the segment whose own elements are searched first.
  ///   The elements of the whole geometry are searched next. If nil, only these are searched.
  func geometryValues(_ names: [String], in segment: Int? = nil) -> String {
    let own = segment.flatMap { segments[$0] }?.first { names.contains($0.name) }
    return (own ?? kept[.geometry]?.first { names.contains($0.name) })?.value ?? ""
  }

  static let absoluteMode = "<altitudeMode>absolute</altitudeMode>"

  /// Returns the preserved `altitudeMode` element. If none was preserved, returns `absolute` for a
  /// geometry whose positions all have an elevation.
  func altitudeMode(for elevations: KMLElevations, in segment: Int? = nil) -> String {
    let kept = geometryValues(KMLGeometryValues.modeNames, in: segment)
    guard kept.isEmpty else { return kept }
    switch elevations {
    case .none: return ""
    case .some: return KMLElevations.partialMode
    case .all: return Self.absoluteMode
    }
  }
}

/// Whether none, some or all positions of a geometry have an elevation.
enum KMLElevations {
  case none
  case some
  case all

  /// The altitude mode of a geometry in which only some positions have an elevation. In the mode
  /// `absolute`, other programs would treat a missing altitude as 0 and draw the line down to sea
  /// level.
  static let partialMode = "<altitudeMode>clampToGround</altitudeMode>"
  /// The value of ``KMLOwnData/elevations`` for a path in which only some points have an elevation.
  static let partialData = "partial"
}
