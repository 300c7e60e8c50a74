import Foundation
import Geodesy

/// A collector for the messages of FIT files, which passes the resulting places and paths to the
/// feed.
///
/// A device can write the sessions, laps and pauses before or after the records to which they
/// apply. The last ``window`` points are therefore buffered until the file ends.
final class FITActivity {
  struct Lap {
    /// The lap's start, as a FIT timestamp in seconds. If the file does not contain the start, the
    /// value is computed from the lap's end and duration, or copied from the previous lap.
    let start: Double
    let value: ForeignValue
  }

  /// The approximate number of most recent points that are held in memory until the file ends. At
  /// one point per second, this is about 36 hours of recording.
  static let window = 131_072
  /// The number of points in one batch passed to the feed.
  private static let blockSize = 8_192
  /// The maximum number of stored sessions. The same limit applies to timer events and to buffered
  /// places.
  static let maximum = 50_000

  let feed: GeoFeed
  /// The device's name, taken from the first FIT file that names a device.
  var creator: String?
  var developerFields = FITDeveloperFields()
  var extras = FITExtras()
  var tally = FITTally()

  // The state of one file.
  var fileType: Int?
  var device: (manufacturer: Int?, product: Int?, name: String?) = (nil, nil, nil)
  var courseName: String?
  var courseSport: Int?
  var profileName: String?
  var profileSport: Int?
  /// The devices other than the one that recorded the file, such as sensors.
  var devices: [ForeignValue] = []
  var isRoute = false
  var sessions: [FITSession] = []
  var laps: [Lap] = []
  var breaks: [FITBreak] = []
  var localOffset: Int?
  /// The offset, in seconds, from the device's system time to absolute FIT timestamps. Nil if the
  /// file contains no system time.
  var correlation: Double?
  var distance = FITDistanceSum()
  var timeJump = FITTimeJump()
  /// The buffered points, in blocks of equal length except for the last block, which can be
  /// shorter.
  private var blocks: [[FITPoint]] = []
  /// The number of buffered points.
  var heldCount: Int { max(blocks.count - 1, 0) * Self.blockSize + (blocks.last?.count ?? 0) }
  /// The number of points passed to the feed.
  var delivered = 0
  /// The time of the last point passed to the feed.
  var lastDelivered = -Double.infinity
  var lastTime = Double.nan
  /// The index of the session to which the current path belongs.
  var session = 0
  var segment = 0

  init(_ feed: GeoFeed) { self.feed = feed }

  // MARK: Records

  /// Adds the point that the given record describes.
  ///
  /// - Parameter time: The FIT timestamp from a compressed header, in seconds.
  ///   The time is NaN for a record without such a header.
  /// - Returns: The record's FIT timestamp, in seconds. NaN if the timestamp is unknown.
  func addRecord(
    _ definition: FITDefinition, _ bytes: UnsafeRawBufferPointer, time: Double,
    at place: Diagnostic.Place
  ) throws -> Double {
    tally.records += 1
    var point = FITPoint()
    point.time = time
    var fraction = Double.nan
    if let base = bytes.baseAddress {
      for step in definition.steps {
        let start = base + step.offset
        let raw = step.type.number(start, isBigEndian: definition.isBigEndian)
        // The three packed bytes have no invalid value of their type.
        if raw.isNaN, step.meaning.target != .compressedSpeedDistance { continue }
        let value = (raw - step.meaning.zero) / step.meaning.scale
        switch step.meaning.target {
        case .timestamp: point.time = value
        case .latitude: point.latitude = value
        case .longitude: point.longitude = value
        case .distance: point.distance = value
        case .altitude, .enhancedAltitude: point.elevation = value
        case .speed, .enhancedSpeed: point.speed = value
        case .heartRate: point.heartRate = value
        case .cadence, .cadence256: point.cadence = value
        case .fractionalCadence: fraction = value
        case .power: point.power = value
        case .temperature: point.temperature = value
        case .depth: point.depth = value
        case .compressedSpeedDistance:
          let packed = (0..<3).reduce(0) { $0 | Int(bytes[step.offset + $1]) << (8 * $1) }
          guard packed != 0xFFFFFF else { continue }
          point.speed = Double(packed & 0xFFF) / 100
          point.distance = distance.add(packed >> 12)
        case .unread: break
        }
      }
      if definition.hasOtherFields {
        definition.countUnread(base)
        if !point.latitude.isNaN, !point.longitude.isNaN {
          point.extras = extras.add(FITMessage(definition: definition, bytes: bytes)) ?? -1
        }
      }
    }
    if !fraction.isNaN, !point.cadence.isNaN { point.cadence += fraction }
    try add(point, at: place)
    return point.time
  }

