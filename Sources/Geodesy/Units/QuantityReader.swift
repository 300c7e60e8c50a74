import Foundation

/// A parser that reads one ``Quantity`` from text.
struct QuantityReader {
  private let characters: [Character]
  private var index = 0
  /// Whether the unit `m` denotes minutes instead of metres.
  private let isDuration: Bool

  init(_ text: String, isDuration: Bool = false) throws(QuantityError) {
    guard text.utf8.count <= Quantity.lengthLimit * 4, text.count <= Quantity.lengthLimit else {
      throw QuantityError(
        code: .unit, message: "the text is too long for a quantity",
        range: 0..<Quantity.lengthLimit)
    }
    characters = Array(text)
    self.isDuration = isDuration
  }

  mutating func quantity() throws(QuantityError) -> Quantity {
    skipSpaces()
    guard index < characters.count else {
      throw QuantityError(
        code: .empty, message: "enter a number with a unit, as in 300m or 90s",
        range: 0..<characters.count)
    }
    let sign = takeSign()
    if let clock = try clockTime() { return .duration(seconds: sign * clock) }
    let number = try takeNumber()
    skipSpaces()
    guard index < characters.count else { return .number(sign * number) }
    let (quantity, rank) = try takeUnit(number)
    guard case .duration(let first) = quantity else {
      try expectEnd()
      return scaled(quantity, sign)
    }
    return .duration(seconds: sign * (first + (try durationRest(after: rank))))
  }

  /// The kind and size of each unit, keyed by unit name; sizes are in SI units.
  static let units: [String: Quantity] = {
    let metresPerMile = 1609.344
    let table: [(String, Quantity)] = [
      ("m metre metres meter meters", .length(metres: 1)),
      ("km kilometre kilometres kilometer kilometers", .length(metres: 1000)),
      ("ft foot feet ' ′", .length(metres: 0.3048)),
      ("yd yard yards", .length(metres: 0.9144)),
      ("mi mile miles", .length(metres: metresPerMile)),
      ("nm nmi", .length(metres: 1852)),
      ("s sec secs second seconds", .duration(seconds: 1)),
      ("min mins minute minutes", .duration(seconds: 60)),
      ("h hr hrs hour hours", .duration(seconds: 3600)),
      ("d day days", .duration(seconds: 86_400)),
      ("m/s mps", .speed(metresPerSecond: 1)),
      ("km/h kmh kph", .speed(metresPerSecond: 1 / 3.6)),
      ("mph mi/h", .speed(metresPerSecond: metresPerMile / 3600)),
      ("kn kt kts knot knots", .speed(metresPerSecond: 1852.0 / 3600)),
      ("%", .slope(0.01)),
      ("° deg", .slope(.nan)),
    ]
    var units: [String: Quantity] = [:]
    for (names, unit) in table {
      for name in names.split(separator: " ") { units[String(name)] = unit }
    }
    return units
  }()
}

extension QuantityReader {
  private mutating func skipSpaces() {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
  }

  private mutating func takeSign() -> Double {
    guard index < characters.count, ["-", "−", "+"].contains(characters[index]) else { return 1 }
    index += 1
    return characters[index - 1] == "+" ? 1 : -1
  }

  private func isDigit(_ index: Int) -> Bool {
    index < characters.count && ("0"..."9").contains(characters[index])
  }

  private mutating func takeDigits() -> String {
    let start = index
    while isDigit(index) { index += 1 }
    return String(characters[start..<index])
  }

  /// Reads the integer part of a number. The thousands can be separated by spaces, as in 1 900.
  private mutating func takeWholeNumber() -> String {
    var digits = takeDigits()
    guard (1...3).contains(digits.count) else { return digits }
    while index < characters.count, characters[index].isWhitespace,
      (1...3).allSatisfy({ isDigit(index + $0) }), !isDigit(index + 4)
    {
      index += 1
      digits += takeDigits()
    }
    return digits
  }

  private mutating func takeNumber() throws(QuantityError) -> Double {
    let start = index
    let whole = takeWholeNumber()
    var decimals = ""
    if index < characters.count, characters[index] == "." || characters[index] == ",",
      isDigit(index + 1)
    {
      let isComma = characters[index] == ","
      index += 1
      decimals = takeDigits()
      if isComma, decimals.count == 3, !whole.allSatisfy({ $0 == "0" }) {
        throw QuantityError(
          code: .ambiguous,
          message: """
            the comma can mark decimals or thousands; enter a decimal point, or omit the comma
            """,
          range: start..<index)
      }
    }
    guard !whole.isEmpty || !decimals.isEmpty else {
      throw QuantityError(
        code: .noNumber, message: "enter a number here, as in 300m or 90s",
        range: start..<min(start + 1, characters.count))
    }
    guard whole.count <= 15, let number = Double("0\(whole).\(decimals)0") else {
      throw QuantityError(
        code: .outOfRange, message: "the number is too large", range: start..<index)
    }
    return number
  }

