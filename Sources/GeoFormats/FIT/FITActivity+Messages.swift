import Foundation
import Geodesy

extension FITActivity {
  /// Imports a FIT message other than a record. If the whole message is left out, counts the
  /// message; otherwise, counts only the fields that are left out.
  ///
  /// - Parameter time: The message's FIT timestamp, in seconds, or nil if it is unknown.
  func add(_ message: FITMessage, time: Double?, at place: Diagnostic.Place) throws {
    if try read(message, time: time, at: place) {
      message.definition.countUnread(message, developerFields)
    } else {
      tally.addUnread(message.definition.kind, at: place)
    }
  }

  /// Reads a FIT message other than a record.
  ///
  /// - Returns: False if the whole message is left out, otherwise true.
  private func read(
    _ message: FITMessage, time: Double?, at place: Diagnostic.Place
  ) throws -> Bool {
    switch FITMessageKind(rawValue: message.definition.kind) {
    case .fileID: addFileID(message)
    case .deviceInfo: return addDevice(message)
    case .sport:
      let (name, sport) = (message.text(3), message.integer(0))
      let hasOtherName = name != nil && profileName != nil && name != profileName
      let hasOtherSport = sport != nil && profileSport != nil && sport != profileSport
      profileName = profileName ?? name
      profileSport = profileSport ?? sport
      return !hasOtherName && !hasOtherSport
    case .session: addSession(message, at: place)
    case .lap: addLap(message, .lap, time: time)
    case .segmentLap: addLap(message, .segmentLap, time: time)
    case .event: return addEvent(message, time: time)
    case .activity:
      if let local = message.number(5), let time, abs(local - time) <= 18 * 3600 {
        // The two clocks can differ by some seconds; offsets are multiples of 15 minutes.
        localOffset = Int(((local - time) / 900).rounded()) * 900
      }
    case .course:
      isRoute = true
      courseName = message.text(5)
      courseSport = message.integer(4)
    case .segmentID:
      isRoute = true
      courseName = message.text(0)
      courseSport = message.integer(2)
    case .coursePoint: try addCoursePoint(message, at: place)
    case .location: try addLocation(message, at: place)
    case .segmentPoint: try addSegmentPoint(message, at: place)
    case .timestampCorrelation:
      if let time, let system = message.number(1) { correlation = time - system }
    case .fieldDescription: developerFields.add(message)
    case .developerDataID, .fileCreator: break
    case .record, .workout, nil: return false
    }
    return true
  }

  // MARK: The file

  private func addFileID(_ message: FITMessage) {
    fileType = message.integer(0)
    isRoute = fileType == FITProfile.courseFile
    device = (message.integer(1), message.integer(2), message.text(8))
    if let created = message.number(4) { timeJump.begin(created: created) }
  }

  /// Stores the manufacturer, product and name of the device that recorded the file. Values from
  /// earlier messages take precedence.
  ///
  /// - Returns: False if the device is left out because the file has too many devices.
  private func addDevice(_ message: FITMessage) -> Bool {
    guard message.integer(0) == 0 else { return keepDevice(message) }
    let maker = message.integer(2)
    guard device.manufacturer == nil || maker == device.manufacturer else {
      return keepDevice(message)
    }
    device.manufacturer = maker ?? device.manufacturer
    device.product = device.product ?? message.integer(4)
    device.name = device.name ?? message.text(27)
    // The name alone is the file's creator.
    let hasMore = message.number(1) != nil || message.number(5) != nil || message.text(19) != nil
    return hasMore ? keepDevice(message) : true
  }

  /// Stores the index, type, name, software version and descriptor of a device as an extension
  /// value. Does nothing if an earlier message has the same values.
  ///
  /// - Returns: False if the file has too many devices.
  private func keepDevice(_ message: FITMessage) -> Bool {
    let name = FITDevices.name(
      manufacturer: message.integer(2), product: message.integer(4), productName: message.text(27))
    let parts = [
      ("device_index", message.integer(0).map { "\($0)" }),
      ("device_type", message.integer(1).map { "\($0)" }), ("name", name),
      ("software_version", message.number(5).map { OutputBuffer.plainDecimal($0 / 100) }),
      ("descriptor", message.text(19)),
    ].compactMap { name, value in value.map { Self.word(name, $0) } }
    let device = Self.value("device", parts.joined(separator: " "))
    if parts.isEmpty || devices.contains(device) { return true }
    guard devices.count < 1000 else { return false }
    devices.append(device)
    return true
  }

  /// Returns `name=value` with each run of white space replaced by an underscore.
  private static func word(_ name: String, _ value: String) -> String {
    "\(name)=\(value)".split(whereSeparator: \.isWhitespace).joined(separator: "_")
  }

  // MARK: Sessions, laps and pauses

  private func addSession(_ message: FITMessage, at place: Diagnostic.Place) {
    var values = times(of: message, "session").map(Self.value)
    if let number = message.integer(6), number != FITProfile.genericSport {
      values.append(Self.value("sub_sport", FITProfile.subSports[number] ?? "\(number)"))
    }
    values += FITSummary.values(in: message, .session, developerFields).map(Self.value)
    let start = message.number(2) ?? .nan
    let session = FITSession(
      start: start, sport: message.integer(5), name: message.text(110), values: values)
    if !sessions.isEmpty, start.isNaN || start <= lastDelivered || sessions.count >= Self.maximum {
      feed.diagnose(
        .contentUnsupported, .skipped, at: place,
        """
        a session has no start time or comes after its records; the records stay in the previous \
        path
        """)
      return
    }
    let index = sessions.firstIndex { $0.start > start } ?? sessions.count
    sessions.insert(session, at: index)
  }

