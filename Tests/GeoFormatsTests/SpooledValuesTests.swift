import Foundation
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

  @Test func `finished bytes are read several times, and other programs do not inherit their file`()
    throws
  {
    let spool = ByteSpool()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try bytes.withUnsafeBytes { try spool.write($0) }
    let spooled = spool.finish()
    #expect(spool.count == 0)
    for _ in 0..<2 {
      let source = spooled.open()
      #expect(source.byteCount == bytes.count)
      var read: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 100_000)
      while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }),
        count > 0
      {
        read += buffer[..<count]
      }
      #expect(read == bytes)
    }
    let files = FileManager.default
    let inherited = try files.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
      let target = (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) ?? ""
      guard target.contains("/cartographer-"), let descriptor = Int32(name) else { return false }
      return fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
    }
    #expect(inherited.isEmpty)
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
