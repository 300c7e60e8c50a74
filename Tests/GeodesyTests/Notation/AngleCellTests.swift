import Geodesy
import Testing

@Suite struct AngleCellTests {
  @Test(arguments: [
    ("45.7251", 45.7251), ("-45.7251", -45.7251), ("45,7251", 45.7251), ("45°43.506′N", 45.7251),
    ("N45 43 30", 45.725), ("45°43'30\"S", -45.725), (" 45 43.506 ", 45.7251), ("0", 0),
    ("−0.5", -0.5), ("lat: 45.5", 45.5),
  ])
  func `a cell with one angle is read as degrees`(_ text: String, _ degrees: Double) throws {
    #expect(abs(try CoordinateParser.degrees(text, .latitude) - degrees) < 1e-12)
  }

  @Test func `an angle of the wrong axis or out of range is refused`() {
    for (text, axis, code) in [
      ("45E", .latitude, .hemisphere), ("45N", .longitude, .hemisphere),
      ("90.1", .latitude, .outOfRange), ("180.1", .longitude, .outOfRange),
      ("", .latitude, .empty), ("45, 6", .latitude, .numberCount),
      ("45.1 N 6 E", .latitude, .numberCount),
      ("north of it", .latitude, .unexpectedText), ("6.7 O", .longitude, .ambiguous),
    ] as [(String, CoordinateAxis, CoordinateParseError.Code)] {
      let error = #expect(throws: CoordinateParseError.self) {
        try CoordinateParser.degrees(text, axis)
      }
      #expect(error?.code == code, "\(text): \(String(describing: error))")
    }
  }
}
