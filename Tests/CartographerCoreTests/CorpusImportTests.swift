import CartographerCore
import Foundation
import LogicalDump
import TestSupport
import Testing

@Suite struct CorpusImportTests {
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `every corpus file is imported with the manifest's counts or rejected with a reason`()
    async throws
  {
    let library = try await Library.temporary()
    var imported = 0
    for row in try Corpus.manifest()
    where row["format"] == "gpx" && row["well_formed"] == "True" && row["root"] == "gpx" {
      let path = try #require(row["path"])
      let report = try await library.importFile(
        .file(try Corpus.file(path), name: path), options: ImportOptions(duplicates: true))
      func number(_ column: String) -> Int { row[column].flatMap { Int($0) } ?? 0 }
      if report.status == .refused {
        let codes = report.diagnostics.filter { $0.action == "refused" }.map(\.code)
        let usable = number("n_wpt") + number("n_rtept") + number("n_trkpt")
        #expect(
          codes.contains { $0.hasPrefix("encoding.") || $0.hasPrefix("dtd.") }
            || report.skipped == ImportReport.Skipped() && usable <= number("n_bad_latlon")
            || codes.contains("input.nothingUsable"), "\(path): \(codes)")
        continue
      }
      imported += 1
      #expect(report.status == .imported, "\(path)")
      #expect(report.waypoints + report.skipped.waypoints == number("n_wpt"), "\(path)")
      #expect(report.routePoints + report.skipped.routePoints == number("n_rtept"), "\(path)")
      #expect(report.trackPoints + report.skipped.trackPoints == number("n_trkpt"), "\(path)")
      #expect(report.tracks == number("n_trk"), "\(path)")
      #expect(report.routes == number("n_rte"), "\(path)")
      #expect(report.segments == number("n_trkseg"), "\(path)")
      #expect(report.misplacedPoints == number("n_misplaced_pts"), "\(path)")
      #expect(report.locations.count == report.waypoints, "\(path)")
      #expect(report.paths.count == report.routes + report.tracks, "\(path)")
    }
    #expect(imported > 200)
    let snapshot = try await library.snapshot()
    let points = snapshot.paths.reduce(0) { $0 + ($1.pointCount ?? 0) }
    #expect(points > 10_000)
    for _ in 0..<imported { _ = try await library.undo() }
    #expect(try await library.dump().lines.isEmpty)
  }

  @Test func `every file of the sample trip is imported without skipped items`() async throws {
    let folder = PackageFiles.sample("")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".gpx") }.sorted()
    let library = try await Library.temporary()
    for file in files {
      let report = try await library.importFile(
        .file(folder.appending(path: file)), options: ImportOptions(groups: ["Trip"]))
      #expect(report.status == .imported, "\(file)")
      #expect(report.skipped == ImportReport.Skipped(), "\(file)")
    }
    let snapshot = try await library.snapshot()
    #expect(snapshot.groups.map(\.name) == (files.isEmpty ? [] : ["Trip"]))
  }
}
