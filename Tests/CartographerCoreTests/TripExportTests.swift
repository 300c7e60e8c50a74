import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Groups with their itineraries, on their way through a file.
@Suite struct TripExportTests {
  private let refuge = ItemID(.location, 1)
  private let zurich = ItemID(.location, 2)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)
  private let empty = ItemID(.group, 2)

  /// Two nights in one refuge, a track, a rest day; with notes, a colour and dates.
  private func planned() async throws -> Library {
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

  /// The trips of an empty library into which an export is imported.
  private func landed(_ text: String) async throws -> (Library, ImportReport) {
    let library = try await Library.ticking()
    return (library, try await library.importText(text))
  }

  @Test(arguments: ["1.0", "1.1"])
  func `a trip comes back whole from a file`(version: String) async throws {
    let library = try await planned()
    var options = ExportOptions()
    options.version = version
    for ids in [[], [trip, empty]] as [[ItemID]] {
      for isValidOnly in [false, true] {
        options.isValidOnly = isValidOnly
        let (bytes, report) = try await library.exported(ids, options: options)
        #expect(report.findings.isEmpty, "\(report.findings)")
        let (other, imported) = try await landed(String(decoding: bytes, as: UTF8.self))
        #expect(try await other.trips() == library.trips())
        #expect(imported.diagnostics.isEmpty && imported.createdGroups.count == 2)
        _ = try await other.undo()
        #expect(try await other.dump().lines.isEmpty)
      }
    }
  }

  @Test func `a dry run names the groups that a file describes`() async throws {
    let text = try await planned().exportedText([])
    let library = try await Library.ticking()
    let options = ImportOptions(isDryRun: true)
    let dry = try await library.importText(text, options: options)
    let report = try await library.importText(text)
    #expect(dry.groups.map(\.name) == report.groups.map(\.name))
    #expect(dry.groups.map(\.items) == report.groups.map(\.items))
    #expect(report.groups.map(\.name) == ["Trip", "Empty"])
  }

  @Test func `an import of a trip is one undo, and again unchanged`() async throws {
    let text = try await planned().exportedText([trip])
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

  @Test func `an entry about an item that is not exported keeps its name`() async throws {
    let library = try await planned()
    _ = try await library.apply(.trash([track]))
    _ = try await library.apply(.removeFromGroups([zurich], groups: [trip]))
    let (bytes, report) = try await library.exported([trip])
    #expect(report.findings.map(\.code) == ["group.unwritable"])
    #expect(
      report.findings.first?.message.contains("a stop in the itinerary of G1 (Trip)") == true)
    let (other, _) = try await landed(String(decoding: bytes, as: UTF8.self))
    let told = try await other.trips().first?.entries.map {
      "\($0.day) \($0.item ?? "-") \($0.title)"
    }
    #expect(
      told == [
        "1 place Refuge 45.9 Refuge", "1 - Col du Bonhomme", "2 place Refuge 45.9 Refuge",
        "4 - Rest day",
      ])
  }

  @Test func `an export of single items tells nothing else of their groups, and says so`()
    async throws
  {
    let library = try await planned()
    let (bytes, report) = try await library.exported([track])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("Rest day") && !text.contains("ropes"))
    #expect(text.contains(">Trip<"))
    #expect(report.findings.map(\.code) == ["group.unwritable"])
    #expect(report.findings.first?.message.contains("export G1") == true)
  }

  @Test func `an item whose group has a name alone names it`() async throws {
    let (bytes, report) = try await Library.sample().exported([zurich])
    #expect(String(decoding: bytes, as: UTF8.self).contains(">Trip<"))
    #expect(report.findings.isEmpty)
  }

  @Test func `what hides places and times hides the trip too`() async throws {
    let library = try await planned()
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

  @Test func `text that XML cannot hold is replaced and told, and the trip still comes back`()
    async throws
  {
    let library = try await planned()
    let odd = "  a\tb\r\nc ]]> \u{1}é\u{10FFFD}\u{200B} "
    _ = try await library.apply(.set(.notes, of: [trip], to: odd))
    _ = try await library.apply(.itinerary(of: trip, .setNote([StopID(1)], odd)))
    let (bytes, report) = try await library.exported([trip])
    #expect(report.findings.map(\.code) == ["text.illegalCharacter", "text.illegalCharacter"])
    let (other, _) = try await landed(String(decoding: bytes, as: UTF8.self))
    let expected = try #require(try await library.trips().last)
    let found = try #require(try await other.trips().first)
    #expect(found.notes == expected.notes.replacing("\u{1}", with: "\u{FFFD}"))
    let note = expected.entries.first?.note.replacing("\u{1}", with: "\u{FFFD}")
    #expect(found.entries.first?.note == note)
  }

  // MARK: Files again

  @Test func `a later state of a trip's file updates the group, but not what was edited here`()
    async throws
  {
    let library = try await planned()
    let first = try await library.exportedText([trip])
    _ = try await library.apply(.itinerary(of: trip, .add([.item(zurich)], at: .day(3))))
    _ = try await library.apply(.set(.notes, of: [trip], to: "Three ropes"))
    _ = try await library.apply(.set(.colour, of: [trip], to: "#000000"))
    let second = try await library.exportedText([trip])
    let (other, _) = try await landed(first)
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

  @Test func `a group of the name that was here before gets what it lacks and keeps the rest`()
    async throws
  {
    let text = try await planned().exportedText([trip])
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

  @Test func `a group that was deleted here does not come back with its file`() async throws {
    let library = try await planned()
    let (other, _) = try await landed(try await library.exportedText([trip]))
    let group = try #require(try await other.snapshot().groups.first)
    _ = try await other.apply(.trash([group.id]))
    _ = try await library.apply(.set(.notes, of: [trip], to: "new"))
    let report = try await other.importText(try await library.exportedText([trip]))
    #expect(report.diagnostics.map(\.code) == ["update.group"])
    #expect(try await other.trips().isEmpty)
  }

  @Test func `a file with another order of its items still finds those of the itinerary`()
    async throws
  {
    let library = try await planned()
    let text = try await library.exportedText([trip])
    let places = try #require(
      text.firstMatch(of: /(<wpt.*?<\/wpt>)\s*(<wpt.*?<\/wpt>)/.dotMatchesNewlines()))
    let turned = text.replacing(places.0, with: "\(places.2)\n\(places.1)")
    let (other, _) = try await landed(turned)
    #expect(try await other.trips().first?.entries == library.trips().last?.entries)
  }

  @Test func `a group without a place or path comes back too`() async throws {
    let library = try await Library.ticking()
    let group = try await library.apply(.createGroup(name: "Ideas", members: [])).created[0]
    _ = try await library.apply(.itinerary(of: group, .add([.title("Ask Anna")], at: .day(2))))
    let text = try await library.exportedText([group])
    let (other, report) = try await landed(text)
    #expect(report.status == .imported)
    #expect(try await other.trips() == library.trips())
    let dump = try await other.dump()
    #expect(try await other.importText(text).status == .unchanged)
    #expect(try await other.dump() == dump)
  }

  @Test func `values of strangers that no group can have are passed over and told`() async throws {
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
    let (library, report) = try await landed(text)
    #expect(report.diagnostics.map(\.code) == ["value.invalid", "value.invalid"])
    let trips = try await library.trips()
    #expect(trips.map(\.name) == ["Odd"])
    let odd = try #require(trips.first)
    #expect(odd.colour == nil && odd.firstDay == nil)
    #expect(odd.entries.map { "\($0.day) \($0.title)" } == ["3 A", "3 B", "3 C"])
    #expect(odd.entries.map(\.item) == ["place A 46.0", nil, nil])
    let written = try await library.exportedText([try #require(report.importID)])
    #expect(try differences(Array(text.utf8), Array(written.utf8)).isEmpty)
  }

  // MARK: Random trips

  /// A library of random places, paths and groups with itineraries.
  private func randomLibrary(_ random: inout SplitMix64) async throws -> Library {
    let library = try await Library.ticking()
    let words = ["Hut", "Hut", "Pass", "Lac & Col", "é <b>", "Café 🏔", "L1", "x \"y\" 'z'"]
    var items: [ItemID] = []
    for index in 0..<Int.random(in: 3...12, using: &random) {
      let name = words.randomElement(using: &random) ?? ""
      let latitude = 40 + Double(index) / 8
      if Bool.random(using: &random) {
        items += try await library.apply(
          .addPlace(
            name: name, Coordinate(latitude: latitude, longitude: 7), elevationMetres: nil,
            groups: [])
        ).created
      } else {
        let points = (0...index + 1).map {
          Coordinate(latitude: latitude, longitude: 7 + Double($0) / 64)
        }
        let kind: PathKind = Bool.random(using: &random) ? .route : .track
        items += try await library.apply(
          .addPath(name: name, kind: kind, points: points, groups: [])
        ).created
      }
    }
    let texts = ["", "one", "two\nlines", "\ttab ", "a\rb", "]]>&amp;<x/>", "日本 \u{1F468}\u{200D}"]
    func text(_ random: inout SplitMix64) -> String { texts.randomElement(using: &random) ?? "" }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let name = ["Alps", "Sea", "Sea", "Übung"].randomElement(using: &random) ?? ""
      let members = items.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
      let group = try await library.apply(.createGroup(name: name, members: Array(members)))
        .created[0]
      _ = try await library.apply(.set(.notes, of: [group], to: text(&random)))
      if Bool.random(using: &random) {
        _ = try await library.apply(.set(.colour, of: [group], to: "#12AB3F"))
      }
      if Bool.random(using: &random) {
        _ = try await library.apply(.itinerary(of: group, .setFirstDay("2024-02-29")))
      }
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let stop: ItineraryStop =
          Bool.random(using: &random)
          ? .title("Rest \(text(&random)).")
          : .item(items.randomElement(using: &random) ?? items[0])
        let day = Int.random(in: 1...5, using: &random)
        let made = try await library.apply(
          .itinerary(of: group, .add([stop], note: text(&random), at: .day(day)))
        ).madeEntries
        guard Bool.random(using: &random) else { continue }
        _ = try await library.apply(.itinerary(of: group, .setState(made, .done)))
      }
    }
    if Bool.random(using: &random) {
      _ = try await library.apply(.trash([items.randomElement(using: &random) ?? items[0]]))
    }
    return library
  }

  @Test(arguments: 0..<12)
  func `random trips survive an export and an import into an empty library`(run: Int) async throws {
    var random = SplitMix64.forTest("TripExportTests \(run)")
    let library = try await randomLibrary(&random)
    let expected = try await library.trips(asExported: true)
    var options = ExportOptions()
    options.version = Bool.random(using: &random) ? "1.0" : "1.1"
    let text = try await library.exportedText([], options: options)
    let (other, report) = try await landed(text)
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics)")
    #expect(try await other.trips() == expected)
    let dump = try await other.dump()
    #expect(try await other.importText(text).status == .unchanged)
    #expect(try await other.dump() == dump)
    // And once more from there.
    let (third, _) = try await landed(try await other.exportedText([]))
    #expect(try await third.trips() == expected)
    // As it came.
    let written = try await other.exported([try #require(report.importID)]).bytes
    #expect(try differences(Array(text.utf8), written).isEmpty)
  }
}
