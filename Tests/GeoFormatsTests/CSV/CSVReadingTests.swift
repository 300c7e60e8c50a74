import Geodesy
import Testing

@testable import GeoFormats

/// Tests of the division of tables into cells, and of positions.
@Suite struct CSVReadingTests {
  private let places = ["Zermatt 46.02 7.75", "Bern 46.95 7.44"]

  @Test(arguments: [",", ";", "\t", "|"])
  func `each delimiter is detected`(delimiter: String) throws {
    let text = "name,lat,lon\nZermatt,46.02,7.75\nBern,46.95,7.44\n"
      .replacing(",", with: delimiter)
    let result = try TableReading.read(text)
    #expect(TableReading.places(result) == places)
    #expect(result.report.message(.csvColumns)?.contains("lat=2, lon=3, name=1") == true)
    #expect(result.report.faults.isEmpty)
  }

  @Test func `a header of more than 64 KB is read`() throws {
    let names = (0..<1_000).map { "\($0)" + String(repeating: "x", count: 100) }
    let result = try TableReading.read("lat,lon,\(names.joined(separator: ","))\n46,7,a\n")
    #expect(TableReading.places(result) == ["– 46.0 7.0"])
    #expect(result.document.places.first?.kept?.contains(">a<") == true)
  }

  @Test func `a header with too many columns is refused with this reason`() throws {
    let names = (0..<20_000).map { "x\($0)" }.joined(separator: ",")
    let refusal = try #require(try TableReading.read("lat,lon,\(names)\n46,7\n").report.refusal)
    #expect(refusal.code == .limitText && refusal.line == 1)
    #expect(refusal.message.contains("more than 10 000 cells"), "\(refusal.message)")
  }

