import Foundation

extension GPXScan {
  /// Reads the current field's value from its text.
  mutating func readField() -> FieldResult {
    let result: FieldResult =
      switch field.kind {
      case .elevation: readElevation()
      case .time: readTime()
      case .course: readSensor(.course)
      case .speed: readSensor(.speed)
      case .satellites, .dgpsID, .number: readInteger()
      case .magneticVariation, .geoidHeight, .hdop, .vdop, .pdop, .ageOfDGPSData: readNumber()
      case .fix: readFix()
      case .url, .urlName: readURL()
      default: readText()
      }
    if result == .plain, field.isMixed { return .odd }
    return result
  }

  private var quotation: String {
    Excerpt.of(UnsafeBufferPointer(start: text.start, count: text.count))
  }

  private mutating func invalid(_ reason: @autoclosure () -> String) -> FieldResult {
    let (shown, name) = (quotation, field.kind.text)
    note(
      .valueInvalid, .kept, element: name,
      "the \(name) “\(shown)” \(reason()); it is preserved as text")
    return .none
  }

  private mutating func readElevation() -> FieldResult {
    point.elevation = DecimalNumber.parse(text.start, count: text.count)
    if point.elevation.isNaN {
      point.elevation = DecimalNumber.parseDecimalComma(text.start, count: text.count)
      let (quoted, value) = (quotation, point.elevation)
      if value.isNaN {
        note(
          .elevationUnreadable, .repaired, element: "ele",
          """
          the elevation “\(quoted)” is not a decimal number, so the point has no elevation; \
          it is preserved as text
          """)
        return .none
      }
      note(
        .elevationDecimalComma, .repaired, element: "ele",
        "the elevation “\(quoted)” has a decimal comma; it is read as \(value)")
      return .odd
    }
    return formatted(.elevation, point.elevation)
  }

  /// Records a number's notation in the file, such as its number of decimals.
  private mutating func formatted(_ number: GeoPointFormat.Number, _ value: Double) -> FieldResult {
    switch NumberForm(text.start, count: text.count, value: value) {
    case .shortest: return .plain
    case .decimals(let count) where GeoPointFormat.admits(decimals: count, number):
      point.format[decimals: number] = count
      return .plain
    default: return .odd
    }
  }

  private mutating func readTime() -> FieldResult {
    point.time = Timestamp.parse(text.start, count: text.count)
    guard !point.time.isNaN else {
      let (quoted, kind) = (quotation, context.text)
      note(
        .timeUnreadable, .repaired, element: "time",
        """
        the time “\(quoted)” is not a valid date and time, so the \(kind) has no time; it is \
        preserved as text
        """)
      return .none
    }
    switch TimeForm(text.start, count: text.count, value: point.time) {
    case .plain: return .plain
    case .format(let digits, let zone):
      point.format.fractionDigits = digits
      point.format.zone = zone
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
      "the time “\(quoted)” has no time zone; it is read as UTC")
  }

  private mutating func readSensor(_ sensor: GeoSensor) -> FieldResult {
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard !value.isNaN else { return invalid("is not a decimal number") }
    guard !point.has(sensor) else { return .none }
    point.set(sensor, value)
    return formatted(.sensor(sensor), value)
  }

  private mutating func readNumber() -> FieldResult {
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard !value.isNaN else { return invalid("is not a decimal number") }
    if field.kind == .magneticVariation, value < 0 || value >= 360 {
      return invalid("is not in 0…360")
    }
    switch field.kind {
    case .magneticVariation: point.fields.magneticVariation = value
    case .geoidHeight: point.fields.geoidHeight = value
    case .hdop: point.fields.hdop = value
    case .vdop: point.fields.vdop = value
    case .pdop: point.fields.pdop = value
    default: point.fields.ageOfDGPSData = value
    }
    point.hasFields = true
    return NumberForm(text.start, count: text.count, value: value) == .shortest ? .plain : .odd
  }

