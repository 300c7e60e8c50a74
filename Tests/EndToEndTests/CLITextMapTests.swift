import Foundation
import TestSupport
import Testing

/// The maps that `map` draws as text.
@Suite struct CLITextMapTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram() }

  /// Imports two tracks along parallels, each with the given number of points, and draws both as
  /// text.
  private func map(ofTracksWith count: Int) throws -> String {
    var gpx = "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
    for latitude in ["46", "46.1"] {
      let points = (0..<count).map { index in
        let longitude = 7 + 0.5 * Double(index) / Double(count - 1)
        return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"/>"
      }
      gpx += "<trk><name>Track \(latitude)</name><trkseg>\(points.joined())</trkseg></trk>"
    }
    let file = program.folder.file("tracks-\(count).gpx")
    try Data((gpx + "</gpx>").utf8).write(to: file)
    let store = program.folder.file("tracks-\(count).store").path
    #expect(try program.run("import", file.path, "--store", store).exitCode == 0)
    return try program.run(
      "map", "--size", "60x12", "--no-base-map", "--store", store
    ).output
  }

  @Test
  func `a map of long tracks, drawn from their levels of detail, looks like one of all points`()
    throws
  {
    let long = try map(ofTracksWith: 3_000)
    #expect(
      ["⠉", "⠒", "⠤", "⣀"].contains { long.contains(String(repeating: $0, count: 20)) }, "\(long)")
    #expect(try map(ofTracksWith: 2) == long)
  }
}