  @Test func `cells that a row cannot use are kept as extensions`() throws {
    let result = try TableReading.read(
      """
      kind,path id,path number,segment,latitude,longitude,time
      route,1,7,a,46,7,
      route,1,8,,46.1,7,
      route,1,seven,,46.2,7,
      peak,,,,46.3,7,

      """)
    let path = try #require(result.document.paths.first)
    #expect(path.header.number == 7)
    let kept = (0..<3).map { index in
      PreservedMarkup.foreignValues(in: path.points.kept[index], of: result.document.header)
        .map { "\($0.name)=\($0.value)" }
    }
    #expect(kept == [["segment=a"], ["path number=8"], ["path number=seven"]])
    let place = try #require(result.document.places.first)
    #expect(
      PreservedMarkup.foreignValues(in: place.kept, of: result.document.header)
        .map { "\($0.name)=\($0.value)" } == ["kind=peak"])
  }

  @Test func `a fourth number in a position cell is kept as the accuracy`() throws {
    let result = try TableReading.read("name,position\nA,\"46.5 7.9 1200 4.5\"\n")
    let place = try #require(result.document.places.first)
    #expect(place.elevation == 1200)
    #expect(
      PreservedMarkup.foreignValues(in: place.kept, of: result.document.header)
        .map { "\($0.name)=\($0.value)" } == ["accuracy=4.5"])
  }

  @Test func `a name with semicolons that resembles a header does not decide the delimiter`() throws
  {
    let result = try TableReading.read(
      "kind,name,latitude,longitude\nplace,\"A;B;Breite;Länge;C;D;E;F;G;H\",46.02,7.75\n")
    #expect(result.document.places.map(\.name) == ["A;B;Breite;Länge;C;D;E;F;G;H"])
    #expect(result.document.places.map(\.coordinate.latitude) == [46.02])
  }

  @Test func `a decimal comma is detected together with a point between thousands`() throws {
    let result = try TableReading.read(
      "Name;Breite;Länge;Höhe\nZermatt;46,02;7,75;1.608,5\nBern;46,95;7,44;540\n")
    #expect(TableReading.places(result) == places)
    #expect(result.document.places.map(\.elevation) == [1608.5, 540])
    #expect(result.report.message(.csvColumns)?.hasSuffix("decimal comma") == true)
  }

  @Test func `a comma between thousands is removed where decimals have a point`() throws {
    let result = try TableReading.read("lat,lon,ele\n46.02,7.75,\"1,608\"\n")
    #expect(result.document.places.map(\.elevation) == [1608])
  }

  @Test func `quoted cells may contain delimiters, line breaks and doubled quotes`() throws {
    let result = try TableReading.read(
      "name,lat,lon,desc\r\n\"A \"\"big\"\", old hut\",46.5,7.9,\"first\nsecond\"\r\nB,46.6,8,x\r\n"
    )
    #expect(result.document.places.map(\.name) == ["A \"big\", old hut", "B"])
    #expect(result.document.places.map(\.details) == ["first\nsecond", "x"])
  }

  @Test func `a line break in quotes counts in the line of a later diagnostic`() throws {
    let result = try TableReading.read(
      "name,lat,lon\n\"a\nb\",46,7\nc,x,7\nd,46,8\n")
    let fault = try #require(result.report.all(.coordinateUnreadable).first)
    #expect(fault.line == 4)
    #expect(fault.column == 3)
    #expect(result.report.counts.skipped.waypoints == 1)
    #expect(TableReading.places(result).count == 2)
  }

  @Test func `a quotation mark that is never closed spoils no later row`() throws {
    let result = try TableReading.read("name,lat,lon\n\"A,46,7\nB,47,8\nC,48,9\n")
    #expect(result.document.places.map(\.name) == ["\"A", "B", "C"])
    #expect(result.report.all(.csvQuote).first?.line == 2)
    #expect(result.report.isComplete)
  }

  @Test func `a file that ends in a quoted cell yields the rows before it`() throws {
    let result = try TableReading.read("name,lat,lon\nA,46,7\nB,47,\"8")
    #expect(result.document.places.map(\.name) == ["A"])
    #expect(!result.report.isComplete)
    #expect(result.report.all(.inputDamaged).first?.line == 3)
  }

  @Test(arguments: ["B", "B,", "B,47", "B,47,8", "B,47,8,\"x\"", "B,47,8,\"x\"\"", "B,47,8,\"x\ny"])
  func `a table that is cut in its last row yields the rows before it and is told`(
    row: String
  ) throws {
    let text = "name,lat,lon,desc,ele\nA,46,7,,1\n\(row)"
    for text in [text, text.replacing("\n", with: "\r\n"), text.replacing(",", with: "\t")] {
      let result = try TableReading.read(text)
      #expect(result.document.places.first?.name == "A")
      #expect(!result.report.isComplete)
      let damage = result.report.all(.inputDamaged)
      #expect(damage.count == 1)
      // After an open quotation mark, a line end can belong to the cell or to the row.
      guard !row.contains("\n") else { continue }
      #expect(result.document.places.count == 1)
      #expect(damage.first?.line == 3)
    }
  }

  @Test(
    arguments: [
      "name,lat,lon,desc\nA,46,7,\nB,47,8,", "name,lat,lon,desc\nA,46,7\nB,47,8",
      "name,lat,lon,desc\nA,46,7\nB,47,8\n", "name,lat,lon\nA,46,7,more\nB,47,8",
    ])
  func `a last row without a line end is complete if no other row is longer`(text: String) throws {
    let result = try TableReading.read(text)
    #expect(TableReading.places(result) == ["A 46.0 7.0", "B 47.0 8.0"])
    #expect(result.report.isComplete)
  }

  @Test func `a table that is cut in its only row is refused with the reason`() throws {
    let result = try TableReading.read("name,lat,lon,desc\nA,46,7")
    #expect(result.report.refusal?.code == .inputNothingUsable)
    #expect(result.report.refusal?.message.contains("the file ends inside") == true)
    #expect(result.report.refusal?.line == 2)
  }

  @Test(arguments: ["utf-16le", "utf-16be", "utf-8"], [true, false])
  func `Unicode encodings are read with and without a byte order mark`(
    encoding: String, hasMark: Bool
  ) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "name,lat,lon\nCol de la Forclaz – Höhe,46,7\n"
    let bytes: [UInt8] =
      switch encoding {
      case "utf-16le": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "utf-16be": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      default: Array(text.utf8)
      }
    let result = try TableReading.read(bytes)
    #expect(result.document.places.map(\.name) == ["Col de la Forclaz – Höhe"])
    #expect(result.report.encoding?.lowercased() == encoding)
  }

  @Test func `bytes that are not UTF-8 are read as windows-1252 and told once`() throws {
    let text =
      Array("name,lat,lon\nH".utf8) + [0xF6] + Array("he,46,7\n".utf8) + [0x80, 0x2C]
      + Array("46,8\n".utf8)
    let result = try TableReading.read(text)
    #expect(result.document.places.map(\.name) == ["Höhe", "€"])
    let told = result.report.all(.encodingInvalidBytes)
    #expect(told.count == 1)
    #expect(told.first?.line == 2)
    #expect(told.first?.column == 2)
  }

  @Test(
    arguments: [
      ("46°30'N", "7°54'E"), ("N46 30.0", "E7 54.0"), ("46°30′0″ N", "7°54′00″ E"),
      ("46.5N", "7.9E"), ("46 30 00", "7 54 00"), ("46,5", "7,9"), ("46.5°", "7.9°"),
    ])
  func `degrees, minutes and seconds are read`(latitude: String, longitude: String) throws {
    let result = try TableReading.read("name|lat|lon\nA|\(latitude)|\(longitude)\n")
    #expect(TableReading.places(result) == ["A 46.5 7.9"])
  }

  @Test func `southern and western hemispheres are negative in every notation`() throws {
    let result = try TableReading.read(
      "name,lat,lon\nA,46.5S,7.9W\nB,46°30'S,7°54'W\nC,-46.5,-7.9\n")
    #expect(TableReading.places(result) == ["A -46.5 -7.9", "B -46.5 -7.9", "C -46.5 -7.9"])
  }

  @Test func `hemisphere letters may be in columns of their own`() throws {
    let result = try TableReading.read(
      "INDEX,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT(m)\n1,46.5,S,7.9,W,500\n")
    #expect(TableReading.places(result) == ["– -46.5 -7.9"])
    #expect(result.document.places.first?.elevation == 500)
  }

  @Test(
    arguments: [
      "46.5, 7.9", "46.5 7.9", "46°30'N 7°54'E", "POINT(7.9 46.5)", "SRID=4326;Point (7.9 46.5)",
      "46,5; 7,9",
    ])
  func `one column may contain latitude and longitude`(position: String) throws {
    let result = try TableReading.read("name\tcoordinates\nA\t\(position)\n")
    #expect(TableReading.places(result) == ["A 46.5 7.9"])
  }

  @Test func `lines and polygons in well-known text become paths`() throws {
    let result = try TableReading.read(
      """
      name;wkt
      Line;LINESTRING Z (7 46 500, 8 47 600)
      Parts;MULTILINESTRING((7 46, 8 47), (9 48, 10 49))
      Lake;POLYGON((7 46, 8 46, 8 47, 7 46))
      Bad;GEOMETRYCOLLECTION(POINT(1 2))
      """)
    let paths = result.document.paths
    #expect(paths.map(\.header.name) == ["Line", "Parts", "Lake"])
    #expect(paths.map(\.header.type) == [nil, nil, "polygon"])
    #expect(paths.map(\.points.count) == [2, 4, 4])
    #expect(paths.map(\.header.segments) == [1, 2, 1])
    #expect(paths[0].points.elevations == [500, 600])
    #expect(
      result.report.all(.geometryPolygon).map(\.message)
        == ["1 polygon is imported as a closed path"])
    #expect(result.report.all(.coordinateUnreadable).first?.line == 5)
  }

  @Test func `swapped columns are told, and corrected on request`() throws {
    let text = "lat,lon\n-122.4,37.7\n-122.5,37.8\n"
    #expect(try TableReading.read(text).report.all(.coordinateSwapped).count == 1)
    let result = try TableReading.read(text, swaps: true)
    #expect(TableReading.places(result) == ["– 37.7 -122.4", "– 37.8 -122.5"])
  }

  @Test func `a row without a usable position is told with its line and column`() throws {
    let result = try TableReading.read("name,lat,lon\nA,46,7\nB,,\nC,99,7\nD,north,7\n\nE,46,8\n")
    let told = result.report.faults.map { "\($0.code) \($0.line ?? 0):\($0.column ?? 0)" }
    #expect(
      told == [
        "coordinate.missing 3:3", "coordinate.outOfRange 4:3", "coordinate.unreadable 5:3",
      ])
    #expect(result.report.counts.skipped.waypoints == 3)
    #expect(result.document.places.map(\.name) == ["A", "E"])
  }

  @Test func `a table without rows is refused`() throws {
    let result = try TableReading.read("name,lat,lon\n")
    #expect(result.report.refusal?.code == .inputNothingUsable)
    #expect(result.report.format == "csv")
  }

  @Test func `a table is recognised by its header under any name`() throws {
    #expect(try TableReading.read("name,lat,lon\nA,46,7\n", name: "x.txt").report.format == "csv")
    #expect(
      try TableReading.read("name\tlat\tlon\nA\t46\t7\n", name: "x.tsv").report.format == "tsv")
    #expect(
      try TableReading.read("one,two\n1,2\n", name: "x.txt").report.refusal?.code == .inputUnknown)
  }

  @Test func `Excel's line with the delimiter and remarks before the header are skipped`() throws {
    let result = try TableReading.read("sep=;\nMy places;;\nname;lat;lon\nA;46;7\n")
    #expect(TableReading.places(result) == ["A 46.0 7.0"])
    #expect(
      result.report.all(.recordIgnored).map(\.message) == ["1 row before the header is ignored"])
    let two = try TableReading.read("My places;;\n2026;;\nname;lat;lon\nA;46;7\n")
    #expect(two.report.message(.recordIgnored) == "2 rows before the header are ignored")
  }

  @Test func `the cells of a row with a line that have no field are kept`() throws {
    let result = try TableReading.read(
      """
      name;wkt;ele;link;path;path number;hr;time
      Line;LINESTRING (7 46, 8 47);900;http://a;Other;7;120;2026-07-11T06:00:00Z
      """)
    let path = try #require(result.document.paths.first)
    #expect(path.header.name == "Line")
    let kept = PreservedMarkup.foreignValues(in: path.header.kept, of: result.document.header)
    #expect(
      kept.map { "\($0.name)=\($0.value)" } == [
        "ele=900", "link=http://a", "path=Other", "path number=7", "hr=120",
        "time=2026-07-11T06:00:00Z",
      ])
  }
}
