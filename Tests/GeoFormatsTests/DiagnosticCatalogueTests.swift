import Foundation
import GeoFormats
import TestSupport
import Testing

@Suite struct DiagnosticCatalogueTests {
  private static let catalogue = Diagnostic.Code.catalogue

  @Test func `the diagnostics page lists the catalogue of codes`() throws {
    let rows = Self.catalogue.map { entry in
      let actions = entry.actions.map(\.rawValue).joined(separator: ", ")
      return "| `\(entry.code)` | \(actions) | \(entry.isFault ? "yes" : "no") | \(entry.meaning) |"
    }
    let page = """
      # Diagnostics of files

      This page lists the diagnostics of imports and exports. `make golden` generates this page from
      `Diagnostic.Code.catalogue`.

      - *Repaired*: the value of an element was corrected or is treated as missing.
      - *Skipped*: an element was left out.
      - *Kept*: an element was read unchanged.
      - *Refused*: the whole file was rejected.

      With `--strict`, an import rejects every file that contains a *fault*. Each diagnostic specifies a line and column
      in the file. Diagnostics about a whole compressed file have no position. The option `--no-limits` removes the
      safety limits.

      | code | action | fault | when |
      |---|---|---|---|

      """
    try Golden.compare(
      page + rows.joined(separator: "\n") + "\n",
      with: PackageFiles.root.appending(path: "docs/formats/diagnostics.md"))
  }

  @Test func `the catalogue lists each declared code exactly once`() throws {
    let file = PackageFiles.root.appending(
      path: "Sources/GeoFormats/Codec/Diagnostic+Code.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let declared = source.matches(of: /Self\(rawValue: "([a-zA-Z.]+)"\)/).map { String($0.1) }
    #expect(declared.sorted() == Self.catalogue.map(\.code.rawValue).sorted())
  }

  /// Files with the unreadable value “gestern”.
  private static let unreadableValues = [
    Reading.gpx("<wpt lat=\"46\" lon=\"7\"><ele>gestern</ele></wpt>"),
    Reading.gpx("<wpt lat=\"46\" lon=\"7\"><time>gestern</time></wpt>"),
    "time,lat,lon\ngestern,46,7\n2026-02-28T10:00:00Z,46,9\n",
    "lat,lon,ele\n46,7,gestern\n",
    """
    {"type":"Feature","properties":{"time":"gestern"},\
    "geometry":{"type":"Point","coordinates":[7,46]}}
    """,
    """
    {"type":"Feature","properties":{"coordTimes":["gestern","2026-02-28T10:00:00Z"]},\
    "geometry":{"type":"LineString","coordinates":[[7,46],[8,46]]}}
    """,
    """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><TimeStamp><when>gestern</when></TimeStamp>
    <Point><coordinates>7,46</coordinates></Point></Placemark></kml>
    """,
    """
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark>
    <gx:Track><when>gestern</when><gx:coord>7 46 1</gx:coord></gx:Track></Placemark></kml>
    """,
    NMEATests.sentence("GPGGA,060211,4630.0,N,00754.0,E,1,08,1.2,gestern,M,47.5,M,,"),
  ]

  @Test(arguments: unreadableValues)
  func `a message states that a text is preserved only if the item has the text`(file: String)
    throws
  {
    let (document, report) = try TableReading.read(file, name: nil)
    let told = report.faults.filter {
      [.timeUnreadable, .elevationUnreadable].contains($0.code)
    }
    let message = try #require(told.first?.message)
    let items = document.places.map(\.kept) + document.paths.map(\.header.kept)
    let isPreserved = items.contains { $0?.contains("gestern") == true }
    let saysSo = message.contains("preserved") || message.contains("kept")
    #expect(saysSo == isPreserved, "\(message)")
  }

  @Test func `the catalogue lists every code and action reported for the fixtures`() throws {
    let root = PackageFiles.fixture("gpx")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".gpx") }
    var seen: Set<Diagnostic.Code> = []
    for file in files {
      let (_, report) = try Reading.fixture("gpx/\(file)")
      for diagnostic in report.diagnostics {
        let entry = Self.catalogue.first { $0.code == diagnostic.code }
        #expect(entry?.actions.contains(diagnostic.action) == true, "\(file): \(diagnostic)")
        #expect(entry?.isFault == diagnostic.isFault)
        seen.insert(diagnostic.code)
      }
    }
    #expect(seen.count > 30)
  }
}
