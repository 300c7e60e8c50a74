extension FITProfile {
  /// The fields of a message type other than `record`. The fields of records are in
  /// ``recordFields`` and ``extraFields``.
  struct MessageFields {
    /// The message type's name in the public FIT profile.
    let name: String
    /// The fields that are not reported as omitted: imported fields, and fields that contain only
    /// the order, time or number of messages.
    let read: Set<UInt8>
    /// The other fields' names in the public FIT profile.
    let names: [UInt8: String]

    /// Returns the names of a message and its field, such as `device_info battery_status`.
    func name(of field: UInt8) -> String { "\(name) \(names[field] ?? "field \(field)")" }
  }

  /// The fields of each supported message type.
  static let messageFields: [UInt16: MessageFields] = {
    var messages: [UInt16: MessageFields] = [:]
    for line in messageFieldTable.split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
        .map { $0.split(separator: " ") }
      guard parts.count >= 2, let kind = parts[0].first.flatMap({ UInt16($0) }),
        let name = parts[0].last
      else { continue }
      var names: [UInt8: String] = [:]
      for pair in parts.dropFirst(2).joined().map({ $0.split(separator: "=") }) {
        if let name = pair.first, let number = pair.last.flatMap({ UInt8($0) }) {
          names[number] = String(name)
        }
      }
      let read = parts[1].compactMap { UInt8($0) } + [timestamp, messageIndex]
      messages[kind] = MessageFields(name: String(name), read: Set(read), names: names)
    }
    for (kind, name) in [
      (FITMessageKind.session, "session"), (.lap, "lap"), (.segmentLap, "segment_lap"),
    ] {
      messages[kind.rawValue] = MessageFields(
        name: name, read: FITSummary.readFields(of: kind), names: [:])
    }
    return messages
  }()

  /// The number of the field `message_index`, which contains the message's position among messages
  /// of the same type.
  private static let messageIndex: UInt8 = 254

  /// One line for each kind of message: its number and name, the numbers in ``MessageFields/read``,
  /// and the names of other fields.
  private static let messageFieldTable = """
    0 file_id: 0 1 2 4 8: serial_number=3 number=5
    12 sport: 0 3: sub_sport=1
    21 event: 0 1 4: data16=2 timer_trigger=3
    23 device_info: 0 1 2 4 5 19 27: serial_number=3 hardware_version=6 cum_operating_time=7 battery_voltage=10 \
    battery_status=11 sensor_position=18 ant_transmission_type=20 ant_device_number=21 ant_network=22 source_type=25 \
    battery_level=32
    29 location: 0 1 2 3 4 6
    31 course: 4 5: capabilities=6 sub_sport=7
    32 course_point: 1 2 3 4 5 6 8
    34 activity: 3 4 5 6: total_timer_time=0 num_sessions=1 type=2
    49 file_creator: : software_version=0 hardware_version=1
    148 segment_id: 0 2: uuid=1 enabled=3 user_profile_primary_key=4 device_id=5 default_race_leader=6 \
    delete_status=7 selection_type=8
    150 segment_point: 1 2 3 4 6: leader_time=5
    162 timestamp_correlation: 1: fractional_timestamp=0 fractional_system_timestamp=2 local_timestamp=3 \
    timestamp_ms=4 system_timestamp_ms=5
    206 field_description: 0 1 2 3 6 7 14 15: array=4 components=5 units=8 bits=9 accumulate=10 fit_base_unit_id=13
    207 developer_data_id: 3: developer_id=0 application_id=1 manufacturer_id=2 application_version=4
    """
}
