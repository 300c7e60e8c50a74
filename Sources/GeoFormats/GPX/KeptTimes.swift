/// Removes times in other programs' elements and attributes from preserved markup.
///
/// Text that looks like a date is removed. Elements and attributes with a time word in their name
/// are removed with their content, unless it is empty or a number small enough to be a duration.
/// Names, notes and comments stay.
struct KeptTimes {
  private struct Open {
    /// The start of the element in the result.
    var start: Int
    var tellsTime: Bool
  }

  private let bytes: [UInt8]
  private var result: [UInt8] = []
  private var count = 0
  private var open: [Open] = []
  /// The indices of the open elements with a time word in their name.
  private var timed: [Int] = []
  /// The start of the innermost element's content, while it has only text.
  private var content: Int?

  /// Returns the markup without elements and attributes that contain a date or time, and the number
  /// removed.
  static func stripped(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var times = KeptTimes(bytes: bytes)
    times.run()
    return (times.result, times.count)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() {
    var cursor = MarkupCursor(bytes)
    while let token = cursor.next() {
      let range = cursor.start..<cursor.index
      switch token {
      case .start(let name, let attributes, let isEmpty):
        endText(at: range.lowerBound)
        start(range, Self.isTimed(MarkupText.local(bytes[name])), attributes, isEmpty: isEmpty)
      case .end:
        endText(at: range.lowerBound)
        result += bytes[range]
        end()
      case .mark:
        endText(at: range.lowerBound)
        result += bytes[range]
      case .text(let piece):
        if content == nil { take(MarkupText.unescaped(bytes[piece])) }
        result += bytes[range]
      case .aside: result += bytes[range]
      }
    }
  }

  private mutating func start(
    _ range: Range<Int>, _ isTimed: Bool, _ attributes: Range<Int>, isEmpty: Bool
  ) {
    var element = Open(start: result.count, tellsTime: false)
    var rest = range.lowerBound
    for attribute in MarkupText.attributeRanges(bytes, attributes) {
      let name = bytes[attribute.name]
      guard !name.starts(with: Array("xmlns".utf8)) else { continue }
      let value = FlatMarkup.trimmed(MarkupText.unescaped(bytes[attribute.value])) ?? ""
      let isTold = !Self.isDuration(value)
      element.tellsTime = element.tellsTime || isTimed && isTold
      guard Self.isDate(value) || isTold && Self.isTimed(MarkupText.local(name)) else { continue }
      // The range includes the blank before the attribute and the quote after it.
      result += bytes[rest..<attribute.name.lowerBound].dropLast()
      rest = attribute.value.upperBound + 1
      count += 1
    }
    result += bytes[rest..<range.upperBound]
    if isTimed { timed.append(open.count) }
    open.append(element)
    if isEmpty { end() } else { content = range.upperBound }
  }

  private mutating func end() {
    guard let element = open.popLast() else { return }
    if timed.last == open.count { timed.removeLast() }
    guard element.tellsTime else { return }
    result.removeLast(result.count - element.start)
    count += 1
  }

  /// Checks the text of the innermost element up to an offset.
  private mutating func endText(at place: Int) {
    guard let start = content else { return }
    content = nil
    take(MarkupText.plain(bytes, start..<place))
  }

  private mutating func take(_ text: [UInt8]) {
    guard !open.isEmpty, let text = FlatMarkup.trimmed(text) else { return }
    if Self.isDate(text) { open[open.count - 1].tellsTime = true }
    if let timed = timed.last, !Self.isDuration(text) { open[timed].tellsTime = true }
  }

  // MARK: Recognising times

  private static let words: Set = [
    "time", "date", "datetime", "timestamp", "when", "created", "modified", "updated", "epoch",
  ]

  /// Returns whether a name contains a word for time, as in `UnixTime`, `time_ms` and
  /// `creationdate`.
  private static func isTimed(_ name: ArraySlice<UInt8>) -> Bool {
    var word = ""
    var wasLower = false
    for byte in name {
      let isUpper = byte &- UInt8(ascii: "A") < 26
      let isLetter = isUpper || byte &- UInt8(ascii: "a") < 26
      if !isLetter || isUpper && wasLower {
        if words.contains(word) { return true }
        word = ""
      }
      if isLetter { word.append(Character(Unicode.Scalar(byte | 0x20))) }
      wasLower = isLetter && !isUpper
    }
    return words.contains(word) || ["time", "date", "timestamp"].contains { word.hasSuffix($0) }
  }

  /// Returns whether a value is empty, or a number smaller than 10⁸ (seconds from 1970 to 1973).
  private static func isDuration(_ text: String) -> Bool {
    text.isEmpty || Double(text).map { abs($0) < 1e8 } ?? false
  }

  /// Patterns of date starts: d is a digit, A and a are letters, a point matches a point or a
  /// slash.
  private static let dates = [
    "dddd-dd-dd", "ddddddddTdd", "dd.dd.dddd", "d.dd.dddd", "dd.d.dddd", "d.d.dddd", "d Aaa dddd",
    "dd Aaa dddd", "Aaa, d Aaa dddd", "Aaa, dd Aaa dddd",
  ].map { Array($0.utf8) }

  /// Returns whether a text begins like a date: 2026-07-11, 20260711T06, 11/07/2026, Sat, 11 Jul
  /// 2026.
  private static func isDate(_ text: String) -> Bool {
    let head = Array(text.utf8.prefix(20))
    return dates.contains { pattern in
      pattern.count <= head.count
        && zip(pattern, head).allSatisfy { sign, byte in
          switch sign {
          case UInt8(ascii: "d"): byte &- 48 < 10
          case UInt8(ascii: "A"): byte &- UInt8(ascii: "A") < 26
          case UInt8(ascii: "a"): byte &- UInt8(ascii: "a") < 26
          case UInt8(ascii: "."): byte == sign || byte == UInt8(ascii: "/")
          default: byte == sign
          }
        }
    }
  }
}
