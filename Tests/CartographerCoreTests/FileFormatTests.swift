import CartographerModel
import Foundation
import GeoFormats
import SwiftData
import TestSupport
import Testing

@testable import CartographerCore

@Suite struct FileFormatTests {
  private static let formats: [FileFormat] = [
    .gpx,
    FileFormat(
      id: "grid", name: "Grid (a test)", fileExtensions: ["grid", "g2"], canRead: true,
      canWrite: true),
    FileFormat(
      id: "log", name: "Log", fileExtensions: ["lg"], canRead: true, canWrite: false),
  ]

  private func type(_ name: String, _ chosen: FileFormat? = nil) throws -> ExportFileType {
    try ExportFileType(of: URL(filePath: "/tmp/\(name)"), chosen, formats: Self.formats)
  }

  @Test(arguments: [
    ("a.gpx", "gpx", false), ("a.GRID", "grid", false), ("a.g2.gz", "grid", true),
    ("a", "gpx", false), ("a.gz", "gpx", true), ("v1.2", "gpx", false),
  ])
  func `the extension of an exported file chooses its format, and gz its compression`(
    name: String, id: String, isPacked: Bool
  ) throws {
    let type = try type(name)
    #expect(type.format.id == id && type.isPacked == isPacked)
    #expect(["gpx", "grid", "g2", "", "2"].contains(type.fileExtension))
  }

  @Test func `an unknown extension is rejected with the known ones`() throws {
    let error = try #require(throws: LibraryError.self) { try type("a.old.gz") }
    #expect(error.code == .invalid && error.message.contains(".old"))
    #expect(error.remedy == .useExtension([".g2", ".gpx", ".grid"]))
  }

  @Test func `a chosen format has priority over the extension`() throws {
    #expect(try type("a.gpx", Self.formats[1]).format.id == "grid")
    let packed = try type("a.lg.gz", .gpx)
    #expect(packed.format == .gpx && packed.isPacked)
  }

  @Test func `the extension of a format that is only read is rejected with the writable formats`()
    throws
  {
    let error = try #require(throws: LibraryError.self) { try type("a.lg") }
    #expect(error.code == .invalid && error.message.contains("Log"))
    #expect(error.remedy == .useFormat(["gpx", "grid"]))
  }

