import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct CoordinateParserTests {
  @Test func `every text of the table is parsed to the coordinate or error of the table`() throws {
    let file = PackageFiles.fixture("geodesy/points.csv")
    let records = try CommaSeparatedTable(String(contentsOf: file, encoding: .utf8)).records
    #expect(records.count > 70)
    for record in records {
      let text = try #require(record["text"])
      let result = Result { () throws(CoordinateParseError) in try CoordinateParser.parse(text) }
      switch result {
      case .success(let coordinate):
        #expect(record["error"] == "", "“\(text)” was read as \(coordinate)")
        let latitude = try #require(record["latitude"].flatMap(Double.init), "\(text)")
        let longitude = try #require(record["longitude"].flatMap(Double.init), "\(text)")
        #expect(abs(coordinate.latitude - latitude) < 1e-9, "“\(text)”: \(coordinate)")
        #expect(abs(coordinate.longitude - longitude) < 1e-9, "“\(text)”: \(coordinate)")
      case .failure(let error):
        #expect(error.code.rawValue == record["error"], "“\(text)”: \(error)")
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test(arguments: [
    CoordinateNotation.decimalDegrees, .degreesDecimalMinutes, .degreesMinutesSeconds,
  ])
  func `a formatted coordinate is parsed back`(_ notation: CoordinateNotation) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<500 {
      let coordinate = Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let again = try CoordinateParser.parse(notation.format(coordinate))
      #expect(abs(again.latitude - coordinate.latitude) < 1.5e-5, "\(coordinate)")
      #expect(abs(again.longitude - coordinate.longitude) < 1.5e-5, "\(coordinate)")
    }
  }

  @Test func `the letter O is refused with its two meanings, ouest and Ost`() {
    let error = #expect(throws: CoordinateParseError.self) {
      try CoordinateParser.parse("45.7 N 6.7 O")
    }
    #expect(error?.message.contains("ouest") == true)
    #expect(error?.message.contains("Ost") == true)
    #expect(error?.place == "O")
  }

  @Test func `a latitude beyond 90 is refused with the reason`() {
    let error = #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse("91.2 6") }
    #expect(error?.message.hasPrefix("latitude 91.2 is outside −90…90") == true)
    let swapped = #expect(throws: CoordinateParseError.self) {
      try CoordinateParser.parse("120.5, 45.2")
    }
    #expect(swapped?.message.contains("enter the latitude first") == true)
  }

  @Test func `random text is parsed to a valid coordinate or refused`() {
    var random = SplitMix64.forTest()
    let alphabet = Array("0123456789.,;:-+−°′″'\"NSEWO nsewlatgeo/é\u{301}\u{200F}\u{0}🏔")
    for _ in 0..<5000 {
      let length = Int.random(in: 0...24, using: &random)
      let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? " " })
      if let coordinate = try? CoordinateParser.parse(text) {
        #expect(coordinate.isValid, "\(text.debugDescription)")
      }
    }
    #expect(throws: CoordinateParseError.self) {
      try CoordinateParser.parse(String(repeating: "4", count: 100_000))
    }
  }
}