  /// Adds a point whose position is given in semicircles.
  func add(_ point: FITPoint, at place: Diagnostic.Place) throws {
    guard !point.latitude.isNaN, !point.longitude.isNaN else {
      tally.addWithoutPosition(at: place)
      return
    }
    guard
      let coordinate = feed.coordinate(
        latitude: FITMessage.degrees(point.latitude),
        longitude: FITMessage.degrees(point.longitude),
        at: place)
    else {
      tally.invalidPositions += 1
      return
    }
    var point = point
    point.latitude = coordinate.latitude
    point.longitude = coordinate.longitude
    if timeJump.accepts(point.time) {
      try hold(point)
    } else {
      let (accepted, damaged) = timeJump.check((point, place))
      report(damaged)
      for entry in accepted { try hold(entry.point) }
    }
  }

  /// Reports the points that are left out because their times are damaged.
  private func report(_ damaged: [FITTimeJump.Entry]) {
    for (point, place) in damaged {
      tally.invalidTimes += 1
      let date = Date(timeIntervalSinceReferenceDate: point.time + FITProfile.epoch)
      feed.diagnose(
        .inputDamaged, .skipped, at: place,
        """
        the record's time, \(date.formatted(.iso8601)), is more than a year away from the times of the \
        other records; the record is damaged and was left out
        """)
    }
  }

  private func hold(_ point: FITPoint) throws {
    if let last = breaks.indices.last, breaks[last].isPending {
      breaks[last].resolve(next: point.time, previous: lastTime)
    }
    lastTime = point.time
    if blocks.last?.count ?? Self.blockSize == Self.blockSize {
      if blocks.count > Self.window / Self.blockSize { try deliver(blocks.removeFirst()) }
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
    }
    blocks[blocks.count - 1].append(point)
    // Only files with very many fields, or hostile ones, reach this limit.
    if point.extras >= 0, extras.byteCount > FITExtras.bytesAtMost {
      try deliver(blocks.removeFirst())
    }
  }

  // MARK: Paths

  /// Passes a block of buffered points to the feed.
  private func deliver(_ points: [FITPoint]) throws {
    if breaks.contains(where: { $0.isPending }) || breaks.count > 1 {
      breaks.sort { $0.time < $1.time }
    }
    var next = 0
    for point in points {
      let index = delivered
      delivered += 1
      if !isRoute {
        while session + 1 < sessions.count, sessions[session + 1].start <= point.time {
          session += 1
          try endPath(session - 1)
        }
      }
      var isSplit = false
      while next < breaks.count, breaks[next].isReached(index: index, time: point.time) {
        isSplit = isSplit || breaks[next].splits(point.time)
        next += 1
      }
      if feed.openPath == nil {
        try feed.beginPath(isRoute ? .route : .track)
        segment = 0
      } else if isSplit, !isRoute {
        segment += 1
      }
      try pass(point)
      if !point.time.isNaN { lastDelivered = point.time }
    }
    breaks.removeFirst(next)
  }

