extension KMLScan {
  /// Handles the start of a Style or StyleMap of a document or Placemark.
  func beginStyle(_ tag: XMLTag, _ attributes: XMLAttributes) {
    styleID = stack.last == .placemark ? nil : attributes.text("id")
    style = KMLStyle()
    pair = ("", "")
    stack.append(tag.isLocal("Style") ? .style : .styleMap)
  }

  /// Handles an element inside a Style or StyleMap.
  func startInStyle(_ tag: XMLTag, _ attributes: XMLAttributes) {
    switch stack.last {
    case .styleMap where tag.isLocal("Pair"):
      pair = ("", "")
      stack.append(.pair)
    case .pair where tag.isLocal("key"): begin(.pairKey)
    case .pair where tag.isLocal("styleUrl"): begin(.pairAddress)
    case .pair where tag.isLocal("Style"):
      style = KMLStyle()
      stack.append(.style)
    case .style where tag.isLocal("IconStyle"): stack.append(.iconStyle)
    case .style where tag.isLocal("LineStyle"): stack.append(.lineStyle)
    case .style where tag.isLocal("PolyStyle"): stack.append(.areaStyle)
    case .iconStyle where tag.isLocal("color"),
      .lineStyle where tag.isLocal("color"),
      .areaStyle where tag.isLocal("color"):
      begin(.colour)
    case .lineStyle where tag.isLocal("width"): begin(.lineWidth)
    case .iconStyle where tag.isLocal("Icon"): stack.append(.icon)
    case .icon where tag.isLocal("href"): begin(.iconAddress)
    default:
      style.hasMore = true
      depthLeftOut = 1
    }
  }

  func setStyleField(_ field: KMLField) {
    let value = trimmedText ?? ""
    switch field {
    case .pairKey: pair.key = value
    case .pairAddress: pair.address = value
    case .lineWidth: if Double(value) != KMLWriter.lineWidth { style.hasMore = true }
    case .iconAddress: style.icon = value.isEmpty ? nil : value
    default:
      guard let (colour, opacity) = KMLStyle.colour(value) else {
        if !value.isEmpty {
          feed.diagnose(
            .valueInvalid, .repaired, at: stream.place("color"),
            "the colour \(Excerpt.of(value)) cannot be read and was left out")
        }
        return
      }
      if opacity != 255 { style.hasMore = true }
      switch stack.last {
      case .iconStyle: style.iconColour = colour
      case .lineStyle: style.lineColour = colour
      default: style.areaColour = colour
      }
    }
  }

  func endStyle() {
    if style.hasMore { tally.add(.style, "Style") { stream.place("Style") } }
    if stack.last == .placemark {
      item.style = style
    } else if stack.last != .pair {
      addStyle(style)
    }
  }

  private func addStyle(_ style: KMLStyle) {
    guard !style.isEmpty || style.hasMore else { return }
    guard let styleID else {
      // Nothing can refer to a shared style without an identifier.
      return tally.add(.unusedSharedStyle, "Style") { stream.place("Style") }
    }
    if !styles.add(style, id: styleID, at: stream.place("Style")) {
      tally.add(.tooManyStyles, "Style") { stream.place("Style") }
    }
  }

  func endPair() {
    guard pair.key == "normal" || pair.key.isEmpty else {
      tally.add(.highlight, "StyleMap") { stream.place("Pair") }
      if stack.dropLast().last == .placemark {
        styles.noteUse(of: pair.address)
      } else if let styleID, !pair.address.isEmpty {
        styles.add(highlight: pair.address, id: styleID)
      }
      return
    }
    if stack.dropLast().last == .placemark {
      if pair.address.isEmpty { item.style = style } else { item.styleURL = pair.address }
    } else if pair.address.isEmpty {
      addStyle(style)
    } else if let styleID,
      !styles.add(reference: pair.address, id: styleID, at: stream.place("StyleMap"))
    {
      tally.add(.tooManyStyles, "StyleMap") { stream.place("StyleMap") }
    }
  }

  /// Returns the style that applies to a Placemark. Properties missing from the Placemark's own
  /// style are taken from the shared style.
  func style(of item: inout KMLPlacemark) -> KMLStyle {
    var style = item.style ?? KMLStyle()
    guard let address = item.styleURL else { return style }
    if KMLStyles.isRemote(address) {
      let place = item.place
      tally.add(.remoteStyle, "styleUrl") { place }
      item.keep("styleUrl", "<styleUrl>\(XMLText.escaped(address))</styleUrl>")
      return style
    }
    styles.noteUse(of: address)
    if let shared = styles.style(address) {
      style.inherit(shared)
    } else {
      item.hasUnknownStyle = true
    }
    return style
  }

  /// Counts the shared styles to which no Placemark refers.
  func noteUnusedSharedStyles() {
    for place in styles.unusedPlaces { tally.add(.unusedSharedStyle, "Style") { place } }
  }

  /// Counts the style properties that a path does not use: the icon, and the area's colour if it
  /// differs from the line's colour.
  func noteUnusedStyle(_ style: KMLStyle, isArea: Bool) {
    func note(_ name: String) { tally.add(.unusedStyle, name) { item.place } }
    if style.icon != nil { note("icon") }
    if style.iconColour != nil { note("icon colour") }
    if isArea, let line = style.lineColour, let area = style.areaColour, line != area {
      note("area colour")
    }
  }

  func noteUnknownStyle(_ item: KMLPlacemark) {
    tally.add(.unknownStyle, "styleUrl") { item.place }
  }
}
