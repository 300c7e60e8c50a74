/// Writes JSON as UTF-8 text: two spaces a level, short arrays of plain values on one line,
/// doubles in the shortest form that reads back as the same number.
struct JSONWriter {
  private var text = ""
  private let emit: (String) throws -> Void

  /// - Parameter emit: Takes the text piece by piece.
  init(emit: @escaping (String) throws -> Void) {
    self.emit = emit
  }

  mutating func write(_ value: JSONValue) throws {
    try append(value, depth: 0)
    text += "\n"
    try emit(text)
    text = ""
  }

  private mutating func append(_ value: JSONValue, depth: Int) throws {
    switch value {
    case .object(let members):
      try appendItems(
        members.compactMap { key, value in value.map { (key, $0) } }, "{", "}", depth: depth)
    case .array(let values) where values.allSatisfy(\.isPlain):
      appendLine(value)
    case .array(let values):
      try appendItems(values.map { (nil, $0) }, "[", "]", depth: depth)
    case .rows(let values): try appendRows(values, depth: depth)
    default: appendLine(value)
    }
  }

  private mutating func appendItems(
    _ items: [(String?, JSONValue)], _ open: String, _ close: String, depth: Int
  ) throws {
    text += open
    for (position, item) in items.enumerated() {
      text += position == 0 ? "\n" : ",\n"
      indent(depth + 1)
      if let key = item.0 {
        appendString(key)
        text += ": "
      }
      try append(item.1, depth: depth + 1)
    }
    if !items.isEmpty {
      text += "\n"
      indent(depth)
    }
    text += close
  }

  private mutating func appendRows(_ rows: AnySequence<JSONValue>, depth: Int) throws {
    var isFirst = true
    text += "["
    for row in rows {
      text += isFirst ? "\n" : ",\n"
      isFirst = false
      indent(depth + 1)
      appendLine(row)
      if text.utf8.count > 60_000 {
        try emit(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    if !isFirst {
      text += "\n"
      indent(depth)
    }
    text += "]"
  }

  /// A value on one line.
  private mutating func appendLine(_ value: JSONValue) {
    switch value {
    case .object(let members):
      appendSequence(members.compactMap { key, value in value.map { (key, $0) } }, "{", "}")
    case .array(let values): appendSequence(values.map { (nil, $0) }, "[", "]")
    case .rows(let values): appendSequence(values.map { (nil, $0) }, "[", "]")
    case .string(let string): appendString(string)
    case .integer(let integer): text += integer.description
    case .number(let number): text += number.description
    case .boolean(let boolean): text += boolean ? "true" : "false"
    }
  }

  private mutating func appendSequence(
    _ items: [(String?, JSONValue)], _ open: String, _ close: String
  ) {
    text += open
    for (position, item) in items.enumerated() {
      if position > 0 { text += ", " }
      if let key = item.0 {
        appendString(key)
        text += ": "
      }
      appendLine(item.1)
    }
    text += close
  }

  private mutating func indent(_ depth: Int) {
    text += String(repeating: "  ", count: depth)
  }

  /// Control, bidirectional and invisible characters are escaped, so that a document shown on a
  /// terminal cannot act on it.
  private mutating func appendString(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x20..<0x7F: text.unicodeScalars.append(scalar)
      default:
        if Self.isHidden(scalar) {
          appendEscape(scalar)
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension JSONValue {
  /// Whether it is neither an object nor an array.
  fileprivate var isPlain: Bool {
    switch self {
    case .object, .array, .rows: false
    case .string, .integer, .number, .boolean: true
    }
  }
}
