import GeoFormats
import Testing

/// Logs in which several positions have the same time of day.
@Suite struct NMEARepeatedTimeTests {
  private func rmc(_ clock: String, _ minutes: String) -> String {
    NMEATests.sentence("GPRMC,\(clock),A,46\(minutes),N,00754.0,E,10.0,45.0,110726,,,A")
  }

  private func gga(_ clock: String, _ minutes: String, _ altitude: Int, talker: String = "GP")
    -> String
  {
    NMEATests.sentence(
      "\(talker)GGA,\(clock),46\(minutes),N,00754.0,E,1,08,1.2,\(altitude),M,47.5,M,,")
  }

  private func points(_ text: String) throws -> (GeoPoints, times: [String]) {
    let result = try TableReading.read(text, name: nil)
    #expect(result.report.faults.isEmpty)
    let path = try #require(result.document.paths.first)
    return (path.points, TableReading.times(path))
  }

  @Test func `each position of a log with five fixes per whole second becomes a point`() throws {
    let minutes = ["00.0", "07.5", "15.0", "22.5", "30.0"]
    let text = ["060211", "060212"].map { clock in
      minutes.enumerated().map { rmc(clock, $1) + gga(clock, $1, 100 + $0) }.joined()
    }
    let (points, times) = try points(text.joined())
    let latitudes = [46, 46.125, 46.25, 46.375, 46.5]
    #expect(points.latitudes == latitudes + latitudes)
    #expect(points.elevations == [100, 101, 102, 103, 104, 100, 101, 102, 103, 104])
    #expect(
      times == [String](repeating: "2026-07-11T06:02:11Z", count: 5)
        + [String](repeating: "2026-07-11T06:02:12Z", count: 5))
  }

  @Test func `sentences that repeat a position are merged with its point`() throws {
    let (points, _) = try points(
      rmc("060211", "00.0") + gga("060211", "00.0", 100) + rmc("060211", "00.0")
        + gga("060211", "00.0", 100, talker: "GN") + rmc("060212", "07.5"))
    #expect(points.latitudes == [46, 46.125])
  }

  @Test func `a late sentence is merged with the point of its position`() throws {
    let (points, _) = try points(
      rmc("060211", "00.0") + rmc("060211", "07.5") + rmc("060212", "15.0")
        + gga("060211", "00.0", 100) + gga("060211", "07.5", 101) + gga("060212", "15.0", 102))
    #expect(points.latitudes == [46, 46.125, 46.25])
    #expect(points.elevations == [100, 101, 102])
  }

  @Test func `sentences of two types with different precision are merged`() throws {
    let (points, _) = try points(
      rmc("060211", "15.0") + gga("060211", "15.0012", 100) + rmc("060211", "30.0")
        + gga("060211", "30.0012", 101))
    #expect(points.latitudes == [46.25, 46.5])
    #expect(points.elevations == [100, 101])
  }

  @Test func `a return to an earlier position in the same second becomes a point`() throws {
    let (points, _) = try points(
      rmc("060211", "00.0") + rmc("060211", "07.5") + rmc("060211", "00.0")
        + rmc("060211", "07.5") + rmc("060212", "15.0"))
    #expect(points.latitudes == [46, 46.125, 46, 46.125, 46.25])
  }

  @Test func `sentences of two types with different positions become points in order`() throws {
    let (points, times) = try points(
      rmc("060211", "00.0") + gga("060211", "07.5", 101) + rmc("060211", "00.0")
        + gga("060211", "00.0", 102))
    #expect(points.latitudes == [46, 46.125, 46])
    #expect(points.elevations[0].isNaN && Array(points.elevations[1...]) == [101, 102])
    #expect(times == [String](repeating: "2026-07-11T06:02:11Z", count: 3))
  }

  @Test func `a return with sentences of two types becomes one point`() throws {
    let (points, _) = try points(
      rmc("060211", "00.0") + gga("060211", "00.0", 100) + rmc("060211", "07.5")
        + gga("060211", "07.5", 101) + rmc("060211", "00.0") + gga("060211", "00.0", 102))
    #expect(points.latitudes == [46, 46.125, 46])
    #expect(points.elevations == [100, 101, 102])
  }

  @Test func `a repetition of a late sentence is merged with its point`() throws {
    let (points, _) = try points(
      rmc("060211", "00.0") + rmc("060211", "07.5") + gga("060211", "00.0", 100)
        + gga("060211", "00.0", 100, talker: "GN") + gga("060211", "07.5", 101))
    #expect(points.latitudes == [46, 46.125])
    #expect(points.elevations == [100, 101])
  }

  @Test func `late sentences with another number of decimals are merged with their points`() throws
  {
    let (points, _) = try points(
      rmc("060211", "15.0") + rmc("060211", "30.0") + gga("060211", "15.0612", 100)
        + gga("060211", "29.9512", 101))
    #expect(points.latitudes == [46.25, 46.5])
    #expect(points.elevations == [100, 101])
  }

  @Test func `an old position of a sentence without a fix does not become a point`() throws {
    let old = NMEATests.sentence("GPRMC,060211,V,4600.0,N,00754.0,E,,,110726,,,N")
    let result = try TableReading.read(
      old + gga("060211", "07.5", 101) + rmc("060212", "15.0"), name: nil)
    #expect(result.document.paths.map(\.points.latitudes) == [[46.25]])
  }
}
