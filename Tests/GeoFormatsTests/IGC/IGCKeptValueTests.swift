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

  @Test func `a pressure altitude of 0 is kept after the first other pressure altitude`() throws {
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
