/// The layout of all data messages of one local type, as specified by a definition message.
final class FITDefinition {
  struct Field {
    let number: UInt8
    let type: FITBaseType
    let offset: Int
    let size: Int
  }

  /// A developer field: a field that an application added to the message. `index` identifies the
  /// application.
  struct DeveloperField {
    let number: UInt8
    let index: UInt8
    let offset: Int
    let size: Int
  }

  /// The conversion of one record field to a point property.
  struct Step {
    let offset: Int
    let type: FITBaseType
    let meaning: FITProfile.Field
  }

  /// A record field that has no corresponding point property. Its values are preserved as extension
  /// values.
  struct ExtraField {
    /// The number of the field in ``FITExtras``.
    let number: UInt16
    let offset: Int
    let size: Int
    let type: FITBaseType
    let scale: Double
    /// The raw number in the file that represents the value 0.
    let zero: Double
  }

  /// A field whose values are left out, such as a record field without a known name or
  /// corresponding point property.
  struct UnreadField {
    /// The name of the field's message followed by the field's name, such as `record field 61`.
    let name: String
    let offset: Int
    let type: FITBaseType
    /// The number of messages in which the field has a value.
    var count = 0
  }

  let kind: UInt16
  let isBigEndian: Bool
  let fields: [Field]
  let developerFields: [DeveloperField]
  /// The size of a data message without its header, in bytes.
  let size: Int
  /// The size of the definition message without its header, in bytes.
  let length: Int
  /// The conversions of a record's fields to point properties, in order of precedence.
  private(set) var steps: [Step] = []
  private(set) var extraFields: [ExtraField] = []
  private(set) var unreadFields: [UnreadField] = []
  /// Whether the definition includes record fields without a corresponding point property.
  private(set) var hasOtherFields = false
  /// Whether ``unreadFields`` has been determined for a message other than a record.
  private var knowsUnreadFields = false

  /// Reads a definition message, given the bytes after the message's header.
  ///
  /// - Returns: nil if the message is longer than the given bytes.
  init?(_ bytes: UnsafeRawBufferPointer, hasDeveloperFields: Bool) {
    guard bytes.count >= 5 else { return nil }
    let isBigEndian = bytes[1] == 1
    let count = Int(bytes[4])
    var end = 5 + 3 * count
    guard bytes.count >= end else { return nil }
    var fields: [Field] = []
    fields.reserveCapacity(count)
    var offset = 0
    for start in stride(from: 5, to: end, by: 3) {
      let size = Int(bytes[start + 1])
      fields.append(
        Field(
          number: bytes[start], type: FITBaseType(number: bytes[start + 2]), offset: offset,
          size: size))
      offset += size
    }
    var developerFields: [DeveloperField] = []
    if hasDeveloperFields {
      guard bytes.count > end else { return nil }
      let first = end + 1
      end = first + 3 * Int(bytes[end])
      guard bytes.count >= end else { return nil }
      for start in stride(from: first, to: end, by: 3) {
        let size = Int(bytes[start + 1])
        developerFields.append(
          DeveloperField(
            number: bytes[start], index: bytes[start + 2], offset: offset, size: size))
        offset += size
      }
    }
    let number = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
    kind = isBigEndian ? UInt16(bigEndian: number) : UInt16(littleEndian: number)
    self.isBigEndian = isBigEndian
    self.fields = fields
    self.developerFields = developerFields
    size = offset
    length = end
  }

  /// Determines the conversion of each record field, including developer fields.
  ///
  /// A field cannot be read if its size is not a multiple of its type's size. Such a field is
  /// reported in the same way as a field without a known name or corresponding point property.
  ///
  /// - Parameter extras: The list to which fields without a corresponding point property are added.
  func prepare(
    _ descriptions: [FITDeveloperFields.Key: FITDeveloperFields.Description],
    _ extras: inout FITExtras
  ) {
    for field in fields where field.size > 0 {
      let meaning = FITProfile.recordFields[field.number]
      let isWhole = field.size % field.type.size == 0
      if meaning?.target == .compressedSpeedDistance {
        if field.size != 3 {
          unreadFields.append(
            UnreadField(name: "record compressed_speed_distance", offset: field.offset, type: .byte)
          )
          continue
        }
      }
      if let meaning,
        meaning.target == .compressedSpeedDistance || isWhole && field.type != .string
      {
        let type = field.size < field.type.size ? .byte : field.type
        steps.append(Step(offset: field.offset, type: type, meaning: meaning))
      } else if let extra = FITProfile.extraFields[field.number], isWhole,
        let number = extras.number(of: extra.name)
      {
        extraFields.append(
          ExtraField(
            number: number, offset: field.offset, size: field.size, type: field.type,
            scale: extra.scale, zero: 0))
      } else {
        let name = FITProfile.extraFields[field.number]?.name ?? "field \(field.number)"
        let type = field.size < field.type.size ? .byte : field.type
        unreadFields.append(UnreadField(name: "record \(name)", offset: field.offset, type: type))
      }
    }
    let added = prepareDeveloperFields(descriptions, &extras)
    // A standard field follows the program's field for the same property, so that it has
    // precedence.
    steps = added + steps.sorted { $0.meaning.target < $1.meaning.target }
    hasOtherFields = !extraFields.isEmpty || !unreadFields.isEmpty
  }

