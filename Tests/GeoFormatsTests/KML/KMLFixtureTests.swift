import Foundation
import GeoFormats
import Geodesy
import Testing

struct KMLFixtureTests {
  @Test func `a file with folders, styles, tracks and areas is read completely`() throws {
    let (document, report) = try Reading.fixture("kml/trip.kml")
    let camp = try #require(document.places.first)
    #expect(camp.name == "Camp" && camp.details == "Quiet\nby the river")
    #expect(camp.symbol == "Campground" && camp.extras.colour == "#FFAA00")
    #expect(camp.coordinate.latitude == 47.25 && camp.elevation == 431.5)
    #expect(camp.extras.groups == ["Alps"])
    #expect(document.paths.map(\.header.name) == ["Ride", "Lake"])
    #expect(document.paths.map(\.header.kind) == [.track, .route])
    let ride = try #require(document.paths.first)
    #expect(ride.header.extras.groups == ["Alps / Day 1"] && ride.header.extras.colour == "#FF0000")
    #expect(ride.points.segments == [0, 0, 1])
    #expect(ride.points.sensors[GeoSensor.heartRate.rawValue].prefix(2) == [90, 95])
    #expect(document.header.metadata.name == "Trip")
    #expect(document.header.groups.map(\.notes) == ["Three days"])
    #expect(
      report.totals == [.styleSimplified: 4, .geometryPolygon: 1, .elementUnsupported: 1])
    #expect(report.faults.isEmpty)
  }

  @Test func `a file that was written is read back as the same items`() throws {
    let (document, _) = try Reading.fixture("kml/trip.kml")
    let (bytes, losses) = try KMLReading.write(document)
    let (again, report) = try KMLReading.read(bytes)
    #expect(losses.isEmpty && report.diagnostics.isEmpty)
    #expect(Set(again.places.map(\.name)) == Set(document.places.map(\.name)))
    #expect(again.places.first?.kept == document.places.first?.kept)
    #expect(
      again.paths.map(\.header.name).sorted { $0 ?? "" < $1 ?? "" } == ["Lake", "Ride"])
    #expect(again.header.groups == document.header.groups)
    let third = try KMLReading.write(again).bytes
    #expect(third == bytes)
  }

  @Test func `elements of the first versions of KML are read`() throws {
    let (document, _) = try Reading.fixture("kml/old-schema.kml")
    #expect(document.places.map(\.name) == ["Upper hut"])
    #expect(document.places.first?.kept?.contains("Beds") == true)
    let both = try #require(document.paths.first)
    #expect(both.header.segments == 2)
    #expect(both.header.kept?.contains("2005-03-01T00:00:00Z") == true)
  }
}
