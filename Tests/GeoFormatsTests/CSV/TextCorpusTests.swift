import Foundation
import GeoFormats
import TestSupport
import Testing

/// Compares tables and logs of the corpus with the same tracks in other formats.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct TextCorpusTests {
  private static let folder = "other/GPSBabel+gpsbabel"

  private func read(_ path: String) throws -> TableReading.Result {
    let collector = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.name = path
    let report = try GeoFormat.read(
      FileSource(path: Corpus.file(path).path), into: collector, options: options)
    return (collector.document, report)
  }

  @Test func `the NMEA log agrees with its GPX file point by point`() throws {
    let log = try read("\(Self.folder)/nmea+ms.txt")
    let gpx = try read("gpx/GPSBabel+gpsbabel/nmea+ms.gpx")
    let points = try #require(log.document.paths.first).points
    let expected = try #require(gpx.document.paths.first).points
    #expect(log.report.format == "nmea")
    // The sentences are out of order. The other program drops points with missing sentences, and
    // pairs the time of one sentence with the position of the one before it, 0.25 s earlier.
    #expect(points.times == points.times.sorted())
    #expect(points.count >= expected.count)
    for index in 0..<expected.count {
      let place = try #require(
        points.times.firstIndex { abs($0 - expected.times[index]) < 1e-4 })
      #expect(abs(points.latitudes[place] - expected.latitudes[index]) < 5e-6)
      #expect(abs(points.longitudes[place] - expected.longitudes[index]) < 5e-6)
      #expect(!(abs(points.elevations[place] - expected.elevations[index]) > 1))
    }
  }

  @Test func `the flight has the number of fixes and the range of the KML file`() throws {
    let flight = try read("\(Self.folder)/92GV66G1.igc")
    let track = try #require(flight.document.paths.last)
    #expect(flight.report.faults.isEmpty)
    let kml = try String(
      contentsOf: Corpus.file("kml/GPSBabel+gpsbabel/92GV66G1.igc.kml"), encoding: .utf8)
    let lines = kml.matches(of: /<coordinates>([^<]*)<\/coordinates>/)
      .map { $0.1.split(whereSeparator: \.isWhitespace) }.filter { $0.count > 1 }
    // The first line has the GNSS altitudes, the second one the pressure altitudes.
    let expected = try #require(lines.first)
    #expect(track.points.count == expected.count)
    for (index, text) in expected.enumerated().prefix(track.points.count) {
      let parts = text.split(separator: ",").compactMap { Double($0) }
      #expect(abs(track.points.longitudes[index] - parts[0]) < 1e-6)
      #expect(abs(track.points.latitudes[index] - parts[1]) < 1e-6)
    }
  }

  @Test(arguments: ["tcxdata.csv", "kona2013~tcx.csv"])
  func `a table of track points is read with its sensors`(name: String) throws {
    let table = try read("\(Self.folder)/\(name)")
    let points = try #require(table.document.paths.first).points
    #expect(points.count == 5 || points.count == 4)
    #expect(points.times.allSatisfy { !$0.isNaN })
    #expect(points.sensors[GeoSensor.heartRate.rawValue].count == points.count)
    #expect(points.sensors[GeoSensor.power.rawValue].count == points.count)
    #expect(table.report.faults.isEmpty)
  }

  @Test(arguments: ["manifest.csv", "pairs.csv"])
  func `a table without positions is refused with its columns`(name: String) throws {
    let report = try read(name).report
    #expect(report.refusal?.code == .csvColumnsUnusable)
  }
}
