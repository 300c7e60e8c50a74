extension KMLScan {
  /// Handles the start of a KML element that is part of neither a field nor preserved XML.
  func startElement(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    // The innermost open element determines the meaning of the tag: `value`, for example, occurs in
    // Data, in gx:SimpleArrayData and in other elements.
    switch stack.last ?? .document {
    case .track: try startInTrack(tag, attributes)
    case .trackArray:
      if tag.isLocal("value") { begin(.trackValue) } else { leaveOut(tag) }
    case .document, .root: try startFeature(tag, attributes)
    case .container: try startInContainer(tag, attributes)
    case .placemark: try startInPlacemark(tag, attributes)
    case .timeStamp:
      if tag.isLocal("when") || tag.isLocal("timePosition") { begin(.time) } else { leaveOut(tag) }
    case .timeSpan:
      if tag.isLocal("begin") {
        begin(.spanBegin)
      } else if tag.isLocal("end") {
        begin(.spanEnd)
      } else if tag.isLocal("TimeInstant") {
        stack.append(.timeStamp)
      } else {
        leaveOut(tag)
      }
    case .extendedData: try startInExtendedData(tag, attributes)
    case .ownData:
      if tag.isLocal("value") { begin(.dataValue) } else { leaveOut(tag) }
    case .schemaData:
      if tag.isLocal("SimpleData") {
        item.dataName = attributes.text("name") ?? ""
        // SimpleData contains its text directly, so the text begins without a further tag.
        stack.append(.simpleData)
        begin(.simpleValue)
      } else {
        record(tag, attributes)
      }
    case .simpleData: leaveOut(tag)
    case .schema: startInSchema(tag, attributes)
    case .schemaField:
      if tag.isLocal("displayName") { begin(.fieldTitle) } else { leaveOut(tag) }
    case .schemaArrayField:
      guard tag.isLocal("displayName") else { return leaveOut(tag) }
      // Sensors have fixed names, so this title is reported as a text, not as an unknown element.
      noteText("display name of a SimpleArrayField", at: stream.place(tag.text))
      depthLeftOut = 1
    case .style, .iconStyle, .icon, .lineStyle, .areaStyle, .styleMap, .pair:
      startInStyle(tag, attributes)
    case .author:
      if tag.isLocal("name") { begin(.authorName) } else { leaveOut(tag) }
    case .multiGeometry, .point, .line, .polygon, .boundary, .ring, .multiTrack, .trackData,
      .trackSchemaData:
      try startInGeometry(tag, attributes)
    }
  }

  /// Handles the end of an element on the stack of open elements.
  func endElement(_ context: KMLContext) throws {
    switch context {
    case .container: endContainer()
    case .placemark: try endPlacemark()
    case .style: endStyle()
    case .pair: endPair()
    case .extendedData:
      if !item.extendedData.isEmpty {
        item.keep("ExtendedData", "<ExtendedData>\(item.extendedData)</ExtendedData>")
      }
      item.extendedData = ""
    case .point, .line, .polygon, .ring, .multiTrack, .track: try endGeometry(context)
    default: break
    }
  }

  /// Skips an element that is not allowed in its parent, and counts the element as unknown.
  func leaveOut(_ tag: XMLTag) {
    depthLeftOut = 1
    tally.add(.unknown, namespaces.name(tag)) { stream.place(tag.text) }
  }

  // MARK: Features

  /// Handles the start of a feature (a container, placemark or overlay) or of the root element.
  private func startFeature(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    if stack.count == 1 {
      // The first element may be a feature itself. Any other first element was recognised as KML.
      if tag.isLocal("kml") {
        if let creator = attributes.text("creator"), !creator.isEmpty {
          feed.report.creator = creator
        }
        stack.append(.root)
        return
      }
      // A file can consist of a single geometry, which then stands for a Placemark.
      item = KMLPlacemark()
      item.place = stream.place(tag.text)
      stack.append(.placemark)
      if try startGeometry(tag, attributes) { return }
      stack.removeLast()
    }
    if tag.isLocal("Document") || tag.isLocal("Folder") {
      if !containers.isEmpty { containers[containers.count - 1].hasContent = true }
      // In files of this program, a folder for a day of an itinerary is not a group.
      let isDay =
        feed.report.creator == GPXWriter.creator && tag.isLocal("Folder")
        && attributes.text("id")?.hasPrefix(KMLFolders.dayIdentifier) == true
      if containers.isEmpty, attributes.text("id") == KMLWriter.documentID {
        feed.report.creator = GPXWriter.creator
      } else if !isDay {
        noteIdentifier(tag, attributes)
      }
      containers.append(KMLContainer(isGroup: tag.isLocal("Folder"), isDay: isDay))
      if !tag.isLocal("Folder") { openDocuments += 1 }
      stack.append(.container)
    } else if tag.isLocal("Placemark") || placemarkNames.contains(tag.text) {
      if !containers.isEmpty { containers[containers.count - 1].hasContent = true }
      item = KMLPlacemark()
      item.place = stream.place(tag.text)
      stack.append(.placemark)
      if let identifier = attributes.text("id"), !identifier.isEmpty {
        item.keep(KMLPlacemark.identifier, identifier)
      }
    } else if let kind = Self.unsupported(tag) {
      tally.add(kind, tag.text) { stream.place(tag.text) }
      depthLeftOut = 1
    } else if stack.last == .root || stack.last == .document {
      // NetworkLinkControl, or a style outside of documents.
      if tag.isLocal("Style") || tag.isLocal("StyleMap") {
        beginStyle(tag, attributes)
      } else {
        leaveOut(tag)
      }
    } else {
      leaveOut(tag)
    }
  }

  private static func unsupported(_ tag: XMLTag) -> KMLTally.Kind? {
    if tag.isLocal("NetworkLink") { return .networkLink }
    for name: StaticString in ["GroundOverlay", "ScreenOverlay", "PhotoOverlay"]
    where tag.isLocal(name) {
      return .overlay
    }
    return tag.isLocal("Tour") ? .tour : nil
  }

  private func startInContainer(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    if tag.isLocal("name") {
      begin(.name)
    } else if tag.isLocal("description") {
      begin(.description)
    } else if tag.isLocal("Style") || tag.isLocal("StyleMap") {
      beginStyle(tag, attributes)
    } else if tag.isLocal("Schema") {
      if let parent = attributes.text("parent"), parent.hasSuffix("Placemark"),
        let name = attributes.text("name"), placemarkNames.count < 1000
      {
        placemarkNames.insert(name)
      }
      schemas.begin(attributes.text("id") ?? attributes.text("name") ?? "")
      stack.append(.schema)
    } else if tag.isLocal("open") || tag.isLocal("visibility") {
      depthLeftOut = 1
      tally.add(.containerState, tag.text) { stream.place(tag.text) }
    } else {
      try startFeature(tag, attributes)
    }
  }

  private func startInSchema(_ tag: XMLTag, _ attributes: XMLAttributes) {
    if tag.isLocal("SimpleField") {
      schemas.field = attributes.text("name") ?? ""
      if let type = attributes.text("type"), !type.hasSuffix("string") {
        tally.add(.fieldType, tag.text) { stream.place(tag.text) }
      }
      stack.append(.schemaField)
    } else if tag.isLocal("SimpleArrayField") {
      // The values of the array state the field's name. They are read, or told with that name.
      if KMLSensor.sensor(attributes.text("name") ?? "") == nil {
        stack.append(.schemaArrayField)
      } else {
        depthLeftOut = 1
      }
    } else {
      leaveOut(tag)
    }
  }

  /// Counts a piece of text as content that is not imported.
  ///
  /// - Parameter name: A description of the text, of at most 40 characters.
  /// - Parameter place: The text's position, or nil for the position that is being read.
  func noteText(_ name: String, at place: Diagnostic.Place? = nil) {
    tally.add(.text, name) { place ?? stream.place() }
  }

  /// Counts the HTML markup in a container's description. Only the description's text is imported.
  private func noteMarkup(_ container: KMLContainer) {
    guard container.hasMarkup else { return }
    let name = container.isGroup ? "Folder" : "Document"
    tally.add(.containerMarkup, name) { container.detailsPlace }
  }

  private func endContainer() {
    guard let container = containers.popLast() else { return }
    if container.hasItems, !containers.isEmpty {
      containers[containers.count - 1].hasNestedItems = true
    }
    if container.isDay { return }
    guard container.isGroup else {
      // The first document of the file describes the file.
      openDocuments -= 1
      let metadata = feed.header.metadata
      if openDocuments == 0, metadata.name == nil, metadata.details == nil {
        feed.header.metadata.name = container.name
        feed.header.metadata.details = container.details
        noteMarkup(container)
      } else {
        if container.name != nil { noteText("name of an additional Document") }
        if container.details != nil || container.hasMarkup {
          noteText("description of an additional Document", at: container.detailsPlace)
        }
      }
      return
    }
    if container.name == nil, container.details != nil || container.hasMarkup {
      noteText("description of a Folder without a name", at: container.detailsPlace)
    }
    guard container.name != nil else { return }
    // Only this program writes a folder for an empty group. In other files, an empty folder had
    // contents that are not imported, such as overlays.
    guard container.hasItems || feed.report.creator == GPXWriter.creator else {
      tally.add(.emptyFolder, "Folder") { stream.place("Folder") }
      return
    }
    noteMarkup(container)
    guard container.details != nil || !container.hasContent else { return }
    let path = container.path ?? Self.path(containers + [container])
    if describedGroups.insert(path).inserted {
      var group = GeoGroup(name: path)
      group.notes = container.details
      feed.header.groups.append(group)
    }
  }

  /// Returns the name of the group to which the innermost container's items belong. Returns nil if
  /// they belong to no group.
  func groupName() -> String? {
    guard let last = containers.indices.last else { return nil }
    if let known = containers[last].path { return known.isEmpty ? nil : known }
    let path = Self.path(containers)
    containers[last].path = path
    if containers.lazy.compactMap(\.groupName).dropFirst(Self.deepest).first != nil {
      tally.add(.deepFolder, "Folder") { item.place }
    }
    return path.isEmpty ? nil : path
  }

  /// The maximum number of nested folders in a group's name. The names of deeper folders are left
  /// out.
  static let deepest = 32

  private static func path(_ containers: [KMLContainer]) -> String {
    containers.lazy.compactMap(\.groupName).prefix(deepest).joined(separator: " / ")
  }

  // MARK: Placemarks

  private func startInPlacemark(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    if tag.isLocal("name") {
      begin(.name)
    } else if tag.isLocal("description") {
      begin(.description)
    } else if tag.isLocal("styleUrl") {
      begin(.styleURL)
    } else if tag.isLocal("Style") || tag.isLocal("StyleMap") {
      beginStyle(tag, attributes)
    } else if tag.isLocal("TimeStamp") || tag.isLocal("TimeInstant") {
      stack.append(.timeStamp)
    } else if tag.isLocal("TimeSpan") || tag.isLocal("TimePeriod") {
      stack.append(.timeSpan)
    } else if tag.isLocal("ExtendedData") {
      stack.append(.extendedData)
    } else if !(try startGeometry(tag, attributes)) {
      record(tag, attributes)
    }
  }

  private func startInExtendedData(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    if tag.isLocal("Data"),
      let name = attributes.text("name"),
      let own = KMLOwnData(dataName: name)
    {
      item.ownData = own
      stack.append(.ownData)
    } else if tag.isLocal("SchemaData") {
      // The values remain readable without their schema.
      item.schema = String((attributes.text("schemaUrl") ?? "").split(separator: "#").last ?? "")
      stack.append(.schemaData)
    } else {
      record(tag, attributes)
    }
  }

  /// Handles the start of an element that does not belong to KML.
  func startForeign(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    let name = namespaces.name(tag)
    switch stack.last {
    case .placemark:
      if name == "atom:link",
        let address = attributes.text("href"), !address.isEmpty
      {
        item.links.append(
          GeoLink(href: address, text: attributes.text("title"), type: attributes.text("type")))
        noteAttributes(tag, attributes, except: ["href", "title", "type"])
        depthLeftOut = 1
      } else {
        record(tag, attributes)
      }
    case .extendedData, .schemaData: record(tag, attributes)
    case .container where name == "atom:author": stack.append(.author)
    case .author where name == "atom:name": begin(.authorName)
    default: leaveOut(tag)
    }
  }
}

