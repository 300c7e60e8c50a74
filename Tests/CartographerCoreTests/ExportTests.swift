import Foundation
import GeoFormats
import TestSupport
import Testing

@testable import CartographerCore

@Suite struct ExportTests {
  private func text(_ library: Library, _ ids: [ItemID]) async throws -> String {
    try await library.exportedText(ids)
  }

  private func read(_ text: String) throws -> GeoDocument {
    let collector = GeoDocumentCollector()
    let report = try GeoFormat.read(MemorySource(Array(text.utf8)), into: collector)
    // The fixture has a point out of range. It is exported, but not read as a point.
    #expect(report.diagnostics.allSatisfy { $0.code == .coordinateOutOfRange })
    return collector.document
  }

  @Test func `an exported library has all items in order and survives a re-import`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importFile(.file(PackageFiles.fixture("core/trip.gpx")))
    let document = try read(try await text(library, []))
    #expect(document.places.map(\.name) == ["Refuge", nil, "日本小屋"])
    #expect(document.places[0].symbol == "Lodge")
    #expect(document.places[0].elevation == 2_000.5)
    #expect(document.paths.map(\.header.kind) == [.route, .track, .track])
    #expect(document.paths[1].header.comment == "Windy")
    #expect(document.paths[1].points.segments == [0, 0, 1, 1])
    #expect(document.paths[1].points.elevations[1] == 1_050.5)
    let again = try await Library.temporary()
    let written = try await text(library, [])
    _ = try await again.importFile(.stream(named: "a") { MemorySource(Array(written.utf8)) })
    #expect(try await text(again, []) == written)
  }

  @Test func `exporting a group writes its members that are not in the trash`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.trash([ItemID(.location, 1)]))
    let group = try read(try await text(library, [ItemID(.group, 1)]))
    #expect(group.places.map(\.name) == ["Zürich"])
    #expect(group.paths.map(\.header.name) == ["Col du Bonhomme"])
    #expect(try read(try await text(library, [])).places.count == 1)
    let named = try read(try await text(library, [ItemID(.location, 1)]))
    #expect(named.places.map(\.name) == ["Refuge"])
    await #expect(throws: LibraryError.self) {
      try await text(library, [ItemID(.path, 77)])
    }
  }

  @Test func `an export follows a symbolic link and refuses a folder or a pipe`() async throws {
    let library = try await Library.sample()
    let folder = try TemporaryDirectory()
    let target = try folder.write("old", to: "target.gpx")
    let link = folder.url.appending(path: "link.gpx")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    _ = try await library.export([], to: link, replacing: true)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
    #expect(try String(contentsOf: target, encoding: .utf8).contains("<gpx"))
    let pipe = folder.url.appending(path: "pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    for path in [folder.url, pipe] {
      let error = await #expect(throws: LibraryError.self) {
        try await library.export([], to: path, replacing: true)
      }
      #expect(error?.code == .cannotWrite)
    }
  }

  @Test func `an export never replaces a store or the files that belong to it`() async throws {
    let library = try await Library.sample()
    let folder = try TemporaryDirectory()
    var options = ExportOptions()
    options.format = .gpx
    for name in ["trips.store", "trips.store-wal", "trips.store.lock"] {
      let file = try folder.write(name.hasSuffix("store") ? "SQLite format 3\0" : "", to: name)
      let error = await #expect(throws: LibraryError.self) {
        try await library.export([], to: file, replacing: true, options: options)
      }
      #expect(error?.code == .cannotWrite && error?.message.contains("database") == true)
    }
    // Without a store beside it, a file with such a name is an ordinary file.
    let file = try folder.write("", to: "notes.lock")
    _ = try await library.export([], to: file, replacing: true, options: options)
    // A GeoPackage is a database, but not a store.
    let package = folder.file("trips.gpkg")
    for _ in 0..<2 { _ = try await library.export([], to: package, replacing: true) }
  }

  @Test func `an existing file is replaced only on request and never left half written`()
    async throws
  {
    let library = try await Library.sample()
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "out.gpx")
    #expect(try await library.export([], to: url, replacing: false).points == 9)
    let first = try Data(contentsOf: url)
    _ = try await library.apply(.trash([ItemID(.location, 1)]))
    do {
      _ = try await library.export([], to: url, replacing: false)
      Issue.record("an existing file was replaced without a request")
    } catch let error as LibraryError {
      #expect(error.code == .cannotWrite)
    }
    #expect(try Data(contentsOf: url) == first)
    #expect(try await library.export([], to: url, replacing: true).points == 8)
    #expect(try Data(contentsOf: url) != first)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out.gpx"])
    await #expect(throws: LibraryError.self) {
      try await library.export(
        [], to: folder.url.appending(path: "no/such/out.gpx"), replacing: false)
    }
  }

  @Test func `an unfinished export has no file name and leaves nothing behind`() throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "out.gpx")
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    }
    for isReplacing in [false, true] {
      var sink: FileSink? = try FileSink(url, isReplacing: isReplacing)
      try Array("whole".utf8).withUnsafeBytes { try sink?.write($0) }
      // A kill now would leave these files. A file system without unnamed files would show a draft.
      let during = try names()
      #expect(during == (isReplacing ? ["out.gpx"] : []))
      sink = nil
      #expect(try names() == during)
      let last = try FileSink(url, isReplacing: isReplacing)
      try Array("whole \(isReplacing)".utf8).withUnsafeBytes { try last.write($0) }
      try last.finish()
      #expect(try names() == ["out.gpx"])
      #expect(try String(contentsOf: url, encoding: .utf8) == "whole \(isReplacing)")
    }
    let other = try FileSink(folder.url.appending(path: "other.gpx"), isReplacing: false)
    try folder.write("mine", to: "other.gpx")
    let error = #expect(throws: LibraryError.self) { try other.finish() }
    #expect(error?.code == .cannotWrite)
    #expect(try names().sorted() == ["other.gpx", "out.gpx"])
  }

  @Test func `an export to a .gz name is compressed, and a name of another format is rejected`()
    async throws
  {
    let library = try await Library.sample()
    let folder = try TemporaryDirectory()
    for name in ["out.gpx.gz", "OUT.GPX.GZ", "noending.gz"] {
      let packed = folder.url.appending(path: name)
      let report = try await library.export([], to: packed, replacing: false)
      #expect(report.points == 9)
      let result = try Subprocess.run("gzip", ["-dc", packed.path])
      #expect(result.exitCode == 0)
      #expect(result.output == (try await library.exportedText([])))
      let again = try await Library.temporary()
      #expect(try await again.importFile(.file(packed)).status == .imported)
    }
    for (name, format) in [
      ("a.gpx.bz2", "bzip2"), ("a.ZIP", "ZIP"), ("a.gpz", "packed GPX"), ("a.shp", "a shapefile"),
      ("a.gdb.gz", "Garmin's GDB"),
    ] {
      let url = folder.url.appending(path: name)
      let error = await #expect(throws: LibraryError.self) {
        try await library.export([], to: url, replacing: true)
      }
      #expect(error?.code == .invalid)
      #expect(error?.message.contains(format) == true && error?.message.contains(".gpx.gz") == true)
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
    for name in ["a", "v1.2"] {
      _ = try await library.export([], to: folder.url.appending(path: name), replacing: false)
    }
  }

  @Test(arguments: ["csv", "geojson", "kml", "tcx", "gpkg"])
  func `the metadata of a file that stay behind are told in every format`(id: String)
    async throws
  {
    let library = try await Library.temporary()
    _ = try await library.importText(
      """
      <gpx version="1.1" creator="a" xmlns="http://www.topografix.com/GPX/1/1">\
      <metadata><name>Tour</name></metadata><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
      """)
    var options = ExportOptions()
    options.format = FileFormat.named(id)
    let report = try await library.exported([], options: options).report
    let left = report.findings.filter { $0.code == "metadata.leftBehind" }
    #expect(
      left.map(\.message) == [
        """
        the metadata of the imported file “Tour”, which are exported only if the whole file \
        is exported in its original format
        """
      ])
  }
}
