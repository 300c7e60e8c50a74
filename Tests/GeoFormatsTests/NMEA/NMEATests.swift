import GeoFormats
import Testing

@Suite struct NMEATests {
  /// Returns a sentence with its checksum.
  static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
  }

  private static func rmc(
    _ clock: String, _ date: String, status: String = "A", latitude: String = "4630.0000"
  ) -> String {
    sentence("GPRMC,\(clock),\(status),\(latitude),N,00754.0000,E,10.0,45.0,\(date),,,A")
  }

  private static func gga(_ clock: String, quality: Int = 1) -> String {
    sentence("GNGGA,\(clock),4630.0000,N,00754.0000,E,\(quality),08,1.2,1200.5,M,47.5,M,,")
  }

  private func read(_ text: String) throws -> TableReading.Result {
    try TableReading.read(text, name: nil)
  }

  @Test func `the sentences of one moment become one point`() throws {
    let result = try read(
      Self.gga("060211.00") + Self.rmc("060211.00", "110726") + Self.gga("060212.00")
        + Self.rmc("060212.00", "110726"))
    #expect(result.report.format == "nmea")
    let path = try #require(result.document.paths.first)
    #expect(path.points.latitudes == [46.5, 46.5])
    #expect(path.points.longitudes == [7.9, 7.9])
    #expect(path.points.elevations == [1200.5, 1200.5])
    #expect(TableReading.times(path) == ["2026-07-11T06:02:11Z", "2026-07-11T06:02:12Z"])
    let speed = path.points.sensors[GeoSensor.speed.rawValue][0]
    #expect(abs(speed - 5.14444) < 1e-4)
    #expect(path.points.sensors[GeoSensor.course.rawValue] == [45, 45])
    #expect(path.points.fields[0]?.satellites == 8)
    #expect(path.points.fields[0]?.hdop == 1.2)
    #expect(path.points.fields[0]?.geoidHeight == 47.5)
    #expect(result.report.faults.isEmpty)
  }

  @Test func `a sentence with a wrong checksum is told and skipped`() throws {
    let wrong = "$GPRMC,060212,A,9999.0000,N,00754.0000,E,0,0,110726,,,A*00\r\n"
    let result = try read(Self.rmc("060211", "110726") + wrong + Self.rmc("060213", "110726"))
    #expect(result.document.paths.map(\.points.count) == [2])
    #expect(result.report.all(.nmeaChecksum).map(\.line) == [2])
  }

  @Test func `a position that is empty or not valid is told with its line and counted`() throws {
    let result = try read(
      Self.rmc("060211", "110726") + Self.rmc("060212", "110726", latitude: "46X0.000")
        + Self.rmc("060213", "110726", latitude: "")
        + Self.sentence("GPGGA,060214,,,,,1,08,1.2,1200.5,M,47.5,M,,")
        + Self.sentence("GPGLL,4630.0000,X,00754.0000,E,060215,A")
        + Self.rmc("060216", "110726", status: "V", latitude: ""))
    #expect(result.document.paths.map(\.points.count) == [1])
    #expect(result.report.counts.skipped.trackPoints == 4)
    #expect(result.report.all(.coordinateUnreadable).map(\.line) == [2, 3, 5])
    #expect(
      result.report.message(.coordinateUnreadable)
        == "the position “46X0.000,N,00754.0000,E” is not valid")
    #expect(result.report.all(.coordinateMissing).map(\.line) == [4])
  }

  @Test func `a position that one sentence lacks is read from another one of the same moment`()
    throws
  {
    let result = try read(
      Self.rmc("060211.00", "110726", latitude: "46X0.000") + Self.gga("060211.00"))
    #expect(result.document.paths.first?.points.latitudes == [46.5])
    #expect(result.report.faults.isEmpty && result.report.counts.skipped.trackPoints == 0)
  }

  @Test func `the age and the station of a differential correction are kept`() throws {
    let result = try read(
      Self.sentence("GPGGA,060211,4630.0,N,00754.0,E,2,08,1.2,1200.5,M,47.5,M,3.5,0120")
        + Self.sentence("GPGGA,060212,4630.0,N,00754.0,E,1,08,1.2,1200.5,M,47.5,M,,0000")
        + Self.sentence("GPGGA,060213,4630.0,N,00754.0,E,2,08,1.2,1200.5,M,47.5,M,,0123")
        + Self.sentence("GNGNS,060214,4630.0,N,00754.0,E,DA,08,1.2,1200.5,47.5,,0123")
        + Self.sentence("GPGGA,060215,4630.0,N,00754.0,E,2,08,1.2,1200.5,M,47.5,M,0,0000"))
    let fields = try #require(result.document.paths.first).points.fields
    #expect((fields[0]?.ageOfDGPSData, fields[0]?.dgpsID) == (3.5, 120))
    // Without an age, 0000 means that there is no station.
    #expect((fields[1]?.ageOfDGPSData, fields[1]?.dgpsID) == (nil, nil))
    #expect((fields[2]?.ageOfDGPSData, fields[2]?.dgpsID) == (nil, 123))
    #expect((fields[3]?.ageOfDGPSData, fields[3]?.dgpsID) == (nil, 123))
    #expect((fields[4]?.ageOfDGPSData, fields[4]?.dgpsID) == (0, 0))
  }

  @Test func `a sentence without a checksum is read`() throws {
    let result = try read("$GPRMC,060211,A,4630.0,S,00754.0,W,0,0,110726,,\n")
    #expect(result.document.paths.first?.points.latitudes == [-46.5])
    #expect(result.document.paths.first?.points.longitudes == [-7.9])
  }

  @Test func `the date advances at midnight even without a new date`() throws {
    let result = try read(
      Self.rmc("235959", "311225") + Self.gga("000001") + Self.gga("000002"))
    let path = try #require(result.document.paths.first)
    #expect(
      TableReading.times(path) == [
        "2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z",
      ])
  }

  @Test func `points before the first date get the date that follows them`() throws {
    let result = try read(
      Self.gga("235958") + Self.gga("235959") + Self.gga("000000") + Self.rmc("000001", "010126"))
    let path = try #require(result.document.paths.first)
    #expect(
      TableReading.times(path) == [
        "2025-12-31T23:59:58Z", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:01Z",
      ])
  }

  @Test func `late sentences are merged with the point of their time`() throws {
    let result = try read(
      Self.rmc("060211", "110726") + Self.gga("060213") + Self.rmc("060212", "110726")
        + Self.gga("060211") + Self.rmc("060213", "110726"))
    let path = try #require(result.document.paths.first)
    #expect(
      TableReading.times(path) == [
        "2026-07-11T06:02:11Z", "2026-07-11T06:02:12Z", "2026-07-11T06:02:13Z",
      ])
    #expect(path.points.elevations[0] == 1200.5)
    #expect(path.points.elevations[2] == 1200.5)
  }

  @Test func `a log without a date is told`() throws {
    let result = try read(Self.gga("060211") + Self.gga("060212"))
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path) == ["–", "–"])
    #expect(result.report.all(.nmeaDateMissing).count == 1)
  }

  @Test func `a segment begins after a void fix, and not after a pause`() throws {
    let result = try read(
      Self.rmc("060211", "110726") + Self.rmc("060212", "110726", status: "V")
        + Self.rmc("060213", "110726") + Self.rmc("090000", "110726"))
    let path = try #require(result.document.paths.first)
    #expect(path.points.segments == [0, 1, 1])
    #expect(path.header.segments == 2)
    #expect(result.report.message(.recordIgnored)?.contains("the receiver had no fix") == true)
  }

  @Test func `a position of quality 0 is not read`() throws {
    let result = try read(
      Self.gga("060211", quality: 0) + Self.rmc("060212", "110726"))
    #expect(result.document.paths.map(\.points.count) == [1])
  }

  @Test func `milliseconds are exported with three decimals`() throws {
    let clocks = (0..<50).map { "0603\($0 + 10).\(137 + $0 * 16)" }
    let result = try read(clocks.map { Self.rmc($0, "110726") }.joined())
    let bytes = try Writing.written(result.document, as: "gpx").bytes
    let text = String(decoding: bytes, as: UTF8.self)
    for clock in clocks {
      let seconds = clock.dropFirst(4)
      #expect(text.contains("<time>2026-07-11T06:03:\(seconds)Z</time>"), "\(clock)")
    }
  }

  @Test func `other text and other sentences between are accepted and told`() throws {
    let text =
      "log started\n2026-07-11 08:02:11,\(Self.rmc("060211", "110726"))"
      + "!AIVDM,1,1,,A,13aG?P0000wpQ4LNTP7@v:Fp0000,0*5C\n"
      + Self.sentence("GPGSV,1,1,01,21,40,123,33") + Self.rmc("060212", "110726")
    let result = try read(text)
    #expect(result.document.paths.map(\.points.count) == [2])
    let told = result.report.all(.recordIgnored).map(\.message)
    #expect(told.contains { $0.contains("GSV (1)") })
    #expect(
      told.contains {
        $0.hasPrefix("skipped a line that contains no NMEA sentence") && $0.contains("(2 times")
      })
    #expect(result.report.faults.isEmpty)
  }

  @Test func `GLL, GNS, ZDA, GSA and waypoints are read`() throws {
    let result = try read(
      Self.sentence("GNZDA,060211.00,11,07,2026,00,00")
        + Self.sentence("GNGNS,060211.00,4630.0,N,00754.0,E,AA,11,0.9,1100.0,46.0,,")
        + Self.sentence("GNGSA,A,3,08,29,27,,,,,,,,,,3.2,1.7,2.7")
        + Self.sentence("GNGLL,4631.0,N,00755.0,E,060212.00,A,A")
        + Self.sentence("GPWPL,4630.0,N,00754.0,E,HUT"))
    let points = try #require(result.document.paths.first).points
    #expect(points.count == 2)
    #expect(points.elevations[0] == 1100)
    #expect(points.fields[0]?.geoidHeight == 46)
    #expect(points.fields[0]?.fix == "3d")
    #expect(points.fields[0]?.vdop == 2.7)
    #expect(TableReading.places(result) == ["HUT 46.5 7.9"])
  }

  @Test func `a date before the start of GPS time is ignored`() throws {
    let result = try read(
      Self.sentence("GNGLL,4631.0,N,00755.0,E,235959.00,A,A")
        + Self.sentence("GNZDA,000000.00,01,01,0001,00,00")
        + Self.sentence("GNGLL,4632.0,N,00755.0,E,000000.00,A,A"))
    let points = try #require(result.document.paths.first).points
    #expect(points.times.count == 2 && points.times.allSatisfy(\.isNaN))
    #expect(result.report.diagnostics.contains { $0.message.contains("date") })
  }

  @Test func `a log that ends inside a sentence yields all points before`() throws {
    let text = Self.rmc("060211", "110726") + "$GPRMC,060212,A,4630.0000,N,0075"
    let result = try read(text)
    #expect(result.document.paths.map(\.points.count) == [1])
    #expect(!result.report.isComplete)
    #expect(result.report.all(.inputDamaged).first?.line == 2)
  }

  @Test func `a log without a fix is refused with the reason`() throws {
    let result = try read(Self.rmc("060211", "110726", status: "V"))
    #expect(result.report.refusal?.code == .inputNothingUsable)
    #expect(result.report.refusal?.message.contains("no fix") == true)
    let wrong = try read("$GPRMC,060211,A,4630.0,N,00754.0,E,0,0,110726,,*ZZ\n")
    #expect(wrong.report.refusal?.message.contains("a correct checksum") == true)
  }

  @Test func `a log without checksums and without a last line end is complete`() throws {
    let result = try read(
      """
      $GPRMC,060211,A,4630.0,N,00754.0,E,0,0,110726,,
      $GPRMC,060212,A,4631.0,N,00754.0,E,0,0,110726,,
      """)
    #expect(result.document.paths.map(\.points.count) == [2])
    #expect(result.report.isComplete && result.report.all(.inputDamaged).isEmpty)
  }
}
