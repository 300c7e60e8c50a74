import CartographerCore
import Foundation
import TestSupport
import Testing

/// What a dry run says of groups is what the real run does.
@Suite struct ImportGroupTests {
  private typealias GPX = GPXText

  private static func hut(_ name: String, _ latitude: Double, _ category: String) -> String {
    GPX.place(
      name, latitude, 7,
      """
      <type>\(category.lowercased())</type><extensions><g:WaypointExtension><g:Categories>
      <g:Category>\(category)</g:Category></g:Categories></g:WaypointExtension></extensions>
      """)
  }

  private static func file(_ items: String...) -> String {
    GPX.file(
      items.joined(),
      root: "xmlns:g=\"http://www.garmin.com/xmlschemas/GpxExtensions/v3\"")
  }

  private static let origins: [GroupOrigin] = [.category, .type, .file]

  /// Imports a text as a trial and then in earnest, and compares what both say.
  ///
  /// - Returns: The groups of the real run.
  @discardableResult
  private func bring(
    _ text: String, _ options: ImportOptions, into library: Library
  ) async throws -> [ImportReport.Group] {
    try await TemporaryDirectory.with { folder in
      let file = folder.appending(path: "tour.gpx")
      try Data(text.utf8).write(to: file)
      var preview = options
      preview.isDryRun = true
      let before = try await library.dump()
      let dry = try await library.importFile(.file(file, name: "tour.gpx"), options: preview)
      #expect(try await library.dump() == before)
      let real = try await library.importFile(.file(file, name: "tour.gpx"), options: options)
      #expect(dry.wouldBe ?? dry.status == real.status)
      #expect(dry.groups.map(\.name) == real.groups.map(\.name))
      #expect(dry.groups.map(\.items) == real.groups.map(\.items))
      let made = Set(real.createdGroups)
      #expect(
        dry.groups.map(\.id) == real.groups.map { $0.id.flatMap { made.contains($0) ? nil : $0 } })
      #expect(dry.createdGroups.isEmpty)
      let members = try await library.snapshot()
      for group in real.groups {
        let count =
          members.places.count { $0.groups.contains { $0 == group.id } }
          + members.paths.count { $0.groups.contains { $0 == group.id } }
        #expect(count >= group.items, "\(group)")
      }
      return real.groups
    }
  }

  @Test func `the groups asked for and those that the file names are told, made or not`()
    async throws
  {
    let library = try await Library.ticking()
    _ = try await library.apply(.createGroup(name: "Huts", members: []))
    let options = ImportOptions(groups: ["Trip", "Huts"], groupOrigins: Self.origins)
    let first = Self.file(
      Self.hut("A", 46, "Huts"), Self.hut("B", 47, "Trip"), GPX.track("Day", GPX.way(from: 46)))
    let groups = try await bring(first, options, into: library)
    #expect(groups.map(\.name) == ["Huts", "Trip", "huts", "trip", "tour"])
    #expect(groups.map(\.items) == [3, 3, 1, 1, 3], "each item once, however many rules say so")

    // Once more: unchanged, and in all of them.
    #expect(try await bring(first, options, into: library).map(\.items) == [0, 0, 0, 0, 0])
    let other = ImportOptions(groups: ["Huts", "Other"])
    #expect(try await bring(first, other, into: library).map(\.items) == [0, 3])
  }

  @Test func `of a file that changed it is told who is new in which group`() async throws {
    let library = try await Library.ticking()
    _ = try await bring(
      Self.file(Self.hut("A", 46, "Huts"), Self.hut("B", 47, "Huts")), ImportOptions(),
      into: library)
    // What was edited here keeps its own words, which say something else than the file's now.
    let first = try await library.snapshot().places[0].id
    _ = try await library.apply(.set(.type, of: [first], to: "mine"))
    let changed = Self.file(
      Self.hut("A", 46, "Farms"), Self.hut("B", 47, "Farms"), Self.hut("C", 48, "Lakes"))
    let groups = try await bring(
      changed, ImportOptions(groups: ["Trip"], groupOrigins: [.type, .category]), into: library)
    #expect(groups.map(\.name).starts(with: ["Trip", "mine", "farms", "lakes"]))
    #expect(groups[0].items == 3)
    let again = ImportOptions(groups: ["Trip"], duplicates: true)
    #expect(try await bring(changed, again, into: library).map(\.items) == [3])
  }

  @Test func `the groups that items come back to are told too`() async throws {
    let source = try await Library.sample()
    let written = try await source.exportedText([ItemID(.group, 1)])
    let library = try await Library.ticking()
    let groups = try await bring(written, ImportOptions(), into: library)
    #expect(groups.map(\.name) == ["Trip"])
    #expect(groups.map(\.items) == [3])
    #expect(groups[0].id != nil)
    // Nobody asks for groups now, and nothing new is in the file.
    #expect(try await bring(written, ImportOptions(), into: library).isEmpty)
  }
}
