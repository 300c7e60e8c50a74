import Foundation

/// A parser for the dates and times in a table, which also counts problems such as missing time
/// zones.
struct CSVClock {
  /// The time read from one table row.
  struct Reading {
    /// The time in seconds since 2001-01-01T00:00:00Z. NaN if the row has no time.
    var time = Double.nan
    /// Whether the row contains a time of day, not only a date.
    var hasClock = false
  }

  private enum Finding {
    case withoutZone
    case ambiguous
    case contradicting
    case withoutDate
    case placeWithoutTime
  }

  private var findings = DiagnosticTally<Finding>()
  private var buffer: [UInt8] = []
  /// The time zone of the current row's time. UTC if the row has no time or time zone.
  private(set) var zone = GeoPointFormat.Zone.utc
  /// Whether any row with a time of day was read as a path point.
  var hasTimedPoint = false
  /// Whether an earlier row had no time of day and an empty cell in the last date or time column.
  var hasEmptyCell = false

  /// Returns the time in the reader's current row.
  mutating func time(in reader: CSVReader) -> Reading {
    zone = .utc
    let dateColumn = reader.columns[.date]
    let timeColumn = reader.columns[.time]
    let date = dateColumn.flatMap { reader.rows.bytes($0) }
    let time = timeColumn.flatMap { reader.rows.bytes($0) }
    if let time, let timeColumn, let start = time.baseAddress {
      let iso = Timestamp.parse(start, count: time.count)
      if !iso.isNaN {
        readZone(time, timeColumn, reader)
        return Reading(time: iso, hasClock: true)
      }
      guard let date, let dateColumn else { return unusual(time, timeColumn, reader) }
      let joined = joinedISO(date, time)
      if !joined.isNaN {
        readZone(time, timeColumn, reader)
        return Reading(time: joined, hasClock: true)
      }
      return combined(date, time, dateColumn, reader)
    }
    if let date, let dateColumn { return unusual(date, dateColumn, reader) }
    return Reading()
  }

  /// Reads the time zone at the end of an ISO 8601 time.
  private mutating func readZone(
    _ time: UnsafeBufferPointer<UInt8>, _ column: Int, _ reader: CSVReader
  ) {
    // Most times end with Z.
    guard let start = time.baseAddress, time.last != UInt8(ascii: "Z") else { return }
    if Timestamp.hasNoZone(start, count: time.count) {
      findings.add(.withoutZone, at: reader.rows.place(column))
    } else if let sign = time.lastIndex(where: { "+-".utf8.contains($0) }) {
      setZone(CSVMoment.zone(String(decoding: time[sign...], as: UTF8.self)))
    }
  }

  private mutating func setZone(_ seconds: Int?) {
    guard let minutes = seconds.map({ $0 / 60 }), minutes != 0,
      GeoPointFormat.offsets.contains(minutes)
    else { return }
    zone = .east(minutes: minutes)
  }

