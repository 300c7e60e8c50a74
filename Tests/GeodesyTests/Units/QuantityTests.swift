import Geodesy
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    ("300m", 300.0), ("10km", 10_000), ("1.5mi", 2414.016), ("5nm", 9260), ("500 ft", 152.4),
    ("2 000", 2000), ("2\u{202F}238\u{00A0}m", 2238), ("1\u{00A0}900.5", 1900.5),
    ("12 345 678 m", 12_345_678), ("2 00", nil), ("2000 000", nil), ("2 0000", nil),
    ("1,5 km", 1500), ("0,125km", 125), ("-10m", -10), ("−10 m", -10),
    ("+3yd", 2.7432),
    ("6'", 1.8288), ("12", 12), (" 7 m ", 7), (".5km", 500), ("1,500m", nil), ("90s", nil),
    ("", nil),
    ("m", nil), ("3 parsecs", nil), ("5m 3m", nil), ("1e3m", nil), ("9999999999999999m", nil),
    ("nan", nil), ("inf km", nil), ("٣m", nil),
  ])
  func `lengths are parsed into metres or rejected`(text: String, metres: Double?) {
    let found = try? Quantity.metres(text)
    #expect(metres.map { abs((found ?? .nan) - $0) < 1e-9 } ?? (found == nil), "\(text)")
  }

  @Test(arguments: [
    ("2", "9km", 2000.0, 9000.0), ("2", "9 mi", 3218.688, 14484.096), ("2", "9", 2, 9),
    ("2km", "9km", 2000, 9000), ("500m", "1mi", 500, 1609.344), ("0", "9km", 0, 9000),
    ("2", "9'", 0.6096, 2.7432), ("2,5", "9,5km", 2500, 9500),
  ])
  func `the first number of a range takes the unit of the second`(
    first: String, last: String, from: Double, to: Double
  ) throws {
    let found = try Quantity.metres(from: first, to: last)
    #expect(abs(found.first - from) < 1e-9 && abs(found.last - to) < 1e-9)
  }

  @Test func `a range with a unit on its first number only is refused`() {
    #expect { try Quantity.metres(from: "2km", to: "9") } throws: {
      ($0 as? QuantityError)?.code == .ambiguous
    }
  }

  @Test(arguments: [
    ("90s", 90.0), ("1h30", 5400), ("1h30m", 5400), ("1h 30min 20s", 5420), ("1h30m20", 5420),
    ("15min", 900), ("15m", 900), ("2d", 172_800), ("1d12h", 129_600), ("1:30:00", 5400),
    ("-1h", -3600), ("-1h30", -5400), ("1.5h", 5400), ("0", 0), ("2min30", 150), ("1:30", nil),
    ("30", nil), ("30min1h", nil), ("1d12", nil), ("90s5", nil), ("5km", nil), ("1:99:00", nil),
    ("1h5km", nil), ("1h-5m", nil),
  ])
  func `durations are parsed into seconds or rejected`(text: String, seconds: Double?) {
    let found = try? Quantity.seconds(text)
    #expect(seconds.map { abs((found ?? .nan) - $0) < 1e-9 } ?? (found == nil), "\(text)")
  }

  @Test(arguments: [
    ("36km/h", 10.0), ("36", 10), ("10 m/s", 10), ("10mph", 4.4704), ("9kn", 4.63), ("5m", nil),
  ])
  func `speeds are parsed into metres per second or rejected`(
    text: String, metresPerSecond: Double?
  ) {
    let found = try? Quantity.metresPerSecond(text)
    #expect(metresPerSecond.map { abs((found ?? .nan) - $0) < 1e-9 } ?? (found == nil), "\(text)")
  }

  @Test func `slopes are parsed in per cent or degrees`() throws {
    #expect(try Quantity("15%") == .slope(0.15))
    guard case .slope(let slope) = try Quantity("45°") else {
      Issue.record("45° was not parsed as a slope.")
      return
    }
    #expect(abs(slope - 1) < 1e-12)
    #expect { try Quantity("90°") } throws: { ($0 as? QuantityError)?.code == .outOfRange }
  }

  @Test(arguments: [
    ("5 leagues", QuantityError.Code.unit, 2..<9), ("1,500m", .ambiguous, 0..<5),
    ("abc", .noNumber, 0..<1), ("", .empty, 0..<0), ("1:30", .ambiguous, 0..<4),
    ("5m 3m", .unit, 3..<5),
  ])
  func `an invalid quantity is refused with an error code and a range`(
    text: String, code: QuantityError.Code, range: Range<Int>
  ) {
    #expect { try Quantity(text) } throws: {
      guard let error = $0 as? QuantityError else { return false }
      #expect(error.range == range, "\(error)")
      return error.code == code && !error.message.isEmpty
    }
  }
}
