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
