/// Takes the times out of kept text: those that other programs' elements and attributes tell.
enum KeptTimes {
  /// The text without the elements and attributes that tell a date or time, and how many they were.
  ///
  /// An element tells one where it holds text alone that begins as a date does, where it is named
  /// `time`, `date`, `when` or `timestamp`, or where its name ends so and it holds a number that
  /// counts seconds since 1970. Durations stay, and so do words: names, notes and comments.
  static func stripped(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var result: [UInt8] = []
    var count = 0
    var leaf: (name: Range<Int>, content: Int, start: Int)?
    var cursor = MarkupCursor(bytes)
    while let token = cursor.next() {
      let range = cursor.start..<cursor.index
      switch token {
      case .start(let name, let attributes, let isEmpty):
        leaf = isEmpty ? nil : (name, range.upperBound, result.count)
        var rest = range.lowerBound
        for attribute in MarkupText.attributeRanges(bytes, attributes) {
          let name = MarkupText.local(bytes[attribute.name])
          guard tellsTime(name, MarkupText.unescaped(bytes[attribute.value])) else { continue }
          // With the blank before it and the quote behind it.
          result += bytes[rest..<attribute.name.lowerBound].dropLast()
          rest = attribute.value.upperBound + 1
          count += 1
        }
        result += bytes[rest..<range.upperBound]
      case .end:
        defer { leaf = nil }
        if let leaf,
          tellsTime(
            MarkupText.local(bytes[leaf.name]),
            MarkupText.plain(bytes, leaf.content..<range.lowerBound))
        {
          result.removeLast(result.count - leaf.start)
          count += 1
        } else {
          result += bytes[range]
        }
      case .mark:
        leaf = nil
        result += bytes[range]
      case .text, .aside: result += bytes[range]
      }
    }
    return (result, count)
  }

  private static let names: Set = ["time", "date", "when", "timestamp"]

  private static func tellsTime(_ name: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
    let text = FlatMarkup.trimmed(text) ?? ""
    if beginsAsDate(text) { return true }
    let name = String(decoding: name, as: UTF8.self).lowercased()
    if names.contains(name) { return !text.isEmpty }
    // The smallest are seconds of 1973: as a duration that would be three years.
    return names.contains { name.hasSuffix($0) } && Double(text).map { $0 >= 1e8 } ?? false
  }

  private static func beginsAsDate(_ text: String) -> Bool {
    let head = Array(text.utf8.prefix(10))
    return head.count == 10
      && head.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte &- 48 < 10
      }
  }
}
