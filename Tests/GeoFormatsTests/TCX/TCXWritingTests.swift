import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct TCXWritingTests {
  /// Writes a document as TCX.
  private func written(
    _ document: GeoDocument, options: GeoWritingOptions = GeoWritingOptions()
  ) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let (bytes, losses) = try Writing.written(document, as: "tcx") { $0 = options }
    return (bytes, losses)
  }

  @Test func `activities come back with their laps, points, sensors and notes`() throws {
    let document = try Reading.fixture("tcx/activities.tcx").document
    let (bytes, diagnostics) = try written(document)
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.count == 4)
    for (before, after) in zip(document.paths, again.paths) {
      #expect(before.points.latitudes == after.points.latitudes)
      #expect(before.points.longitudes == after.points.longitudes)
      #expect(before.points.times == after.points.times)
      #expect(before.points.segments == after.points.segments)
      #expect(before.header.name == after.header.name)
      #expect(before.header.details == after.header.details)
    }
    let sensors = zip(document.paths[0].points.sensors, again.paths[0].points.sensors)
    for (before, after) in sensors {
      #expect(before.map { $0.isNaN ? -1 : $0 } == after.map { $0.isNaN ? -1 : $0 })
    }
    let kept = try #require(again.paths[0].header.kept)
    for total in [
      "TotalTimeSeconds=12.5", "DistanceMeters=31.25", "Calories=7", "MaximumHeartRateBpm=133",
      "Intensity=Resting", "TriggerMethod=Distance",
    ] {
      #expect(kept.contains(total), "\(total)")
    }
    // The kind Transition is not one that TCX allows for an activity.
    #expect(
      diagnostics.map(\.message) == [
        "path types were replaced by Running, Biking or Other, or left out (number: 1)",
        "TCX cannot represent values preserved from the extensions of a TCX file",
      ])
  }

  @Test func `laps keep the totals of their file if the number of segments is unknown`() throws {
    var document = try Reading.fixture("tcx/activities.tcx").document
    // An export of the library states no number of segments unless the last ones are empty.
    for index in document.paths.indices { document.paths[index].header.segments = 0 }
    let (bytes, diagnostics) = try written(document)
    let again = try Reading.read(MemorySource(bytes)).document
    for (before, after) in zip(document.paths, again.paths) {
      let values = [before, after].map {
        PreservedMarkup.foreignValues(in: $0.header.kept, of: document.header)
      }
      #expect(Set(totals(values[0])).isSubset(of: totals(values[1])))
    }
    #expect(!diagnostics.contains { $0.message.contains("totals of laps") })
    #expect(try TCXSchema.violations(of: Data(bytes)) == [])
  }

  /// Returns the identifier and the totals of all laps, without the times, whose notation can
  /// change.
  private func totals(_ values: [ForeignValue]) -> [String] {
    values.filter { $0.name == "lap" }.flatMap { $0.value.split(separator: " ").map(String.init) }
      .filter { !$0.hasPrefix("StartTime=") }
  }

  @Test func `the totals of a lap whose points were edited are left out and counted`() throws {
    var document = try Reading.fixture("tcx/activities.tcx").document
    document.paths = [document.paths[0]]
    document.paths[0].header.segments = 0
    let points = document.paths[0].points
    var shifted = GeoPoints()
    for index in 0..<points.count {
      shifted.append(
        latitude: points.latitudes[index], longitude: points.longitudes[index], elevation: .nan,
        time: points.times[index] + 3600, segment: points.segments[index])
    }
    document.paths[0].points = shifted
    let (bytes, diagnostics) = try written(document)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("<Calories>7<"))
    #expect(
      diagnostics.contains { $0.message.hasPrefix("left out: totals of laps that have no points") })
  }

  @Test func `a course keeps the totals of its lap unless it was edited`() throws {
    let lap = """
      <Lap><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>1112</DistanceMeters>
      <AverageHeartRateBpm><Value>120</Value></AverageHeartRateBpm>
      <Intensity>Resting</Intensity><Cadence>70</Cadence></Lap>
      """
    func course(_ latitude: Double) -> String {
      """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
      <Courses><Course><Name>C</Name>\(lap)<Track><Trackpoint><Time>2026-07-11T06:00:00Z</Time>
      <Position><LatitudeDegrees>46</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees></Position>
      </Trackpoint><Trackpoint><Time>2026-07-11T06:10:00Z</Time>
      <Position><LatitudeDegrees>\(latitude)</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees>
      </Position></Trackpoint></Track></Course></Courses></TrainingCenterDatabase>
      """
    }
    let (bytes, diagnostics) = try written(try Reading.text(course(46.01)).document)
    let text = String(decoding: bytes, as: UTF8.self)
    for element in [
      "<TotalTimeSeconds>600<", "<DistanceMeters>1112<", "<Value>120<", "<Intensity>Resting<",
      "<Cadence>70<", "<BeginPosition>",
    ] {
      #expect(text.contains(element), "\(element)")
    }
    #expect(diagnostics.isEmpty)
    #expect(try TCXSchema.violations(of: Data(bytes)) == [])
    let edited = try written(try Reading.text(course(46.05)).document)
    #expect(!String(decoding: edited.bytes, as: UTF8.self).contains("<Cadence>70<"))
    let left = try #require(edited.diagnostics.first)
    #expect(left.message.contains("totals of laps that have no points"))
  }

  @Test func `a course comes back with its long name, its places and without times`() throws {
    let document = try Reading.fixture("tcx/course.tcx").document
    let (bytes, diagnostics) = try written(document)
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.map(\.header.kind) == [.route])
    #expect(again.paths[0].header.name == "Around the Eiger by bus")
    #expect(again.paths[0].header.details == "Two days.")
    #expect(again.paths[0].points.latitudes == document.paths[0].points.latitudes)
    #expect(again.paths[0].points.times.allSatisfy { $0.isNaN })
    #expect(again.places.map(\.name) == ["Fountain"])
    #expect(again.places.map(\.details) == ["Drinking water"])
    #expect(again.places.map(\.time) == document.places.map(\.time))
    #expect(diagnostics.map(\.code) == [.formatUnwritable, .formatUnwritable])
    #expect(diagnostics.contains { $0.message.hasPrefix("points without a time") })
    #expect(diagnostics.contains { $0.message.hasPrefix("names were shortened to 15 characters") })
  }

  @Test(
    arguments: [
      ("Fountain 1", "Fountain 1 is dry"), ("Hut", "Hut on the hill"), ("Fountain 12", "Dry."),
      ("Left turn onto Main Street", "Left turn onto Main Street, then right"), ("Hut", "Hut"),
      ("Fountain 1", "Fountain 1"),
    ])
  func `a description that begins with the name comes back with the name`(
    name: String, details: String
  ) throws {
    var place = GeoPlace(coordinate: Coordinate(latitude: 46, longitude: 7))
    place.name = name
    place.details = details
    let (bytes, _) = try written(GeoDocument(places: [place]))
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.places.map(\.name) == [name])
    #expect(again.places.map(\.details) == [details])
  }

  @Test func `laps that state more tracks than the path has segments are not used`() throws {
    #expect(TCXLaps.segments([["Tracks": "2"], [:]], count: 3) == [0, 0, 1])
    #expect(TCXLaps.segments([["Tracks": "100000"], [:]], count: 3).isEmpty)
    #expect(TCXLaps.segments([["Tracks": "\(Int.max)"], [:]], count: 3).isEmpty)
    #expect(TCXLaps.segments([[:]], count: 3).isEmpty)
  }

  @Test func `content that TCX cannot represent is counted`() throws {
    let gpx = Reading.gpx(
      """
      <wpt lat="1" lon="2"><name>A place with a long name</name><sym>Flag, Blue</sym>\
      <link href="http://example.org/"/></wpt>
      <rte><name>R</name><rtept lat="1" lon="2"><name>p</name></rtept></rte>
      <trk><type>hiking</type><src>s</src><trkseg>
      <trkpt lat="1" lon="2"><time>2026-07-11T06:00:00Z</time><extensions>\
      <gpxtpx:TrackPointExtension><gpxtpx:atemp>20</gpxtpx:atemp><gpxtpx:cad>80.5</gpxtpx:cad>\
      </gpxtpx:TrackPointExtension></extensions></trkpt>
      <trkpt lat="1" lon="2"/></trkseg></trk>
      <trk><trkseg><trkpt lat="3" lon="4"/></trkseg></trk><trk/>
      """)
    let (bytes, diagnostics) = try written(try Reading.text(gpx).document)
    let messages = Set(diagnostics.map(\.message))
    for message in [
      "left out: paths without points (number: 1)",
      "tracks without times were written as courses (number: 1)",
      """
      points without a time were written with a placeholder, because TCX requires a time \
      (number: 3)
      """,
      "path types were replaced by Running, Biking or Other, or left out (number: 1)",
      "place symbols were written as Generic (number: 1)",
      "sensor values were rounded to integers (number: 1)",
      "place fields that TCX cannot represent were left out: links (1)",
      "path fields that TCX cannot represent were left out: source (1)",
      "point fields that TCX cannot represent were left out: name (1)",
      "left out: air temperature values (number: 1)",
    ] {
      #expect(messages.contains(message), "\(message)")
    }
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.places.map(\.name) == ["A place with a long name"])
    #expect(again.paths.map(\.header.kind) == [.track, .route, .route])
    #expect(try TCXSchema.violations(of: Data(bytes)) == [])
  }

  @Test func `comments and notes that become part of a description are told`() throws {
    var places = (1...4).map { number in
      GeoPlace(coordinate: Coordinate(latitude: 46, longitude: 7), name: "\(number)")
    }
    places[0].comment = "c"
    places[0].details = "d"
    places[0].extras.notes = "n"
    places[1].extras.notes = "n"
    places[2].details = "d"
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7, time: 805_528_931)
    let route = GeoPathHeader(kind: .route, name: "Ridge", comment: "c", details: "d")
    let (bytes, diagnostics) = try written(
      GeoDocument(places: places, paths: [GeoPath(header: route, points: points)]))
    #expect(diagnostics.map(\.action) == [.repaired])
    #expect(diagnostics.first?.message.hasPrefix("comments and notes were written") == true)
    #expect(diagnostics.first?.message.hasSuffix("(number: 3)") == true)
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.places.map(\.details) == ["c\nd\nn", "n", "d", nil])
  }

  @Test func `the names of unnamed courses and places are told and not read back`() throws {
    let gpx = Reading.gpx(
      """
      <wpt lat="1" lon="2"/><wpt lat="1" lon="2"><name>Point</name></wpt>
      <rte><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte>
      <rte><name>Course</name><rtept lat="1" lon="2"/></rte>
      <trk><desc>d</desc><trkseg><trkpt lat="3" lon="4"/></trkseg></trk>
      """)
    let (bytes, diagnostics) = try written(try Reading.text(gpx).document)
    let messages = diagnostics.map(\.message)
    for message in [
      "paths without a name were named “Course”, because TCX requires a name (number: 2)",
      "places without a name were named “Point”, because TCX requires a name (number: 1)",
    ] {
      #expect(messages.contains(message), "\(messages)")
    }
    let (again, report) = try Reading.read(MemorySource(bytes))
    #expect(again.paths.map(\.header.name) == [nil, "Course", nil])
    #expect(again.paths.map(\.header.details) == [nil, nil, "d"])
    #expect(again.places.map(\.name) == [nil, "Point"])
    #expect(!report.diagnostics.contains { $0.element != nil })
    #expect(try TCXSchema.violations(of: Data(bytes)) == [])
  }

  @Test func `places without a path come back without a diagnostic about their course`() throws {
    let gpx = Reading.gpx("<wpt lat=\"1\" lon=\"2\"><name>A</name></wpt>")
    let (bytes, diagnostics) = try written(try Reading.text(gpx).document)
    let (again, report) = try Reading.read(MemorySource(bytes))
    #expect(diagnostics.isEmpty)
    #expect(report.diagnostics.isEmpty)
    #expect(again.places.map(\.name) == ["A"])
  }

  @Test(
    .enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"),
    arguments: [
      "tcx/activities.tcx", "tcx/course.tcx", "fit/activity.fit", "fit/course.fit",
      "fit/locations.fit", "fit/multisport.fit", "gpx/torture-1.1.gpx", "core/trip.gpx",
    ])
  func `the output is valid by the schema`(path: String) throws {
    let document = try Reading.fixture(path).document
    #expect(try TCXSchema.violations(of: Data(try written(document).bytes)) == [])
    var options = GeoWritingOptions()
    options.stripsTimes = true
    options.stripsExtensions = true
    #expect(try TCXSchema.violations(of: Data(try written(document, options: options).bytes)) == [])
  }

  @Test func `an empty library is written as a file that can be parsed`() throws {
    let (bytes, diagnostics) = try written(GeoDocument())
    #expect(try TCXSchema.violations(of: Data(bytes)) == [])
    #expect(diagnostics.isEmpty)
  }

  @Test func `a lap longer than the memory of the spool comes back complete`() throws {
    var points = GeoPoints()
    for index in 0..<40_000 {
      points.append(latitude: Double(index) * 1e-3, longitude: 8, time: Double(index))
    }
    let path = GeoPath(header: GeoPathHeader(kind: .track), points: points)
    let (bytes, _) = try written(GeoDocument(paths: [path, path]))
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.map(\.points.latitudes) == [points.latitudes, points.latitudes])
    #expect(again.paths.map(\.points.times) == [points.times, points.times])
  }
}

/// The rules of TCX for the elements that the writer uses, checked by xmllint.
enum TCXSchema {
  static func violations(of document: Data) throws -> [String] {
    guard GPXSchema.isChecked else { return [] }
    let schema = PackageFiles.fixture("schemas/tcx.xsd").path
    let result = try Subprocess.run(
      "xmllint", ["--nonet", "--noout", "--schema", schema, "-"], standardInput: document)
    return result.exitCode == 0 ? [] : result.errors.split(separator: "\n").map(String.init)
  }
}
