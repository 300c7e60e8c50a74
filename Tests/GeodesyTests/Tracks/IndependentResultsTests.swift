import Foundation
import Geodesy
import TestSupport
import Testing

/// Comparisons with the results of other programs; see `Tests/Fixtures/geodesy/MANIFEST.md`.
@Suite struct IndependentResultsTests {
  private static let names = ["alps", "fiji", "svalbard"]

  private struct Track {
    var columns = TrackColumns(segmentStarts: [])
    var along: [Double] = []
    var significance: [Double] = []
    var expected: [(what: String, argument: String, value: String)] = []

    init(_ name: String) throws {
      let table = { (file: String) in
        try CommaSeparatedTable(
          String(contentsOf: PackageFiles.fixture("geodesy/\(file).csv"), encoding: .utf8)
        ).records.filter { $0["track"] == name }
      }
      for record in try table("tracks") {
        let number = { (column: String) in Double(record[column] ?? "") ?? .nan }
        if Int(number("segment")) == columns.segmentStarts.count {
          columns.segmentStarts.append(columns.count)
        }
        columns.latitudes.append(number("latitude"))
        columns.longitudes.append(number("longitude"))
        columns.elevations.append(number("elevation"))
        columns.times.append(number("time"))
        along.append(number("along"))
        significance.append(number("significance"))
      }
      expected = try table("tracks-expected").map {
        ($0["what"] ?? "", $0["argument"] ?? "", $0["value"] ?? "")
      }
      try #require(columns.count == 60 && expected.count > 10)
    }
  }

  @Test(arguments: names)
  func `lengths along a track agree with GeographicLib`(name: String) throws {
    let track = try Track(name)
    for (ours, theirs) in zip(TrackMeasures.cumulativeMetres(track.columns), track.along) {
      #expect(abs(ours - theirs) < 1e-4)
    }
  }

  @Test(arguments: names)
  func `the significance of a point agrees with the algorithm on exact geodesics`(
    name: String
  ) throws {
    let track = try Track(name)
    let ours = Simplification(track.columns).significance
    for (index, theirs) in track.significance.enumerated() {
      #expect(
        ours[index] == theirs || abs(ours[index] - theirs) < 1e-3 + 1e-5 * theirs, "\(index)")
    }
  }

  @Test(arguments: names)
  func `simplification keeps about as many points as GPSBabel for the same error`(
    name: String
  ) throws {
    let track = try Track(name)
    let simplification = Simplification(track.columns)
    for (_, argument, value) in track.expected.filter({ $0.what == "gpsbabelSimplify" }) {
      let count = simplification.count(toleranceMetres: try #require(Double(argument)))
      // GPSBabel measures growing triangles instead, so the counts are close but not equal.
      #expect(abs(count - (try #require(Int(value)))) <= 6)
    }
  }

  @Test(arguments: names)
  func `positions at multiples of a distance agree with GeographicLib`(name: String) throws {
    let track = try Track(name)
    let expected = track.expected.filter { $0.what == "place" }
    try #require(expected.count > 15)
    let pieces = try track.columns.pieces(everyMetres: 137)
    #expect(pieces.count == expected.count + 1)
    for (piece, line) in zip(pieces, expected) {
      let numbers = line.value.split(separator: " ").compactMap { Double($0) }
      let theirs = Coordinate(latitude: numbers[0], longitude: numbers[1])
      let ours = track.columns.coordinate(at: piece.end)
      #expect(Geodesic.distanceMetres(from: ours, to: theirs) < 1e-3)
    }
  }

  @Test(arguments: names)
  func `gaps and crops by time divide the points as GPSBabel does`(name: String) throws {
    let track = try Track(name)
    var checked = 0
    for (what, argument, value) in track.expected {
      let numbers = argument.split(separator: " ").compactMap { Double($0) }
      let count = Int(value)
      switch what {
      case "gapSeconds":
        let pieces = track.columns.pieces(atGapsOverSeconds: numbers[0], orMetres: nil)
        #expect(pieces.count == count, "\(argument) s")
      case "gapMetres":
        let pieces = track.columns.pieces(atGapsOverSeconds: nil, orMetres: numbers[0])
        #expect(pieces.count == count, "\(argument) m")
      case "cropTime":
        let crop = track.columns.crop(
          from: Date(timeIntervalSinceReferenceDate: numbers[0]),
          to: Date(timeIntervalSinceReferenceDate: numbers[1]))
        #expect(crop.inside.reduce(0) { $0 + $1.points.count } == count)
      default: continue
      }
      checked += 1
    }
    #expect(checked == 8)
  }
}