/// A `Document` or `Folder` element that is being read.
struct KMLContainer {
  /// Whether the container is a Folder. The items in a Folder become members of a group.
  let isGroup: Bool
  /// Whether the container is a Folder that represents an itinerary day, whose items are members of
  /// the surrounding Folder's group.
  let isDay: Bool
  var name: String?
  /// The container's description as plain text.
  var details: String?
  /// The position of the container's description in the file.
  var detailsPlace = Diagnostic.Place()
  /// Whether the container's description contains HTML markup, which is not imported.
  var hasMarkup = false
  /// Whether the container contains a Placemark or another container.
  var hasContent = false
  /// The name of the group for the container's items, which begins with the names of the outer
  /// folders. Nil if the name is not yet determined, and empty if the items belong to no group.
  var path: String?
  /// Whether an item was imported from a container inside this container.
  var hasNestedItems = false

  /// Whether an item was imported from the container or from a container inside it. ``path`` is set
  /// when the first item directly in the container is imported.
  var hasItems: Bool { path != nil || hasNestedItems }

  /// The name that the container contributes to a group's name. Nil if the container is not
  /// the Folder of a group.
  var groupName: String? { isGroup && !isDay ? name : nil }

  init(isGroup: Bool, isDay: Bool) {
    self.isGroup = isGroup
    self.isDay = isDay
  }
}
