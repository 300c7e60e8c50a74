import GeoFormats
import Testing

/// Sentences without a time, and proprietary sentences.
@Suite struct NMEAUntimedSentenceTests {
  private static func gga(_ clock: String, quality: Int = 1) -> String {
    NMEATests.sentence("GPGGA,\(clock),4630.0,N,00754.0,E,\(quality),08,1.2,1200.5,M,47.5,M,,")
  }

  private static func rmc(_ clock: String, speed: String) -> String {
    NMEATests.sentence("GPRMC,\(clock),A,4630.0,N,00754.0,E,\(speed),45.0,110726,,,A")
  }

  private static func vtg(_ course: String, knots: String) -> String {
    NMEATests.sentence("GPVTG,\(course),T,,M,\(knots),N,,K,A")
  }

  private static func gsa(pdop: String) -> String {
    NMEATests.sentence("GPGSA,A,3,08,29,27,,,,,,,,,,\(pdop),1.2,2.7")
  }

  private func points(_ text: String) throws -> (points: GeoPoints, told: [String]) {
    let result = try TableReading.read(text, name: nil)
    let told = result.report.all(.recordIgnored).map(\.message)
    return (try #require(result.document.paths.first).points, told)
  }

  @Test func `a repeated VTG and the GSA after it belong to the next point`() throws {
    let (points, told) = try points(
      Self.rmc("060211", speed: "10") + Self.vtg("45.0", knots: "10") + Self.gga("060211")
        + Self.gsa(pdop: "3.2") + Self.vtg("221.34", knots: "0.06")
        + Self.vtg("245.09", knots: "0.24") + Self.gsa(pdop: "4.1") + Self.gga("060213"))
    #expect(points.count == 2)
    #expect(points.sensors[GeoSensor.course.rawValue] == [45, 245.09])
    #expect(abs(points.sensors[GeoSensor.speed.rawValue][1] - 0.24 * 1852 / 3600) < 1e-9)
    #expect((points.fields[0]?.pdop, points.fields[1]?.pdop) == (3.2, 4.1))
    #expect(points.fields[1]?.fix == "3d")
    #expect(told.count == 1)
    #expect(told[0].hasPrefix("a VTG or GSA sentence belongs to no point"))
    #expect(!told[0].contains("times"))
  }

  @Test func `the own VTG of the next point takes precedence over a repeated one`() throws {
    let (points, told) = try points(
      Self.gga("060211") + Self.vtg("10.0", knots: "1") + Self.vtg("20.0", knots: "2")
        + Self.gga("060212") + Self.vtg("30.0", knots: "3"))
    #expect(points.sensors[GeoSensor.course.rawValue] == [10, 30])
    #expect(told.count == 1)
  }

  @Test func `sentences before the first time belong to the first point if it has none`() throws {
    let (first, none) = try points(
      Self.vtg("10.0", knots: "1") + Self.gsa(pdop: "3.2") + Self.gga("060211"))
    #expect(first.sensors[GeoSensor.course.rawValue] == [10])
    #expect(first.fields[0]?.pdop == 3.2 && none.isEmpty)
    let (second, told) = try points(
      Self.gsa(pdop: "3.2") + Self.gga("060211") + Self.gsa(pdop: "4.1") + Self.gga("060212"))
    #expect((second.fields[0]?.pdop, second.fields[1]?.pdop) == (4.1, nil))
    #expect(told.count == 1)
  }

  @Test func `different dilutions of the GSA sentences of one point are told`() throws {
    let (equal, none) = try points(
      Self.gga("060211") + Self.gsa(pdop: "3.2") + Self.gsa(pdop: "3.2"))
    #expect(equal.fields[0]?.pdop == 3.2 && none.isEmpty)
    let (other, told) = try points(
      Self.gga("060211") + Self.gsa(pdop: "3.2") + Self.gsa(pdop: "4.1"))
    #expect(other.fields[0]?.pdop == 4.1)
    #expect(told.map { $0.contains("different dilutions") } == [true])
  }

  @Test func `a VTG sentence at the end of the log that belongs to no point is told`() throws {
    let (points, told) = try points(
      Self.gga("060211") + Self.vtg("10.0", knots: "1") + Self.vtg("20.0", knots: "2"))
    #expect(points.sensors[GeoSensor.course.rawValue] == [10])
    #expect(told.count == 1)
  }

  @Test func `proprietary sentences are told by their whole name`() throws {
    let (points, told) = try points(
      Self.gga("060211") + NMEATests.sentence("PGRME,3.1,M,4.2,M,5.3,M")
        + NMEATests.sentence("PGRMC,A,4630.0,N,00754.0,E,1,2,3,4,5")
        + NMEATests.sentence("PQGSV,1,1,01,21,40,123,33"))
    #expect(points.count == 1)
    #expect(told.map { $0.hasSuffix("GSV (1), PGRMC (1), PGRME (1)") } == [true])
  }
}
