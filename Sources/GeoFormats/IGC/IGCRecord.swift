import Foundation

/// The records of an IGC file, one line each.
///
/// Source: FAI, “Technical Specification for GNSS Flight Recorders”, appendix A.
enum IGCRecord {
  /// A B record: a position at a time of day.
  struct Fix {
    /// The number of characters in a B record without additional data.
    static let length = 35

    /// The time of day, in seconds since midnight UTC.
    let clock: Int
    let latitude: Double
    let longitude: Double
    /// Whether the receiver had a three-dimensional fix.
    let hasElevation: Bool
    /// Whether the record's fix validity is `V`, which means that the receiver had no GNSS
    /// altitude.
    let isWithoutAltitude: Bool
    /// The pressure altitude in metres, based on the standard atmosphere. Nil if the altitude is
    /// unreadable.
    let pressureAltitude: Int?
    let altitude: Int?

    init?(_ line: some RandomAccessCollection<UInt8>) {
      let bytes = line.prefix(Self.length)
      guard bytes.count >= 24, bytes.first == UInt8(ascii: "B") else { return nil }
      let text = Array(bytes)
      guard let hours = number(text, 1..<3), let minutes = number(text, 3..<5),
        let seconds = number(text, 5..<7), hours < 24, minutes < 60, seconds < 61,
        let latitude = angle(text, 7, degrees: 2), let longitude = angle(text, 15, degrees: 3)
      else { return nil }
      clock = hours * 3600 + minutes * 60 + seconds
      (self.latitude, self.longitude) = (latitude, longitude)
      hasElevation = text.count > 24 && text[24] == UInt8(ascii: "A")
      isWithoutAltitude = text.count > 24 && text[24] == UInt8(ascii: "V")
      pressureAltitude = height(text, 25..<30)
      altitude = height(text, 30..<35)
    }
  }

  /// Returns the position in a C record. Returns nil if the record has no valid position. The name
  /// of the point begins at index 18.
  static func position(_ text: [UInt8]) -> (latitude: Double, longitude: Double)? {
    guard let latitude = angle(text, 1, degrees: 2), let longitude = angle(text, 9, degrees: 3)
    else { return nil }
    return (latitude, longitude)
  }

  /// Returns the code and the character range of each additional data field in B records. Returns
  /// nil if the declarations in the I record are not valid. The additional data follow the two
  /// altitudes.
  static func extensions(_ text: [UInt8]) -> [(code: String, range: Range<Int>)]? {
    guard text.count % 7 == 0 else { return nil }
    var extensions: [(code: String, range: Range<Int>)] = []
    for start in stride(from: 0, to: text.count, by: 7) {
      guard let first = number(text, start..<start + 2),
        let last = number(text, start + 2..<start + 4), first > 35, last >= first
      else { return nil }
      extensions.append((string(text[start + 4..<start + 7]), first - 1..<last))
    }
    return extensions
  }

  /// Returns whether a C record is a task declaration, which begins with a date and time. Some
  /// programs write spaces in place of an unknown date and time.
  static func isDeclaration(_ line: [UInt8]) -> Bool {
    let moment = line.dropFirst().prefix(12)
    return moment.count == 12 && moment.allSatisfy { $0 &- 48 < 10 || $0 == 0x20 }
  }

  /// Returns the values of a task declaration, other than the task's name, as written in the
  /// record. Fields that contain only zeros are left out.
  static func declarationValues(_ line: [UInt8]) -> [ForeignValue] {
    guard isDeclaration(line) else { return [] }
    let fields: [(name: String, range: Range<Int>)] = [
      ("task declaration time", 1..<13), ("task flight date", 13..<19), ("task number", 19..<23),
      ("task turn points", 23..<25),
    ]
    return fields.compactMap { name, range in
      guard range.upperBound <= line.count else { return nil }
      let text = string(line[range])
      guard !text.allSatisfy({ $0 == "0" }) else { return nil }
      return ForeignValue(format: "igc", name: name, value: text)
    }
  }

  /// Returns whether a line is the header record that contains the flight's date.
  static func isDate(_ line: some Collection<UInt8>) -> Bool {
    let start = line.prefix(5)
    return start.first == UInt8(ascii: "H") && start.dropFirst(2).elementsEqual("DTE".utf8)
  }

  /// Parses the date in a header record's text, such as `160219` or `DATE:160219,01`. Returns the
  /// days since 1970-01-01, or nil if there is no valid date.
  static func date(_ text: String) -> Int? {
    let digits = text.drop { !($0.isASCII && $0.isNumber) }.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 6, let number = Int(digits) else { return nil }
    return Timestamp.dayNumber(ddmmyy: number)
  }

  /// Returns the flight's number within the day, as given in a header record's text, such as `01`
  /// in `DATE:160219,01`. Returns nil if the text has no flight number.
  static func flightNumber(_ text: String) -> String? {
    guard let comma = text.firstIndex(of: ",") else { return nil }
    let number = text[text.index(after: comma)...].trimmingCharacters(in: .whitespaces)
    return number.isEmpty ? nil : number
  }

  /// Returns the name under which an H record's value is preserved: the record's long name, such as
  /// `Pilot` or `GLIDERTYPE`. If the three-letter code does not abbreviate the long name, the
  /// result is the code and the long name, as in `GPS Type`.
  static func headerName(code: String, longName: String) -> String {
    guard !longName.isEmpty else { return code }
    let letters = longName.uppercased()
    var rest = code.uppercased()[...]
    guard letters.first == rest.first else { return "\(code) \(longName)" }
    for letter in letters where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? longName : "\(code) \(longName)"
  }

  /// Returns bytes as text, without NUL characters or surrounding white space.
  static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func number(_ text: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.upperBound <= text.count else { return nil }
    var value = 0
    for byte in text[range] {
      guard byte &- 48 < 10 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }

  /// Parses an altitude. A minus sign can replace its first digit.
  private static func height(_ text: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.upperBound <= text.count else { return nil }
    guard text[range.lowerBound] == UInt8(ascii: "-") else { return number(text, range) }
    return number(text, range.dropFirst().startIndex..<range.upperBound).map { -$0 }
  }

  /// Parses the angle at the given index: degrees, minutes, thousandths of minutes and a hemisphere
  /// letter.
  private static func angle(_ text: [UInt8], _ start: Int, degrees width: Int) -> Double? {
    guard let degrees = number(text, start..<start + width),
      let minutes = number(text, start + width..<start + width + 5), minutes < 60_000,
      start + width + 5 < text.count
    else { return nil }
    let angle = Double(degrees) + Double(minutes) / 60_000
    guard angle <= (width == 2 ? 90 : 180) else { return nil }
    switch text[start + width + 5] {
    case UInt8(ascii: "N") where width == 2,
      UInt8(ascii: "E") where width == 3:
      return angle
    case UInt8(ascii: "S") where width == 2,
      UInt8(ascii: "W") where width == 3:
      return -angle
    default: return nil
    }
  }
}