  /// Determines the meaning of each developer field of a record.
  ///
  /// - Returns: The conversions of developer fields to point properties.
  private func prepareDeveloperFields(
    _ descriptions: [FITDeveloperFields.Key: FITDeveloperFields.Description],
    _ extras: inout FITExtras
  ) -> [Step] {
    guard !developerFields.isEmpty else { return [] }
    var added: [Step] = []
    var others: [ExtraField] = []
    var properties = Set(steps.map(\.meaning.target.property))
    // In reverse order, because the last of several fields for a property has precedence.
    for field in developerFields.reversed() where field.size > 0 {
      let key = FITDeveloperFields.Key(index: field.index, number: field.number)
      guard let description = descriptions[key], field.size >= description.type.size else {
        unreadFields.append(
          UnreadField(
            name: "record \(descriptions[key]?.name ?? "developer field \(field.number)")",
            offset: field.offset, type: .byte))
        continue
      }
      if let meaning = description.meaning {
        added.append(Step(offset: field.offset, type: description.type, meaning: meaning))
        // A second field for the same property, such as the power of a pod beside that of the
        // pedals, is kept in addition.
        if properties.insert(meaning.target.property).inserted { continue }
      }
      if let number = extras.number(of: description.name) {
        others.append(
          ExtraField(
            number: number, offset: field.offset, size: field.size, type: description.type,
            scale: description.scale, zero: description.zero))
      } else {
        unreadFields.append(
          UnreadField(
            name: "record \(description.name)", offset: field.offset, type: description.type))
      }
    }
    extraFields += others.reversed()
    return added.reversed()
  }

  /// Counts the values that are not read from a decoded message.
  func countUnread(_ message: FITMessage, _ descriptions: FITDeveloperFields) {
    if !knowsUnreadFields {
      knowsUnreadFields = true
      findUnreadFields(descriptions)
    }
    if let start = message.bytes.baseAddress { countUnread(start) }
  }

  /// Determines the unread fields of a message other than a record. A field that is smaller than
  /// one value of its type cannot be read.
  private func findUnreadFields(_ descriptions: FITDeveloperFields) {
    guard let message = FITProfile.messageFields[kind] else { return }
    for field in fields where field.size > 0 {
      let isWhole = field.size >= field.type.size
      if isWhole, message.read.contains(field.number) { continue }
      unreadFields.append(
        UnreadField(
          name: message.name(of: field.number), offset: field.offset,
          type: isWhole ? field.type : .byte))
    }
    let kinds: [FITMessageKind] = [.session, .lap, .segmentLap]
    let keepsDeveloperFields = kinds.contains { $0.rawValue == kind }
    for field in developerFields where field.size > 0 {
      let description = descriptions.description(of: field)
      let isWhole = description.map { field.size >= $0.type.size } ?? false
      if isWhole, keepsDeveloperFields { continue }
      unreadFields.append(
        UnreadField(
          name: "\(message.name) \(description?.name ?? "developer field \(field.number)")",
          offset: field.offset, type: isWhole ? description?.type ?? .byte : .byte))
    }
  }

  /// Counts the values that are not read from an encoded message.
  ///
  /// - Parameter start: The message's first byte.
  func countUnread(_ start: UnsafeRawPointer) {
    for index in unreadFields.indices {
      let field = unreadFields[index]
      let value = field.type.number(start + field.offset, isBigEndian: isBigEndian)
      // A text of length 0 begins with a zero byte.
      if value.isNaN || field.type == .string && value == 0 { continue }
      unreadFields[index].count += 1
    }
  }
}
