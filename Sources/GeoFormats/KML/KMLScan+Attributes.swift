/// Functions that report attributes that are not imported.
extension KMLScan {
  /// Counts the attributes of the element that has just begun, excluding attributes that are
  /// imported. Does nothing if the whole element is preserved as XML or left out.
  func noteUnreadAttributes(_ tag: XMLTag, _ attributes: XMLAttributes) {
    guard depthLeftOut == 0, recorder == nil else { return }
    noteAttributes(tag, attributes, except: readAttributes)
  }

  /// Counts the element's attributes as content that is not imported. Namespace declarations, and
  /// `xsi` attributes such as the location of an XML schema, are not counted.
  ///
  /// - Parameter read: The names of the attributes that are not counted because they are imported.
  func noteAttributes(_ tag: XMLTag, _ attributes: XMLAttributes, except read: [String] = []) {
    guard !attributes.isEmpty else { return }
    for attribute in attributes.all {
      let name = String(decoding: attribute.name, as: UTF8.self)
      let prefix = name.split(separator: ":").first
      if read.contains(name) || prefix == "xmlns" || prefix == "xsi" { continue }
      if name == "id" {
        noteIdentifier(tag, attributes)
      } else {
        tally.add(.attribute, "“\(name)” of \(namespaces.name(tag))") { stream.place(tag.text) }
      }
    }
  }

  /// Counts the element's identifier, if any, as content that is not imported.
  func noteIdentifier(_ tag: XMLTag, _ attributes: XMLAttributes) {
    guard let identifier = attributes.text("id"), !identifier.isEmpty else { return }
    tally.add(.identifier, namespaces.name(tag)) { stream.place(tag.text) }
  }

  /// The names of the current element's attributes that are imported or whose loss is reported
  /// elsewhere.
  private var readAttributes: [String] {
    guard field == .none else { return field == .simpleValue ? ["name"] : [] }
    return switch stack.last {
    case .root: ["version", "creator"]
    case .container, .placemark: ["id"]
    // References to a style are resolved, so its identifier is not needed any more.
    case .style, .styleMap, .pair, .iconStyle, .icon, .lineStyle, .areaStyle: ["id"]
    case .schema: ["id", "name", "parent"]
    case .schemaField, .schemaArrayField: ["name", "type"]
    case .schemaData, .trackSchemaData: ["schemaUrl"]
    case .ownData, .trackArray: ["name"]
    default: []
    }
  }
}