  private mutating func readInteger() -> FieldResult {
    let bytes = UnsafeBufferPointer(start: text.start, count: text.count)
    guard let value = ValueText.integer(Array(bytes)), value >= 0 else {
      return invalid("is not a non-negative whole number")
    }
    if field.kind == .dgpsID, value > 1023 { return invalid("is greater than 1023") }
    switch field.kind {
    case .number: path.header.number = value
    case .satellites:
      point.fields.satellites = value
      point.hasFields = true
    default:
      point.fields.dgpsID = value
      point.hasFields = true
    }
    return "\(value)".utf8.elementsEqual(bytes) ? .plain : .odd
  }

  private mutating func readFix() -> FieldResult {
    let trimmed = text.string.trimmingCharacters(in: .whitespacesAndNewlines)
    guard ["none", "2d", "3d", "dgps", "pps"].contains(trimmed) else {
      return invalid("is not one of the values none, 2d, 3d, dgps and pps")
    }
    point.fields.fix = trimmed
    point.hasFields = true
    guard trimmed.utf8.count != text.count else { return .plain }
    let quoted = quotation
    note(
      .valueInvalid, .kept, element: "fix",
      "the white space around the fix “\(quoted)” is ignored")
    return .odd
  }

  /// Reads GPX 1.0's `url` as a new link, or GPX 1.0's `urlname` as the link's text.
  private mutating func readURL() -> FieldResult {
    let value = text.string
    guard !value.isEmpty else { return .none }
    var links = context.isPoint ? point.fields.links : path.header.links
    guard levels[depth].seen & GPXField.link.bit == 0 || links.isEmpty else {
      let name = field.kind.text
      note(
        .elementDuplicate, .kept, element: name,
        "an element has both a link and a \(name); only the link is used")
      return .none
    }
    if field.kind == .url {
      point.urlIndex = links.count
      links.append(GeoLink(href: value, text: root.is10 ? readEarlierURLName() : nil))
    } else {
      guard levels[depth].seen & GPXField.url.bit != 0, links.indices.contains(point.urlIndex),
        links[point.urlIndex].text == nil
      else { return .none }
      links[point.urlIndex].text = value
    }
    if context.isPoint {
      point.fields.links = links
      point.hasFields = true
    } else {
      path.header.links = links
    }
    return .plain
  }

  /// Returns the text of a `urlname` that precedes its `url` and was therefore preserved as markup.
  /// Returns nil if there is no such `urlname`.
  private mutating func readEarlierURLName() -> String? {
    guard levels[depth].seen & GPXField.urlName.bit != 0 else { return nil }
    let kept = PreservedMarkup.Content(Array(levels[depth].markup.bytes[..<field.start]))
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
      [PreservedMarkup.Mark.open, GPXField.urlName.letter] + (isPlain ? [] : markup[...close])
      + (isPlain ? [] : markup[(close + 1)..<end]) + [PreservedMarkup.Mark.close]
    levels[depth].markup.remove(at: node.range.lowerBound, count: node.range.count)
    levels[depth].markup.insert(hole, at: node.range.lowerBound)
    let moved = hole.count - node.range.count
    field.start += moved
    if levels[depth].childMark > node.range.lowerBound { levels[depth].childMark += moved }
    return String(decoding: element.text, as: UTF8.self)
  }

  private mutating func readText() -> FieldResult {
    let whole = text.string
    let value = ValueText.text(field.kind, whole)
    guard !value.isEmpty else { return .none }
    if context.isPoint {
      point.hasFields = true
      batch.textBytes &+= text.count
      switch field.kind {
      case .name: point.fields.name = value
      case .comment: point.fields.comment = value
      case .details: point.fields.details = value
      case .source: point.fields.source = value
      case .symbol: point.fields.symbol = value
      default: point.fields.type = value
      }
    } else {
      switch field.kind {
      case .name: path.header.name = value
      case .comment: path.header.comment = value
      case .details: path.header.details = value
      case .source: path.header.source = value
      default: path.header.type = value
      }
    }
    return value.utf8.count == whole.utf8.count ? .plain : .odd
  }
}

extension [UInt8] {
  /// Whether the bytes contain a comment or processing instruction.
  fileprivate var containsAside: Bool {
    var cursor = PreservedMarkup.Cursor(self)
    while let token = cursor.next() {
      if case .aside = token { return true }
    }
    return false
  }
}
