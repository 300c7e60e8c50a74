import TerminalUI

/// A writer of JSON as UTF-8 text.
///
/// Each level is indented by two spaces. An array without nested arrays and objects is written on
/// one line. Floating-point numbers are rounded, so that their last digits do not depend on the
/// order of the operations that produced them.
struct JSONWriter {
  private static let pieceSize = 60_000

  private var text: [UInt8] = []
  private let emit: ([UInt8]) throws -> Void

  /// Creates a JSON writer.
  ///
  /// - Parameter emit: A closure that receives the JSON text in pieces.
  init(emit: @escaping ([UInt8]) throws -> Void) {
    self.emit = emit
  }

  mutating func write(_ value: JSONValue) throws {
    try append(value, depth: 0)
    append("\n")
    try emit(text)
    text = []
  }

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { text.append(contentsOf: $0) }
  }

  private mutating func append(_ value: JSONValue, depth: Int) throws {
    switch value {
    case .object(let members):
      append("{")
      var isEmpty = true
      for case (let key, let value?) in members {
        beginItem(isFirst: isEmpty, depth: depth)
        isEmpty = false
        appendString(key)
        append(": ")
        try append(value, depth: depth + 1)
      }
      endItems(isEmpty: isEmpty, depth: depth)
      append("}")
    case .array(let values) where values.allSatisfy(\.isPlain):
      appendLine(value)
    case .array(let values):
      append("[")
      for (position, value) in values.enumerated() {
        beginItem(isFirst: position == 0, depth: depth)
        try append(value, depth: depth + 1)
        try emitPiece()
      }
      endItems(isEmpty: values.isEmpty, depth: depth)
      append("]")
    case .rows(let values):
      append("[")
      var isEmpty = true
      for row in values {
        beginItem(isFirst: isEmpty, depth: depth)
        isEmpty = false
        appendLine(row)
        try emitPiece()
      }
      endItems(isEmpty: isEmpty, depth: depth)
      append("]")
    default: appendLine(value)
    }
  }

  private mutating func beginItem(isFirst: Bool, depth: Int) {
    append(isFirst ? "\n" : ",\n")
    indent(depth + 1)
  }

  private mutating func endItems(isEmpty: Bool, depth: Int) {
    guard !isEmpty else { return }
    append("\n")
    indent(depth)
  }

  private mutating func emitPiece() throws {
    guard text.count > Self.pieceSize else { return }
    try emit(text)
    text.removeAll(keepingCapacity: true)
  }

  /// Appends a JSON value on one line.
  private mutating func appendLine(_ value: JSONValue) {
    switch value {
    case .object(let members):
      append("{")
      var isFirst = true
      for case (let key, let value?) in members {
        if !isFirst { append(", ") }
        isFirst = false
        appendString(key)
        append(": ")
        appendLine(value)
      }
      append("}")
    case .array(let values): appendLine(values)
    case .rows(let values): appendLine(values)
    case .string(let string): appendString(string)
    case .integer(let integer): text.append(contentsOf: integer.description.utf8)
    case .number(let number): append(number, scale: 1e4)
    case .degrees(let degrees): append(degrees, scale: 1e9)
    case .boolean(let boolean): append(boolean ? "true" : "false")
    }
  }

  /// Appends a number, rounded to a multiple of `1 / scale`.
  private mutating func append(_ number: Double, scale: Double) {
    // Adding 0 turns -0 into 0. Larger numbers have no decimals.
    let rounded = abs(number) < 1e11 ? (number * scale).rounded() / scale + 0 : number
    text.append(contentsOf: rounded.description.utf8)
  }

  private mutating func appendLine(_ values: some Sequence<JSONValue>) {
    append("[")
    var isFirst = true
    for value in values {
      if !isFirst { append(", ") }
      isFirst = false
      appendLine(value)
    }
    append("]")
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { append("  ") }
  }

  /// Appends a string, escaping control characters, bidirectional controls and invisible
  /// characters.
  ///
  /// Escaping these characters prevents a document from sending escape sequences to the terminal on
  /// which it is printed.
  private mutating func appendString(_ string: String) {
    append("\"")
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { appendScalar(scalar) }
    }
    append("\"")
  }

  private mutating func appendScalar(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0x20..<0x7F: text.append(UInt8(scalar.value))
    default:
      if Self.isHidden(scalar) {
        appendEscape(scalar)
      } else {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      text.append(
        contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
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
  /// Whether the value is neither an object nor an array.
  fileprivate var isPlain: Bool {
    switch self {
    case .object, .array, .rows: false
    case .string, .integer, .number, .degrees, .boolean: true
    }
  }
}
