import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

@Suite struct RandomEditTests {
  @Test func `undoing 200 random edits one by one restores each earlier state`() async throws {
    let library = try await Library.sample()
    var random = SplitMix64.forTest()
    let start = try await library.dump()
    var dumps: [LogicalDump] = []
    for _ in 0..<200 {
      let snapshot = try await library.snapshot()
      let edit = try await Self.edit(snapshot, library, &random)
      let before = try await library.dump()
      do {
        let result = try await library.apply(edit, basedOn: snapshot.revision)
        if result.undo != nil { dumps.append(before) }
        try await library.expectCurrentLevels("\(edit)")
      } catch let error as LibraryError {
        #expect([.invalid, .notFound, .nothingToDo].contains(error.code), "\(edit): \(error)")
        #expect(try await library.dump() == before, "a rejected edit changed something: \(edit)")
      }
    }
    #expect(dumps.count > 100)
    let end = try await library.dump()
    for before in dumps.reversed() {
      let undone = try await library.undo()
      #expect(try await library.dump() == before, "undoing \(undone.title.imperative)")
      try await library.expectCurrentLevels("undoing \(undone.title.imperative)")
    }
    #expect(try await library.dump() == start)
    for _ in dumps { _ = try await library.redo() }
    #expect(try await library.dump() == end)
    try await library.expectCurrentLevels("redone")
  }

  static func edit(
    _ snapshot: LibrarySnapshot, _ library: Library, _ random: inout SplitMix64
  ) async throws -> LibraryEdit {
    let places = snapshot.places.map(\.id)
    let paths = snapshot.paths.map(\.id)
    let groups = snapshot.groups.map(\.id)
    func some(_ ids: [ItemID]) -> [ItemID] {
      Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }
    let here = Coordinate(
      latitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random))
    let path = paths.randomElement(using: &random) ?? ItemID(.path, 99)
    let keys = try await library.geometry(path)?.keys ?? []
    let key = keys.randomElement(using: &random) ?? 99
    switch Int.random(in: 0..<31, using: &random) {
    case 0: return .set(.name, of: some(places + paths + groups), to: "N\(key)")
    case 1:
      return .set(
        .colour, of: some(paths), to: ["#102030", nil, "red"].randomElement(using: &random) ?? nil)
    case 2: return .set(.symbol, of: some(places + paths + groups), to: "Flag")
    case 3: return .addPlace(name: "P", here, elevationMetres: 1, groups: some(groups))
    case 4: return .movePlace(places.randomElement(using: &random) ?? path, to: here)
    case 5:
      return .addPath(
        name: "Q", kind: .track, points: (0..<9).map { _ in here }, groups: some(groups))
    case 6: return .editPoints(of: path, .move(key: key, to: here))
    case 7...9: return .editPoints(of: path, .insert(before: key, here))
    case 10: return .editPoints(of: path, .append(here))
    case 11: return .editPoints(of: path, .delete(keys: [key]))
    case 12:
      return .editPoints(
        of: path, Bool.random(using: &random) ? .reverse : .reverseWithoutTimes)
    case 13: return .split(path, at: key)
    case 14: return .join(some(paths))
    case 15: return .createGroup(name: "H", members: some(places + paths))
    case 16: return .addToGroups(some(places + paths), groups: some(groups))
    case 17: return .removeFromGroups(some(places + paths), groups: some(groups))
    case 18: return .trash(some(places + paths + groups))
    case 24: return .duplicate(some(places + paths))
    case 25: return .convert(some(paths), to: Bool.random(using: &random) ? .route : .track)
    case 26: return .pathOfPlaces(some(places), kind: .route, name: nil)
    case 27: return .placesOfPaths(some(paths))
    case 28:
      let merged = some(places)
      return .mergePlaces([
        PlaceCluster(
          kept: merged.first ?? path, others: Array(merged.dropFirst()), metres: 0)
      ])
    case 29, 30:
      let entries = try await library.history().filter { $0.state == .done }
      return .revert(
        some(places + paths + groups), toBefore: entries.randomElement(using: &random)?.id ?? 1)
    case 20...23:
      let group = snapshot.groups.randomElement(using: &random)
      return .itinerary(
        of: group?.id ?? ItemID(.group, 99),
        itineraryEdit(group?.itinerary.map(\.id) ?? [], some(places + paths), &random))
    default:
      let trashed =
        snapshot.places.filter { $0.trashed != nil }.map(\.id)
        + snapshot.paths.filter { $0.trashed != nil }.map(\.id)
      return Bool.random(using: &random) ? .purge(some(trashed)) : .restore(some(trashed))
    }
  }

  private static func itineraryEdit(
    _ entries: [StopID], _ items: [ItemID], _ random: inout SplitMix64
  ) -> ItineraryEdit {
    let some = Array(entries.shuffled(using: &random).prefix(2))
    let anchor = entries.randomElement(using: &random) ?? StopID(99)
    let position: ItineraryPosition =
      [.end, .day(Int.random(in: 0...4, using: &random)), .before(anchor), .after(anchor)]
      .randomElement(using: &random) ?? .end
    switch Int.random(in: 0..<11, using: &random) {
    case 0...2: return .add(items.map { .item($0) } + [.title("Rest")], at: position)
    case 3: return .remove(some)
    case 4, 5: return .move(some, to: position)
    case 6: return .setDay(some, Int.random(in: 0...4, using: &random))
    case 7: return .setState(some, .done)
    case 8: return .beginDay(at: anchor)
    case 9: return .joinDay(of: anchor)
    default: return .setNote(some, "N")
    }
  }
}
