import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

struct KMLWriterTests {
  /// Documents from a generator that is seeded with the argument.
  @Test(arguments: 1...60)
  func `positions, times, names and groups survive GPX, KML and KMZ`(seed: UInt64) throws {
    var random = RandomKML(seed: seed)
    let document = random.document()
    let gpx = try KMLReading.write(document, as: "gpx")
    let source = try KMLReading.read(gpx.bytes).document
    for fileExtension in ["kml", "kmz"] {
      let written = try KMLReading.write(source, as: fileExtension)
      let (read, report) = try KMLReading.read(written.bytes)
      let context = Comment(
        rawValue: "seed \(seed):\n"
          + (fileExtension == "kml" ? String(decoding: written.bytes, as: UTF8.self) : ""))
      #expect(report.faults.isEmpty, context)
      let again = try KMLReading.write(read, as: "gpx")
      let back = try KMLReading.read(again.bytes).document
      expectEqual(source, back, context)
    }
  }

  private func expectEqual(_ left: GeoDocument, _ right: GeoDocument, _ context: Comment) {
    func fields(_ extras: GeoExtras) -> [String?] {
      [extras.colour, extras.symbol, extras.notes] + extras.groups.sorted()
    }
    let sortedLeft = left.places.sorted { ($0.name ?? "") < ($1.name ?? "") }
    let sortedRight = right.places.sorted { ($0.name ?? "") < ($1.name ?? "") }
    #expect(sortedLeft.count == sortedRight.count, context)
    for (a, b) in zip(sortedLeft, sortedRight) {
      #expect(a.coordinate == b.coordinate && a.elevation == b.elevation, context)
      #expect(a.time == b.time && a.name == b.name && a.details == b.details, context)
      #expect(a.symbol == b.symbol && a.type == b.type && a.comment == b.comment, context)
      #expect(fields(a.extras) == fields(b.extras), context)
    }
    let leftPaths = left.paths.sorted { ($0.header.name ?? "") < ($1.header.name ?? "") }
    let rightPaths = right.paths.sorted { ($0.header.name ?? "") < ($1.header.name ?? "") }
    #expect(leftPaths.count == rightPaths.count, context)
    for (a, b) in zip(leftPaths, rightPaths) {
      #expect(a.header.name == b.header.name && a.header.kind == b.header.kind, context)
      #expect(a.header.segments == b.header.segments, context)
      #expect(fields(a.header.extras) == fields(b.header.extras), context)
      #expect(a.points.latitudes == b.points.latitudes, context)
      #expect(a.points.longitudes == b.points.longitudes, context)
      #expect(a.points.segments == b.points.segments, context)
      #expect(Self.bits(a.points.elevations) == Self.bits(b.points.elevations), context)
      #expect(Self.bits(a.points.times) == Self.bits(b.points.times), context)
      guard a.points.times.contains(where: { !$0.isNaN }) else { continue }
      #expect(
        a.points.sensors.map(Self.bits).filter { !$0.isEmpty }
          == b.points.sensors.map(Self.bits).filter { !$0.isEmpty }, context)
    }
  }

  private static func bits(_ numbers: [Double]) -> [UInt64] {
    numbers.map { $0.isNaN ? Double.nan.bitPattern : $0.bitPattern }
  }

  @Test func `items of a group share one folder, and further groups are kept`() throws {
    var document = GeoDocument()
    for (name, groups) in [("a", ["G / H"]), ("b", []), ("c", ["G / H", "X"]), ("d", ["G"])] {
      var place = GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2), name: name)
      place.extras.groups = groups
      document.places.append(place)
    }
    var group = GeoGroup(name: "Empty")
    group.notes = "nothing yet"
    document.header.groups = [group]
    let (bytes, losses) = try KMLReading.write(document)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(losses.isEmpty)
    #expect(text.components(separatedBy: "<Folder>").count == 4)
    let read = try KMLReading.read(bytes).document
    #expect(read.places.map(\.name) == ["b", "d", "a", "c"])
    #expect(read.places.map(\.extras.groups) == [[], ["G"], ["G / H"], ["G / H", "X"]])
    #expect(read.header.groups.map(\.name) == ["Empty"])
    #expect(read.header.groups.first?.notes == "nothing yet")
  }

  @Test func `days of an itinerary are written as folders, which are not read as groups`() throws {
    var document = GeoDocument()
    for name in ["hut", "peak", "station", "elsewhere"] {
      var place = GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2), name: name)
      place.extras.groups = name == "elsewhere" ? ["Other"] : ["Alps"]
      document.places.append(place)
    }
    var group = GeoGroup(name: "Alps")
    group.notes = "with rope"
    group.firstDay = "2026-12-31"
    group.entries = [
      GeoGroup.Entry(day: 1, item: .place(3)), GeoGroup.Entry(day: 1, title: "Train"),
      GeoGroup.Entry(day: 2, item: .place(1)), GeoGroup.Entry(day: 4, item: .place(3)),
      GeoGroup.Entry(day: 4, item: .place(4)), GeoGroup.Entry(day: 5, item: .place(99)),
    ]
    document.header.groups = [group]
    let (bytes, losses) = try KMLReading.write(document)
    let text = String(decoding: bytes, as: UTF8.self)
    let days = text.matches(of: /<name>(Day [^<]*)/).map { String($0.1) }
    #expect(days == ["Day 1 (2026-12-31)", "Day 2 (2027-01-01)"], "\(text)")
    #expect(losses.map(\.message).joined().contains("itineraries of groups"))
    let (read, report) = try KMLReading.read(bytes)
    #expect(report.faults.isEmpty, "\(report.faults)")
    #expect(read.places.map(\.name) == ["peak", "station", "hut", "elsewhere"])
    #expect(read.places.map(\.extras.groups) == [["Alps"], ["Alps"], ["Alps"], ["Other"]])
    #expect(read.header.groups.map(\.name) == ["Alps"])
    #expect(read.header.groups.first?.notes == "with rope")
    // Another program's folder with such an identifier is a group.
    let foreign = try KMLReading.document(
      """
      <Folder id="cartographer-day-1-1"><name>Day 1</name><Placemark><name>a</name>
      <Point><coordinates>2,1</coordinates></Point></Placemark></Folder>
      """)
    #expect(foreign.document.places.map(\.extras.groups) == [["Day 1"]])
  }

  @Test func `content that KML cannot represent is told with its number`() throws {
    let (document, _) = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="1" lon="2"><link href="http://a"/><link href="http://b"/><sat>3</sat>
        <extensions><x:y xmlns:x="urn:x">z</x:y></extensions></wpt>
        <rte><number>1</number><rtept lat="1" lon="2"><name>turn</name></rtept></rte>
        """))
    let messages = try KMLReading.write(document).losses.map(\.message).joined(separator: "\n")
    for part in [
      "more than one link", "GPS reception", "another program", "numbers assigned", "of points",
    ] {
      #expect(messages.contains(part))
    }
  }

  @Test func `the texts and types of links are kept`() throws {
    let link = "<link href=\"http://a/1.jpg\"><text>Hut</text><type>image/jpeg</type></link>"
    let (document, _) = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="1" lon="2"><name>W</name>\(link)</wpt>
        <rte><name>R</name>\(link)<rtept lat="1" lon="2"/></rte>
        """))
    let (bytes, losses) = try KMLReading.write(document)
    #expect(losses.isEmpty)
    let read = try KMLReading.read(bytes).document
    let kept = [GeoLink(href: "http://a/1.jpg", text: "Hut", type: "image/jpeg")]
    #expect(read.places.map(\.fields.links) == [kept])
    #expect(read.paths.map(\.header.links) == [kept])
  }

  @Test func `kept XML that is not well-formed is not written`() throws {
    let bad = [
      "<address>x</address></Placemark><Placemark>", "<address", "<address><b></address>",
      "<address><q:b/></address>", "<address/><address/>",
    ]
    for xml in bad {
      let escaped = xml.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      let (document, _) = try Reading.text(
        Reading.gpx(
          """
          <wpt lat="1" lon="2"><extensions>
          <c:value xmlns:c="urn:cartographer:1" format="kml" name="address">\(escaped)</c:value>
          </extensions></wpt>
          """))
      let (bytes, _) = try KMLReading.write(document)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("address"))
      #expect(try KMLReading.read(bytes).document.places.count == 1)
    }
  }

  @Test func `a KMZ file has the same bytes each time and can be unpacked`() throws {
    var document = GeoDocument()
    document.places = [GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2), name: "ü")]
    let first = try KMLReading.write(document, as: "kmz").bytes
    #expect(try KMLReading.write(document, as: "kmz").bytes == first)
    #expect(first.starts(with: [0x50, 0x4B, 3, 4]))
    let (read, report) = try KMLReading.read(first)
    #expect(read.places.first?.name == "ü")
    #expect(report.totals == [.inputUnpacked: 1])
  }

  @Test func `without extensions and times only the values of KML itself are written`() throws {
    var random = RandomKML(seed: 7)
    let written = try KMLReading.write(random.document()) { options in
      options.stripsTimes = true
      options.stripsExtensions = true
    }
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(!text.contains("<when>") && !text.contains("SimpleArrayData"))
  }

  @Test func `methods called in the wrong order throw`() throws {
    let writer = try #require(GeoFormat.named("kml")).writer(into: MemorySink())
    #expect(throws: GeoFormatsError.self) { try writer.endPath() }
    #expect(throws: GeoFormatsError.self) { try writer.points(GeoPoints()) }
    try writer.beginPath(GeoPathHeader(kind: .track))
    #expect(throws: GeoFormatsError.self) { try writer.beginPath(GeoPathHeader(kind: .track)) }
    #expect(throws: GeoFormatsError.self) { _ = try writer.finish() }
  }

  @Test(
    .enabled(if: Ogrinfo.isPresent, "ogrinfo is not installed (Debian package gdal-bin)"),
    arguments: 1...6)
  func `ogrinfo opens a written file without a warning`(seed: UInt64) throws {
    var random = RandomKML(seed: seed)
    let folder = try TemporaryDirectory()
    for fileExtension in ["kml", "kmz"] {
      let file = folder.url.appending(path: "a.\(fileExtension)")
      let document = random.document()
      try Data(try KMLReading.write(document, as: fileExtension).bytes).write(to: file)
      let result = try Ogrinfo.run(file)
      #expect(
        result.contains("successful") && !result.contains("Warning") && !result.contains("ERROR"),
        "\(result)")
    }
  }

  @Test func `fields that are no extensions are told as lost even without extensions`() throws {
    let (document, _) = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="1" lon="2"><link href="http://a"/><link href="http://b"/><sat>3</sat></wpt>
        <rte><rtept lat="1" lon="2"><name>turn</name></rtept></rte>
        """))
    let losses = try KMLReading.write(document) { $0.stripsExtensions = true }.losses
    let messages = losses.map(\.message).joined(separator: "\n")
    for part in ["more than one link", "GPS reception", "of points"] {
      #expect(messages.contains(part))
    }
  }

  @Test func `a path whose times are in no order becomes a line without times`() throws {
    func route(_ times: [String]) -> String {
      let points = times.map {
        "<rtept lat=\"1\" lon=\"2\"><time>2016-07-06T12:\($0)Z</time></rtept>"
      }
      return Reading.gpx("<rte>\(points.joined())</rte>")
    }
    let (unordered, _) = try Reading.text(
      route(["09:40", "13:16", "13:10", "15:54", "12:01", "11:00"]))
    let (bytes, losses) = try KMLReading.write(unordered)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<LineString>") && !text.contains("<when>"))
    #expect(losses.count == 1)
    #expect(losses.first?.message.contains("times that are not in chronological order") == true)
    let (ordered, _) = try Reading.text(
      route(["09:40", "13:16", "13:10", "13:54", "14:01", "15:00"]))
    let (kept, none) = try KMLReading.write(ordered)
    #expect(none.isEmpty)
    #expect(String(decoding: kept, as: UTF8.self).contains("<when>"), "a single error is kept")
  }
}
