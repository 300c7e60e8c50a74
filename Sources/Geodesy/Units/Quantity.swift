/// A quantity with a unit, as users write it: 10km, 1.5 mi, 5nm, 90s, 1h30, 80km/h, 15%.
///
/// The accepted units of length are m, km, ft, yd, mi and nm (nautical miles). Times are in s, min,
/// h and d, alone or in sequence, or in the form 1:30:00. Speeds are in m/s, km/h, mph and kn,
/// slopes in % and °. The decimal separator can be a point or a comma, and thousands can be
/// separated by spaces. Ambiguous text is rejected.
public enum Quantity: Hashable, Sendable {
  case length(metres: Double)
  case duration(seconds: Double)
  case speed(metresPerSecond: Double)
  /// A slope, as climb divided by distance.
  case slope(Double)
  /// A number without a unit.
  case number(Double)

  /// The maximum length of the parsed text, in characters.
  public static let lengthLimit = 40

  /// Parses a quantity of any kind. `m` means metres, and `min` means minutes.
  ///
  /// - Throws: ``QuantityError``, with a message for the user.
  public init(_ text: String) throws(QuantityError) {
    var reader = try QuantityReader(text)
    self = try reader.quantity()
  }

  /// Parses a length and returns it in metres. A number without a unit means metres.
  ///
  /// - Throws: ``QuantityError`` if the text is not a length.
  public static func metres(_ text: String) throws(QuantityError) -> Double {
    switch try Quantity(text) {
    case .length(let metres), .number(let metres): return metres
    default: throw wrongUnit(text, "a length", "300m, 1.5km, 2mi, 500ft or 5nm")
    }
  }

  /// Parses a range of distances, and returns its start and end in metres. If only the end has a
  /// unit, the start has the same unit, so that 2 and 9km mean 2 km and 9 km. If neither has a
  /// unit, both are in metres.
  ///
  /// - Throws: ``QuantityError``, with the code `ambiguous` if only the range's start has a unit.
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
        code: .ambiguous, message: "the end of the range has no unit; enter one, as in 2km-9km",
        range: 0..<last.count)
    default: return (try metres(first), try metres(last))
    }
  }

  /// Parses a duration and returns it in seconds. A number without a unit is rejected, because it
  /// may mean minutes. In a duration, `m` means minutes.
  ///
  /// - Throws: ``QuantityError`` if the text is not a duration.
  public static func seconds(_ text: String) throws(QuantityError) -> Double {
    var reader = try QuantityReader(text, isDuration: true)
    switch try reader.quantity() {
    case .duration(let seconds): return seconds
    case .number(0): return 0
    case .number:
      throw QuantityError(
        code: .unit, message: "enter a unit, as in 90s, 15min or 1h30", range: 0..<text.count)
    default: throw wrongUnit(text, "a time", "90s, 15min, 1h30 or 2d")
    }
  }

  /// Parses a speed and returns it in metres per second. A number without a unit means km/h.
  ///
  /// - Throws: ``QuantityError`` if the text is not a speed.
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
      code: .unit, message: "the text is not \(what); enter one like \(examples)",
      range: 0..<text.count)
  }
}
