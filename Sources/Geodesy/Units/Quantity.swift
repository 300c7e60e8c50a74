/// A measure as people write it: 10km, 1.5 mi, 5nm, 90s, 1h30, 80km/h, 15%.
///
/// Lengths in m, km, ft, yd, mi and nm (nautical miles); times in s, min, h and d, alone or one after
/// the other, or as 1:30:00; speeds in m/s, km/h, mph and kn; slopes in % and °. Decimals with a
/// point or a comma. What can be read in two ways is refused, never guessed.
public enum Quantity: Hashable, Sendable {
  case length(metres: Double)
  case duration(seconds: Double)
  case speed(metresPerSecond: Double)
  /// Metres upward for each metre of way.
  case slope(Double)
  /// A number without a unit.
  case number(Double)

  /// The longest text looked at, in characters.
  public static let lengthLimit = 40

  /// Reads a measure of any kind; `m` is metres, `min` minutes.
  ///
  /// - Throws: ``QuantityError``, whose message is for the person who typed.
  public init(_ text: String) throws(QuantityError) {
    var reader = try QuantityReader(text)
    self = try reader.quantity()
  }

  /// Metres; a number without a unit is metres.
  ///
  /// - Throws: ``QuantityError``.
  public static func metres(_ text: String) throws(QuantityError) -> Double {
    switch try Quantity(text) {
    case .length(let metres), .number(let metres): return metres
    default: throw wrongUnit(text, "a length", "300m, 1.5km, 2mi, 500ft or 5nm")
    }
  }

  /// Returns the start and the end of a part of a path, in metres. A start without a unit has the unit
  /// of the end, so that 2 and 9km are 2 km and 9 km; two numbers without units are metres.
  ///
  /// - Throws: ``QuantityError``; with the code `ambiguous` for an end without a unit after a start
  ///   with one.
  public static func metres(
    from first: String, to last: String
  ) throws(QuantityError) -> (first: Double, last: Double) {
    let (start, end) = (try Quantity(first), try Quantity(last))
    switch (start, end) {
    case (.number, .length):
      let unit = last.drop { !$0.isLetter && $0 != "'" && $0 != "′" }
      return (try metres(first + unit), try metres(last))
    case (.length, .number):
      throw QuantityError(
        code: .ambiguous, message: "the end has no unit; write it there too, as 2km-9km",
        range: 0..<last.count)
    default: return (try metres(first), try metres(last))
    }
  }

  /// Seconds; a number without a unit is refused, since minutes are as likely. `m` is minutes here.
  ///
  /// - Throws: ``QuantityError``.
  public static func seconds(_ text: String) throws(QuantityError) -> Double {
    var reader = try QuantityReader(text, isDuration: true)
    switch try reader.quantity() {
    case .duration(let seconds): return seconds
    case .number(0): return 0
    case .number:
      throw QuantityError(
        code: .unit, message: "write a unit, as 90s, 15min or 1h30", range: 0..<text.count)
    default: throw wrongUnit(text, "a time", "90s, 15min, 1h30 or 2d")
    }
  }

  /// Metres per second; a number without a unit is km/h.
  ///
  /// - Throws: ``QuantityError``.
  public static func metresPerSecond(_ text: String) throws(QuantityError) -> Double {
    switch try Quantity(text) {
    case .speed(let speed): return speed
    case .number(let number): return number / 3.6
    default: throw wrongUnit(text, "a speed", "5km/h, 3mph, 2m/s or 6kn")
    }
  }

  private static func wrongUnit(
    _ text: String, _ what: String, _ examples: String
  ) -> QuantityError {
    QuantityError(
      code: .unit, message: "that is not \(what); write one like \(examples)",
      range: 0..<text.count)
  }
}
