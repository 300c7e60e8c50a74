import Foundation

extension GPXScan {
  /// Reads the text of the current field as its value.
  mutating func take() -> Taken {
    let taken: Taken =
      switch field {
      case .elevation: takeElevation()
      case .time: takeTime()
      case .course: takeSensor(.course)
      case .speed: takeSensor(.speed)
      case .satellites, .dgpsID, .number: takeInteger()
      case .magneticVariation, .geoidHeight, .hdop, .vdop, .pdop, .ageOfDGPSData: takeNumber()
      case .fix: takeFix()
      case .url, .urlName: takeURL()
      default: takeText()
      }
    if taken == .plain, fieldIsMixed { return .odd }
    return taken
  }

  private var quotation: String {
    Excerpt.of(UnsafeBufferPointer(start: text.start, count: text.count))
  }

  private mutating func invalid(_ reason: @autoclosure () -> String) -> Taken {
    let (shown, name) = (quotation, field.text)
    note(
      .valueInvalid, .kept, element: name, "the \(name) “\(shown)” \(reason()); preserved as text")
    return .none
  }

  private mutating func takeElevation() -> Taken {
    elevation = DecimalNumber.parse(text.start, count: text.count)
    if elevation.isNaN {
      elevation = DecimalNumber.parseDecimalComma(text.start, count: text.count)
      let (quoted, value) = (quotation, elevation)
      if value.isNaN {
        note(
          .elevationUnreadable, .repaired, element: "ele",
          "the elevation “\(quoted)” is not a decimal number; the point has no elevation")
        return .none
      }
      note(
        .elevationDecimalComma, .repaired, element: "ele",
        "the elevation “\(quoted)” has a decimal comma; read as \(value)")
      return .odd
    }
    return formatted(.elevation, elevation)
  }

  /// Records the notation of a number.
  private mutating func formatted(_ number: GeoPointFormat.Number, _ value: Double) -> Taken {
    switch NumberForm(text.start, count: text.count, value: value) {
    case .shortest: return .plain
    case .decimals(let count) where GeoPointFormat.admits(decimals: count, number):
      format[decimals: number] = count
      return .plain
    default: return .odd
    }
  }

  private mutating func takeTime() -> Taken {
    time = Timestamp.parse(text.start, count: text.count)
    guard !time.isNaN else {
      let (quoted, kind) = (quotation, context.text)
      note(
        .timeUnreadable, .repaired, element: "time",
        "“\(quoted)” is not a date and time of day; the \(kind) has no time")
      return .none
    }
    switch TimeForm(text.start, count: text.count, value: time) {
    case .plain: return .plain
    case .format(let digits, let zone):
      format.fractionDigits = digits
      format.zone = zone
      if zone == .none { noteZone() }
      return .plain
    case .other:
      if Timestamp.hasNoZone(text.start, count: text.count) { noteZone() }
      return .odd
    }
  }

  private mutating func noteZone() {
    let quoted = quotation
    note(
      .timeZoneMissing, .kept, element: "time",
      "the time “\(quoted)” has no zone; read as UTC")
  }

  private mutating func takeSensor(_ sensor: GeoSensor) -> Taken {
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard !value.isNaN else { return invalid("is not a decimal number") }
    guard sensorsSeen & (1 << UInt32(sensor.rawValue)) == 0 else { return .none }
    sensorValues[sensor.rawValue] = value
    sensorsSeen |= 1 << UInt32(sensor.rawValue)
    return formatted(.sensor(sensor), value)
  }

  private mutating func takeNumber() -> Taken {
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard !value.isNaN else { return invalid("is not a decimal number") }
    if field == .magneticVariation, value < 0 || value >= 360 {
      return invalid("is not in 0…360")
    }
    switch field {
    case .magneticVariation: fields.magneticVariation = value
    case .geoidHeight: fields.geoidHeight = value
    case .hdop: fields.hdop = value
    case .vdop: fields.vdop = value
    case .pdop: fields.pdop = value
    default: fields.ageOfDGPSData = value
    }
    hasFields = true
    return NumberForm(text.start, count: text.count, value: value) == .shortest ? .plain : .odd
  }

