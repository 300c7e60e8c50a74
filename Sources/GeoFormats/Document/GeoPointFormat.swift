/// The notation in which a point's numbers and time are written in the source file, such as the
/// number of decimals. The notation is encoded in 57 bits.
///
/// The raw value 0 denotes the default notation: the fewest digits that convert back to the same
/// number, and times in UTC with `Z`. Most points in most files have this notation. A notation that
/// the bits cannot represent is preserved as text (see ``GeoFileHeader``). The raw value is stored,
/// so its layout must never change.
///
/// The bits are assigned as follows:
/// - Bits 0–3, 4–7 and 8–11: the number of decimals of the latitude, longitude and elevation, plus
///   1; 0 for the shortest form.
/// - Bits 12–14: the number of digits in the fraction of the seconds, plus 1; 0 for the shortest
///   form.
/// - Bits 15–26: the time zone: 0 for `Z`, 1 for no time zone, otherwise the minutes east of UTC
///   plus 1024.
/// - Three bits per sensor, from bit 27 + 3 × its raw value: the number of decimals; 0 for the
///   shortest form.
public struct GeoPointFormat: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int64

  public init(rawValue: Int64 = 0) { self.rawValue = rawValue }

  /// A numeric value of a point, such as the latitude, whose notation in the imported file is
  /// stored.
  public enum Number: Hashable, Sendable {
    case latitude
    case longitude
    case elevation
    case sensor(GeoSensor)

    fileprivate var place: (shift: Int64, bits: Int64) {
      switch self {
      case .latitude: (0, 4)
      case .longitude: (4, 4)
      case .elevation: (8, 4)
      case .sensor(let sensor): (27 + 3 * Int64(sensor.rawValue), 3)
      }
    }

    /// The number added to a count of decimals before the count is stored: 0 for a sensor value,
    /// otherwise 1.
    fileprivate var bias: Int { if case .sensor = self { 0 } else { 1 } }
  }

  /// The time zone in which a time is written.
  public enum Zone: Hashable, Sendable {
    /// UTC, written as `Z`.
    case utc
    /// UTC, written without a time zone.
    case none
    case east(minutes: Int)
  }

  /// The UTC offsets, in minutes, that the notation can store.
  static let offsets = -1000...1000

  /// The number of decimals to write for a number, or nil for as many as needed.
  public subscript(decimals number: Number) -> Int? {
    get {
      let (shift, bits) = number.place
      let code = Int(rawValue >> shift & (1 << bits - 1))
      return code == 0 ? nil : code - number.bias
    }
    set {
      let (shift, bits) = number.place
      let mask = Int64(1) << bits - 1
      let code = newValue.map { Int64($0 + number.bias) } ?? 0
      rawValue = rawValue & ~(mask << shift) | (code & mask) << shift
    }
  }

  /// Returns whether this notation can store the given number of decimals.
  public static func admits(decimals: Int, _ number: Number) -> Bool {
    let code = decimals + number.bias
    return code >= 1 && code < 1 << number.place.bits
  }

  /// The number of digits after the seconds' decimal point, 0…6. Nil for as many as needed.
  public var fractionDigits: Int? {
    get {
      let code = Int(rawValue >> 12 & 7)
      return code == 0 ? nil : code - 1
    }
    set { rawValue = rawValue & ~(7 << 12) | Int64(newValue.map { $0 + 1 } ?? 0) << 12 }
  }

  public var zone: Zone {
    get {
      switch Int(rawValue >> 15 & 4095) {
      case 0: .utc
      case 1: .none
      case let code: .east(minutes: code - 1024)
      }
    }
    set {
      let code: Int64 =
        switch newValue {
        case .utc: 0
        case .none: 1
        case .east(let minutes): Int64(minutes + 1024)
        }
      rawValue = rawValue & ~(4095 << 15) | code << 15
    }
  }

  /// Resets a number's notation to the shortest form, which is necessary after the value has
  /// changed.
  public mutating func forget(_ number: Number) { self[decimals: number] = nil }

  /// Resets the notation of the time to UTC, with `Z` and the fewest digits.
  public mutating func forgetTime() {
    fractionDigits = nil
    zone = .utc
  }
}
