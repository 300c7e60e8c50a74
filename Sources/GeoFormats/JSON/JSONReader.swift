import Geodesy

/// A pull parser for JSON: each call to ``next()`` returns the next token of a file.
///
/// The file can contain several values in sequence, separated by white space or by the record
/// separator of RFC 8142. The memory use depends only on the longest string or number and on the
/// nesting depth; ``GeoReadingLimits`` limits both. The parser does not recurse.
///
///     while try reader.nextKey() {
///       if reader.textIs("name") { name = try reader.nextString() } else { try reader.skipNext() }
///     }
///
/// Harmless faults, such as comments, trailing commas and repeated keys, are repaired and counted
/// in ``repairs``. For any other fault, the parser throws a ``JSONFault`` with the position.
final class JSONReader {
  enum Token: UInt8 {
    case objectStart
    case objectEnd
    case arrayStart
    case arrayEnd
    /// The key of an object's next member. The following token begins the member's value.
    case key
    case string
    /// A number, or a word such as `NaN`. For a word, ``number`` is NaN.
    case number
    case `true`
    case `false`
    case null
    /// The end of the file, which can follow any number of values.
    case end
  }

  /// The parser's state, which determines the syntax elements allowed next.
  enum State {
    /// At the top level: a value or the end of the file is expected next.
    case root
    /// At the start of an array: its first element or its end is expected next.
    case firstElement
    /// At the start of an object: its first key or its end is expected next.
    case firstKey
    /// After a key: the member's value is expected next.
    case value
    /// After a value: a comma or the end of the array or object is expected next.
    case afterValue
  }

  /// An array or object that is being read.
  struct Container {
    var isObject: Bool
    /// The index of the current element, if the container is an array.
    var index = 0
    /// The index in ``keys`` at which the container's current key starts.
    var keyStart: Int
    /// The index in ``hashes`` at which the container's hashes start.
    var hashStart: Int
  }

  /// A position in the file's text, with its line and column.
  struct Anchor {
    /// The position's offset in ``memory``.
    var offset = 0
    var line = 1
    var column = 1
  }

  /// The name of the file's encoding.
  let encoding: String
  let limits: GeoReadingLimits
  let text: JSONText
  let advance: () throws -> Void

  /// The bytes that have been read from the file but not yet discarded, followed by a zero byte.
  var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 1)
  var capacity = JSONReader.capacity
  /// The offset of the next byte to parse.
  var position = 0
  /// The offset in ``memory`` after the last byte read.
  var end = 0
  /// The offset of the first byte that must stay in memory. The value is −1 if all bytes before
  /// ``position`` can be dropped.
  var mark = -1
  var isAtEnd = false
  var anchor = Anchor()
  /// The number of top-level values begun so far, and the offset and line at which the most recent
  /// one starts. The offset is negative if the start is no longer in memory.
  var (recordCount, recordStart, recordLine) = (0, 0, 1)
  /// Whether each complete top-level value is on its own line.
  var hasOneRecordPerLine = true

  var state = State.root
  /// The arrays and objects that enclose the current container, outermost first.
  var outer: [Container] = []
  var current = Container(isObject: false, keyStart: 0, hashStart: 0)
  /// The current key of each open object, truncated to ``longestKey`` bytes.
  var keys: [UInt8] = []
  /// The hashes of the keys already read in each open object, at most ``mostHashes`` per object.
  var hashes: [Int] = []
  var tokenStart = 0
  /// The offset in ``memory`` of the most recently read key, string or number, without quotes.
  /// ``textCount`` is its length in bytes.
  var textStart = 0
  var textCount = 0
  var hasEscapes = false
  var hasControls = false
  /// Whether the notation of the most recently read number is not valid in JSON.
  var isOddNumber = false
  /// Whether the most recently read key repeats an earlier key of the same object.
  var isDuplicateKey = false
  var lastToken = Token.end
  /// The most recently read key or string, with its escape sequences decoded.
  var decoded: [UInt8] = []
  var tally = DiagnosticTally<JSONRepair>()

  private static let capacity = 192 * 1024

  /// Creates a parser for a file's content.
  ///
  /// - Parameter advance: A closure called after each chunk of at most 64 KiB has been read.
  init(
    _ content: BufferedSource, limits: GeoReadingLimits = GeoReadingLimits(),
    advance: @escaping () throws -> Void = {}
  ) throws {
    text = try JSONText(content)
    encoding = text.encoding
    self.limits = limits
    self.advance = advance
    memory[0] = 0
  }

  deinit {
    memory.deallocate()
  }

  /// The number of arrays and objects that enclose the next token.
  var depth: Int { outer.count }

  /// Returns the next token.
  ///
  /// - Throws: ``JSONFault`` if the file has a fault that cannot be repaired.
  /// - Throws: Any error thrown by the byte source or the closure.
  @inline(__always)
  func next() throws -> Token {
    let token = try scan()
    lastToken = token
    return token
  }

  private func scan() throws -> Token {
    mark = -1
    // While a token is being read, its path includes the current container.
    lastToken = .null
    var byte = try significantByte()
    if state == .afterValue {
      if byte == UInt8(ascii: ",") {
        let comma = position
        position += 1
        current.index &+= 1
        byte = try significantByte()
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
          tokenStart = min(comma, position)
          note(.trailingComma)
          return try close(byte)
        }
        state = current.isObject ? .firstKey : .value
      } else {
        return try close(byte)
      }
    }
    switch state {
    case .value: return try value(byte)
    case .firstElement:
      return byte == UInt8(ascii: "]") ? try close(byte) : try value(byte)
    case .firstKey:
      if byte == UInt8(ascii: "}") { return try close(byte) }
      return try key(byte)
    case .root:
      tokenStart = position
      if byte == 0 && position == end { return .end }
      beginRecord()
      return try value(byte)
    case .afterValue: return .end
    }
  }

  /// Reads the value that begins with the given byte.
  private func value(_ byte: UInt8) throws -> Token {
    tokenStart = position
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      try scanNumber()
      endValue()
      return .number
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .arrayStart
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .objectStart
    case UInt8(ascii: "\""):
      try scanString()
      endValue()
      return .string
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      try scanNumber()
      endValue()
      return .number
    default:
      let token = try scanWord()
      endValue()
      return token
    }
  }

  private func open(isObject: Bool) throws {
    guard outer.count < limits.depth else {
      throw JSONFault(
        .limitDepth, at: place,
        "arrays and objects are nested more than \(Numbers.grouped(limits.depth)) levels deep")
    }
    position += 1
    outer.append(current)
    current = Container(isObject: isObject, keyStart: keys.count, hashStart: hashes.count)
    state = isObject ? .firstKey : .firstElement
  }

  private func close(_ byte: UInt8) throws -> Token {
    tokenStart = position
    let isObject = current.isObject
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")), !outer.isEmpty else {
      let wanted = isObject ? "a comma or }" : "a comma or ]"
      throw unexpected("\(wanted) is missing")
    }
    position += 1
    if keys.count > current.keyStart { keys.removeLast(keys.count - current.keyStart) }
    if hashes.count > current.hashStart { hashes.removeLast(hashes.count - current.hashStart) }
    current = outer.removeLast()
    endValue()
    return isObject ? .objectEnd : .arrayEnd
  }

  @inline(__always)
  private func endValue() {
    if outer.isEmpty { endRecord() } else { state = .afterValue }
  }
}
