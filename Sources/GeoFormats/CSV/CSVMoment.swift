import Foundation

/// A date or a time of day as written in a table, in ISO 8601 or a common local notation.
struct CSVMoment {
  /// The order of day and month in dates such as 3/4/2026.
  enum Order: String {
    case dayFirst = "day/month/year"
    case monthFirst = "month/day/year"
  }

  /// The number of days since 1970-01-01. Nil if the cell contains no date.
  private(set) var day: Int?
  /// The time of day in seconds. Nil if the cell contains no time of day.
  private(set) var seconds: Double?
  /// The UTC offset in seconds, positive east of Greenwich. Nil if the cell includes no time zone.
  private(set) var zone: Int?
  /// The order of day and month in a date that allows only one order, such as 25/3/2026. Nil if
  /// both orders are possible, or if the cell contains no date of this form.
  private(set) var provenOrder: Order?
  /// Whether the cell contains a date whose order of day and month is ambiguous, such as 3/4/2026.
  private(set) var isAmbiguous = false
  /// Whether AM or PM follows the time of day, which suggests that dates begin with the month.
  private(set) var hasMeridiem = false

  /// Reads a date, a time of day or both from text.
  ///
  /// - Parameter order: Whether the day or the month comes first in ambiguous dates.
  /// - Returns: Nil if the text contains neither a date nor a time of day.
  init?(_ text: String, order: Order) {
    var parts = Self.parts(text)
    guard parts.count <= 6 else { return nil }
    if let zone = parts.last.flatMap(Self.zone), parts.count > 1 {
      self.zone = zone
      parts.removeLast()
    }
    if let last = parts.last?.lowercased().filter({ $0 != "." }), last == "am" || last == "pm" {
      hasMeridiem = true
      parts.removeLast()
      guard let clock = parts.popLast(), readClock(clock, isAfternoon: last == "pm") else {
        return nil
      }
    }
    if seconds == nil, let last = parts.last, last.contains(":") {
      guard readClock(last, isAfternoon: nil) else { return nil }
      parts.removeLast()
    } else if seconds == nil, parts.count == 2, parts[1].count == 6 || parts[1].count == 4,
      readDigits(parts[1])
    {
      parts.removeLast()
    }
    if parts.isEmpty {
      guard seconds != nil else { return nil }
    } else {
      guard readDate(parts.joined(separator: " "), order) else { return nil }
    }
  }

  /// Splits text at blanks, at a `T` between date and time, and before a time zone.
  private static func parts(_ text: String) -> [String] {
    var result: [String] = [""]
    let characters = Array(text.prefix(64))
    for (index, character) in characters.enumerated() {
      let isAfterDigit = index > 0 && characters[index - 1].isNumber
      let isBeforeDigit = index + 1 < characters.count && characters[index + 1].isNumber
      switch character {
      case _ where character.isWhitespace || character == ",": result.append("")
      case "T", "t":
        if isAfterDigit, isBeforeDigit { result.append("") } else { fallthrough }
      case "Z", "z", "A", "P", "a", "p":
        if isAfterDigit { result.append("") }
        result[result.count - 1].append(character)
      case "+", "-":
        // A sign after a time of day begins a time zone.
        if isAfterDigit, result.last?.contains(":") ?? false { result.append("") }
        result[result.count - 1].append(character)
      default: result[result.count - 1].append(character)
      }
    }
    return result.filter { !$0.isEmpty }
  }

  /// Parses a time zone, such as `Z` or `+02:00`. Returns the UTC offset in seconds, or nil if the
  /// text is not a time zone.
  static func zone(_ text: String) -> Int? {
    if ["z", "utc", "gmt"].contains(text.lowercased()) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, let number = Int(digits) else { return nil }
    let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
    guard hours <= 23, minutes <= 59 else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  // MARK: Time of day

  private mutating func readClock(_ text: String, isAfternoon: Bool?) -> Bool {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count), fields.count > 1 || isAfternoon != nil,
      let hour = Int(fields[0]), fields[0].count <= 2
    else { return false }
    var minute = 0
    var second = 0.0
    if fields.count > 1 {
      guard fields[1].count == 2, let value = Int(fields[1]) else { return false }
      minute = value
    }
    if fields.count > 2 {
      let digits = fields[2].split(separator: ".")
      guard digits.first?.count == 2, let value = Double(fields[2]), value.isFinite else {
        return false
      }
      second = value
    }
    return set(hour: hour, minute: minute, second: second, isAfternoon: isAfternoon)
  }

