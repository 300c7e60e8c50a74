import Geodesy
import Testing

@Suite struct AmbiguousCoordinateTests {
  private func error(_ text: String) -> CoordinateParseError? {
    #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse(text) }
  }

  @Test(arguments: [
    ("NN12", ["British grid", "Maidenhead locator"]),
    ("nn166712", ["geohash", "British grid"]),
    ("fn31pr", ["geohash", "Maidenhead locator"]),
    ("600000 200000", ["Swiss grid", "British grid"]),
    ("45,6 7", ["decimal comma", "comma as separator"]),
    ("45.7 N 6.7 O", ["ouest, French for west", "Ost, German for east"]),
  ])
  func `an ambiguous text is refused with its meanings, and each meaning has its own text`(
    _ text: String, _ names: [String]
  ) throws {
    let refusal = try #require(error(text))
    #expect(refusal.code == .ambiguous)
    #expect(Set(refusal.readings.map(\.name)) == Set(names))
    for reading in refusal.readings {
      #expect(refusal.message.contains(reading.name))
      #expect(refusal.message.contains(reading.unambiguousText))
      #expect(try CoordinateParser.parse(reading.unambiguousText) == reading.coordinate)
    }
  }

  @Test func `the letter S after a UTM zone is a band or the southern hemisphere`() throws {
    let refusal = try #require(error("32S 334567 4066123"))
    #expect(refusal.readings.map { $0.coordinate.latitude > 0 } == [true, false])
    for reading in refusal.readings {
      let again = try CoordinateParser.parse(reading.unambiguousText)
      #expect(Geodesic.distanceMetres(from: again, to: reading.coordinate) < 1)
    }
    // No northing of band S is as large as this one.
    #expect(try CoordinateParser.parse("32S 334567 6066123").latitude < 0)
    #expect(try CoordinateParser.parse("32N 334567 6066123").latitude > 0)
  }

  @Test func `the notation in which coordinates are shown is preferred`() throws {
    #expect(
      try CoordinateParser.parse("NN12", preferring: .maidenhead)
        == CoordinateParser.parse("maidenhead:NN12"))
    #expect(
      try CoordinateParser.parse("NN12", preferring: .britishGrid)
        == CoordinateParser.parse("osgb:NN12"))
    #expect(try CoordinateParser.parse("32S 334567 4066123", preferring: .utm).latitude > 0)
    #expect(try CoordinateParser.parse("45.7, 6.7", preferring: .utm).latitude == 45.7)
  }

  @Test func `the name of a notation limits a text to this notation`() throws {
    #expect(try CoordinateParser.parse("LV03 600000 200000").latitude < 47)
    #expect(try CoordinateParser.parse("CH1903+ / LV95 2600000 1200000").latitude < 47)
    #expect(try CoordinateParser.parse("dms: 45 30 0 6 42 0").latitude == 45.5)
    #expect(try CoordinateParser.parse("Geohash u0").latitude > 40)
    #expect(try CoordinateParser.parse("UTM zone 32N 334567 mE, 5066123 mN").latitude > 45)
    #expect(error("utm: 45.7, 6.7")?.message.contains("enter one like 32T") == true)
    #expect(error("geohash")?.code == .unexpectedText)
  }

  @Test(arguments: ["refuge", "hut", "Summit", "L12", "P7", "km12a", "summer", "3 huts", "12 34 m"])
  func `words that resemble geohashes and locators are not coordinates`(_ text: String) {
    #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse(text) }
  }

  @Test(arguments: [
    ("61T 334567 5066123", "zone 61"), ("32I 334567 5066123", "not a UTM band"),
    ("32T 334567 1066123", "not in band T"), ("Z 334567 5066123", "outside the polar UPS grid"),
    ("61TLR2183666054", "zone 61"), ("32TAA2183666054", "not in MGRS zone 32T"),
    ("ZZZ0000000000", "outside the polar MGRS grid"), ("2900000 1200000", "outside the Swiss grid"),
    ("HA1234512345", "outside the British grid"),
  ])
  func `a grid reference outside its grid is refused with the reason`(
    _ text: String, _ reason: String
  ) {
    #expect(error(text)?.code == .outOfRange)
    #expect(error(text)?.message.contains(reason) == true)
  }
}
