import Testing

@testable import GeoFormats

@Suite struct IGCTests {
  private static let head = """
    AXXX123 Logger
    HFDTE110726
    HFPLTPILOTINCHARGE:Anna Meier
    HFGTYGLIDERTYPE:LS 4
    HFGIDGLIDERID:HB-1234
    HFFTYFRTYPE:Maker,Model 7
    HFDTM100GPSDATUM:WGS-1984
    I013638FXA
    C110726060000110726000102Round trip
    C0000000N00000000E
    C4630000N00754000EBern
    C4700000N00800000EFinish
    """

  private func read(_ text: String) throws -> TableReading.Result {
    try TableReading.read(text, name: nil)
  }

  private static let fixes = """

    B0602114630000N00754000EA0120001250015
    B0602124630060N00754060WV0121000000015
    B0602134630060S00754060EA-001000020015
    LXXXcomment
    GABCDEF

    """

  @Test func `fixes become a track with GNSS altitudes, times and the pilot's name`() throws {
    let result = try read(Self.head + Self.fixes)
    #expect(result.report.format == "igc")
    let path = try #require(result.document.paths.last)
    #expect(path.header.kind == .track)
    #expect(path.header.name == "Anna Meier, LS 4 HB-1234")
    #expect(path.header.details?.contains("Pilot: Anna Meier") == true)
    #expect(path.header.source == "Maker,Model 7")
    #expect(path.points.latitudes == [46.5, 46.501, -46.501])
    #expect(path.points.longitudes == [7.9, -7.901, 7.901])
    #expect(path.points.elevations[0] == 1250)
    #expect(path.points.elevations[1].isNaN)
    #expect(path.points.elevations[2] == 20)
    #expect(
      TableReading.times(path) == [
        "2026-07-11T06:02:11Z", "2026-07-11T06:02:12Z", "2026-07-11T06:02:13Z",
      ])
    #expect(result.report.creator == "XXX123 Logger")
    #expect(result.report.faults.isEmpty)
  }

  @Test func `pressure altitudes are kept, and the vertical datum is told`() throws {
    let result = try read(Self.head + Self.fixes)
    let kept = try #require(result.document.paths.last).points.kept
    #expect(kept[0]?.contains(">1200<") == true)
    #expect(kept[2]?.contains(">-10<") == true)
    let told = result.report.all(.igcAltitude).map(\.message)
    #expect(told.contains { $0.contains("above the WGS 84 ellipsoid") })
    #expect(
      told.contains { $0.contains("pressure altitude") && $0.contains("(3 times, first here)") })
  }

  @Test func `the declared task becomes a route`() throws {
    let result = try read(Self.head + Self.fixes)
    let route = try #require(result.document.paths.first)
    #expect(route.header.kind == .route)
    #expect(route.header.name == "Round trip")
    #expect(route.points.latitudes == [46.5, 47])
    #expect(route.points.fields[0]?.name == "Bern")
    #expect(route.points.fields[1]?.name == "Finish")
  }

  @Test func `tasks after the first fix become routes of their own`() throws {
    let result = try read(
      Self.head + Self.fixes + """
        C110726080000110726000201Second
        C4630000N00754000EA
        C4640000N00754000EB
        C110726090000110726000301
        C4650000N00754000EC
        Cxx
        """)
    #expect(
      result.document.paths.map(\.header.name) == [
        "Round trip", "Anna Meier, LS 4 HB-1234", "Second", "Task",
      ])
    #expect(result.document.paths.map(\.points.count) == [2, 3, 2, 1])
    #expect(result.report.all(.igcRecord).map(\.line) == [23])
  }

  @Test func `a long task is read whole, and points beyond the limit are told`() throws {
    let points = (0..<10_003).map { index in
      "C4630000N0075\(index % 10)000E\(index)"
    }
    let lines = Self.head.split(separator: "\n").prefix(9) + points.map { $0[...] }
    let result = try read(lines.joined(separator: "\n") + Self.fixes)
    #expect(result.document.paths.map(\.points.count) == [10_000, 3])
    let told = try #require(
      result.report.all(.recordIgnored).first { $0.message.contains("task point") })
    #expect(told.message.hasSuffix("(3 times, first here)"))
    #expect(told.line == 10_010)
  }

  @Test func `the date advances at midnight`() throws {
    let result = try read(
      """
      AXXX
      HFDTEDATE:311225,01
      B2359594630000N00754000EA0120001250
      B0000014630000N00754000EA0120001250
      """)
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path) == ["2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z"])
  }

  @Test func `invalid records are told with their line, and other records are counted`() throws {
    let result = try read(Self.head + "\nB0602994630000N00754000EA0120001250" + Self.fixes)
    #expect(result.report.all(.igcRecord).map(\.line) == [13])
    #expect(result.report.counts.skipped.trackPoints == 1)
    let told = result.report.all(.recordIgnored).map(\.message)
    #expect(told == ["records were ignored: G (1), L (1)"])
  }

  @Test func `every kind of record that is not read is told with its number`() throws {
    let result = try read(
      Self.head + "\nASECOND\nE060211PEV\nF0602110102\nJ010812HDT\nK06021112\nD20331" + Self.fixes
        + "GABCDEF\n")
    let told = try #require(result.report.all(.recordIgnored).first)
    #expect(
      told.message.hasSuffix("A (1), D (1), E (1), F (1), G (2), J (1), K (1), L (1)"), "\(told)")
    #expect(told.line == 13)
  }

  @Test func `the additional data of B records are kept as extensions of their points`() throws {
    let result = try read(
      """
      AXXX
      HFDTEDATE:110726,01
      I023638FXA3940SIU
      B0602114630000N00754000EA012000125000507
      B0602124630000N00754000EA012000125000
      """)
    let path = try #require(result.document.paths.first)
    let values = (0..<2).map { index in
      PreservedMarkup.foreignValues(in: path.points.kept[index], of: result.document.header)
        .map { "\($0.name)=\($0.value)" }
    }
    #expect(
      values == [["pressure altitude=1200", "FXA=005", "SIU=07"], ["pressure altitude=1200"]])
    #expect(result.report.all(.recordIgnored).isEmpty)
    let wrong = try read(
      "AXXX\nHFDTEDATE:110726,01\nI013238FXA\nB0602114630000N00754000EA0120001250005\n")
    #expect(wrong.report.all(.igcRecord).map(\.line) == [3])
  }

  @Test func `another datum and a missing date are told`() throws {
    let result = try read(
      "AXXX\nHFDTM000GPSDATUM:ED50\nB0602114630000N00754000EA0120001250\n")
    #expect(result.report.all(.igcDatum).first?.line == 2)
    #expect(result.report.all(.timeUnreadable).count == 1)
    #expect(result.document.paths.first?.points.times[0].isNaN == true)
  }

  @Test func `a file that ends inside a fix yields all fixes before`() throws {
    let result = try read(Self.head + "\nB0602114630000N00754000EA0120001250\nB0602124630")
    #expect(result.document.paths.last?.points.count == 1)
    #expect(!result.report.isComplete)
  }

  private static let fullFix = "B0602134630000N00754000EA0120001250015"

  @Test(arguments: [24, 25, 29, 30, 34, 35, 37])
  func `a B record that is cut after its position is read in part and reported`(
    length: Int
  ) throws {
    let start = "AXXX\nHFDTE110726\nI013638FXA\n\(Self.fullFix)\n\(Self.fullFix.prefix(length))"
    let last = try read(start)
    let damage = last.report.all(.inputDamaged)
    #expect(damage.map(\.line) == [5])
    #expect(damage.allSatisfy { $0.isFault })
    #expect(!last.report.isComplete)
    #expect(last.report.all(.igcRecord).isEmpty)

    let middle = try read("\(start)\n\(Self.fullFix)\n\(Self.fullFix.prefix(length))\n")
    #expect(middle.report.isComplete)
    let found = middle.report.all(.igcRecord)
    #expect(found.map(\.line) == [5])
    #expect(found.allSatisfy { $0.isFault && $0.action == .repaired })
    #expect(found.first?.message.hasSuffix("(2 times, first here)") == true)
    #expect(found.first?.message.contains("elevation") == (length < 35))

    for result in [last, middle] {
      let points = try #require(result.document.paths.first).points
      #expect(points.count == (result.report.isComplete ? 4 : 2))
      #expect(points.latitudes[1] == 46.5 && !points.times[1].isNaN)
      #expect(points.elevations[1].isNaN == (length < 35))
      #expect((points.kept[1]?.contains(">1200<") ?? false) == (length >= 30))
    }
  }

  @Test func `complete B records are not reported, even without a line end after the last one`()
    throws
  {
    let declared = try read("AXXX\nHFDTE110726\nI013638FXA\n\(Self.fullFix)\n\(Self.fullFix)")
    #expect(declared.report.faults.isEmpty && declared.report.isComplete)
    let plain = try read("AXXX\nHFDTE110726\n\(Self.fullFix.prefix(35))")
    #expect(plain.report.faults.isEmpty && plain.report.isComplete)
  }
}