  /// Reads a time of day without colons: HHMM or HHMMSS.
  private mutating func readDigits(_ text: String) -> Bool {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text) else {
      return false
    }
    let full = text.count == 6 ? number : number * 100
    return set(
      hour: full / 10_000, minute: full / 100 % 100, second: Double(full % 100), isAfternoon: nil)
  }

  private mutating func set(
    hour: Int, minute: Int, second: Double, isAfternoon: Bool?
  ) -> Bool {
    var hour = hour
    if let isAfternoon {
      guard (1...12).contains(hour) else { return false }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard (0...23).contains(hour) || hour == 24 && minute == 0 && second == 0,
      (0...59).contains(minute), second >= 0, second < 61
    else { return false }
    seconds = Double(hour * 3600 + minute * 60) + second
    return true
  }

  /// Reads a time of day without separators, such as 180114 or 1801.
  static func clock(digits text: String) -> Double? {
    guard let moment = CSVMoment(digits: text) else { return nil }
    return moment.seconds
  }

  private init?(digits text: String) {
    guard (4...6).contains(text.count) else { return nil }
    guard readDigits(text.count == 5 ? "0" + text : text) else { return nil }
  }

  // MARK: Date

  private mutating func readDate(_ text: String, _ order: Order) -> Bool {
    let fields = text.lowercased().split { " /.-".contains($0) }.map(String.init)
    if fields.count == 1 { return readDateDigits(fields[0]) }
    guard fields.count == 3 else { return false }
    if let index = fields.firstIndex(where: { Self.month($0) != nil }),
      let month = Self.month(fields[index])
    {
      let numbers = fields.indices.filter { $0 != index }.compactMap { Int(fields[$0]) }
      guard numbers.count == 2 else { return false }
      let isYearFirst = numbers[0] > 31
      return set(
        year: Self.year(isYearFirst ? numbers[0] : numbers[1]), month: month,
        day: isYearFirst ? numbers[1] : numbers[0])
    }
    guard fields.allSatisfy({ $0.count <= 4 && $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return false }
    let numbers = fields.compactMap { Int($0) }
    guard numbers.count == 3 else { return false }
    if fields[0].count == 4 { return set(year: numbers[0], month: numbers[1], day: numbers[2]) }
    guard fields[2].count == 4 || fields[2].count == 2 else { return false }
    let (first, second) = (numbers[0], numbers[1])
    if first > 12 { provenOrder = .dayFirst } else if second > 12 { provenOrder = .monthFirst }
    isAmbiguous = provenOrder == nil && first != second
    let isDayFirst = (provenOrder ?? order) == .dayFirst
    return set(
      year: Self.year(numbers[2]), month: isDayFirst ? second : first,
      day: isDayFirst ? first : second)
  }

  /// Reads a date without separators: YYYYMMDD, or YYMMDD as GPS loggers write it.
  private mutating func readDateDigits(_ text: String) -> Bool {
    guard text.count == 8 || text.count == 6, text.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int(text)
    else { return false }
    return set(
      year: Self.year(number / 10_000), month: number / 100 % 100, day: number % 100)
  }

  private static func year(_ number: Int) -> Int {
    number >= 100 ? number : number + (number < 80 ? 2000 : 1900)
  }

  private mutating func set(year: Int, month: Int, day: Int) -> Bool {
    guard let number = Timestamp.validDayNumber(year: year, month: month, day: day) else {
      return false
    }
    self.day = number
    return true
  }

  /// Returns the number of the month with the given name, such as `Feb`, `März` or `février`.
  /// Returns nil if the name is unknown.
  private static func month(_ text: String) -> Int? {
    guard let first = text.first, first.isLetter else { return nil }
    let key = CSVColumnName.key(text)
    return months.first { key.hasPrefix($0.start) }?.number
  }

  private static let months: [(start: String, number: Int)] = [
    ("jan", 1), ("gen", 1), ("ene", 1), ("sty", 1), ("feb", 2), ("fev", 2), ("lut", 2),
    ("mar", 3), ("maerz", 3), ("mrz", 3), ("maa", 3), ("mrt", 3), ("apr", 4), ("avr", 4),
    ("abr", 4), ("kwi", 4), ("mai", 5), ("may", 5), ("mei", 5), ("mag", 5), ("maj", 5),
    ("jun", 6), ("juin", 6), ("giu", 6), ("cze", 6), ("jul", 7), ("juil", 7), ("lug", 7),
    ("lip", 7), ("aug", 8), ("aou", 8), ("ago", 8), ("sie", 8), ("sep", 9), ("set", 9),
    ("wrz", 9), ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("paz", 10), ("nov", 11),
    ("lis", 11), ("dec", 12), ("dez", 12), ("dic", 12), ("gru", 12),
  ]

  /// The time in seconds since 2001-01-01T00:00:00Z. NaN if the cell contains no date.
  var time: Double {
    guard let day else { return .nan }
    // Whole numbers come first, so that the fraction of the seconds is rounded only once.
    return Double(day * 86_400 - (zone ?? 0)) - Timestamp.referenceOffset + (seconds ?? 0)
  }
}
