import Foundation

extension GPXScan {
  private var isInPath: Bool { context == .track || context == .route }

  /// Begins a field of the current element; a second one of a name is left out.
  mutating func startField(_ candidate: GPXField) {
    let seen = isInPath ? seenInPath : seenInPoint
    guard seen & candidate.bit == 0 else {
      let parent = context.text
      note(
        .elementRepeated, .skipped, element: candidate.text,
        "a second \(candidate.text) in one \(parent); the first is kept")
      leaveOut(.other)
      return
    }
    if isInPath {
      seenInPath |= candidate.bit
    } else {
      seenInPoint |= candidate.bit
    }
    field = candidate
    text.clear()
    collectText(true)
  }

  /// Takes the text of the field that ends.
  mutating func endField() {
    collectText(false)
    let ended = field
    field = .none
    switch ended {
    case .elevation: takeElevation()
    case .time: takeTime()
    default: takeText(ended)
    }
  }

  private mutating func takeElevation() {
    elevation = DecimalNumber.parse(text.start, count: text.count)
    guard elevation.isNaN else { return }
    elevation = DecimalNumber.parseDecimalComma(text.start, count: text.count)
    if elevation.isNaN {
      let quoted = quotation
      note(
        .elevationUnreadable, .repaired, element: "ele",
        "the elevation “\(quoted)” is no decimal number; the point is kept without one")
    } else {
      let quoted = quotation
      let value = elevation
      note(
        .elevationDecimalComma, .repaired, element: "ele",
        "the elevation “\(quoted)” has a decimal comma; read as \(value)")
    }
  }

  private mutating func takeTime() {
    time = Timestamp.parse(text.start, count: text.count)
    guard time.isNaN else { return }
    let quoted = quotation
    let kind = context.text
    note(
      .timeUnreadable, .repaired, element: "time",
      "“\(quoted)” is no date and time of day; the \(kind) is kept without a time")
  }

  private mutating func takeText(_ ended: GPXField) {
    let value = Self.value(of: ended, from: text.string)
    switch (context, ended) {
    case (.waypoint, .name): place.name = value
    case (.waypoint, .comment): place.comment = value
    case (.waypoint, .details): place.details = value
    case (.waypoint, .symbol): place.symbol = value
    case (.waypoint, .type): place.type = value
    case (_, .name): header.name = value
    case (_, .comment): header.comment = value
    case (_, .details): header.details = value
    case (_, .type): header.type = value
    default: break
    }
  }

  /// The text kept, or nil if it is empty.
  ///
  /// Names, symbols and types lose the blanks around them, which are the file's layout; prose
  /// stays as it stands.
  private static func value(of field: GPXField, from text: String) -> String? {
    let kept: String
    switch field {
    case .comment, .details: kept = text
    default: kept = text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return kept.isEmpty ? nil : kept
  }

  private var quotation: String {
    Excerpt.of(UnsafeBufferPointer(start: text.start, count: text.count))
  }
}
