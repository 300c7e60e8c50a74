import GeoFormats
import Testing

/// Logs with values or checksums that are not valid.
@Suite struct NMEAInvalidValueTests {
  private func rmc(
    _ clock: String, speed: String = "10.0", course: String = "45.0", date: String = "110726",
    status: String = "A"
  ) -> String {
    NMEATests.sentence(
      "GPRMC,\(clock),\(status),4630.0,N,00754.0,E,\(speed),\(course),\(date),,,A")
  }

  private func told(_ text: String, _ code: Diagnostic.Code) throws -> [String] {
    try TableReading.read(text, name: nil).report.all(code).map {
      "\($0.line ?? 0): \($0.message)"
    }
  }

  @Test func `a speed or course that is not valid is told once with its number`() throws {
    let text =
      rmc("060211") + rmc("060212", speed: "abc") + rmc("060213", speed: "-1", course: "361")
    #expect(
      try told(text, .valueInvalid) == [
        "2: the speed “abc” is not valid and is ignored (2 times, first here)",
        "3: the course “361” is not valid and is ignored",
      ])
    let points = try #require(TableReading.read(text, name: nil).document.paths.first).points
    #expect(points.count == 3)
    #expect(points.sensors[GeoSensor.speed.rawValue][1].isNaN)
  }

  @Test func `a date or time that is not valid is told, and the last date applies`() throws {
    let text =
      rmc("060211") + rmc("060212", date: "320526") + rmc("060213", date: "")
      + NMEATests.sentence("GNZDA,060213,31,02,2026,00,00") + rmc("069999")
    #expect(
      try told(text, .timeUnreadable) == [
        "2: the date “320526” is not valid and is ignored (2 times, first here)",
        "5: the time of day “069999” is not valid and is ignored",
      ])
    let path = try #require(TableReading.read(text, name: nil).document.paths.first)
    #expect(TableReading.times(path)[1...2] == ["2026-07-11T06:02:12Z", "2026-07-11T06:02:13Z"])
  }

  @Test func `an altitude that is not a number is told`() throws {
    let text = NMEATests.sentence("GPGGA,060211,4630.0,N,00754.0,E,1,08,1.2,high,M,47.5,M,,")
    #expect(
      try told(text, .elevationUnreadable) == [
        "1: the altitude “high” is not valid and is ignored"
      ])
  }

  @Test(arguments: ["M", "m", "", "F", "f"])
  func `an altitude in metres or feet is read in metres`(unit: String) throws {
    let isFeet = unit.lowercased() == "f"
    let result = try TableReading.read(
      NMEATests.sentence(
        "GPGGA,060211,4630.0,N,00754.0,E,1,08,1.2,1000,\(unit),-100,\(unit),,"), name: nil)
    let points = try #require(result.document.paths.first).points
    #expect(points.elevations == [isFeet ? 304.8 : 1000])
    #expect(points.fields[0]?.geoidHeight == (isFeet ? -30.48 : -100))
    #expect(result.report.all(.elevationUnreadable).isEmpty)
    #expect(result.report.all(.valueInvalid).isEmpty)
  }

  @Test(arguments: ["K", "MI"])
  func `a height in an unknown unit is left out and told`(unit: String) throws {
    let text = ["060211", "060212"].map {
      NMEATests.sentence(
        "GPGGA,\($0),4630.0,N,00754.0,E,1,08,1.2,1200.5,\(unit),47.5,\(unit),,")
    }.joined()
    #expect(
      try told(text, .elevationUnreadable) == [
        """
        1: the altitude “1200.5 \(unit)” is not in metres or feet and is ignored (2 times, \
        first here)
        """
      ])
    #expect(
      try told(text, .valueInvalid) == [
        """
        1: the geoid height “47.5 \(unit)” is not in metres or feet and is ignored (2 times, \
        first here)
        """
      ])
    let points = try #require(TableReading.read(text, name: nil).document.paths.first).points
    #expect(points.elevations.count == 2 && points.elevations.allSatisfy(\.isNaN))
    #expect(points.fields[0]?.geoidHeight == nil)
  }

  @Test func `values of a sentence without a fix are not told`() throws {
    let text = rmc("060211") + rmc("060212", speed: "abc", date: "000000", status: "V")
    #expect(try told(text, .valueInvalid).isEmpty && told(text, .timeUnreadable).isEmpty)
  }

  @Test(arguments: ["*ZZ", "*4", "*4Z"])
  func `a checksum that is not two hexadecimal digits is wrong`(checksum: String) throws {
    let body = "$GPGLL,4630.0,N,00754.0,E,060212,A,A"
    let middle = try TableReading.read(
      "\(rmc("060211"))\(body)\(checksum)\r\n\(rmc("060213"))", name: nil)
    #expect(middle.document.paths.map(\.points.count) == [2])
    #expect(middle.report.all(.nmeaChecksum).map(\.line) == [2])
    #expect(middle.report.isComplete)

    let last = try TableReading.read("\(rmc("060211"))\(body)\(checksum)", name: nil)
    #expect(last.document.paths.map(\.points.count) == [1])
    #expect(last.report.all(.nmeaChecksum).isEmpty)
    #expect(last.report.all(.inputDamaged).map(\.line) == [2])
  }

  @Test func `an asterisk without a checksum is accepted`() throws {
    let result = try TableReading.read(
      "$GPGLL,4630.0,N,00754.0,E,060212,A,A*\r\n$GPGLL,4630.0,N,00754.0,E,060213,A,A*", name: nil)
    #expect(result.document.paths.map(\.points.count) == [2])
    #expect(result.report.all(.nmeaChecksum).isEmpty && result.report.isComplete)
  }
}