  private func pass(_ point: FITPoint) throws {
    var time = point.time
    if time < FITProfile.firstTime {
      if let correlation {
        time += correlation
      } else {
        tally.relativeTimes += 1
        time = .nan
      }
    }
    try feed.point(
      Coordinate(latitude: point.latitude, longitude: point.longitude), elevation: point.elevation,
      time: time + FITProfile.epoch, segment: segment)
    if !point.heartRate.isNaN { feed.set(.heartRate, point.heartRate) }
    if !point.cadence.isNaN { feed.set(.cadence, point.cadence) }
    if !point.temperature.isNaN { feed.set(.airTemperature, point.temperature) }
    if !point.depth.isNaN { feed.set(.depth, point.depth) }
    if !point.speed.isNaN { feed.set(.speed, point.speed) }
    if !point.power.isNaN { feed.set(.power, point.power) }
    if !point.distance.isNaN { feed.set(.distance, point.distance) }
    if point.extras >= 0 { feed.set(kept: extras.removeMarkup(at: point.extras)) }
  }

  /// Ends the current path, if one is open. The path belongs to the session with the given index.
  private func endPath(_ index: Int) throws {
    guard let kind = feed.openPath else { return }
    var header = GeoPathHeader(kind: kind)
    header.segments = segment + 1
    var values: [ForeignValue] = []
    let session = index < sessions.count ? sessions[index] : nil
    header.name = courseName ?? session?.name ?? profileName
    let sport = session?.sport ?? courseSport ?? profileSport
    header.type = sport.flatMap { FITProfile.sports[$0] }
    if let sport, sport != FITProfile.genericSport, header.type == nil {
      values.append(FITActivity.value("sport", "\(sport)"))
    }
    values += session?.values ?? []
    if let localOffset { values.append(FITActivity.value("utc_offset", "\(localOffset)")) }
    let end = index + 1 < sessions.count ? sessions[index + 1].start : .infinity
    let start = index == 0 ? -.infinity : session?.start ?? -.infinity
    values += laps.filter { $0.start >= start && $0.start < end }.map(\.value)
    values += devices
    header.kept = PreservedMarkup.keeping(values)
    try feed.endPath(header)
  }

  // MARK: Files

  /// Ends the current FIT file. Another FIT file can follow in the same input.
  func endFile() throws {
    let (accepted, damaged) = timeJump.end()
    report(damaged)
    for entry in accepted { try hold(entry.point) }
    while !blocks.isEmpty { try deliver(blocks.removeFirst()) }
    try endPath(session)
    tally.addKept(extras)
    if creator == nil {
      creator = FITDevices.name(
        manufacturer: device.manufacturer, product: device.product, productName: device.name)
    }
    tally.fileTypes.append(fileType)
    (fileType, device) = (nil, (nil, nil, nil))
    (courseName, courseSport, profileName, profileSport) = (nil, nil, nil, nil)
    (isRoute, localOffset, correlation, devices) = (false, nil, nil, [])
    (sessions, laps, breaks) = ([], [], [])
    (distance, developerFields, extras) = (FITDistanceSum(), FITDeveloperFields(), FITExtras())
    (delivered, lastDelivered, lastTime) = (0, -.infinity, .nan)
    (session, segment) = (0, 0)
  }

  /// Reports the content that was left out.
  ///
  /// - Parameter problem: The damage to the compressed file, or nil for an undamaged file.
  /// - Throws: ``InputRefusal`` if the file contains no positions.
  func endReading(problem: InputDamage?) throws {
    feed.report.counts.skipped.trackPoints +=
      tally.withoutPosition + tally.invalidPositions + tally.invalidTimes
    // Invalid positions are reported one by one, with advice if latitude and longitude are swapped.
    guard feed.report.counts.usable > 0 || tally.invalidPositions > 0 else {
      throw tally.refusal(isComplete: feed.report.isComplete && problem == nil)
    }
    tally.report(to: feed)
  }

  static func value(_ name: String, _ value: String) -> ForeignValue {
    ForeignValue(format: FITCodec.id, name: name, value: value)
  }
}