  /// Parses the unit after a number. Returns the quantity and, for a unit of time, the unit's
  /// length in seconds.
  private mutating func takeUnit(
    _ number: Double
  ) throws(QuantityError) -> (Quantity, rank: Double) {
    let start = index
    while index < characters.count, !characters[index].isWhitespace, !isDigit(index) { index += 1 }
    var name = String(characters[start..<index]).lowercased()
    if isDuration, name == "m" { name = "min" }
    guard let unit = Self.units[name] else {
      throw QuantityError(
        code: .unit,
        message: name.isEmpty
          ? "enter a single quantity, such as 300m, 1.5km or 1h30"
          : """
          “\(name)” is not a known unit; lengths are in m, km, ft, mi or nm, times in s, min, h or d, \
          speeds in km/h, m/s, mph or kn, slopes in %
          """,
        range: start..<max(index, min(start + 1, characters.count)))
    }
    switch unit {
    case .length(let metres): return (.length(metres: number * metres), 0)
    case .duration(let seconds): return (.duration(seconds: number * seconds), seconds)
    case .speed(let speed): return (.speed(metresPerSecond: number * speed), 0)
    case .slope(let slope):
      guard slope.isNaN else { return (.slope(number * slope), 0) }
      guard number < 90 else {
        throw QuantityError(
          code: .outOfRange, message: "a slope must be less than 90°", range: 0..<index)
      }
      return (.slope(tan(number * .pi / 180)), 0)
    case .number: return (.number(number), 0)
    }
  }

  /// Parses the smaller time units that follow the first unit, as in 1h30. The name of the last
  /// unit can be omitted.
  private mutating func durationRest(after rank: Double) throws(QuantityError) -> Double {
    var (total, rank) = (0.0, rank)
    skipSpaces()
    while index < characters.count {
      let start = index
      let number = try takeNumber()
      skipSpaces()
      var unit = rank == 3600 ? 60.0 : 1
      if index < characters.count {
        let (quantity, found) = try takeUnit(1)
        // After hours, m means minutes, although alone it means metres.
        let isMinutes = quantity == .length(metres: 1) && rank > 60
        unit = isMinutes ? 60 : found
      } else if rank > 3600 || rank <= 1 {
        throw QuantityError(
          code: .unit, message: "the last number needs a unit, as in 1d12h",
          range: start..<index)
      }
      guard unit > 0, unit < rank else {
        throw QuantityError(
          code: .unit, message: "write larger units of time before smaller units, as in 1h30min",
          range: start..<index)
      }
      total += number * unit
      rank = unit
      skipSpaces()
    }
    return total
  }

  /// Parses a duration such as 1:30:00. A duration such as 1:30 is ambiguous and is rejected.
  private mutating func clockTime() throws(QuantityError) -> Double? {
    let rest = String(characters[index...])
    guard let found = rest.wholeMatch(of: /([0-9]{1,6}):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]+)?))?\s*/)
    else { return nil }
    guard let third = found.3 else {
      throw QuantityError(
        code: .ambiguous,
        message: """
          the time is ambiguous (hours or minutes); enter \(found.1)h\(found.2) or \
          \(found.1)min\(found.2)
          """,
        range: index..<characters.count)
    }
    guard let hours = Double(found.1), let minutes = Double(found.2), let seconds = Double(third),
      minutes < 60, seconds < 60
    else {
      throw QuantityError(
        code: .outOfRange, message: "minutes and seconds must be below 60",
        range: index..<characters.count)
    }
    return hours * 3600 + minutes * 60 + seconds
  }

  private mutating func expectEnd() throws(QuantityError) {
    skipSpaces()
    guard index == characters.count else {
      throw QuantityError(
        code: .unit, message: "the text contains more than one quantity",
        range: index..<characters.count)
    }
  }

  private func scaled(_ quantity: Quantity, _ sign: Double) -> Quantity {
    switch quantity {
    case .length(let metres): .length(metres: sign * metres)
    case .duration(let seconds): .duration(seconds: sign * seconds)
    case .speed(let speed): .speed(metresPerSecond: sign * speed)
    case .slope(let slope): .slope(sign * slope)
    case .number(let number): .number(sign * number)
    }
  }
}