  /// Combines a date such as 2026-07-11 or 2026/07/11 with a time of day such as 06:02:11. Returns
  /// NaN if either is in a different notation.
  private mutating func joinedISO(
    _ date: UnsafeBufferPointer<UInt8>, _ time: UnsafeBufferPointer<UInt8>
  ) -> Double {
    guard date.count == 10, date[4] &- 48 > 9, date[4] == date[7] else { return .nan }
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: date)
    buffer[4] = UInt8(ascii: "-")
    buffer[7] = UInt8(ascii: "-")
    buffer.append(UInt8(ascii: "T"))
    buffer.append(contentsOf: time)
    return buffer.withUnsafeBufferPointer { Timestamp.parse($0) }
  }

  /// Reads a date and a time of day from two cells.
  private mutating func combined(
    _ date: UnsafeBufferPointer<UInt8>, _ time: UnsafeBufferPointer<UInt8>, _ dateColumn: Int,
    _ reader: CSVReader
  ) -> Reading {
    let (dateText, timeText) = (CSVText.decoded(date), CSVText.decoded(time))
    // The second cell can contain the date too.
    if let whole = CSVMoment(timeText, order: reader.layout.dateOrder), whole.day != nil,
      whole.seconds != nil
    {
      return accept(whole, dateColumn, reader)
    }
    let digits = CSVMoment.clock(digits: timeText).map { seconds in
      let whole = Int(seconds)
      return "\(whole / 3600):\(Self.two(whole / 60 % 60)):\(Self.two(whole % 60))"
    }
    guard
      let moment = CSVMoment("\(dateText) \(digits ?? timeText)", order: reader.layout.dateOrder),
      moment.day != nil, moment.seconds != nil
    else { return refuse("\(dateText) \(timeText)", dateColumn, reader) }
    return accept(moment, dateColumn, reader)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns the time in a cell whose text is not in ISO 8601 notation. The cell can contain a Unix
  /// time, an Excel day number or a local notation.
  private mutating func unusual(
    _ bytes: UnsafeBufferPointer<UInt8>, _ column: Int, _ reader: CSVReader
  ) -> Reading {
    let number = DecimalNumber.parse(bytes)
    if let time = Self.epoch(number) { return Reading(time: time, hasClock: true) }
    let text = CSVText.decoded(bytes)
    // Excel counts days from 1899-12-30.
    if (20_000...80_000).contains(number) {
      findings.add(.withoutZone, at: reader.rows.place(column))
      let time = (number - 25_569) * 86_400 - Timestamp.referenceOffset
      return Reading(time: time.rounded(), hasClock: number != number.rounded())
    }
    guard let moment = CSVMoment(text, order: reader.layout.dateOrder) else {
      if CSVNumber.isMissing(bytes) { return Reading() }
      return refuse(text, column, reader)
    }
    guard moment.day != nil else {
      findings.add(.withoutDate, at: reader.rows.place(column))
      reader.keep(column, text)
      return Reading(hasClock: true)
    }
    return accept(moment, column, reader)
  }

  /// Converts a Unix time in seconds, milliseconds or microseconds to seconds since
  /// 2001-01-01T00:00:00Z. Returns nil if the number is too small or too large for a Unix time.
  private static func epoch(_ number: Double) -> Double? {
    switch number {
    case 1e8..<1e11: Timestamp.since2001(unixTime: number, perSecond: 1)
    case 1e11..<1e14: Timestamp.since2001(unixTime: number, perSecond: 1e3)
    case 1e14..<1e17: Timestamp.since2001(unixTime: number, perSecond: 1e6)
    default: nil
    }
  }

  private mutating func accept(
    _ moment: CSVMoment, _ column: Int, _ reader: CSVReader
  ) -> Reading {
    guard Timestamp.writable.contains(moment.time) else {
      return refuse(reader.rows.text(column) ?? "", column, reader)
    }
    if moment.seconds != nil, moment.zone == nil {
      findings.add(.withoutZone, at: reader.rows.place(column))
    }
    setZone(moment.zone)
    if moment.isAmbiguous { findings.add(.ambiguous, at: reader.rows.place(column)) }
    if let proven = moment.provenOrder, proven != reader.layout.dateOrder {
      findings.add(.contradicting, at: reader.rows.place(column))
    }
    return Reading(time: moment.time, hasClock: moment.seconds != nil)
  }

  private func refuse(_ text: String, _ column: Int, _ reader: CSVReader) -> Reading {
    reader.feed.diagnose(
      .timeUnreadable, .kept, at: reader.rows.place(column),
      "“\(Excerpt.of(text))” is not a valid date and time; it is kept as an extension value")
    for field in [CSVField.date, .time] {
      if let index = reader.columns[field], let cell = reader.rows.text(index) {
        reader.keep(index, cell)
      }
    }
    return Reading()
  }

  /// Counts a row that is read as a place because it has no readable time of day.
  mutating func addPlaceWithoutTime(at place: @autoclosure () -> Diagnostic.Place) {
    findings.add(.placeWithoutTime, at: place())
  }

  /// Reports the problems found in the table's times, in one diagnostic per kind of problem.
  func report(to feed: GeoFeed, _ layout: CSVLayout) {
    if let found = findings[.withoutZone] {
      feed.diagnose(
        .timeZoneMissing, .kept, at: found.place,
        "a time has no time zone and is read as UTC\(found.times)")
    }
    if let found = findings[.contradicting] {
      feed.diagnose(
        .csvDateOrder, .kept, at: found.place,
        """
        a date is not in the order \(layout.dateOrder.rawValue), unlike the other \
        dates\(found.times); check the dates before this row
        """)
    } else if let found = findings[.ambiguous], !layout.isDateOrderProven {
      feed.diagnose(
        .csvDateOrder, .kept, at: found.place,
        """
        a date does not show whether the day or the month comes first, and is read as \
        \(layout.dateOrder.rawValue)\(found.times)
        """)
    }
    if let found = findings[.withoutDate] {
      feed.diagnose(
        .timeUnreadable, .kept, at: found.place,
        "a time has no date and is kept as text\(found.times)")
    }
    if hasTimedPoint, let found = findings[.placeWithoutTime] {
      feed.diagnose(
        .csvRowWithoutTime, .kept, at: found.place,
        """
        a row without a readable time of day is imported as a place, but rows with a time of day are \
        points of paths\(found.times)
        """)
    }
  }
}
