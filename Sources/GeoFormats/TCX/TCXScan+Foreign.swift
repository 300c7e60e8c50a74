/// Functions that preserve the values in `Extensions` for which the library has no field.
extension TCXScan {
  /// The item to which values in extensions belong.
  enum ForeignOwner {
    /// The current trackpoint or course point.
    case point
    case lap
    case path
  }

  /// An open element that another program defines.
  struct ForeignElement {
    let name: String
    /// Whether the element has text, an attribute or a child element.
    var hasContent = false
  }

  /// The maximum number of values in a point's extensions. ``pointSizeAtMost`` is the maximum total
  /// size of these values in bytes.
  private static let pointValuesAtMost = 1_000
  private static let pointSizeAtMost = 1 << 20
  /// The maximum size, in bytes, of the values in the extensions of a path and its laps.
  private static let itemSizeAtMost = 4 << 20
  /// The maximum nesting depth at which the values of other programs' elements are preserved.
  private static let deepest = 8
  /// The maximum length of an element's name, in characters.
  private static let longestName = 100
  private static let cadenceSensorsAtMost = 8

  /// Handles the start of another program's extension element.
  func beginForeign(_ tag: XMLTag, _ attributes: XMLAttributes) {
    if foreign.isEmpty {
      switch stack[stack.count - 2] {
      case .extensions: owner = .point
      case .lapExtensions: owner = .lap
      default: owner = stack[stack.count - 3] == .coursePoint ? .point : .path
      }
    } else {
      keepForeignText()
      foreign[foreign.count - 1].hasContent = true
    }
    foreign.append(ForeignElement(name: String(tag.localText.prefix(Self.longestName))))
    for (name, value) in attributes.all {
      let name = String(decoding: name, as: UTF8.self)
      if name == "xmlns" || name.hasPrefix("xmlns:") { continue }
      foreign[foreign.count - 1].hasContent = true
      let local = name.split(separator: ":").last.map(String.init) ?? name
      keep(
        "\(foreignName)@\(local.prefix(Self.longestName))", String(decoding: value, as: UTF8.self))
    }
    text.clear()
    collects = true
  }

  /// Handles the end of another program's extension element.
  func endForeign() {
    keepForeignText()
    if foreign.last?.hasContent == false { keep(foreignName, "") }
    foreign.removeLast()
  }

  /// Preserves the text in another program's element up to the next start or end tag.
  private func keepForeignText() {
    if let content = trimmed {
      foreign[foreign.count - 1].hasContent = true
      keep(foreignName, content)
    }
    text.clear()
  }

  /// The names of other programs' open elements, outermost first. The names are
  /// separated by `/`. Only the first ``deepest`` names are included.
  private var foreignName: String {
    foreign.prefix(Self.deepest).map(\.name).joined(separator: "/")
  }

  private func keep(_ name: String, _ text: String) {
    let value = ForeignValue(format: TCXCodec.id, name: name, value: text)
    let size = name.utf8.count + text.utf8.count
    guard foreign.count <= Self.deepest, let itemSize = item?.valueSize else {
      tally.extensionValuesLeftOut += 1
      return
    }
    switch owner {
    case .point:
      if point.values.count < Self.pointValuesAtMost, point.valueSize + size <= Self.pointSizeAtMost
      {
        point.values.append(value)
        point.valueSize += size
        return
      }
    case .lap, .path:
      guard itemSize + size <= Self.itemSizeAtMost else { break }
      item?.valueSize += size
      if owner == .path {
        item?.values.append(value)
      } else {
        addLapExtra(value)
      }
      return
    }
    tally.extensionValuesLeftOut += 1
  }

  /// Adds a value from an extension to the values of the current lap. A name that TCX itself uses
  /// for a lap value gets the prefix `extra:`.
  private func addLapExtra(_ value: ForeignValue) {
    let prefix = TCXElement.lapValues.contains(value.name) ? "extra:" : ""
    let word = value.value.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    lapExtras.append("\(prefix)\(value.name)=\(word)")
    tally.kept.add(value.name)
  }

  /// Returns markup that preserves the given values of a point or place, and counts the values.
  /// Returns nil if there are no values.
  func kept(_ values: [ForeignValue]) -> String? {
    for value in values { tally.kept.add(value.name) }
    return PreservedMarkup.keeping(values)
  }

  /// Stores the kind of cadence sensor given in a trackpoint extension. Because the kind is usually
  /// the same for all trackpoints, it is stored once per path.
  func readCadenceSensor(_ attributes: XMLAttributes) {
    var index = 0
    while let name = attributes.name(index) {
      index += 1
      // Most attributes are declarations of the namespace.
      guard name[0] == UInt8(ascii: "C"),
        let kind = attributes.text("CadenceSensor"),
        let known = item?.cadenceSensors, !known.contains(kind)
      else { continue }
      if known.count < Self.cadenceSensorsAtMost, kind.count <= Self.longestName {
        item?.cadenceSensors.append(kind)
      } else {
        tally.extensionValuesLeftOut += 1
      }
    }
  }
}
