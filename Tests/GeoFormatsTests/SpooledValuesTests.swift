import Testing

@testable import GeoFormats

@Suite struct SpooledValuesTests {
  @Test(arguments: [0, 1, 8_192, 8_193, 200_000])
  func `values are read in the order in which they were appended`(count: Int) throws {
    let spool = SpooledValues<Int>()
    for round in 0..<2 {
      for value in 0..<count { try spool.append(value &* 3 &+ round) }
      #expect(spool.count == count)
      for _ in 0..<2 {
        var values = SpooledValues.Cursor(spool)
        var next = 0
        while let value = try values.next() {
          guard value == next &* 3 &+ round else {
            Issue.record("value \(next) is \(value)")
            return
          }
          next += 1
        }
        #expect(next == count)
        #expect(try values.peek() == nil)
      }
      spool.removeAll()
      var values = SpooledValues.Cursor(spool)
      #expect(try values.next() == nil)
    }
  }

  @Test func `times after the coordinates belong to the points of a long line`() throws {
    let count = 150_000
    let positions = (0..<count).map { "[\($0 % 180),\($0 % 90)]" }.joined(separator: ",")
    let times = (0..<count).map { "\(1_700_000_000 + $0)" }.joined(separator: ",")
    let (document, report) = try Reading.text(
      #"{"geometry":{"coordinates":[\#(positions)],"type":"LineString"},"#
        + #""properties":{"times":[\#(times)]},"type":"Feature"}"#)
    #expect(report.diagnostics.isEmpty)
    let points = document.paths[0].points
    #expect(points.count == count)
    #expect(points.indices(where: { $0 == $1 }))
  }
}

extension GeoPoints {
  /// Returns whether all positions and times are those of the test's line.
  fileprivate func indices(where equal: (Double, Double) -> Bool) -> Bool {
    latitudes.indices.allSatisfy {
      equal(latitudes[$0], Double($0 % 90)) && equal(longitudes[$0], Double($0 % 180))
        && equal(times[$0], 1_700_000_000 - 978_307_200 + Double($0))
    }
  }
}