  @Test func `an unknown or unusable format is rejected with the usable ones`() throws {
    func refusal(_ id: String) throws -> LibraryError {
      try #require(throws: LibraryError.self) {
        try Self.formats.format(named: id, "exported", \.canWrite)
      }
    }
    #expect(try refusal("nope").message.contains("There is no format “nope”"))
    #expect(try refusal("log").message == "Log files cannot be exported.")
    #expect(try refusal("log").remedy == "Formats that can be exported: gpx, grid.")
    #expect(try Self.formats.format(named: "GRID", "exported", \.canWrite).id == "grid")
    #expect(try Self.formats.format(named: "g2", "exported", \.canWrite).id == "grid")
  }

  @Test func `files are importable by their extension or, with a general one, by their content`()
    throws
  {
    let folder = try TemporaryDirectory()
    func isCertain(_ name: String, _ text: String = "") throws -> Bool? {
      ImportableFile.isCertain(try folder.write(text, to: name).path)
    }
    #expect(try isCertain("a.GPX") == true)
    #expect(try isCertain("b.gpx.xz") == true)
    #expect(try isCertain("b.gpx.Z") == true)
    #expect(try isCertain("c.zip") == false)
    #expect(try isCertain("d.jpg", "<gpx>") == nil)
    let gpx = "<?xml version='1.0'?>\n<!-- hut --><g:gpx xmlns:g='urn:g'>"
    for name in ["e", "e.xml", "e.txt"] {
      #expect(try isCertain(name, gpx) == true)
      #expect(try isCertain(name, "<html><body>gpx</body></html>") == nil)
      #expect(try isCertain(name, "") == nil)
    }
    #expect(ImportableFile.extensions.contains("gpx"))
    #expect(!ImportableFile.extensions.contains("xml"))
    #expect(ImportableFile.format(ofText: " <gpx>")?.id == "gpx")
    #expect(ImportableFile.format(ofText: "46.1, 7.2") == nil)
  }

  @Test func `an import in another format is converted, and the report says so`() async throws {
    let library = try await Library.temporary()
    let gpx = "<gpx version=\"1.1\" creator=\"Watch\"><wpt lat=\"1\" lon=\"2\"/></gpx>"
    let record = try #require(try await library.importText(gpx).importID)
    #expect(try await library.exportedText([record]).contains("creator=\"Watch\""))
    let context = ModelContext(library.container)
    let stored = try #require(
      try context.model(ImportRecord.self, for: context.identifier(record)))
    stored.format = "fit"
    try context.save()
    #expect(try await library.exportedText([record]).contains("creator=\"Cartographer"))
    let file = try TemporaryDirectory()
    let report = try await library.export(
      [record], to: file.url.appending(path: "a.gpx"), replacing: false)
    #expect(report.findings.map(\.code).contains("format.converted"))
    #expect(report.format == .gpx)
  }

  @Test func `the refusal of a file without items says what the file contains`() async throws {
    let library = try await Library.temporary()
    let overlay = "<kml><Document><GroundOverlay><name>A</name></GroundOverlay></Document></kml>"
    let bytes = ArchiveBytes.zip([
      ("doc.kml", Array(overlay.utf8)), ("files/stone.jpg", [0xFF, 0xD8, 0xFF]),
    ])
    let report = try await library.importFile(
      .stream(named: "overlay.kmz") { MemorySource(bytes) })
    let refusal = try #require(report.diagnostics.first { $0.action == "refused" })
    #expect(report.status == .refused)
    #expect(refusal.message.contains("no usable places or points: "), "\(refusal.message)")
    #expect(refusal.message.contains("1 GroundOverlay was left out"), "\(refusal.message)")
    // The remark about other files in the archive is not the reason, but a finding of its own.
    #expect(!refusal.message.contains("archive"), "\(refusal.message)")
    #expect(report.diagnostics.contains { $0.message.contains("1 picture") })
  }

  @Test(arguments: [
    ("<when>2026-07-11T06:00:00Z</when><gx:coord>7 46 1</gx:coord>", "repaired"),
    ("<when>soon</when><when>2026-07-11T06:00:00Z</when>", "value left out"),
  ])
  func `a value is called left out only if it was not read`(start: String, action: String)
    async throws
  {
    let library = try await Library.temporary()
    let track = """
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track>\(start)
      <gx:coord>7 46 1</gx:coord><gx:coord>7 47 1</gx:coord></gx:Track></Placemark></kml>
      """
    let report = try await library.importFile(
      .stream(named: "a.kml") { MemorySource(Array(track.utf8)) })
    #expect(report.diagnostics.map(\.actionText) == [action], "\(report.diagnostics)")
  }

  @Test func `the refusal of features without a geometry states this once`() async throws {
    let library = try await Library.temporary()
    let feature = #"{"type":"Feature","properties":{},"geometry":null}"#
    let report = try await library.importText(
      #"{"type":"FeatureCollection","features":[\#(feature),\#(feature)]}"#)
    #expect(
      report.diagnostics.first { $0.action == "refused" }?.message == """
        the file has no usable places or points: a feature has no geometry, so it is not imported \
        as a place or path
        """)
  }

  @Test(arguments: [
    (
      "<kml><Document><Placemark><name>A</name></Placemark></Document></kml>",
      ": 1 Placemark without a geometry was left out"
    ),
    (
      """
      <kml><Placemark><Point><coordinates>7,200</coordinates></Point></Placemark></kml>
      """, ""
    ),
    ("<kml><Document/></kml>", ": the ZIP archive also contains b.kml; only doc.kml was read. "),
  ])
  func `the refusal of an archive states why its file was not imported`(
    text: String, reason: String
  ) async throws {
    let library = try await Library.temporary()
    let bytes = ArchiveBytes.zip([("doc.kml", Array(text.utf8)), ("b.kml", Array("<kml/>".utf8))])
    let report = try await library.importFile(.stream(named: "a.kmz") { MemorySource(bytes) })
    let message = try #require(report.diagnostics.first { $0.action == "refused" }?.message)
    let start = "the file has no usable places or points" + reason
    #expect(reason.isEmpty ? message == start : message.hasPrefix(start), "\(message)")
    #expect(report.diagnostics.contains { $0.code == "input.membersLeft" })
  }

  private static let grouped = [
    """
    <kml><Document><Folder><name>Huts</name><Placemark><name>A</name><Point><coordinates>7,46\
    </coordinates></Point></Placemark></Folder></Document></kml>
    """,
    """
    {"type": "Feature", "properties": {"name": "A", "groups": ["Huts"]}, "geometry": \
    {"type": "Point", "coordinates": [7, 46]}}
    """,
    "name,lat,lon,groups\nA,46,7,Huts\n",
  ]

  @Test(arguments: grouped)
  func `the groups in a file get its items, and are exported in another format`(text: String)
    async throws
  {
    let library = try await Library.temporary()
    let record = try #require(try await library.importText(text).importID)
    let snapshot = try await library.snapshot()
    let group = try #require(snapshot.groups.first { $0.name == "Huts" })
    #expect(snapshot.places.map(\.groups) == [[group.id]])
    #expect(try await library.exportedText([record]).contains("Huts"))
  }
}
