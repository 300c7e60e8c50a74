import Foundation
import MapFixtures
import TestSupport
import Testing

/// The user's own maps on the command line.
@Suite struct CLIUserMapTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram()
    try program.run("add", "place", "Home", "0 0.5")
    try program.run("add", "place", "Work", "0 -0.5")
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = program.folder.file(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  @Test func `map draws the tiles of a file below the items`() throws {
    let map = try file("town.pmtiles", TownMap.archive().bytes)
    let plain = try program.run("map", "--no-base-map")
    let drawn = try program.run("map", "--no-base-map", "--map", map)
    #expect(drawn.exitCode == 0 && drawn.errors.isEmpty)
    #expect(drawn.output != plain.output)
    #expect(drawn.output.contains("Home") && drawn.output.contains("Work"))
  }

  @Test func `an unusable map is reported, and the map is drawn without it`() throws {
    var brotli = TownMap.archive()
    brotli.tileCompression = 3
    let map = try file("town.pmtiles", brotli.bytes)
    let plain = try program.run("map", "--no-base-map")
    let drawn = try program.run("map", "--no-base-map", "--map", map)
    #expect(drawn.exitCode == 0)
    #expect(drawn.output == plain.output)
    #expect(drawn.errors.contains("town.pmtiles: the tiles are compressed with Brotli"))
    #expect(drawn.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["--map", "--layer", "--relief"])
  func `a missing file or folder fails`(option: String) throws {
    let failed = try program.run("map", option, "/no/such/file")
    #expect(failed.exitCode == 66)
    #expect(failed.output.isEmpty && failed.errors.contains("/no/such/file"))
  }

  @Test func `map files of the configuration are drawn and credited`() throws {
    let map = try file("town.pmtiles", TownMap.archive().bytes)
    let folder = program.folder.file(".config/cartographer")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("maps = \"\(map)\"\n".utf8).write(to: folder.appending(path: "config.toml"))
    let plain = try program.run("map", "--no-base-map", environment: ["HOME": "/nowhere"])
    #expect(try program.run("map", "--no-base-map").output != plain.output)
    #expect(try program.run("about").output.hasSuffix("Your maps:\n  Town: © Mapmakers\n"))
    let maps = try #require(try program.json("about")["maps"] as? [[String: String]])
    #expect(maps == [["path": map, "name": "Town", "credits": "© Mapmakers"]])
  }

  @Test func `a layer file is drawn and not imported`() throws {
    let layer = try file(
      "a.geojson",
      Array(#"{"type": "Point", "coordinates": [0.1, 0.05], "properties": {}}"#.utf8))
    let drawn = try program.run("map", "--no-base-map", "--layer", layer)
    #expect(drawn.exitCode == 0 && drawn.output.contains("◇"))
    #expect((try program.json("list", "places")["locations"] as? [Any])?.count == 2)
  }

  @Test(arguments: ["a.svg", "a.html"])
  func `pictures and pages show the areas and credits of a map file`(name: String) throws {
    let map = try file("town.pmtiles", TownMap.archive().bytes)
    let output = program.folder.file(name).path
    let drawn = try program.run("map", "--map", map, "-o", output)
    #expect(drawn.exitCode == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    let text = try String(contentsOfFile: output, encoding: .utf8)
    // The picture is 121 km wide, so the style leaves out roads and names.
    for part in ["ground floor", "pond", "© Mapmakers"] {
      #expect(text.contains(part), "\(part)")
    }
    let plain = try program.run("map", "--format", "svg")
    #expect(!plain.output.contains("ground") && !plain.output.contains("Midville"))
  }

  @Test func `a picture shows the places and lines of a layer file, and its problems are reported`()
    throws
  {
    let layer = program.folder.file("lay.geojson").path
    try Data(
      """
      {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"Kiosk"},"geometry":{"type":"Point","coordinates":[0.1,0.05]}},
        {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[-0.3,0],[0.3,0.1]]}}
      ]}
      """.utf8
    ).write(to: URL(filePath: layer))
    let drawn = try program.run("map", "--layer", layer, "--format", "svg")
    for part in ["Kiosk", "class=\"spot\"", "ground extra"] {
      #expect(drawn.output.contains(part), "\(part)")
    }
    var brotli = TownMap.archive()
    brotli.tileCompression = 3
    let broken = try program.run(
      "map", "--map", try file("town.pmtiles", brotli.bytes), "--format", "svg")
    #expect(broken.exitCode == 0 && broken.errors.contains("compressed with Brotli"))
  }

  @Test func `a text map in a file has the credits of map files`() throws {
    let map = try file("town.pmtiles", TownMap.archive().bytes)
    let output = program.folder.file("a.txt").path
    try program.run("map", "--no-base-map", "--map", map, "-o", output)
    #expect(try String(contentsOfFile: output, encoding: .utf8).hasSuffix("\n\n© Mapmakers\n"))
  }
}
