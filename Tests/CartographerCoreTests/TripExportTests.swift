import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Exports and imports of groups with their itineraries.
@Suite struct TripExportTests {
  private let refuge = ItemID(.location, 1)
  private let zurich = ItemID(.location, 2)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)
  private let empty = ItemID(.group, 2)

  /// The sample library with a trip of two nights in a refuge, a track and a rest day.
  private func libraryWithTrip() async throws -> Library {
    let library = try await Library.sample()
    let edits: [LibraryEdit] = [
      .itinerary(of: trip, .add([.item(refuge), .item(track)], at: .end)),
      .itinerary(of: trip, .add([.item(refuge)], note: "cash only\nno cards", at: .day(2))),
      .itinerary(of: trip, .add([.title("Rest day")], at: .day(4))),
      .itinerary(of: trip, .setState([StopID(2)], .done)),
      .itinerary(of: trip, .setFirstDay("2026-07-11")),
      .set(.notes, of: [trip], to: "Take <two> ropes & \"gloves\""),
      .set(.colour, of: [trip], to: "#1E90FF"),
    ]
    for edit in edits { _ = try await library.apply(edit) }
    return library
  }

  /// Imports a text into a new library.
  func importIntoNewLibrary(_ text: String) async throws -> (Library, ImportReport) {
    let library = try await Library.ticking()
    return (library, try await library.importText(text))
  }

  @Test(arguments: ["1.0", "1.1"])
  func `an exported trip is imported with its itinerary and all fields`(version: String)
    async throws
  {
    let library = try await libraryWithTrip()
    var options = ExportOptions()
    options.version = version
    for ids in [[], [trip, empty]] as [[ItemID]] {
      for isValidOnly in [false, true] {
        options.isValidOnly = isValidOnly
        let (bytes, report) = try await library.exported(ids, options: options)
        #expect(report.findings.isEmpty, "\(report.findings)")
        let (other, imported) = try await importIntoNewLibrary(
          String(decoding: bytes, as: UTF8.self))
        #expect(try await other.trips() == library.trips())
        #expect(imported.diagnostics.isEmpty && imported.createdGroups.count == 2)
        _ = try await other.undo()
        #expect(try await other.dump().lines.isEmpty)
      }
    }
  }

  @Test func `a dry run lists the groups that a file describes`() async throws {
    let text = try await libraryWithTrip().exportedText([])
    let library = try await Library.ticking()
    let options = ImportOptions(isDryRun: true)
    let dry = try await library.importText(text, options: options)
    let report = try await library.importText(text)
    #expect(dry.groups.map(\.name) == report.groups.map(\.name))
    #expect(dry.groups.map(\.items) == report.groups.map(\.items))
    #expect(report.groups.map(\.name) == ["Trip", "Empty"])
  }

  @Test func `importing a trip is one change, and a second import is unchanged`() async throws {
    let text = try await libraryWithTrip().exportedText([trip])
    let library = try await Library.sample()
    let before = try await library.dump()
    _ = try await library.importText(text)
    let after = try await library.dump()
    #expect(try await library.importText(text).status == .unchanged)
    #expect(try await library.dump() == after)
    _ = try await library.undo()
    #expect(try await library.dump() == before)
    _ = try await library.redo()
    #expect(try await library.dump() == after)
  }

  @Test func `a stop whose item is not exported keeps the item's name`() async throws {
    let library = try await libraryWithTrip()
    _ = try await library.apply(.trash([track]))
    _ = try await library.apply(.removeFromGroups([zurich], groups: [trip]))
    let (bytes, report) = try await library.exported([trip])
    #expect(report.findings.map(\.code) == ["group.unwritable"])
    #expect(
      report.findings.first?.message.contains("a stop in the itinerary of G1 (Trip)") == true)
    let (other, _) = try await importIntoNewLibrary(String(decoding: bytes, as: UTF8.self))
    let stops = try await other.trips().first?.entries.map {
      "\($0.day) \($0.item ?? "-") \($0.title)"
    }
    #expect(
      stops == [
        "1 place Refuge 45.9 Refuge", "1 - Col du Bonhomme", "2 place Refuge 45.9 Refuge",
        "4 - Rest day",
      ])
  }

  @Test func `exporting single items omits the details of their groups and reports it`()
    async throws
  {
    let library = try await libraryWithTrip()
    let (bytes, report) = try await library.exported([track])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("Rest day") && !text.contains("ropes"))
    #expect(text.contains(">Trip<"))
    #expect(report.findings.map(\.code) == ["group.unwritable"])
    #expect(report.findings.first?.message.contains("export G1") == true)
  }

  @Test func `exporting an item names its group, without a finding if the group has no details`()
    async throws
  {
    let (bytes, report) = try await Library.sample().exported([zurich])
    #expect(String(decoding: bytes, as: UTF8.self).contains(">Trip<"))
    #expect(report.findings.isEmpty)
  }

  @Test func `options that hide places or times also hide the trip's details`() async throws {
    let library = try await libraryWithTrip()
    var stripping = ExportOptions()
    stripping.stripsExtensions = true
    var hiding = ExportOptions()
    hiding.privacyZones = [.init(centre: .init(latitude: -60, longitude: 0), radiusMetres: 10)]
    for options in [stripping, hiding] {
      let (bytes, report) = try await library.exported([trip], options: options)
      let text = String(decoding: bytes, as: UTF8.self)
      for word in ["Rest day", "ropes", "1E90FF", "2026", "cartographer", "extensions"] {
        #expect(!text.contains(word), "\(word)")
      }
      #expect(report.findings.map(\.code).contains("group.unwritable"))
    }
    var timeless = ExportOptions()
    timeless.stripsTimes = true
    let text = try await library.exportedText([trip], options: timeless)
    #expect(!text.contains("2026-") && text.contains("Rest day"))
    var later = ExportOptions()
    later.from = testTime
    let (bytes, report) = try await library.exported([trip], options: later)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Refuge"))
    #expect(report.findings.contains { $0.message.contains("3 stops in the itinerary") })
  }

  @Test func `characters invalid in XML are replaced and reported, and the trip is imported`()
    async throws
  {
    let library = try await libraryWithTrip()
    let odd = "  a\tb\r\nc ]]> \u{1}é\u{10FFFD}\u{200B} "
    _ = try await library.apply(.set(.notes, of: [trip], to: odd))
    _ = try await library.apply(.itinerary(of: trip, .setNote([StopID(1)], odd)))
    let (bytes, report) = try await library.exported([trip])
    #expect(report.findings.map(\.code) == ["text.illegalCharacter", "text.illegalCharacter"])
    let (other, _) = try await importIntoNewLibrary(String(decoding: bytes, as: UTF8.self))
    let expected = try #require(try await library.trips().last)
    let found = try #require(try await other.trips().first)
    #expect(found.notes == expected.notes.replacing("\u{1}", with: "\u{FFFD}"))
    let note = expected.entries.first?.note.replacing("\u{1}", with: "\u{FFFD}")
    #expect(found.entries.first?.note == note)
  }

  // MARK: Repeated imports

  @Test func `a changed trip file updates the group except for fields edited in the library`()
    async throws
  {
    let library = try await libraryWithTrip()
    let first = try await library.exportedText([trip])
    _ = try await library.apply(.itinerary(of: trip, .add([.item(zurich)], at: .day(3))))
    _ = try await library.apply(.set(.notes, of: [trip], to: "Three ropes"))
    _ = try await library.apply(.set(.colour, of: [trip], to: "#000000"))
    let second = try await library.exportedText([trip])
    let (other, _) = try await importIntoNewLibrary(first)
    let group = try #require(try await other.snapshot().groups.first)
    _ = try await other.apply(.set(.colour, of: [group.id], to: "#FFFFFF"))
    let dry = try await other.importText(second, options: ImportOptions(isDryRun: true))
    let report = try await other.importText(second)
    #expect(report.status == .updated && report.updated == [group.id])
    #expect(report.diagnostics.map(\.code) == ["update.group"])
    #expect(report.diagnostics.first?.message.contains("other values for: colour") == true)
    #expect(dry.diagnostics == report.diagnostics)
    var expected = try #require(try await library.trips().last)
    expected.colour = "#FFFFFF"
    #expect(try await other.trips() == [expected])
    #expect(try await other.snapshot().places.count == 2)
  }

  @Test func `an edited itinerary also keeps its first day, and an unedited one is replaced`()
    async throws
  {
    let library = try await libraryWithTrip()
    let first = try await library.exportedText([trip])
    _ = try await library.apply(.itinerary(of: trip, .setFirstDay("2026-12-31")))
    _ = try await library.apply(.itinerary(of: trip, .add([.item(zurich)], at: .day(9_997))))
    let second = try await library.exportedText([trip])
    for isEdited in [true, false] {
      let (other, _) = try await importIntoNewLibrary(first)
      let group = try #require(try await other.snapshot().groups.first)
      if isEdited { _ = try await other.apply(.itinerary(of: group.id, .remove([StopID(1)]))) }
      let before = try #require(try await other.trips().first)
      let dry = try await other.importText(second, options: ImportOptions(isDryRun: true))
      let report = try await other.importText(second)
      let after = try #require(try await other.trips().first)
      let kept = report.diagnostics.first?.message
      if isEdited {
        #expect(after.firstDay == "2026-07-11" && after.entries == before.entries)
        #expect(kept?.hasSuffix("the file has other values for: first day, itinerary") == true)
        #expect(report.groupUpdates.isEmpty)
      } else {
        #expect(after.firstDay == "2026-12-31" && after.entries.last?.day == 9_997)
        #expect(kept == nil)
        #expect(report.groupUpdates.map(\.text) == ["\(group.id) (Trip): first day, itinerary"])
      }
      #expect(dry.groupUpdates == report.groupUpdates && dry.diagnostics == report.diagnostics)
    }
  }

  @Test func `an existing group of the same name gains missing fields and keeps its own`()
    async throws
  {
    let text = try await libraryWithTrip().exportedText([trip])
    let library = try await Library.ticking()
    let own = try await library.apply(.createGroup(name: "Trip", members: [])).created[0]
    _ = try await library.apply(.set(.notes, of: [own], to: "mine"))
    let report = try await library.importText(text)
    #expect(report.createdGroups.isEmpty)
    #expect(report.diagnostics.map(\.code) == ["update.group"])
    let found = try await library.trips()
    #expect(found.map(\.notes) == ["mine"] && found.map(\.colour) == ["#1E90FF"])
    #expect(found.map(\.entries.count) == [4] && found.map(\.members.count) == [3])
  }

  @Test func `importing a changed trip file does not restore a trashed group`() async throws {
    let library = try await libraryWithTrip()
    let (other, _) = try await importIntoNewLibrary(try await library.exportedText([trip]))
    let group = try #require(try await other.snapshot().groups.first)
    _ = try await other.apply(.trash([group.id]))
    _ = try await library.apply(.set(.notes, of: [trip], to: "new"))
    let report = try await other.importText(try await library.exportedText([trip]))
    #expect(report.diagnostics.map(\.code) == ["update.group"])
    #expect(try await other.trips().isEmpty)
  }

  @Test func `stops find their items in a file with reordered places`() async throws {
    let library = try await libraryWithTrip()
    let text = try await library.exportedText([trip])
    let places = try #require(
      text.firstMatch(of: /(<wpt.*?<\/wpt>)\s*(<wpt.*?<\/wpt>)/.dotMatchesNewlines()))
    let reordered = text.replacing(places.0, with: "\(places.2)\n\(places.1)")
    let (other, _) = try await importIntoNewLibrary(reordered)
    #expect(try await other.trips().first?.entries == library.trips().last?.entries)
  }

  @Test func `a group without places and paths is exported and imported`() async throws {
    let library = try await Library.ticking()
    let group = try await library.apply(.createGroup(name: "Ideas", members: [])).created[0]
    _ = try await library.apply(.itinerary(of: group, .add([.title("Ask Anna")], at: .day(2))))
    let text = try await library.exportedText([group])
    let (other, report) = try await importIntoNewLibrary(text)
    #expect(report.status == .imported)
    #expect(try await other.trips() == library.trips())
    let dump = try await other.dump()
    #expect(try await other.importText(text).status == .unchanged)
    #expect(try await other.dump() == dump)
  }

  @Test func `invalid group values from other programs are ignored and reported`() async throws {
    let text = GPXText.file(
      GPXText.place("A", 46)
        + """
        <extensions><c:group xmlns:c="urn:cartographer:1"><c:name>Odd</c:name>
        <c:colour>loud</c:colour><c:firstDay>2026-02-30</c:firstDay>
        <c:entry day="3" place="1"/><c:entry day="two" place="0"><c:title>B</c:title></c:entry>
        <c:entry day="1" path="7"><c:title>C</c:title></c:entry><c:entry day="99999999"/>
        </c:group><c:group xmlns:c="urn:cartographer:1">A</c:group>
        <group xmlns="urn:other"><name>No</name></group></extensions>
        """)
    let (library, report) = try await importIntoNewLibrary(text)
    #expect(report.diagnostics.map(\.code) == ["value.invalid", "value.invalid"])
    #expect(report.diagnostics.contains { $0.actionText == "skipped" })
    let trips = try await library.trips()
    #expect(trips.map(\.name) == ["Odd"])
    let odd = try #require(trips.first)
    #expect(odd.colour == nil && odd.firstDay == nil)
    #expect(odd.entries.map { "\($0.day) \($0.title)" } == ["3 A", "3 B", "3 C"])
    #expect(odd.entries.map(\.item) == ["place A 46.0", nil, nil])
    let written = try await library.exportedText([try #require(report.importID)])
    #expect(try differences(Array(text.utf8), Array(written.utf8)).isEmpty)
  }
}
