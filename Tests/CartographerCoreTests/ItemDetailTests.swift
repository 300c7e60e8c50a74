import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

/// Imports and exports of colours, symbols, notes and groups.
@Suite struct ItemDetailTests {
  private let styledFile = PackageFiles.fixture("gpx/good/looks-1.1.gpx")

  @Test func `an import reads colours and symbols, and its export equals the file`() async throws {
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(styledFile))
    let snapshot = try await library.snapshot()
    #expect(
      snapshot.paths.map(\.colour) == [
        "#B5B820", "#FF00FF", nil, "#443344", "#483D8B", "#445566", "#0000FF", nil,
      ])
    #expect(snapshot.places.map(\.colour) == ["#EECC22", "#10C0F0", nil, nil])
    #expect(
      snapshot.places.map(\.symbol) == ["special_star", "Flag", "Traditional Cache", nil])
    let written = try await library.exported([try #require(report.importID)])
    #expect(try differences(Array(Data(contentsOf: styledFile)), written.bytes) == [])
    #expect(written.report.findings == [])
  }

  @Test func `removing an import deletes its coloured items except an edited one`() async throws {
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(styledFile))
    let first = try #require(report.paths.first)
    _ = try await library.apply(.set(.notes, of: [first], to: "steep"))
    _ = try await library.apply(.removeImport(try #require(report.importID)))
    let left = try await library.snapshot()
    #expect(left.places.isEmpty)
    #expect(left.paths.map(\.id) == [first])
  }

  @Test func `exporting an import includes colours and notes set in the library`() async throws {
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(styledFile))
    let id = try #require(report.importID)
    let garmin = report.paths[1]
    _ = try await library.apply(.set(.colour, of: [garmin], to: "#010203"))
    _ = try await library.apply(.set(.notes, of: [garmin], to: "steep"))
    let text = try await library.exportedText([id])
    #expect(text.contains("<gpxx:DisplayColor>Black</gpxx:DisplayColor>"))
    #expect(text.contains("<gpx_style:color>010203</gpx_style:color>"))
    #expect(text.contains(">steep</cartographer:notes>"))
    let again = try await Library.temporary()
    _ = try await again.importText(text)
    let path = try await again.snapshot().paths[1]
    #expect(path.colour == "#010203")
    #expect(path.notes == "steep")
  }

  @Test(arguments: [nil, "1.0", "1.1"])
  func `an exported library is restored with its colours, symbols, notes and groups`(
    version: String?
  ) async throws {
    let library = try await Library.sample()
    let snapshot = try await library.snapshot()
    let (places, paths) = (snapshot.places.map(\.id), snapshot.paths.map(\.id))
    _ = try await library.apply(.set(.colour, of: places + paths, to: "#0A0B0C"))
    _ = try await library.apply(.set(.notes, of: places + paths, to: "one\n<two> "))
    _ = try await library.apply(.set(.symbol, of: places + paths, to: "Hut"))
    var options = ExportOptions()
    options.version = version
    let text = try await library.exportedText([], options: options)
    let again = try await Library.temporary()
    _ = try await again.importText(text)
    let before = try await library.snapshot()
    let after = try await again.snapshot()
    func descriptions(_ snapshot: LibrarySnapshot) -> [String] {
      let names = Dictionary(uniqueKeysWithValues: snapshot.groups.map { ($0.id, $0.name) })
      func groupNames(_ groups: [ItemID]) -> [String] { groups.compactMap { names[$0] }.sorted() }
      return snapshot.places.map {
        "\($0.name) \($0.notes) \($0.symbol ?? "") \($0.colour ?? "") \(groupNames($0.groups))"
      }
        + snapshot.paths.sorted { $0.kind.rawValue < $1.kind.rawValue }.map {
          "\($0.name) \($0.notes) \($0.symbol ?? "") \($0.colour ?? "") \(groupNames($0.groups))"
        }
    }
    #expect(descriptions(after) == descriptions(before))
    #expect(after.groups.count == before.groups.count)
  }

  @Test func `an export with stripped extensions or a privacy zone omits Cartographer extensions`()
    async throws
  {
    let library = try await Library.sample()
    let paths = try await library.snapshot().paths.map(\.id)
    _ = try await library.apply(.set(.colour, of: paths, to: "#0A0B0C"))
    _ = try await library.apply(.set(.notes, of: paths, to: "secret"))
    var stripping = ExportOptions()
    stripping.stripsExtensions = true
    var hiding = ExportOptions()
    hiding.privacyZones = [.init(centre: .init(latitude: -60, longitude: 0), radiusMetres: 10)]
    for options in [stripping, hiding] {
      let text = try await library.exportedText([], options: options)
      #expect(!text.contains("secret") && !text.contains("0A0B0C"))
      #expect(!text.contains("extensions") && !text.contains("cartographer"))
    }
  }

  @Test func `exporting items without their group omits the group's notes and reports it`()
    async throws
  {
    let library = try await Library.sample()
    let group = try #require(try await library.snapshot().groups.first { $0.pathCount > 0 })
    _ = try await library.apply(.set(.notes, of: [group.id], to: "In July"))
    #expect(try await library.exported([group.id]).report.findings.isEmpty)
    let paths = try await library.snapshot().paths.filter { $0.groups.contains(group.id) }
    let report = try await library.exported(paths.map(\.id)).report
    #expect(report.findings.map(\.code) == ["group.unwritable"])
    #expect(report.findings.first?.message.contains(group.name) ?? false)
  }

  @Test func `importing a changed file updates colours except those set in the library`()
    async throws
  {
    let folder = try TemporaryDirectory()
    func text(_ one: String, _ two: String) -> String {
      func track(_ name: String, _ colour: String) -> String {
        """
        <trk><name>\(name)</name><extensions><gpx_style:line><gpx_style:color>\(colour)\
        </gpx_style:color></gpx_style:line></extensions><trkseg><trkpt lat="1" lon="1">\
        <time>2026-07-0\(name)T08:00:00Z</time></trkpt></trkseg></trk>
        """
      }
      return """
        <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:gpx_style="http://www.topografix.com/GPX/gpx_style/0/2">
        \(track("1", one))\(track("2", two))</gpx>
        """
    }
    let library = try await Library.temporary()
    let file = try folder.write(text("111111", "222222"), to: "a.gpx")
    let first = try await library.importFile(.file(file))
    _ = try await library.apply(.set(.colour, of: [first.paths[1]], to: "#ABCDEF"))
    _ = try folder.write(text("333333", "444444"), to: "a.gpx")
    _ = try await library.importFile(.file(file))
    #expect(try await library.snapshot().paths.map(\.colour) == ["#333333", "#ABCDEF"])
  }

  @Test func `a category shared by many places makes one group`() async throws {
    let library = try await Library.temporary()
    let place = """
      <extensions><gpxx:WaypointExtension><gpxx:Categories><gpxx:Category>Huts</gpxx:Category>\
      </gpxx:Categories></gpxx:WaypointExtension></extensions>
      """
    let places = (1...4).map { "<wpt lat=\"\($0)\" lon=\"1\">\(place)</wpt>" }.joined()
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3">\(places)</gpx>
      """
    var options = ImportOptions()
    options.groupOrigins = [.category]
    _ = try await library.importText(text, options: options)
    #expect(try await library.snapshot().groups.map(\.placeCount) == [4])
  }
}

/// Facts of a single item, as the editor shows them.
@Suite struct ItemFactsTests {
  @Test func `sensor values are summarised over the points that have them`() async throws {
    let library = try await Library.temporary()
    func point(_ latitude: Int, _ sensors: String) -> String {
      """
      <trkpt lat="\(latitude)" lon="1"><extensions><t:TrackPointExtension>\(sensors)\
      </t:TrackPointExtension></extensions></trkpt>
      """
    }
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <wpt lat="1" lon="1"><src>Map</src><fix>3d</fix></wpt>
      <trk><src>Watch</src><trkseg>\(point(1, "<t:atemp>-4</t:atemp><t:hr>100</t:hr>"))
      \(point(2, "<t:hr>140</t:hr>"))<trkpt lat="3" lon="1"/></trkseg></trk></gpx>
      """
    let report = try await library.importText(text)
    let path = try await library.facts(of: try #require(report.paths.first))
    #expect(
      path.measured == [
        .init(quantity: .heartRate, mean: 120, minimum: 100, maximum: 140),
        .init(quantity: .airTemperature, mean: -4, minimum: -4, maximum: -4),
      ])
    #expect(path.fields.entries.map(\.name) == ["source"])
    let place = try await library.facts(of: try #require(report.locations.first))
    #expect(place.measured == [])
    #expect(place.fields.entries.map(\.name) == ["source", "fix"])
    #expect(try await library.facts(of: ItemID(.group, 1)).fields.entries.isEmpty)
  }
}
