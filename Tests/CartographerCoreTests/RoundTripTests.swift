import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

/// Files that are imported and exported again.
@Suite struct RoundTripTests {
  private static let files = [
    "torture-1.1.gpx", "torture-1.0.gpx", "odd-elements-1.1.gpx", "odd-no-namespace.gpx",
    "odd-order-1.0.gpx", "odd-order-1.1.gpx", "odd-order-prefixed-1.0.gpx",
    "odd-order-prefixed-1.1.gpx", "odd-prefixes.gpx",
  ]

  @Test(arguments: files)
  func `an imported file is exported with the same content`(name: String) async throws {
    let file = PackageFiles.fixture("gpx/\(name)")
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(file))
    #expect(report.status == .imported)
    let written = try await library.exported([try #require(report.importID)])
    #expect(try differences(Array(Data(contentsOf: file)), written.bytes) == [])
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `every well-formed corpus file is exported with the same content`() async throws {
    let library = try await Library.temporary()
    var compared = 0
    for row in try Corpus.manifest()
    where row["format"] == "gpx" && row["well_formed"] == "True" && row["root"] == "gpx" {
      let path = try #require(row["path"])
      let file = try Corpus.file(path)
      let report = try await library.importFile(
        .file(file, name: path), options: ImportOptions(duplicates: true))
      guard report.status == .imported, report.isWhole else { continue }
      let written = try await library.exported([try #require(report.importID)])
      let found = try differences(Array(Data(contentsOf: file)), written.bytes)
      #expect(found == [], "\(path)")
      compared += 1
    }
    #expect(compared > 200)
  }

  @Test func `a moved point keeps all its other data from the file`() async throws {
    let library = try await Library.temporary()
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      <trk><trkseg><trkpt lat="46.50" lon="7.10"><ele>10.0</ele><extensions><x:a>1</x:a></extensions>
      </trkpt><trkpt lat="46.60" lon="7.20"/></trkseg></trk></gpx>
      """
    let report = try await library.importText(text)
    let id = try #require(report.paths.first)
    let geometry = try #require(try await library.geometry(id))
    _ = try await library.apply(
      .editPoints(
        of: id,
        .move(key: geometry.keys[0], to: .init(latitude: 46.123456789, longitude: 7.3))))
    let written = try await library.exportedText([try #require(report.importID)])
    #expect(written.contains("lat=\"46.1234568\" lon=\"7.3\""))
    #expect(written.contains("<ele>10.0</ele>"))
    #expect(written.contains("<x:a>1</x:a>"))
    #expect(written.contains("lat=\"46.60\" lon=\"7.20\""))
  }

  @Test func `both halves of a split path keep the extensions of their points and segments`()
    async throws
  {
    let library = try await Library.temporary()
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      <trk><name>T</name><extensions><x:t/></extensions>
      <trkseg><trkpt lat="1" lon="1"/><extensions><x:s>0</x:s></extensions></trkseg>
      <trkseg><trkpt lat="2" lon="2"><extensions><x:p>2</x:p></extensions></trkpt>
      <trkpt lat="3" lon="3"><extensions><x:p>3</x:p></extensions></trkpt>
      <trkpt lat="4" lon="4"><extensions><x:p>4</x:p></extensions></trkpt>
      <extensions><x:s>1</x:s></extensions></trkseg>
      <trkseg/>
      </trk></gpx>
      """
    let report = try await library.importText(text)
    let id = try #require(report.paths.first)
    let keys = try #require(try await library.geometry(id)).keys
    let made = try await library.apply(.split(id, at: keys[2])).created
    let first = try await library.exportedText([id])
    let second = try await library.exportedText(made)
    for (number, part) in [(0, first), (1, first), (1, second)] {
      #expect(part.contains("<x:s>\(number)</x:s>"))
    }
    #expect(!second.contains("<x:s>0</x:s>"))
    #expect(first.contains("<x:p>3</x:p>") && !first.contains("<x:p>4</x:p>"))
    #expect(second.contains("<x:p>3</x:p>") && second.contains("<x:p>4</x:p>"))
    #expect(first.contains("<x:t") && second.contains("<x:t"))
    let emptySegment = /<trkseg(\/>|>\s*<\/trkseg>)/
    #expect(second.contains(emptySegment) && !first.contains(emptySegment), "\(second)")
  }

  @Test func `joining paths whose files use a prefix for different namespaces keeps both`()
    async throws
  {
    let library = try await Library.temporary()
    func file(_ uri: String, _ latitude: Int) -> String {
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="\(uri)">
      <trk><trkseg><trkpt lat="\(latitude)" lon="1"><extensions><x:a>\(latitude)</x:a></extensions>
      </trkpt></trkseg></trk></gpx>
      """
    }
    let one = try await library.importText(file("urn:one", 1), name: "1.gpx")
    let two = try await library.importText(file("urn:two", 2), name: "2.gpx")
    _ = try await library.apply(.join(one.paths + two.paths))
    let joined = try await library.exported(one.paths).bytes
    let wanted = """
      <gpx version="1.1" creator="Cartographer" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd"
        xmlns:x="urn:one" xmlns:y="urn:two"><trk>
      <trkseg><trkpt lat="1" lon="1"><extensions><x:a>1</x:a></extensions></trkpt></trkseg>
      <trkseg><trkpt lat="2" lon="1"><extensions><y:a>2</y:a></extensions></trkpt></trkseg>
      </trk></gpx>
      """
    #expect(try differences(Array(wanted.utf8), joined) == [])
  }

  @Test func `reversing a track reverses its segments with their extensions`() async throws {
    let library = try await Library.temporary()
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      <trk><trkseg/><trkseg><trkpt lat="1" lon="1"/><extensions><x:s>1</x:s></extensions></trkseg>
      <trkseg><trkpt lat="2" lon="2"/></trkseg></trk></gpx>
      """
    let report = try await library.importText(text)
    let id = try #require(report.importID)
    let before = try await library.exported([id]).bytes
    let edit = LibraryEdit.editPoints(of: try #require(report.paths.first), .reverse)
    _ = try await library.apply(edit)
    let reversed = text.replacing(
      /<trk>.*<\/trk>/.dotMatchesNewlines(),
      with: """
        <trk><trkseg><trkpt lat="2" lon="2"/></trkseg>
        <trkseg><trkpt lat="1" lon="1"/><extensions><x:s>1</x:s></extensions></trkseg><trkseg/></trk>
        """)
    #expect(try differences(Array(reversed.utf8), try await library.exported([id]).bytes) == [])
    _ = try await library.apply(edit)
    #expect(try await library.exported([id]).bytes == before)
  }
}
