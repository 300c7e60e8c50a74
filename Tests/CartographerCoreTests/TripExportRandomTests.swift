import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

extension TripExportTests {
  /// Makes a library of random places, paths and groups with itineraries.
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
        ).createdStops
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
  func `random trips are unchanged after export and import into an empty library`(run: Int)
    async throws
  {
    var random = SplitMix64.forTest("TripExportTests \(run)")
    let library = try await randomLibrary(&random)
    let expected = try await library.trips(asExported: true)
    var options = ExportOptions()
    options.version = Bool.random(using: &random) ? "1.0" : "1.1"
    let text = try await library.exportedText([], options: options)
    let (other, report) = try await importIntoNewLibrary(text)
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics)")
    #expect(try await other.trips() == expected)
    let dump = try await other.dump()
    #expect(try await other.importText(text).status == .unchanged)
    #expect(try await other.dump() == dump)
    // A second export and import gives the same trips.
    let (third, _) = try await importIntoNewLibrary(try await other.exportedText([]))
    #expect(try await third.trips() == expected)
    // Exporting the import writes the same file.
    let written = try await other.exported([try #require(report.importID)]).bytes
    #expect(try differences(Array(text.utf8), written).isEmpty)
  }
}