  /// Stores a lap or a segment lap, to be preserved as an extension value.
  private func addLap(_ message: FITMessage, _ kind: FITMessageKind, time: Double?) {
    if kind == .lap { tally.laps += 1 } else { tally.segmentLaps += 1 }
    guard laps.count < 1000 else {
      if kind == .lap { tally.lapsLeftOut += 1 } else { tally.segmentLapsLeftOut += 1 }
      return
    }
    var parts: [String] = []
    if kind == .segmentLap, let name = message.text(29) { parts.append(Self.word("name", name)) }
    // Without a start, the lap belongs to the session of its end, or to that of the lap before it.
    let end = time.map { $0 - (message.number(7) ?? 0) / 1_000 }
    let start = message.number(2) ?? end ?? laps.last?.start ?? -.infinity
    let name = kind == .lap ? "lap" : "segment_lap"
    let values =
      times(of: message, name) + FITSummary.sports(of: message, kind)
      + FITSummary.values(in: message, kind, developerFields)
    for (name, value) in values { parts.append(Self.word(name, value)) }
    laps.append(Lap(start: start, value: Self.value(name, parts.joined(separator: " "))))
  }

  /// Returns the start and the end of a session or a lap. The time fields have the same numbers in
  /// session, lap and segment lap messages.
  private func times(of message: FITMessage, _ kind: String) -> [(name: String, value: String)] {
    [("start_time", 2), ("timestamp", FITProfile.timestamp)].compactMap { name, field in
      date(message, field, "\(kind) \(name)").map { (name, $0.formatted(.iso8601)) }
    }
  }

  /// Stores a timer event that starts or stops the recording.
  ///
  /// - Returns: False for all other events.
  private func addEvent(_ message: FITMessage, time: Double?) -> Bool {
    guard message.integer(0) == 0, let time, let type = message.integer(1) else { return false }
    let isStart = type == 0
    let isStop = [1, 4, 8, 9].contains(type)
    guard isStart || isStop else { return false }
    guard breaks.count < Self.maximum, time > lastDelivered || delivered == 0 else {
      tally.eventsLeftOut += 1
      return true
    }
    breaks.append(FITBreak(isStart: isStart, time: time, index: delivered + heldCount))
    return true
  }

  // MARK: Places and segments

  private func addCoursePoint(_ message: FITMessage, at place: Diagnostic.Place) throws {
    guard let coordinate = coordinate(message, latitude: 2, longitude: 3, at: place) else { return }
    var item = GeoPlace(coordinate: coordinate)
    item.name = message.text(6)
    item.time = date(message, 1, "course_point timestamp")
    let kind = message.integer(5)
    item.symbol = kind.map { FITProfile.coursePoints[$0] ?? "Generic" }
    let isUnknown = kind.map { FITProfile.coursePoints[$0] == nil } ?? false
    let values = [
      ("type", isUnknown ? kind : nil),
      ("favorite", message.integer(8).flatMap { $0 == 1 ? 1 : nil }),
    ].compactMap { name, number in number.map { Self.value(name, "\($0)") } }
    item.kept = PreservedMarkup.keeping(values)
    if let distance = message.number(4) { item.sensors[.distance] = distance / 100 }
    try add(item)
  }

  private func addLocation(_ message: FITMessage, at place: Diagnostic.Place) throws {
    guard let coordinate = coordinate(message, latitude: 1, longitude: 2, at: place) else { return }
    var item = GeoPlace(coordinate: coordinate)
    item.name = message.text(0)
    item.details = message.text(6)
    item.elevation = message.number(4).map { ($0 - 2500) / 5 }
    item.time = date(message, FITProfile.timestamp, "location timestamp")
    if let symbol = message.integer(3) {
      item.kept = PreservedMarkup.keeping([Self.value("symbol", "\(symbol)")])
    }
    try add(item)
  }

  private func addSegmentPoint(_ message: FITMessage, at place: Diagnostic.Place) throws {
    isRoute = true
    tally.records += 1
    var point = FITPoint()
    point.latitude = message.number(1) ?? .nan
    point.longitude = message.number(2) ?? .nan
    point.distance = message.number(3).map { $0 / 100 } ?? .nan
    point.elevation = message.elevation(6, 4) ?? .nan
    try add(point, at: place)
  }

  private func coordinate(
    _ message: FITMessage, latitude: UInt8, longitude: UInt8, at place: Diagnostic.Place
  ) -> Coordinate? {
    guard let position = message.position(latitude: latitude, longitude: longitude) else {
      feed.report.counts.skipped.waypoints += 1
      feed.diagnose(
        .coordinateMissing, .skipped, at: place, "a place has no position and was left out")
      return nil
    }
    let coordinate = feed.coordinate(
      latitude: position.latitude, longitude: position.longitude, at: place)
    if coordinate == nil { feed.report.counts.skipped.waypoints += 1 }
    return coordinate
  }

  /// Returns the date in a field. A time relative to when the device was switched on can be
  /// converted to a date only if ``correlation`` is known. A time that cannot be converted is
  /// counted as left out under the given name.
  private func date(_ message: FITMessage, _ field: UInt8, _ name: String) -> Date? {
    guard var time = message.number(field) else { return nil }
    if time < FITProfile.firstTime {
      guard let correlation else {
        tally.addUnread(field: name)
        return nil
      }
      time += correlation
    }
    return Date(timeIntervalSinceReferenceDate: time + FITProfile.epoch)
  }

  private func add(_ place: GeoPlace) throws {
    if feed.waitingPlaces < Self.maximum {
      try feed.place(place)
    } else {
      tally.placesLeftOut += 1
    }
  }
}
