import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct ProfilePictureTests {
  private func picture(
    _ path: (PathSnapshot, PathGeometry), units: UnitSystem = .metric
  ) throws -> ProfilePicture {
    let item = try #require(PictureSamples.contents([path]).paths.first)
    return ProfilePicture(item, width: 800, height: 300, units: units)
  }

  @Test func `a profile matches the golden picture`() throws {
    let walk = try #require(PictureSamples.trip.paths.last)
    let text = ProfilePicture(walk, width: 800, height: 300, units: .metric).svg(.light)
    #expect(try PictureSamples.problems(of: text) == "")
    try Golden.compare(text, with: "pictures/profile-light.svg")
  }

  @Test func `a profile says why there is nothing to draw`() throws {
    let flat = try picture(PictureSamples.path(1, "Flat", [(46, 7), (46.1, 7)]))
    #expect(flat.isEmpty)
    let text = flat.svg(.dark)
    #expect(PictureSamples.texts("text", in: text).contains("no elevation"))
    #expect(!text.contains("class=\"edge\" d"))
  }

  @Test func `a gap between two segments stays blank`() throws {
    let points = (0..<20).map { (46 + Double($0) * 0.01, 7.0) }
    let whole = try picture(
      PictureSamples.path(1, "P", points, elevations: points.indices.map { Double($0) * 30 }))
    let gap = try picture(
      PictureSamples.path(
        1, "P", points, elevations: points.indices.map { Double($0) * 30 }, segmentStarts: [0, 9]))
    func starts(_ picture: ProfilePicture) throws -> Int {
      let edge = try #require(picture.svg(.light).firstMatch(of: /class="edge" d="([^"]+)"/))
      return edge.output.1.count { $0 == "M" }
    }
    #expect(try starts(whole) == 1)
    #expect(try starts(gap) == 2)
  }

  @Test func `the labels use the chosen units`() throws {
    let points = (0..<20).map { (46 + Double($0) * 0.01, 7.0) }
    let path = PictureSamples.path(
      1, "P", points, elevations: points.indices.map { Double($0) * 30 })
    let texts = PictureSamples.texts("text", in: try picture(path, units: .imperial).svg(.light))
    #expect(texts.contains("1 000 ft") && texts.contains("5 mi"), "\(texts)")
  }

  @Test func `each point of the path has its place on the edge of the profile`() throws {
    let points = (0..<20).map { (46 + Double($0) * 0.01, 7.0) }
    let picture = try picture(
      PictureSamples.path(1, "P", points, elevations: points.indices.map { Double($0) * 30 }))
    let places = try points.indices.map { try #require(picture.position(ofPoint: $0)) }
    for (before, after) in zip(places, places.dropFirst()) {
      #expect(before.x < after.x && before.y > after.y)
    }
    #expect(picture.sampledPoints(atMost: 5).count <= 5)
    #expect(picture.sampledPoints(atMost: 1_000) == Array(points.indices))
  }
}
