import CartographerCore
import Foundation
import LogicalDump
import TestSupport
import Testing

/// Folders that are imported again and again.
@Suite struct RepeatedImportTests {
  private typealias GPX = GPXText

  private static let day = GPX.track("Day", GPX.way(from: 46), hour: 6)
  private static let longerDay = GPX.track("Day", GPX.way(from: 46, 9), hour: 6)
  private static let huts = ["A", "B", "C"].enumerated().map { GPX.place($1, 46 + Double($0)) }
  private static let schema =
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"http://x y.xsd\""

  /// A library and a folder of files that is imported whole, in the order of their names.
  private struct World {
    let library: Library
    let folder: URL

    func put(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func bring(
      _ name: String, _ options: ImportOptions = ImportOptions()
    ) async throws -> ImportReport {
      try await library.importFile(.file(folder.appending(path: name)), options: options)
    }

    @discardableResult
    func bringAll(_ options: ImportOptions = ImportOptions()) async throws -> [ImportReport] {
      var reports: [ImportReport] = []
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        reports.append(try await bring(name, options))
      }
      return reports
    }
  }

  private func world(_ body: (World) async throws -> Void) async throws {
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { try await body(World(library: library, folder: $0)) }
  }

  /// Imports files twice; what the second run says, and that it wrote nothing.
  private func expectIdempotence(_ texts: [String]) async throws {
    try await world { world in
      for (index, text) in texts.enumerated() { try world.put(text, "\(index).gpx") }
      try await world.bringAll()
      let (dump, count) = (
        try await world.library.dump(), try await world.library.changeSummaries().count
      )
      for report in try await world.bringAll(ImportOptions(isDryRun: true)) {
        #expect(report.status == .unchanged, "\(report.file): \(report.diagnostics)")
      }
      for report in try await world.bringAll() {
        #expect(report.status == .unchanged, "\(report.file): \(report.diagnostics)")
        #expect(report.undo == nil)
      }
      #expect(try await world.library.dump() == dump)
      #expect(try await world.library.changeSummaries().count == count)
    }
  }

  @Test func `files that differ in their root alone are unchanged in the second run`() async throws
  {
    let items = Self.huts.joined() + Self.day
    try await expectIdempotence([
      GPX.file(items), GPX.file(items, root: Self.schema), GPX.file(items, creator: "other"),
    ])
  }

  @Test func `files that share items are unchanged in the second run`() async throws {
    try await expectIdempotence([
      GPX.file(Self.huts.joined(), Self.day),
      GPX.file(Self.huts[0], Self.huts[1], GPX.place("D", 50), Self.longerDay),
      GPX.file(Self.huts[1], Self.huts[2], GPX.place("D", 50), Self.day),
    ])
  }

  @Test func `a copy in another spelling of a file that was changed since is unchanged`()
    async throws
  {
    let items = Self.huts.joined() + Self.day
    let declaration = "<?xml version=\"1.0\"?>"
    try await expectIdempotence([
      GPX.file(items), declaration + GPX.file(items), GPX.file(items, root: Self.schema),
    ])
    try await expectIdempotence([
      GPX.file(items), declaration + GPX.file(items),
      GPX.file(Self.huts.joined(), Self.longerDay),
    ])
  }

  @Test func `a file known by its bytes alone says which import changed its items`() async throws {
    try await world { world in
      try world.put(GPX.file(Self.huts.joined(), Self.day), "a.gpx")
      try world.put(GPX.file(Self.huts.joined(), Self.longerDay), "b.gpx")
      let first = try await world.bringAll()
      let again = try await world.bring("a.gpx")
      #expect(again.status == .unchanged && again.importID == first[0].importID)
      #expect(again.locations == first[0].locations && again.paths == first[0].paths)
      #expect(again.diagnostics.map(\.code) == ["import.superseded"])
      let later = try #require(first[1].importID)
      #expect(again.diagnostics.first?.message.contains("update of \(later)") == true)
      var options = ImportOptions()
      options.updating = later
      let back = try await world.bring("a.gpx", options)
      #expect(back.status == .updated && back.updated == first[0].paths)
      #expect(try await world.library.snapshot().paths.map(\.pointCount) == [6])
    }
  }

  @Test func `groups that are asked for get the items of a file that was changed since`()
    async throws
  {
    try await world { world in
      try world.put(GPX.file(Self.huts.joined(), Self.day), "a.gpx")
      try world.put(GPX.file(Self.huts.joined(), GPX.place("D", 50), Self.longerDay), "b.gpx")
      let first = try await world.bringAll()
      let options = ImportOptions(groups: ["Trip"])
      let again = try await world.bring("a.gpx", options)
      #expect(again.status == .unchanged && again.grouped == 4)
      let group = try #require(try await world.library.snapshot().groups.first)
      let snapshot = try await world.library.snapshot()
      let members =
        snapshot.places.filter { $0.groups.contains(group.id) }.map(\.id)
        + snapshot.paths.filter { $0.groups.contains(group.id) }.map(\.id)
      #expect(members == first[0].locations + first[0].paths)
      let dump = try await world.library.dump()
      let count = try await world.library.changeSummaries().count
      #expect(try await world.bring("a.gpx", options).status == .unchanged)
      #expect(try await world.library.dump() == dump)
      #expect(try await world.library.changeSummaries().count == count)
    }
  }

  @Test func `a file is added again when one of its items was deleted for good`() async throws {
    try await world { world in
      try world.put(GPX.file(Self.huts.joined(), Self.day), "a.gpx")
      try world.put(GPX.file(Self.huts.joined(), Self.longerDay), "b.gpx")
      let first = try await world.bringAll()
      let trashed = try await world.library.apply(.trash([first[0].locations[0]]))
      let kept = try await world.bring("a.gpx")
      #expect(kept.status == .unchanged)
      #expect(kept.diagnostics.map(\.code) == ["import.superseded", "update.trashed"])
      _ = try await world.library.apply(.purge(trashed.deleted))
      let again = try await world.bring("a.gpx")
      #expect(again.status == .imported)
      #expect(again.diagnostics.contains { $0.message.contains("update of I2") })
      try await world.bringAll()
      let dump = try await world.library.dump()
      #expect(try await world.bringAll().map(\.status) == [.unchanged, .unchanged])
      #expect(try await world.library.dump() == dump)
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `a second import of the corpus changes nothing`() async throws {
    let library = try await Library.ticking()
    let files = try Corpus.manifest().compactMap { $0["path"] }
    var first: [String: ImportReport] = [:]
    for path in files {
      first[path] = try await library.importFile(.file(try Corpus.file(path)))
    }
    let (dump, count) = (try await library.dump(), try await library.changeSummaries().count)
    for path in files {
      let report = try await library.importFile(.file(try Corpus.file(path)))
      let expected: ImportSummary.Status = first[path]?.status == .refused ? .refused : .unchanged
      #expect(report.status == expected, "\(path): \(report.status) \(report.diagnostics)")
    }
    #expect(try await library.dump() == dump)
    #expect(try await library.changeSummaries().count == count)
  }
}
