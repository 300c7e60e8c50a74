extension PreservedMarkup {
  /// A filter for preserved markup that removes times from other programs' elements and attributes.
  ///
  /// Text that looks like a date is removed. Elements and attributes whose names contain a word for
  /// a time are removed with their content, unless the content is empty or a number small enough to
  /// be a duration. Names, notes and comments are not removed.
  struct Times {
    private struct OpenElement {
      /// The offset in the filtered markup at which the element starts.
      var start: Int
      var tellsTime: Bool
    }

    private let bytes: [UInt8]
    private var result: [UInt8] = []
    private var count = 0
    private var open: [OpenElement] = []
    /// The indices of the open elements whose names contain a word for a time.
    private var timed: [Int] = []
    /// The offset at which the innermost element's content starts. Nil if the content includes
    /// anything other than text.
    private var content: Int?

    /// Removes the elements and attributes that contain a date or time, and returns the markup and
    /// the number of removals.
    static func stripped(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
      var times = Times(bytes: bytes)
      times.run()
      return (times.result, times.count)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() {
      var cursor = Cursor(bytes)
      while let token = cursor.next() {
        let range = cursor.start..<cursor.index
        switch token {
        case .start(let name, let attributes, let isEmpty):
          endText(at: range.lowerBound)
          start(range, Self.isTimed(XMLSyntax.local(bytes[name])), attributes, isEmpty: isEmpty)
        case .end:
          endText(at: range.lowerBound)
          result += bytes[range]
          end()
        case .mark:
          endText(at: range.lowerBound)
          result += bytes[range]
        case .text(let piece):
          if content == nil { check(XMLSyntax.unescaped(bytes[piece])) }
          result += bytes[range]
        case .aside: result += bytes[range]
        }
      }
    }

    private mutating func start(
      _ range: Range<Int>, _ isTimed: Bool, _ attributes: Range<Int>, isEmpty: Bool
    ) {
      var element = OpenElement(start: result.count, tellsTime: false)
      var rest = range.lowerBound
      for attribute in XMLSyntax.attributeRanges(bytes, attributes) {
        let name = bytes[attribute.name]
        guard !name.starts(with: Array("xmlns".utf8)) else { continue }
        let value = FlatMarkup.trimmed(XMLSyntax.unescaped(bytes[attribute.value])) ?? ""
        let isTold = !Self.isDuration(value)
        element.tellsTime = element.tellsTime || isTimed && isTold
        guard Self.isDate(value) || isTold && Self.isTimed(XMLSyntax.local(name)) else { continue }
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

    /// Checks the innermost element's text up to the given offset, and records whether the text is
    /// a time.
    private mutating func endText(at end: Int) {
      guard let start = content else { return }
      content = nil
      check(XMLSyntax.plain(bytes, start..<end))
    }

    private mutating func check(_ text: [UInt8]) {
      guard !open.isEmpty, let text = FlatMarkup.trimmed(text) else { return }
      if Self.isDate(text) { open[open.count - 1].tellsTime = true }
      if let timed = timed.last, !Self.isDuration(text) { open[timed].tellsTime = true }
    }

  }
}
