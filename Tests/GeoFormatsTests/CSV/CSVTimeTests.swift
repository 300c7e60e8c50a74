import GeoFormats
import Testing

/// Tests of times, and of rows that become paths.
@Suite struct CSVTimeTests {
  @Test(
    arguments: [
      "2026-07-11T06:02:11Z", "2026-07-11 08:02:11+02:00", "2026-07-11 06:02:11",
      "2026/07/11 06:02:11", "11.07.2026 06:02:11", "11.7.2026 6:02:11", "11-Jul-2026 06:02:11",
      "July 11, 2026 6:02:11 AM", "1783749731", "1783749731000", "1783749731000000",
      "11. Juli 2026 06:02:11", "20260711 060211", "11/07/26 06:02:11 UTC",
      "7/11/2026 6:02:11 am", "46214.2515162037",
    ])
  func `a time is read in each common notation`(time: String) throws {
    let text = "time\tlat\tlon\n\(time)\t46\t7\n"
    let result = try TableReading.read(text)
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path) == ["2026-07-11T06:02:11Z"])
    #expect(path.header.kind == .track)
  }

  @Test(
    arguments: [
      ("2019/02/16", "18:01:14"), ("16.02.2019", "18:01:14"), ("190216", "180114"),
      ("2019-02-16", "18:01:14"), ("16/02/19", "6:01:14 PM"), ("20190216", "18:01:14.0"),
    ])
  func `date and time may be in two columns`(date: String, time: String) throws {
    let result = try TableReading.read("Date,Time,lat,lon\n\(date),\(time),46,7\n")
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path) == ["2019-02-16T18:01:14Z"])
    #expect(result.report.all(.timeZoneMissing).count == 1)
  }

  @Test(
    arguments: [
      ("2026-07-11T08:02:11+02:00", 120), ("2026-07-11 08:02:11+0200", 120),
      ("11.07.2026 03:32:11 -02:30", -150), ("2026-07-11T06:02:11Z", nil),
      ("2026-07-11T06:02:11+00:00", nil), ("2026-07-11T06:02:11", nil), ("1783749731", nil),
    ] as [(String, Int?)])
  func `the UTC offset of a time is kept`(time: String, minutes: Int?) throws {
    let zone = minutes.map { GeoPointFormat.Zone.east(minutes: $0) } ?? .utc
    let path = try TableReading.read("time,lat,lon\n\(time),46,7\n").document.paths.first
    #expect(path.map(TableReading.times) == ["2026-07-11T06:02:11Z"])
    #expect((path?.points.formats.first ?? GeoPointFormat()).zone == zone)
    let place = try TableReading.read("kind,time,lat,lon\nplace,\(time),46,7\n").document.places
    #expect(place.first?.format.zone == zone)
  }

  @Test func `the UTC offset in the column of times is kept with a separate date`() throws {
    let result = try TableReading.read(
      "Date,Time,lat,lon\n2019-02-16,18:01:14+01:00,46,7\n2019-02-16,17:01:15Z,46,7\n")
    let points = try #require(result.document.paths.first).points
    #expect(points.formats[0].zone == .east(minutes: 60))
    #expect(points.formats[1].zone == .utc)
    #expect(points.times[1] - points.times[0] == 1)
  }

  @Test func `a later row decides the order of day and month`() throws {
    let result = try TableReading.read(
      "time,lat,lon\n3/4/2026 10:00,46,7\n3/25/2026 10:00,46,7\n")
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path).first == "2026-03-04T10:00:00Z")
    #expect(result.report.all(.csvDateOrder).isEmpty)
  }

  @Test func `an ambiguous order of day and month is told once`() throws {
    let result = try TableReading.read(
      "time,lat,lon\n3/4/2026 10:00,46,7\n4/4/2026 10:00,46,7\n5/4/2026 10:00,46,7\n")
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path).first == "2026-04-03T10:00:00Z")
    let told = result.report.all(.csvDateOrder)
    #expect(told.count == 1)
    #expect(told.first?.message.hasSuffix("(2 times, first here)") == true)
    #expect(told.first?.isFault == true)
  }

  @Test func `an unreadable time is told and kept`() throws {
    let result = try TableReading.read(
      "time,lat,lon\nyesterday,46,7\n2026-02-30T10:00:00Z,46,8\n2026-02-28T10:00:00Z,46,9\n")
    let told = result.report.all(.timeUnreadable)
    #expect(told.map(\.line) == [2, 3])
    #expect(
      told.first?.message
        == "“yesterday” is not a valid date and time; it is kept as an extension value")
    #expect(told.allSatisfy { $0.action == .kept })
    #expect(result.document.places.first?.kept?.contains("yesterday") == true)
  }

  @Test func `rows with times become a path, and rows without become places`() throws {
    let result = try TableReading.read(
      """
      name,time,lat,lon
      A,2026-07-11T06:00:00Z,46,7
      Hut,,46.5,7.5
      B,2026-07-11T06:01:00Z,46.1,7.1
      """)
    #expect(TableReading.places(result) == ["Hut 46.5 7.5"])
    #expect(result.document.paths.map(\.points.count) == [2])
    #expect(
      result.document.paths[0].points.fields.values.compactMap(\.name).sorted() == ["A", "B"])
    #expect(result.report.counts.waypoints == 1)
    #expect(result.report.counts.trackPoints == 2)
  }

  @Test func `rows without times beside a track are told once, with their number`() throws {
    let result = try TableReading.read(
      """
      time,lat,lon
      2026-07-11T06:00:00Z,46,7
      ,46.1,7
      noon,46.2,7
      ,north,7
      2026-07-11T06:03:00Z,46.3,7

      """)
    let told = result.report.all(.csvRowWithoutTime)
    #expect(told.map(\.line) == [3])
    #expect(told.first?.message.hasSuffix("(2 times, first here)") == true)
    #expect(told.first?.isFault == false)
    #expect(result.document.places.count == 2)
    #expect(result.report.all(.timeUnreadable).map(\.line) == [4])
  }

  @Test func `a position in well-known text without a time is told beside a track`() throws {
    let result = try TableReading.read(
      "time;wkt\n2026-07-11T06:00:00Z;POINT (7 46)\n;MULTIPOINT ((7 47), (8 47))\n")
    #expect(result.document.places.count == 2)
    #expect(result.report.all(.csvRowWithoutTime).map(\.line) == [3])
  }

  @Test(
    arguments: [
      "time,lat,lon\n,46,7\nyesterday,47,8\n", "lat,lon\n46,7\n47,8\n",
      "kind,time,lat,lon\ntrack,2026-07-11T06:00:00Z,46,7\nplace,,46,7\n",
      "time,segment,lat,lon\n2026-07-11T06:00:00Z,1,46,7\n,1,46,7\n",
    ])
  func `places without times are not told if no rule about times made them places`(
    text: String
  ) throws {
    #expect(try TableReading.read(text).report.all(.csvRowWithoutTime).isEmpty)
  }

  @Test(arguments: [GeoReadingOptions.RowKind.places, .path])
  func `rows without times are not told if the kind of items is chosen`(
    rowKind: GeoReadingOptions.RowKind
  ) throws {
    let text = "time,lat,lon\n2026-07-11T06:00:00Z,46,7\n,46,8\n"
    #expect(
      try TableReading.read(text, rowKind: rowKind).report.all(.csvRowWithoutTime).isEmpty)
  }

  @Test(
    arguments: [
      ("lat,lon,time", "46,7,2026-07-11T06:00:00Z", "46,8,"),
      ("lat,lon,date,time", "46,7,2026-07-11,06:00:00", "46,8,2026-07-11,"),
      ("kind,lat,lon,time", "track,46,7,2026-07-11T06:00:00Z", "track,46,8,"),
    ])
  func `a track that is cut before its last time is reported as damaged`(
    header: String, row: String, last: String
  ) throws {
    let text = "\(header)\n\(row)\n\(row)\n\(last)"
    for text in [text, text.replacing("\n", with: "\r\n"), text.replacing(",", with: "\t")] {
      let result = try TableReading.read(text)
      #expect(result.report.all(.inputDamaged).map(\.line) == [4])
      #expect(!result.report.isComplete)
      #expect(result.document.places.isEmpty)
      #expect(result.document.paths.map(\.points.count) == [2])
      #expect(result.report.all(.csvRowWithoutTime).isEmpty)
      // With a line end, the row is complete.
      let complete = try TableReading.read(text + "\n")
      #expect(complete.report.isComplete)
    }
  }

  @Test(
    arguments: [
      "lat,lon,time\n46,7,2026-07-11T06:00:00Z\n46,8,2026-07-11T06:01:00Z",
      "lat,lon,time\n46,7,2026-07-11T06:00:00Z\n46,8,\n46,9,",
      "lat,lon,time\n46,7,2026-07-11T06:00:00Z\n46,8,\"\"",
      "lat,lon,time,ele\n46,7,2026-07-11T06:00:00Z,500\n46,8,2026-07-11T06:01:00Z,",
      "name,lat,lon,time\nA,46,7,\nB,46,8,",
      "name,lat,lon,date\nA,46,7,2026-07-11\nB,46,8,",
      "kind,lat,lon,time\ntrack,46,7,2026-07-11T06:00:00Z\nplace,46,8,",
    ])
  func `a complete table without a final line end is not reported as damaged`(text: String) throws {
    let result = try TableReading.read(text)
    #expect(result.report.isComplete)
    #expect(result.report.faults.isEmpty)
    #expect(
      result.document.places.count + result.document.paths.map(\.points.count).reduce(0, +) > 1)
  }

  @Test func `a date without a time of day leaves a row a place`() throws {
    let result = try TableReading.read("name,date,lat,lon\nHut,2026-07-11,46,7\n")
    #expect(result.document.places.first?.time != nil)
    #expect(result.document.paths.isEmpty)
  }

  @Test func `the kind of items can be chosen`() throws {
    let timed = "time,lat,lon\n2026-07-11T06:00:00Z,46,7\n2026-07-11T06:01:00Z,46,8\n"
    let places = try TableReading.read(timed, rowKind: .places)
    #expect(places.document.places.compactMap(\.time).count == 2)
    let path = try TableReading.read("lat,lon\n46,7\n47,8\n", rowKind: .path)
    #expect(path.document.paths.map(\.header.kind) == [.route])
    #expect(path.document.paths.map(\.points.count) == [2])
  }

  @Test func `a column of identifiers divides the rows into paths and segments`() throws {
    let result = try TableReading.read(
      """
      track,segment,time,lat,lon
      Up,1,2026-07-11T06:00:00Z,46,7
      Up,2,2026-07-11T06:01:00Z,46,8
      Up,2,2026-07-11T06:02:00Z,46,9
      Down,1,2026-07-11T07:00:00Z,46,7
      Up,3,2026-07-11T08:00:00Z,46,7
      """)
    let paths = result.document.paths
    #expect(paths.map(\.header.name) == ["Up", "Down", "Up"])
    #expect(paths[0].points.segments == [0, 1, 1])
    #expect(paths.map(\.header.segments) == [2, 1, 1])
    #expect(result.report.all(.csvPathSplit).first?.line == 6)
  }

  @Test func `sensors are read from their columns`() throws {
    let result = try TableReading.read(
      """
      time,lat,lon,alt,bpm,cadence,power,odo,speed
      2026-02-23T23:40:52Z,40,-105,1000.1,100,90,150,0.00,11.163
      2026-02-23T23:40:53Z,40.1,-105,1001.1,110,,151,11.16,11.164
      """)
    let points = try #require(result.document.paths.first).points
    #expect(points.elevations == [1000.1, 1001.1])
    #expect(points.sensors[GeoSensor.heartRate.rawValue] == [100, 110])
    #expect(points.sensors[GeoSensor.cadence.rawValue][1].isNaN)
    #expect(points.sensors[GeoSensor.power.rawValue] == [150, 151])
    #expect(points.sensors[GeoSensor.distance.rawValue] == [0, 11.16])
    #expect(points.sensors[GeoSensor.speed.rawValue] == [11.163, 11.164])
  }

  @Test func `times without any date are told and kept`() throws {
    let result = try TableReading.read("time,lat,lon\n10:00:00,46,7\n10:00:01,46,8\n")
    #expect(result.document.paths.map(\.points.count) == [2])
    #expect(result.report.all(.timeUnreadable).count == 1)
    #expect(result.document.paths[0].points.kept[0]?.contains("10:00:00") == true)
  }
}
