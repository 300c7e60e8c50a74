import Foundation
import TestSupport
import Testing

private enum FolderConverter {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr")
}

/// Tests of conversions by ogr2ogr into and from formats that are folders or hold one layer.
@Suite(.enabled(if: FolderConverter.isInstalled, "ogr2ogr is not installed"))
struct CLIViaFolderTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram()
    let source = try program.folder.write(
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="47" lon="8"><name>Hut</name></wpt>
      <trk><name>T</name><trkseg><trkpt lat="45" lon="6"/><trkpt lat="46" lon="7"/></trkseg></trk></gpx>
      """, to: "a.gpx")
    try program.run("import", source.path)
  }

  /// Imports a data set into another store, and returns the report on it.
  private func imported(_ path: String) throws -> [String: Any] {
    let other = try CLIProgram()
    return try #require(
      (other.json("import", "--via", "ogr2ogr", path)["files"] as? [[String: Any]])?.first)
  }

  @Test func `a folder of shapefiles is written and imported`() throws {
    let out = program.folder.file("o.shp").path
    let export = try program.run("export", "--via", "ogr2ogr", "-o", out)
    #expect(export.exitCode == 0, "\(export.errors)")
    #expect(FileManager.default.fileExists(atPath: out + "/tracks.shp"))
    let report = try imported(out)
    #expect(report["status"] as? String == "imported", "\(report)")
    #expect(report["waypoints"] as? Int == 1)
  }

  @Test func `a format with one layer holds one kind of item, and a failure names ogr2ogr`() throws
  {
    let out = program.folder.file("o.fgb").path
    let failed = try program.failure("export", "--via", "ogr2ogr", "-o", out)
    #expect(failed.code == 74)
    #expect((failed.error["remedy"] as? String)?.contains("--via ogr2ogr:GPKG") == true)
    let export = try program.run("export", "P1", "--via", "ogr2ogr", "-o", out)
    #expect(export.exitCode == 0, "\(export.errors)")
    #expect(try imported(out)["trackPoints"] as? Int == 2)
  }

  @Test func `a folder without a data set is refused with the reason`() throws {
    let folder = program.folder.file("empty")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let failed = try program.failure("import", "--via", "ogr2ogr", folder.path)
    #expect(failed.code == 65)
    #expect((failed.error["message"] as? String)?.contains("Unable to open datasource") == true)
  }
}
