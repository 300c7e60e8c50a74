/// Takes the times out of kept text: those that other programs' elements and attributes tell.
///
/// What reads as a date goes. So does what is named after time, with all that it holds, unless that
/// is nothing or a number so small that it can only be a duration. Words stay: names, notes, comments.
struct KeptTimes {
  private struct Open {
    /// Where it begins in the result.
    var start: Int
    var tellsTime: Bool
  }

  private let bytes: [UInt8]
  private var result: [UInt8] = []
  private var count = 0
  private var open: [Open] = []
  /// Which of them are named after time.
  private var timed: [Int] = []
  /// Where the content of the innermost begins, while it holds text alone.
  private var content: Int?

  /// The text without the elements and attributes that tell a date or time, and how many they were.
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
      // With the blank before it and the quote behind it.
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

  /// Looks at the text of the innermost element up to a place.
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

  // MARK: What tells a time

  private static let words: Set = [
    "time", "date", "datetime", "timestamp", "when", "created", "modified", "updated", "epoch",
  ]

  /// Whether a name has a word for time in it, as `UnixTime`, `time_ms` and `creationdate`.
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

  /// Whether a value is none, or a number below the seconds from 1970 to 1973.
  private static func isDuration(_ text: String) -> Bool {
    text.isEmpty || Double(text).map { abs($0) < 1e8 } ?? false
  }

  /// How dates begin: d is a digit, A and a are letters, a point is that or a slash.
  private static let dates = [
    "dddd-dd-dd", "ddddddddTdd", "dd.dd.dddd", "d.dd.dddd", "dd.d.dddd", "d.d.dddd", "d Aaa dddd",
    "dd Aaa dddd", "Aaa, d Aaa dddd", "Aaa, dd Aaa dddd",
  ].map { Array($0.utf8) }

  /// Whether a text begins as a date does: 2026-07-11, 20260711T06, 11/07/2026, Sat, 11 Jul 2026.
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
