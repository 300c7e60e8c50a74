import TestSupport
import Testing

@testable import GeoFormats

@Suite struct DecimalNumberTests {
  private func parse(_ text: String) -> Double {
    text.withCString {
      DecimalNumber.parse(
        UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), count: text.utf8.count)
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0.0", 0), ("47", 47), ("00047.10", 47.1), ("+8", 8), (".5", 0.5), ("5.", 5),
      ("1e3", 1000), ("-1.5E-2", -0.015), (" 12.5\n", 12.5),
      ("9007199254740993", 9.007199254740992e15),
      ("47.123456789012345678901234567890", 47.123456789012346), ("0.1", 0.1), ("0.3", 0.3),
      ("123456789012345678901234567890", 1.2345678901234568e29),
      ("2.2250738585072014e-308", 2.2250738585072014e-308),
    ] as [(String, Double)])
  func `decimal numbers are parsed exactly`(text: String, value: Double) {
    #expect(parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "-", ".", "+.", "e5", "1e", "1e+", "1.2.3", "12 m", "1,5", "0x10", "nan", "inf",
    "-Infinity", "1e400", "--1", "1_0", "٤٧",
  ])
  func `text that is not a decimal number is parsed as NaN`(text: String) {
    #expect(parse(text).isNaN)
  }

  @Test func `random numbers are parsed to the same values as by Swift`() {
    var generator = SplitMix64.forTest()
    for _ in 0..<20_000 {
      let value = Double.random(in: -1e6...1e6, using: &generator)
      let scaled = value * [1, 1e-3, 1e-9, 1e12, 1e200][Int.random(in: 0..<5, using: &generator)]
      #expect(parse("\(scaled)") == scaled)
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &generator))
      let split = digits.index(
        digits.startIndex, offsetBy: Int.random(in: 0...digits.count, using: &generator))
      let text = digits[..<split] + "." + digits[split...]
      let padded = "0" + text + "0"
      #expect(parse(padded) == Double(padded))
    }
  }

  @Test(
    arguments: [
      ("1,5", 1.5), ("512,50", 512.5), ("-3,25", -3.25), (" 1,5 ", 1.5), ("1234,5678", 1234.5678),
    ] as [(String, Double)])
  func `an unambiguous decimal comma is parsed`(text: String, value: Double) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBufferPointer { parseComma($0) } == value)
  }

  @Test(arguments: ["1,500", "1.234,5", "1,2,3", ",", "1,", "5", "1,5m"])
  func `an ambiguous or misplaced comma is rejected`(text: String) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBufferPointer { parseComma($0) }.isNaN)
  }

  @Test(
    arguments: [("46,123", 46.123), ("-0,5", -0.5), ("179,1234567", 179.1234567)]
      as [(String, Double)])
  func `a comma in an angle is parsed as a decimal comma`(text: String, value: Double) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBufferPointer { parseComma($0, bound: 180) } == value)
  }

  private func parseComma(
    _ bytes: UnsafeBufferPointer<UInt8>, bound: Double = .infinity
  ) -> Double {
    bytes.baseAddress.map {
      DecimalNumber.parseDecimalComma($0, count: bytes.count, bound: bound)
    } ?? .nan
  }
}
