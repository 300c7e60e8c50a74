/// The values of record fields without a corresponding point property, which are buffered with
/// their points and then preserved as extension values.
///
/// The values of the records are stored as bytes, one record after the other. A value consists of
/// the number of its field in two bytes, its text and a zero byte. A record's last value is
/// followed by ``end``.
struct FITExtras {
  private struct Field {
    let name: String
    let startTag: String
    /// The number of values that have been preserved.
    var count = 0
  }

  /// The maximum number of buffered bytes. This is enough for 30 fields in each point that
  /// ``FITActivity`` buffers.
  static let bytesAtMost = 32 << 20
  /// The maximum number of fields. A hostile file could describe any number of fields.
  private static let fieldsAtMost = 1_000
  private static let chunkSize = 64 << 10
  /// The end marker, which follows the last value of a record.
  private static let end: UInt16 = 0xFFFF

  private var fields: [Field] = []
  private var numbers: [String: UInt16] = [:]
  private var chunks: [[UInt8]] = []
  /// The number of chunks that were removed after their values had been passed on.
  private var removedChunks = 0
  /// The number of buffered bytes.
  private(set) var byteCount = 0

  /// The name of each field, with the number of its preserved values.
  var counts: [(name: String, count: Int)] { fields.map { ($0.name, $0.count) } }

  /// Returns the number of the field with the given name. Returns nil if the file has too many
  /// fields.
  mutating func number(of name: String) -> UInt16? {
    if let known = numbers[name] { return known }
    guard fields.count < Self.fieldsAtMost else { return nil }
    let number = UInt16(fields.count)
    numbers[name] = number
    fields.append(
      Field(name: name, startTag: PreservedMarkup.startTag(format: FITCodec.id, name: name)))
    return number
  }

  /// Stores the values of a record's extra fields.
  ///
  /// - Returns: The position of the stored values, or nil if no field has a value.
  mutating func add(_ record: FITMessage) -> Int? {
    var position: Int?
    for field in record.definition.extraFields {
      guard let value = record.value(field) else { continue }
      if chunks.last?.count ?? Self.chunkSize >= Self.chunkSize, position == nil {
        chunks.append([])
        chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
      }
      let last = chunks.count - 1
      position = position ?? (removedChunks + last) << 32 | chunks[last].count
      put(field.number)
      let start = chunks[last].count
      let isNumber = field.type != .string
      chunks[last].append(contentsOf: (isNumber ? value : PreservedMarkup.text(value)).utf8)
      chunks[last].append(0)
      byteCount += chunks[last].count - start
    }
    if position != nil { put(Self.end) }
    return position
  }

  /// Appends a number to the last chunk.
  private mutating func put(_ number: UInt16) {
    chunks[chunks.count - 1].append(UInt8(number & 255))
    chunks[chunks.count - 1].append(UInt8(number >> 8))
    byteCount += 2
  }

  /// Returns markup that preserves the values at a position, and removes all values that are stored
  /// in earlier chunks.
  ///
  /// - Parameter position: The position that ``add(_:)`` returned.
  ///   It must not be lower than in earlier calls.
  mutating func removeMarkup(at position: Int) -> String? {
    let chunkIndex = position >> 32 - removedChunks
    guard chunks.indices.contains(chunkIndex) else { return nil }
    if chunkIndex > 0 {
      byteCount -= chunks[..<chunkIndex].reduce(0) { $0 + $1.count }
      chunks.removeFirst(chunkIndex)
      removedChunks += chunkIndex
    }
    let chunk = chunks[0]
    var index = position & 0xFFFF_FFFF
    var elements = ""
    while true {
      let number = UInt16(chunk[index]) | UInt16(chunk[index + 1]) << 8
      if number == Self.end { break }
      let text = chunk[(index + 2)...].prefix { $0 != 0 }
      fields[Int(number)].count += 1
      elements += fields[Int(number)].startTag
      elements += String(decoding: text, as: UTF8.self)
      elements += PreservedMarkup.endTag
      index = text.endIndex + 1
    }
    return PreservedMarkup.keeping(elements: elements)
  }
}
