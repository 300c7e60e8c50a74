import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Updated indexes, lists and map contents, compared with ones built from scratch.
@Suite struct IndexUpdateTests {
  @Test func `an updated index equals one built from scratch after random changes`() {
    var random = SplitMix64.forTest()
    var snapshot = Self.library(&random)
    var index = LibraryIndex(snapshot)
    for _ in 0..<400 {
      var changed: Set<ItemID> = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        Self.change(&snapshot, &changed, &random)
      }
      snapshot.revision += 1
      index = LibraryIndex(LibraryUpdate(snapshot: snapshot, changed: changed), of: index)
      let fresh = LibraryIndex(snapshot)
      let all = snapshot.places.map(\.id) + snapshot.paths.map(\.id) + snapshot.groups.map(\.id)
      #expect(
        all.sorted { index.nameRank($0) < index.nameRank($1) }
          == all.sorted { fresh.nameRank($0) < fresh.nameRank($1) })
      #expect(index.groups == fresh.groups)
      #expect(index.mapPlaces == fresh.mapPlaces)
      for group in snapshot.groups {
        #expect(index.members(of: group.id) == fresh.members(of: group.id))
      }
      for id in all + [ItemID(.location, 9_999)] { #expect(index[id] == fresh[id]) }
      for word in ["a", "é", "trip", "b c"] {
        #expect(index.matches(word, among: all) == fresh.matches(word, among: all))
      }
    }
  }

  @Test func `many names inserted between the same two names keep their order`() {
    var keys: [ItemID: SearchKey] = [:]
    func key(_ name: String) -> SearchKey { SearchKey(name: name, notes: "", groupNames: []) }
    keys[ItemID(.path, 1)] = key("a")
    keys[ItemID(.path, 2)] = key("b")
    var order = NameOrder(keys)
    var name = "a"
    for number in 3..<200 {
      name += number.isMultiple(of: 20) ? "\(number)" : "b"
      keys[ItemID(.path, Int64(number))] = key(name)
      order.update([ItemID(.path, Int64(number))], keys)
    }
    let expected = keys.sorted { $0.value.sortKey < $1.value.sortKey }.map(\.key)
    #expect(keys.keys.sorted { order.rank($0) < order.rank($1) } == expected)
    #expect(Set(keys.keys.map(order.rank)).count == keys.count)
  }

  @Test func `names are sorted as strings, and equal names by ID`() {
    let names = [
      "b", "", "ab", "a", "日本", "é", "ab", "z", "a b", "éa", "ab", "\u{1F600}", "day-10", "day-9",
      "mountain", "mountain top", "mountains", "mountain", "mountain日",
    ]
    var keys: [ItemID: SearchKey] = [:]
    for (number, name) in names.enumerated() {
      keys[ItemID(.path, Int64(number + 1))] = SearchKey(name: name, notes: "", groupNames: [])
    }
    let order = NameOrder(keys)
    let expected = keys.sorted { ($0.value.sortKey, $0.key) < ($1.value.sortKey, $1.key) }
    #expect(keys.keys.sorted { order.rank($0) < order.rank($1) } == expected.map(\.key))
  }

  @Test func `the order of the list after item changes equals a newly sorted order`() async throws {
    var random = SplitMix64.forTest()
    var snapshot = Self.library(&random)
    var state = AppState(size: Size(columns: 100, rows: 30))
    _ = update(&state, .loaded(LibraryIndex(snapshot)))
    for step in 0..<200 {
      if step % 20 == 0 {
        state.switchTab(ListTab.allCases[step / 20 % ListTab.allCases.count])
        state.list.setSort(
          SortOrder(step % 40 == 0 ? .name : .date, isDescending: step % 60 == 0))
        state.reorder()
      }
      var changed: Set<ItemID> = []
      Self.change(&snapshot, &changed, &random)
      snapshot.revision += 1
      _ = update(
        &state,
        .loaded(LibraryIndex(LibraryUpdate(snapshot: snapshot, changed: changed), of: state.index)))
      let shown = state.list.candidates
      state.reorder()
      #expect(shown == state.list.candidates)
    }
  }

  @Test func `the map contents after item changes equal rebuilt contents`() {
    var random = SplitMix64.forTest()
    var snapshot = Self.library(&random)
    var state = AppState(size: Size(columns: 100, rows: 30))
    _ = update(&state, .loaded(LibraryIndex(snapshot)))
    var shownPaths = 0
    for step in 0..<300 {
      if step % 50 == 0 {
        let group = step % 100 == 0 ? nil : snapshot.groups.first
        state.list.openGroup(group, keepingMarks: false)
        state.rebuildMap()
      }
      var changed: Set<ItemID> = []
      Self.change(&snapshot, &changed, &random)
      // A path may also be deleted, and the points of some paths are loaded.
      if step % 7 == 0, let path = snapshot.paths.randomElement(using: &random) {
        snapshot.paths.removeAll { $0.id == path.id }
        changed.insert(path.id)
      }
      snapshot.revision += 1
      let index = LibraryIndex(LibraryUpdate(snapshot: snapshot, changed: changed), of: state.index)
      _ = update(&state, .loaded(index))
      if step % 3 == 0, let path = snapshot.paths.randomElement(using: &random) {
        let columns = TrackColumns(
          latitudes: [1, 2], longitudes: [7, .random(in: 7...8, using: &random)],
          elevations: [.nan, .nan], times: [.nan, .nan], segmentStarts: [0])
        let geometry = PathGeometry(
          id: path.id, revision: snapshot.revision, keys: [1, 2], columns: columns,
          measures: TrackMeasures(columns))
        _ = update(&state, .pathsLoaded([PathData(geometry)], of: [geometry.id]))
      }
      let shown = state.map.contents
      shownPaths = max(shownPaths, shown.paths.count)
      state.rebuildMap()
      #expect(shown == state.map.contents)
    }
    #expect(shownPaths > 1)
  }

  // MARK: Random libraries

  private static let names = ["a", "b c", "É", "e", "Trip", "a", "zz", "B", "ábc"]

  private static func library(_ random: inout SplitMix64) -> LibrarySnapshot {
    var snapshot = LibrarySnapshot(revision: 1)
    var changed: Set<ItemID> = []
    for _ in 0..<60 { change(&snapshot, &changed, &random, adds: true) }
    return snapshot
  }

  private static func change(
    _ snapshot: inout LibrarySnapshot, _ changed: inout Set<ItemID>, _ random: inout SplitMix64,
    adds: Bool = false
  ) {
    let name = names.randomElement(using: &random) ?? ""
    let groups = snapshot.groups.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map(
      \.id)
    let trashed = Int.random(in: 0..<5, using: &random) == 0 ? Date.distantPast : nil
    let here = Coordinate(latitude: .random(in: -80...80, using: &random), longitude: 7)
    let kind = Int.random(in: 0..<(adds ? 3 : 9), using: &random)
    let created = Date(timeIntervalSinceReferenceDate: Double.random(in: 0...9, using: &random))
    switch kind {
    case 0:
      let id = ItemID(.location, (snapshot.places.last?.id.key ?? 0) + 1)
      snapshot.places.append(
        PlaceSnapshot(
          id: id, name: name, coordinate: here, created: created, trashed: trashed, groups: groups))
      changed.insert(id)
    case 1:
      let id = ItemID(.path, (snapshot.paths.last?.id.key ?? 0) + 1)
      snapshot.paths.append(
        PathSnapshot(
          id: id, kind: .track, name: name, created: created, trashed: trashed, groups: groups))
      changed.insert(id)
    case 2:
      let id = ItemID(.group, (snapshot.groups.last?.id.key ?? 0) + 1)
      snapshot.groups.append(GroupSnapshot(id: id, name: name, created: created))
    case 3:
      guard let index = snapshot.groups.indices.randomElement(using: &random) else { return }
      snapshot.groups[index].name = name
      snapshot.groups[index].trashed = trashed
      snapshot.groups[index].colour = ["#ff0000", nil].randomElement(using: &random) ?? nil
    case 4:
      guard let index = snapshot.places.indices.randomElement(using: &random) else { return }
      changed.insert(snapshot.places.remove(at: index).id)
    case 5, 6:
      guard let index = snapshot.paths.indices.randomElement(using: &random) else { return }
      snapshot.paths[index].name = name
      snapshot.paths[index].trashed = trashed
      snapshot.paths[index].groups = groups
      changed.insert(snapshot.paths[index].id)
    default:
      guard let index = snapshot.places.indices.randomElement(using: &random) else { return }
      snapshot.places[index].name = name
      snapshot.places[index].trashed = trashed
      snapshot.places[index].groups = groups
      snapshot.places[index].coordinate = here
      changed.insert(snapshot.places[index].id)
    }
  }
}
