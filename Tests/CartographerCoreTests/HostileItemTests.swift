import CartographerCore
import GeoFormats
import TestSupport
import Testing

/// Small files whose elements would make very many rows.
@Suite struct HostileItemTests {
  private static func file(_ element: String, _ count: Int, and more: String = "") -> String {
    GPXText.file(String(repeating: element, count: count) + more)
  }

  @Test(arguments: ["<trk/>", "<rte/>", "<trk><trkseg/></trk>", "<rte></rte>"])
  func `empty paths beyond the first 1000 are skipped and reported once`(element: String)
    async throws
  {
    let library = try await Library.temporary()
    let text = Self.file(element, 3_000, and: GPXText.place("Hut", 46))
    let report = try await library.importText(text)
    #expect(report.status == .imported)
    #expect(report.paths.count == 1_000)
    #expect(report.routes + report.tracks == 1_000)
    #expect(report.locations.count == 1)
    let finding = report.diagnostics.first { $0.code == "limit.emptyPaths" }
    #expect(finding?.action == "skipped")
    #expect(finding?.message.contains("2 000 of 3 000") == true, "\(String(describing: finding))")
    #expect(report.diagnostics.count { $0.code == "limit.emptyPaths" } == 1)
    // The file is recognised although not all of it was stored.
    #expect(try await library.importText(text).status == .unchanged)
  }

  @Test func `the limit on empty paths does not apply to paths with content`() async throws {
    let library = try await Library.temporary()
    let element = "<trk><name>A</name></trk><rte x=\"1\"/>"
    let report = try await library.importText(
      Self.file(element, 1_200, and: GPXText.place("Hut", 46)))
    #expect(report.paths.count == 2_400)
    #expect(try await library.snapshot().paths.count { $0.name == "A" } == 1_200)
  }

  @Test func `an import without limits keeps every empty path`() async throws {
    let library = try await Library.temporary()
    var options = ImportOptions()
    options.hasLimits = false
    let report = try await library.importText(
      Self.file("<trk/>", 1_500, and: GPXText.place("Hut", 46)), options: options)
    #expect(report.paths.count == 1_500)
  }

  @Test func `a file of only empty elements is rejected`() async throws {
    let library = try await Library.temporary()
    for element in ["<trk/>", "<wpt/>", "<a/>", "<!-- -->", "<?a?>", "<trk a=\"b\"/>"] {
      let report = try await library.importText(Self.file(element, 3_000))
      #expect(report.status == .refused, "\(element)")
      #expect(try await library.snapshot().paths.isEmpty)
    }
  }
}
