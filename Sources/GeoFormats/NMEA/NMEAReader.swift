import Foundation
import Geodesy

/// A streaming reader for NMEA 0183 logs.
///
/// NMEA sentences with the same time of day are merged into one point, even if a few other
/// sentences come between them. If two sentences of the same type have the same time of day but
/// different positions, the second one starts a new point with the same time. Points before the
/// first date are held in memory until the date is known. A sentence without a time field belongs
/// to the preceding point, or to the next point if the preceding point already has a sentence of
/// this type.
final class NMEAReader {
  /// The maximum number of points that are held in memory until a date is known.
  private static let patience = 50_000
  /// The maximum number of epochs (moments of measurement) in ``recent``. ``disorder`` is the
  /// maximum number of seconds by which an epoch can be out of chronological order in the log.
  private static let recentLimit = 24
  private static let disorder = 30.0
  private static let halfDay = 43_200.0

  private let feed: GeoFeed
  private let text: PlainText
  /// The most recent epochs in chronological order. NMEA sentences that have not been read yet can
  /// still belong to these epochs.
  private var recent: [NMEAEpoch] = []
  /// The index in ``recent`` of the epoch to which the last NMEA sentence belongs.
  private var current = 0
  /// The values of NMEA sentences that have no time field, held until the next NMEA sentence that
  /// has one.
  private var early = NMEAEarlyValues()
  private var waiting: [NMEAEpoch] = []
  /// The current date as days since 1970-01-01.
  private var day: Int?
  /// The time of day of the last point.
  private var lastClock = Double.nan
  private var segment = 0
  private var hasGap = false
  private var findings = NMEAFindings()
  /// Whether the log's NMEA sentences have checksums.
  private var hasChecksums = false
  private var hasWrongChecksum = false

  init(_ input: GeoInput, into sink: any GeoSink, _ format: GeoFormat) throws {
    text = try PlainText(input)
    feed = GeoFeed(input, into: sink, format)
    feed.report.encoding = text.encoding
  }

  func readAll() throws -> GeoReadReport {
    let limit = try text.readingToLimit {
      let line = text.line
      guard let bytes = try text.nextLine() else { return false }
      try readSentence(bytes, line, isUnended: text.line == line)
      return true
    }
    while !recent.isEmpty { try endEpoch() }
    early.countUnused(&findings)
    try deliverWaiting()
    if feed.openPath != nil { try endPath() }
    findings.report(to: feed)
    text.reportRepairs(to: feed)
    try feed.endEarly(at: limit)
    guard feed.report.counts.usable > 0 || feed.report.counts.skipped.total > 0 else {
      throw InputRefusal(
        code: .inputNothingUsable,
        message: findings.hasVoid
          ? "the log contains no position, because the receiver had no fix"
          : hasWrongChecksum
            ? "no NMEA sentence with a position has a correct checksum"
            : "the log contains no position")
    }
    return try feed.finish()
  }

  private func readSentence(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, isUnended: Bool
  ) throws {
    var start = 0
    var count = 0
    while let sentence = NMEASentence(in: line, from: start) {
      start = sentence.end
      count += 1
      if isUnended, !sentence.hasChecksum, hasChecksums || sentence.check == .wrong {
        feed.endEarly(
          at: Diagnostic.Place(line: number, column: 1), "the log ends inside an NMEA sentence")
        continue
      }
      guard sentence.check == .valid else {
        hasWrongChecksum = true
        feed.diagnose(
          .nmeaChecksum, .skipped, at: Diagnostic.Place(line: number, column: 1),
          "the checksum of the \(sentence.type) sentence is wrong")
        continue
      }
      if sentence.hasChecksum { hasChecksums = true }
      try read(sentence, number)
    }
    if count == 0, line.contains(where: { $0 > 0x20 }) {
      findings.add(.otherLine, number)
    }
  }

  private func read(_ sentence: NMEASentence, _ line: Int) throws {
    if sentence.type == "WPL" {
      try readWaypoint(sentence, line)
      return
    }
    if let clockField = sentence.clockField {
      select(sentence.clock(clockField), sentence, line)
      if !early.isEmpty { early.pass(to: &recent[current], &findings) }
    } else if recent.isEmpty
      || recent[current].isRepetition(sentence.type, isAfterRepetition: !early.isEmpty)
    {
      early.add(sentence, line, &findings)
      return
    }
    if !recent[current].add(sentence) {
      findings.addUnknown(sentence.type, line)
    } else if !recent[current].isVoid {
      findings.addUnreadableValues(of: sentence, line)
    }
    if recent.count > Self.recentLimit { try endEpoch() }
  }

  /// Makes the epoch with the given time of day and the NMEA sentence's position the current epoch.
  /// Adds a new epoch to ``recent`` if necessary.
  private func select(_ clock: Double, _ sentence: NMEASentence, _ line: Int) {
    if let index = epoch(at: clock, sentence) {
      current = index
      return
    }
    current = recent.count
    while current > 0, recent[current - 1].clock - clock > 0,
      recent[current - 1].clock - clock < Self.disorder
    {
      current -= 1
    }
    var epoch = NMEAEpoch()
    epoch.clock = clock
    epoch.line = line
    recent.insert(epoch, at: current)
  }

