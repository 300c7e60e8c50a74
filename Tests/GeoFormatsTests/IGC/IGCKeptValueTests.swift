import Testing

@testable import GeoFormats

/// Values of flight logs that are kept as extensions.
@Suite struct IGCKeptValueTests {
  private func values(_ kept: String?, _ result: TableReading.Result) -> [String] {
    PreservedMarkup.foreignValues(in: kept, of: result.document.header)
      .map { "\($0.name)=\($0.value)" }
  }

  private func read(_ records: String) throws -> TableReading.Result {
    try TableReading.read("AXXX\nHFDTE110726\n\(records)", name: nil)
  }

  @Test func `a pressure altitude of 0 is kept after the first non-zero pressure altitude`()
    throws
  {
    let result = try read(
      """
      B0602114630000N00754000EA0000001250
      B0602124630000N00754000EA0000501250
      B0602134630000N00754000EA0000001250

      """)
    let points = try #require(result.document.paths.first).points
    #expect(
      (0..<3).map { values(points.kept[$0], result) }
        == [[], ["pressure altitude=5"], ["pressure altitude=0"]])
    #expect(
      result.report.all(.igcAltitude).map(\.message).contains {
        $0.hasPrefix("a pressure altitude of 0 before")
      })
  }

  @Test func `zeros of a recorder without a pressure sensor are not told`() throws {
    let result = try read("B0602114630000N00754000EA0000001250\n")
    #expect(result.document.paths.first?.points.kept[0] == nil)
    #expect(
      !result.report.all(.igcAltitude).map(\.message).contains { $0.contains("pressure") })
  }

  @Test(arguments: [
    ("HFDTEDATE:010524,02", ["flight number=02"]), ("HFDTEDATE: 010524 , 1 ", ["flight number=1"]),
    ("HFDTE010524", []), ("HFDTEDATE:010524,", []),
  ])
  func `the flight number after the date is kept`(header: String, kept: [String]) throws {
    let result = try TableReading.read(
      "AXXX\n\(header)\nB0602114630000N00754000EA0000001250\n", name: nil)
    let path = try #require(result.document.paths.first)
    #expect(TableReading.times(path) == ["2024-05-01T06:02:11Z"])
    #expect(values(path.header.kept, result) == kept)
  }

  @Test func `the validity of a fix without a GNSS altitude is kept`() throws {
    let result = try read(
      "B0602114630000N00754000EV0000000000\nB0602124630000N00754000EA0000001250\n")
    let points = try #require(result.document.paths.first).points
    #expect((0..<2).map { values(points.kept[$0], result) } == [["fix validity=V"], []])
  }

  @Test(arguments: [
    ("HFGPSType:u-blox 8", "GPS Type=u-blox 8"),
    ("HFDTM100GPSDATUM:WGS-1984", "DTM 100GPSDATUM=WGS-1984"),
    ("HFRFWFIRMWAREVERSION:2.1", "RFW FIRMWAREVERSION=2.1"), ("HFGPS:u-blox", "GPS=u-blox"),
    ("HFGPSu-blox", "GPS=u-blox"), ("HOPLTPilot: Anna", "Pilot=Anna"),
    ("HFPLTPILOTINCHARGE:Anna", "PILOTINCHARGE=Anna"),
    ("HFGTYGlider type:LS 4", "Glider type=LS 4"),
    ("HFGIDGLIDERID:HB-1234", "GLIDERID=HB-1234"), ("HOSITSite:?", "Site=?"),
    ("HFALGALTGPS:GEO", "ALTGPS=GEO"),
  ])
  func `an extension of an H record has the code that its long name does not contain`(
    record: String, kept: String
  ) throws {
    let result = try read("\(record)\nB0602114630000N00754000EA0000001250\n")
    let path = try #require(result.document.paths.first)
    #expect(values(path.header.kept, result) == [kept])
  }

  private static let zeros = "C0000000N00000000E\n"

  @Test(arguments: [
    ("C010524083000020524000102Weekend task\n" + String(repeating: zeros, count: 5), 6),
    ("C300518111228000000000100MyFlight\n", 1), (zeros, 1),
  ])
  func `the C records of a task without positions are reported`(
    records: String, count: Int
  ) throws {
    let fix = "B0602114630000N00754000EA0000001250\n"
    for text in [records + "LXXX\n" + fix, "\(fix)\(records)LXXX\n"] {
      let result = try read(text)
      #expect(result.document.paths.map(\.header.kind) == [.track])
      let found = result.report.all(.recordIgnored)
      #expect(found.map(\.message) == ["records were ignored: C (\(count)), L (1)"])
      #expect(found.map(\.line) == [text.hasPrefix("B") ? 4 : 3])
      #expect(result.report.faults.isEmpty)
    }
  }

  @Test func `C records of tasks without positions are counted together`() throws {
    let task = "C010524083000020524000102Weekend task\n\(Self.zeros)"
    let other = "C            020524000201Other\n\(Self.zeros)C4630000N00754000EBern\n"
    let fix = "B0602114630000N00754000EA0000001250\n"
    let result = try read("E060210PEV\n" + task + other + fix + task)
    #expect(result.document.paths.map(\.header.name) == ["Other", nil])
    let found = result.report.all(.recordIgnored)
    #expect(found.map(\.message) == ["records were ignored: C (4), E (1)"])
    #expect(found.map(\.line) == [3])
  }

  @Test func `an invalid C record before the first task is reported`() throws {
    let result = try read(
      """
      C9930000N00754000EWrong point name
      C4630000N00754000EBern
      B0602114630000N00754000EA0000001250

      """)
    #expect(result.report.all(.igcRecord).map(\.line) == [3])
    #expect(result.document.paths.first?.header.name == "Task")
  }

  @Test func `the date and number of a task are kept with its route`() throws {
    let result = try read(
      """
      C110726060000000000000102Round trip
      C4630000N00754000EBern
      C4700000N00800000EFinish
      B0602114630000N00754000EA0120001250

      """)
    let route = try #require(result.document.paths.first)
    #expect(route.header.name == "Round trip")
    #expect(
      values(route.header.kept, result) == [
        "task declaration time=110726060000", "task number=0001", "task turn points=02",
      ])
  }
}
