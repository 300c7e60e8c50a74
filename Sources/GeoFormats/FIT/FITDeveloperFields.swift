/// A FIT file's descriptions of developer fields, which programs add to messages.
struct FITDeveloperFields {
  /// A developer field's key: the field's number, and the index of the program that added the
  /// field.
  struct Key: Hashable {
    let index: UInt8
    let number: UInt8
  }

  struct Description {
    let name: String
    let type: FITBaseType
    let scale: Double
    /// The raw number in the file that represents the value 0.
    let zero: Double
    /// The point property in which the field's value is stored, such as the power from a running
    /// power meter. Nil if points have no corresponding property.
    let meaning: FITProfile.Field?
  }

  private(set) var descriptions: [Key: Description] = [:]

  /// The names of developer fields that contain power values without referring to the standard
  /// power field.
  private static let powerNames: Set<String> = [
    "power", "rp_power", "run power", "runpower", "running power",
  ]

  /// Adds the field described by the given field description message.
  mutating func add(_ message: FITMessage) {
    guard let index = message.integer(0).flatMap({ UInt8(exactly: $0) }),
      let number = message.integer(1).flatMap({ UInt8(exactly: $0) }),
      let type = message.integer(2).flatMap({ UInt8(exactly: $0) })
    else { return }
    let name = message.text(3) ?? "developer field \(number)"
    let message20 = Int(FITMessageKind.record.rawValue)
    let scale = message.number(6).map { max($0, 1) } ?? 1
    let zero = (message.number(7) ?? 0) * scale
    var meaning: FITProfile.Field?
    if message.integer(14) ?? message20 == message20 {
      let native =
        message.integer(15).flatMap { UInt8(exactly: $0) }
        ?? (Self.powerNames.contains(name.lowercased()) ? 7 : nil)
      meaning = native.flatMap { FITProfile.recordFields[$0] }.flatMap {
        Self.isKept($0.target) ? $0 : nil
      }
      meaning?.scale = scale
      meaning?.zero = zero
    }
    descriptions[Key(index: index, number: number)] = Description(
      name: name, type: FITBaseType(number: type), scale: scale, zero: zero, meaning: meaning)
  }

  /// Returns the description of a developer field. Returns nil if the file does not describe the
  /// field.
  func description(of field: FITDefinition.DeveloperField) -> Description? {
    descriptions[Key(index: field.index, number: field.number)]
  }

  private static func isKept(_ target: FITProfile.Target) -> Bool {
    switch target {
    case .heartRate, .cadence, .power, .temperature, .distance, .speed, .altitude: true
    default: false
    }
  }
}