  /// Returns the index of the epoch to which an NMEA sentence belongs, or nil if it begins a new
  /// epoch.
  ///
  /// Some receivers write several fixes per second with the same time, so a different position is a
  /// new fix. A position that equals that of an earlier epoch is also a new fix if that epoch
  /// already has a position from a sentence of the same type.
  private func epoch(at clock: Double, _ sentence: NMEASentence) -> Int? {
    guard let last = recent.lastIndex(where: { $0.clock == clock }) else { return nil }
    guard let position = sentence.position else { return last }
    if let same = recent.lastIndex(where: { $0.clock == clock && $0.contains(position) }) {
      let isReturn =
        same < last && same != current && recent[same].hasPosition(from: position.type)
      return isReturn ? nil : same
    }
    if let close = recent.lastIndex(where: { $0.clock == clock && $0.admits(position) }) {
      return close
    }
    // A receiver without a fix may repeat an old position, which is not read.
    let isVoid = recent[last].isVoid || sentence.reportsNoFix
    return isVoid && !recent[last].hasPosition(from: position.type) ? last : nil
  }

  /// Reads a waypoint from a WPL sentence.
  private func readWaypoint(_ sentence: NMEASentence, _ line: Int) throws {
    let place = Diagnostic.Place(line: line, column: 1)
    guard
      let coordinate = feed.coordinate(
        latitude: sentence.angle(0), longitude: sentence.angle(2), at: place)
    else {
      feed.report.counts.skipped.waypoints += 1
      return
    }
    if feed.waitingPlaces >= Self.patience { try endPath() }
    try feed.place(GeoPlace(coordinate: coordinate, name: sentence.text(4)))
  }

  // MARK: Points

  /// Removes the earliest epoch from ``recent``. The epoch's point, if any, is passed to the
  /// ``GeoFeed`` or held back until a date is known.
  private func endEpoch() throws {
    var epoch = recent.removeFirst()
    current = max(current - 1, 0)
    if let date = epoch.day { try begin(day: date, epoch.clock) }
    guard !epoch.isVoid else {
      findings.add(.void, epoch.line)
      hasGap = true
      return
    }
    guard !epoch.latitude.isNaN, !epoch.longitude.isNaN else {
      reportMissingPosition(of: epoch)
      return
    }
    if let line = epoch.fillWithEarlyValues() { findings.add(.unusedValues, line) }
    if epoch.hasReplacedDilution { findings.add(.replacedDilution, epoch.line) }
    if day == nil, waiting.count < Self.patience {
      // In a waiting point, the flag means that a gap precedes it.
      epoch.isVoid = hasGap
      hasGap = false
      waiting.append(epoch)
    } else {
      try deliverWaiting()
      try deliver(epoch)
    }
  }

  /// Sets the current date, and passes the points that were held because their date was unknown to
  /// the ``GeoFeed``.
  private func begin(day date: Int, _ clock: Double) throws {
    if day == nil, !waiting.isEmpty {
      // Each step back over midnight between the waiting points and the date is a day.
      var clocks = waiting.map(\.clock).filter { !$0.isNaN }
      clocks.append(clock)
      let midnights = zip(clocks, clocks.dropFirst()).count { $0 - $1 > Self.halfDay }
      day = date - midnights
      lastClock = .nan
      try deliverWaiting()
    }
    day = date
    lastClock = clock
  }

  private func deliverWaiting() throws {
    let epochs = waiting
    let hadGap = hasGap
    waiting = []
    defer { hasGap = hadGap }
    for var epoch in epochs {
      hasGap = epoch.isVoid
      epoch.isVoid = false
      try deliver(epoch)
    }
  }

  private func deliver(_ epoch: NMEAEpoch) throws {
    if feed.openPath == nil {
      try feed.beginPath(.track)
      segment = 0
    } else if hasGap, feed.pointsInPath > 0 {
      segment += 1
    }
    hasGap = false
    guard
      let coordinate = feed.coordinate(
        latitude: epoch.latitude, longitude: epoch.longitude,
        at: Diagnostic.Place(line: epoch.line, column: 1))
    else {
      feed.report.counts.skipped.trackPoints += 1
      return
    }
    try feed.point(
      coordinate, elevation: epoch.elevation, time: time(of: epoch), segment: segment)
    if !epoch.speed.isNaN { feed.set(.speed, epoch.speed) }
    if !epoch.course.isNaN { feed.set(.course, epoch.course) }
    if !epoch.fields.isEmpty { feed.set(epoch.fields) }
  }

  /// Returns the time of an epoch, or NaN if the date or the time of day is unknown.
  private func time(of epoch: NMEAEpoch) -> Double {
    guard let current = day, !epoch.clock.isNaN else {
      findings.add(.undated, epoch.line)
      return .nan
    }
    var date = current
    if lastClock - epoch.clock > Self.halfDay { date += 1 }
    day = date
    lastClock = epoch.clock
    // Whole numbers come first, so that the fraction of the seconds is rounded only once.
    return Double(date) * 86_400 - Timestamp.referenceOffset + epoch.clock
  }

  private func endPath() throws {
    var header = GeoPathHeader(kind: .track)
    header.segments = segment + 1
    try feed.endPath(header)
  }

  // MARK: Diagnostics

  /// Reports that all positions in an epoch's NMEA sentences are empty or invalid.
  private func reportMissingPosition(of epoch: NMEAEpoch) {
    guard let text = epoch.unreadPosition else {
      if epoch.hasUntimedValues { findings.add(.unusedValues, epoch.line) }
      return
    }
    feed.report.counts.skipped.trackPoints += 1
    feed.diagnose(
      text.isEmpty ? .coordinateMissing : .coordinateUnreadable, .skipped,
      at: Diagnostic.Place(line: epoch.line, column: 1),
      text.isEmpty
        ? "the position is empty, although the sentence does not report a missing fix"
        : "the position “\(Excerpt.of(text))” is not valid")
  }
}