  private mutating func takeInteger() -> Taken {
    let bytes = UnsafeBufferPointer(start: text.start, count: text.count)
    guard let value = ValueText.integer(Array(bytes)), value >= 0 else {
      return invalid("is not a whole number of 0 or more")
    }
    if field == .dgpsID, value > 1023 { return invalid("is above 1023") }
    switch field {
    case .number: header.number = value
    case .satellites:
      fields.satellites = value
      hasFields = true
    default:
      fields.dgpsID = value
      hasFields = true
    }
    return "\(value)".utf8.elementsEqual(bytes) ? .plain : .odd
  }

  private mutating func takeFix() -> Taken {
    let trimmed = text.string.trimmingCharacters(in: .whitespacesAndNewlines)
    guard ["none", "2d", "3d", "dgps", "pps"].contains(trimmed) else {
      return invalid("is not one of none, 2d, 3d, dgps, pps")
    }
    fields.fix = trimmed
    hasFields = true
    guard trimmed.utf8.count != text.count else { return .plain }
    let quoted = quotation
    note(
      .valueInvalid, .repaired, element: "fix",
      "the fix “\(quoted)” has surrounding blanks, which were ignored")
    return .odd
  }

  /// Reads GPX 1.0's `url`, which makes a link, or `urlname`, the text of the preceding link.
  private mutating func takeURL() -> Taken {
    let value = text.string
    guard !value.isEmpty else { return .none }
    var links = context.isPoint ? fields.links : header.links
    guard levels[depth].seen & GPXField.link.bit == 0 || links.isEmpty else {
      let name = field.text
      note(
        .elementDuplicate, .kept, element: name,
        "a \(name) beside a link; the link is used as the value")
      return .none
    }
    if field == .url {
      urlIndex = links.count
      links.append(GeoLink(href: value, text: is10 ? takeEarlierURLName() : nil))
    } else {
      guard levels[depth].seen & GPXField.url.bit != 0, links.indices.contains(urlIndex),
        links[urlIndex].text == nil
      else { return .none }
      links[urlIndex].text = value
    }
    if context.isPoint {
      fields.links = links
      hasFields = true
    } else {
      header.links = links
    }
    return .plain
  }

  /// Returns the text of a `urlname` that precedes its `url` and was preserved as markup.
  private mutating func takeEarlierURLName() -> String? {
    guard levels[depth].seen & GPXField.urlName.bit != 0 else { return nil }
    let kept = KeptText(Array(levels[depth].markup.bytes[..<fieldStart]))
    let node = kept.nodes.first { node in
      if case .element("urlname", _) = node.kind { true } else { false }
    }
    guard let node else { return nil }
    let markup = Array(kept.bytes[node.range])
    let flat = FlatMarkup(markup)
    guard flat.elements.count == 1, let element = flat.elements.first, !element.text.isEmpty,
      let close = markup.firstIndex(of: UInt8(ascii: ">")), !markup.containsAside
    else { return nil }
    let tag = markup[1..<close]
    let isPlain = namespaces.isPlain && tag.elementsEqual("urlname".utf8)
    let end = node.endTag - node.range.lowerBound
    let hole =
      [KeptMark.open, GPXField.urlName.letter] + (isPlain ? [] : markup[...close])
      + (isPlain ? [] : markup[(close + 1)..<end]) + [KeptMark.close]
    levels[depth].markup.remove(at: node.range.lowerBound, count: node.range.count)
    levels[depth].markup.insert(hole, at: node.range.lowerBound)
    let moved = hole.count - node.range.count
    fieldStart += moved
    if levels[depth].childMark > node.range.lowerBound { levels[depth].childMark += moved }
    return String(decoding: element.text, as: UTF8.self)
  }

  private mutating func takeText() -> Taken {
    let whole = text.string
    let value = ValueText.text(field, whole)
    guard !value.isEmpty else { return .none }
    if context.isPoint {
      hasFields = true
      batchBytes &+= text.count
      switch field {
      case .name: fields.name = value
      case .comment: fields.comment = value
      case .details: fields.details = value
      case .source: fields.source = value
      case .symbol: fields.symbol = value
      default: fields.type = value
      }
    } else {
      switch field {
      case .name: header.name = value
      case .comment: header.comment = value
      case .details: header.details = value
      case .source: header.source = value
      default: header.type = value
      }
    }
    return value.utf8.count == whole.utf8.count ? .plain : .odd
  }
}

extension [UInt8] {
  /// Whether markup contains a comment or processing instruction.
  fileprivate var containsAside: Bool {
    var cursor = MarkupCursor(self)
    while let token = cursor.next() {
      if case .aside = token { return true }
    }
    return false
  }
}
