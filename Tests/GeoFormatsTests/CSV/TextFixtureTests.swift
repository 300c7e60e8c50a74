import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

/// Tests of the sample tables and logs in `Tests/Fixtures`.
@Suite struct TextFixtureTests {
  private func read(_ path: String) throws -> TableReading.Result {
    let bytes = Array(try Data(contentsOf: PackageFiles.fixture(path)))
    return try TableReading.read(bytes, name: path)
  }

  @Test(
    arguments: [
      ("csv/german-excel.csv", "csv, 2 places, paths: "),
      ("csv/logger.csv", "csv, 0 places, paths: 3"),
      ("csv/notes-utf16.tsv", "tsv, 2 places, paths: "),
      ("csv/geometry.csv", "csv, 1 places, paths: 3 4"),
      ("csv/bad-rows.csv", "csv, 3 places, paths: "),
      ("nmea/walk.nmea", "nmea, 0 places, paths: 4"),
      ("igc/flight.igc", "igc, 0 places, paths: 3 4"),
    ])
  func `each sample has its items`(path: String, expected: String) throws {
    let (document, report) = try read(path)
    let paths = document.paths.map { "\($0.points.count)" }.joined(separator: " ")
    #expect("\(report.format ?? "–"), \(document.places.count) places, paths: \(paths)" == expected)
    #expect(report.isComplete)
  }

  @Test func `a German spreadsheet keeps its commas, letters and groups`() throws {
    let (document, report) = try read("csv/german-excel.csv")
    let place = try #require(document.places.first)
    #expect(place.name == "Monte-Rosa-Hütte")
    #expect(place.elevation == 2883)
    #expect(place.comment == "Neubau; \"2009\"")
    #expect(place.extras.groups == ["Wallis"])
    #expect(report.faults.map(\.code) == [.encodingInvalidBytes])
  }

  @Test func `a GPS logger's rows become a path with speeds and courses`() throws {
    let (document, report) = try read("csv/logger.csv")
    let path = try #require(document.paths.first)
    #expect(path.points.sensors[GeoSensor.speed.rawValue] == [1, 2, 1])
    #expect(path.points.sensors[GeoSensor.course.rawValue] == [90, 91, 92])
    #expect(TableReading.times(path).first == "2026-07-11T06:02:11Z")
    #expect(report.all(.coordinateMissing).map(\.line) == [4])
  }

  @Test func `degrees, minutes and seconds in UTF-16 are read`() throws {
    let (document, _) = try read("csv/notes-utf16.tsv")
    #expect(document.places.map(\.details) == ["Line one\nline two", nil])
    #expect(document.places.map { ($0.coordinate.latitude * 3600).rounded() } == [165990, 165362])
  }

  @Test func `bad rows are told one by one`() throws {
    let (_, report) = try read("csv/bad-rows.csv")
    #expect(
      report.faults.map { "\($0.line ?? 0) \($0.code)" } == [
        "3 coordinate.missing", "4 coordinate.unreadable", "5 coordinate.outOfRange",
        "6 coordinate.missing", "7 elevation.unreadable",
      ])
  }

  @Test func `a log and a flight go over midnight`() throws {
    let log = try read("nmea/walk.nmea")
    #expect(
      TableReading.times(try #require(log.document.paths.first)) == [
        "2026-07-11T23:59:57Z", "2026-07-11T23:59:58Z", "2026-07-12T00:00:00Z",
        "2026-07-12T00:00:01Z",
      ])
    #expect(log.document.paths.first?.points.segments == [0, 0, 1, 1])
    #expect(log.report.all(.nmeaChecksum).count == 1)
    let flight = try read("igc/flight.igc")
    let track = try #require(flight.document.paths.last)
    #expect(TableReading.times(track).last == "2027-01-01T00:00:01Z")
    #expect(track.points.elevations[2].isNaN)
    #expect(flight.document.paths.first?.header.name == "Out and return")
  }
}
