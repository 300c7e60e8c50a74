import CartographerCore
import Foundation
import LogicalDump
import TestSupport
import Testing

/// Folders that are imported repeatedly.
@Suite struct RepeatedImportTests {
  private typealias GPX = GPXText

  private static let day = GPX.track("Day", GPX.latitudes(from: 46), hour: 6)
  private static let longerDay = GPX.track("Day", GPX.latitudes(from: 46, 9), hour: 6)
  private static let huts = ["A", "B", "C"].enumerated().map { GPX.place($1, 46 + Double($0)) }
  private static let schema =
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"http://x y.xsd\""

  /// Imports files twice and requires that the second run reports and writes no change.
  private func expectIdempotence(_ texts: [String]) async throws {
    try await ImportFixture.with { fixture in
      for (index, text) in texts.enumerated() { try fixture.write(text, "\(index).gpx") }
      try await fixture.importAll()
      let (dump, count) = (
        try await fixture.library.dump(), try await fixture.library.changeSummaries().count
      )
      for report in try await fixture.importAll(ImportOptions(isDryRun: true)) {
        #expect(report.status == .unchanged, "\(report.file): \(report.diagnostics)")
      }
      for report in try await fixture.importAll() {
        #expect(report.status == .unchanged, "\(report.file): \(report.diagnostics)")
        #expect(report.undo == nil)
      }
      #expect(try await fixture.library.dump() == dump)
      #expect(try await fixture.library.changeSummaries().count == count)
    }
  }

  @Test func `files that differ only in their root element are unchanged in a second import`()
    async throws
  {
    let items = Self.huts.joined() + Self.day
    try await expectIdempotence([
      GPX.file(items), GPX.file(items, root: Self.schema), GPX.file(items, creator: "other"),
    ])
  }

  @Test func `files that share items are unchanged in a second import`() async throws {
    try await expectIdempotence([
      GPX.file(Self.huts.joined(), Self.day),
      GPX.file(Self.huts[0], Self.huts[1], GPX.place("D", 50), Self.longerDay),
      GPX.file(Self.huts[1], Self.huts[2], GPX.place("D", 50), Self.day),
    ])
  }

  @Test func `copies of a file with different markup are unchanged in a second import`()
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

  @Test func `an unchanged file reports the later import that updated its items`() async throws {
    try await ImportFixture.with { fixture in
      try fixture.write(GPX.file(Self.huts.joined(), Self.day), "a.gpx")
      try fixture.write(GPX.file(Self.huts.joined(), Self.longerDay), "b.gpx")
      let first = try await fixture.importAll()
      let again = try await fixture.importWritten("a.gpx")
      #expect(again.status == .unchanged && again.importID == first[0].importID)
      #expect(again.locations == first[0].locations && again.paths == first[0].paths)
      #expect(again.diagnostics.map(\.code) == ["import.superseded"])
      let later = try #require(first[1].importID)
      #expect(again.diagnostics.first?.message.contains("update of \(later)") == true)
      var options = ImportOptions()
      options.updating = later
      let back = try await fixture.importWritten("a.gpx", options)
      #expect(back.status == .updated && back.updated == first[0].paths)
      #expect(try await fixture.library.snapshot().paths.map(\.pointCount) == [6])
    }
  }

  @Test func `items of an unchanged file join a requested group after a later update`() async throws
  {
    try await ImportFixture.with { fixture in
      try fixture.write(GPX.file(Self.huts.joined(), Self.day), "a.gpx")
      try fixture.write(GPX.file(Self.huts.joined(), GPX.place("D", 50), Self.longerDay), "b.gpx")
      let first = try await fixture.importAll()
      let options = ImportOptions(groups: ["Trip"])
      let again = try await fixture.importWritten("a.gpx", options)
      #expect(again.status == .unchanged && again.grouped == 4)
      let group = try #require(try await fixture.library.snapshot().groups.first)
      let snapshot = try await fixture.library.snapshot()
      let members =
        snapshot.places.filter { $0.groups.contains(group.id) }.map(\.id)
        + snapshot.paths.filter { $0.groups.contains(group.id) }.map(\.id)
      #expect(members == first[0].locations + first[0].paths)
      let dump = try await fixture.library.dump()
      let count = try await fixture.library.changeSummaries().count
      #expect(try await fixture.importWritten("a.gpx", options).status == .unchanged)
      #expect(try await fixture.library.dump() == dump)
      #expect(try await fixture.library.changeSummaries().count == count)
    }
  }

  @Test func `a superseded file is imported again after one of its items was purged`() async throws
  {
    try await ImportFixture.with { fixture in
      try fixture.write(GPX.file(Self.huts.joined(), Self.day), "a.gpx")
      try fixture.write(GPX.file(Self.huts.joined(), Self.longerDay), "b.gpx")
      let first = try await fixture.importAll()
      let trashed = try await fixture.library.apply(.trash([first[0].locations[0]]))
      let kept = try await fixture.importWritten("a.gpx")
      #expect(kept.status == .unchanged)
      #expect(kept.diagnostics.map(\.code) == ["import.superseded", "update.trashed"])
      _ = try await fixture.library.apply(.purge(trashed.deleted))
      let again = try await fixture.importWritten("a.gpx")
      #expect(again.status == .imported)
      #expect(again.diagnostics.contains { $0.message.contains("update of I2") })
      try await fixture.importAll()
      let dump = try await fixture.library.dump()
      #expect(try await fixture.importAll().map(\.status) == [.unchanged, .unchanged])
      #expect(try await fixture.library.dump() == dump)
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
