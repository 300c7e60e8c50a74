import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The loaded part of the library, without the editor.
@Suite struct LibraryStateTests {
  private static let first = ItemID(.path, 1)
  private static let second = ItemID(.path, 2)

  private static func index(
    _ revision: Int64, _ ids: [ItemID], points: Int = 2
  ) -> LibraryIndex {
    let outline = PathOutline(TrackDetail(whole: path(first, 1, points: points).geometry.columns))
    return LibraryIndex(
      LibrarySnapshot(
        revision: revision,
        paths: ids.map {
          PathSnapshot(
            id: $0, kind: .track, name: "\($0)", created: .distantPast, pointCount: points)
        }), outlines: Dictionary(uniqueKeysWithValues: ids.map { ($0, outline) }))
  }

  private static func path(_ id: ItemID, _ revision: Int64, points: Int = 2) -> PathData {
    let columns = TrackColumns(
      latitudes: (0..<points).map { 46 + Double($0) / 100 },
      longitudes: Array(repeating: 7, count: points),
      elevations: Array(repeating: .nan, count: points),
      times: Array(repeating: .nan, count: points), segmentStarts: [0])
    return PathData(
      PathGeometry(
        id: id, revision: revision, keys: (0..<points).map { Int64($0 + 1) }, columns: columns,
        measures: TrackMeasures(columns)))
  }

  private static func loaded() -> LibraryState {
    var library = LibraryState(storeName: "trip.store")
    _ = library.receive(index(5, [first, second]))
    library.markLoaded()
    library.receive([path(first, 5), path(second, 5)])
    return library
  }

  @Test func `an older index is ignored, and an index of the same revision is accepted`() {
    var library = Self.loaded()
    #expect(library.receive(Self.index(4, [Self.first])) == false)
    #expect(library.index.snapshot.revision == 5)
    #expect(library.paths.count == 2)
    #expect(library.receive(Self.index(5, [Self.first])) == true)
    #expect(library.paths.keys.sorted() == [Self.first])
  }

  @Test func `older points and points of deleted paths are ignored`() {
    var library = Self.loaded()
    let newer = Self.path(Self.first, 7)
    library.receive([newer])
    library.receive([Self.path(Self.first, 6), Self.path(ItemID(.path, 9), 7)])
    #expect(library.paths[Self.first] == newer)
    #expect(library.paths.count == 2)
  }

  @Test func `changed points are requested once and are awaited until they arrive`() {
    var library = Self.loaded()
    #expect(library.requestPaths([Self.first]) == [])
    _ = library.receive(Self.index(8, [Self.first, Self.second], points: 3))
    #expect(library.isReloading(Self.first))
    #expect(library.requestPaths([Self.first]) == [.loadPaths([Self.first])])
    #expect(library.requestPaths([Self.first, Self.second]) == [], "a request is pending")
    library.receive([Self.path(Self.first, 7, points: 3)])
    #expect(library.isReloading(Self.first), "these points are older than the requested revision")
    library.receive([Self.path(Self.first, 8, points: 3)])
    #expect(!library.isReloading(Self.first))
    #expect(library.requestPaths([Self.first, Self.second]) == [.loadPaths([Self.second])])
  }

  @Test func `a failure and a deletion end the requests, and nothing is requested twice`() {
    var library = Self.loaded()
    _ = library.receive(Self.index(6, [Self.first, Self.second], points: 3))
    _ = library.requestPaths([Self.first, Self.second])
    library.cancelPathRequests()
    #expect(!library.isReloading(Self.first))
    #expect(library.requestPaths([Self.first]) == [], "the library has not changed since")
    _ = library.receive(Self.index(7, [Self.first, Self.second], points: 4))
    #expect(library.requestPaths([Self.second]) == [.loadPaths([Self.second])])
    _ = library.receive(Self.index(8, [Self.first], points: 4))
    #expect(!library.isReloading(Self.second))
    #expect(library.requestPaths([Self.first]) == [.loadPaths([Self.first])])
  }

  @Test func `only the points of needed paths and of a few others stay in memory`() {
    let ids = (1...5).map { ItemID(.path, $0) }
    var library = LibraryState()
    _ = library.receive(Self.index(1, ids, points: 100_000))
    for id in ids { library.receive([Self.path(id, 1, points: 100_000)]) }
    #expect(library.trim(keeping: [ids[0]]).sorted() == [ids[1], ids[2]])
    #expect(library.paths.keys.sorted() == [ids[0], ids[3], ids[4]])
  }

  @Test func `points that were removed from memory are requested again when they are needed again`()
  {
    let ids = (1...5).map { ItemID(.path, $0) }
    var library = LibraryState()
    _ = library.receive(Self.index(1, ids, points: 100_000))
    for id in ids { library.receive([Self.path(id, 1, points: 100_000)]) }
    #expect(library.trim(keeping: [ids[0]]).contains(ids[1]))
    #expect(library.isWaiting(for: ids[1]))
    #expect(library.requestPaths([ids[1]]) == [.loadPaths([ids[1]])])
  }

  @Test func `points that were read before a change are requested again after it`() {
    var library = Self.loaded()
    _ = library.receive(Self.index(6, [Self.first], points: 3))
    #expect(library.requestPaths([Self.first]) == [.loadPaths([Self.first])])
    _ = library.receive(Self.index(7, [Self.first], points: 4))
    library.receive([Self.path(Self.first, 6, points: 3)])
    #expect(library.isReloading(Self.first))
    #expect(library.requestPaths([Self.first]) == [.loadPaths([Self.first])])
    library.receive([Self.path(Self.first, 7, points: 4)])
    #expect(!library.isReloading(Self.first))
  }

  @Test func `replaced rows of equal points are read again, but not those that were read before`() {
    var library = Self.loaded()
    library.markPointsReplaced([Self.first])
    _ = library.receive(Self.index(6, [Self.first, Self.second]))
    #expect(library.isReloading(Self.first))
    #expect(!library.isReloading(Self.second))
    library.receive([Self.path(Self.first, 5)])
    #expect(library.isReloading(Self.first))
    library.receive([Self.path(Self.first, 6)])
    #expect(!library.isReloading(Self.first))
  }

  @Test func `measures of other points or with another threshold are ignored`() {
    var library = Self.loaded()
    func climb() -> Double? { library.measures(of: Self.first)?.thresholdMetres }
    #expect(library.requestMeasures(thresholdMetres: 5) == [])
    let ids = [Self.first, Self.second]
    #expect(
      library.requestMeasures(thresholdMetres: 40) == [.measure(ids, thresholdMetres: 40)])
    #expect(library.requestMeasures(thresholdMetres: 40) == [])
    let geometry = Self.path(Self.first, 5).geometry
    library.receiveMeasures([MeasuredPath(geometry, thresholdMetres: 30)])
    #expect(climb() == 5)
    library.receiveMeasures([MeasuredPath(geometry, thresholdMetres: 40)])
    #expect(climb() == 40)
    _ = library.receive(Self.index(6, [Self.first], points: 3))
    #expect(climb() == 5)
    #expect(
      library.requestMeasures(thresholdMetres: 40)
        == [.measure([Self.first], thresholdMetres: 40)])
    #expect(
      library.requestMeasures(thresholdMetres: 5) == [.measure([], thresholdMetres: 5)],
      "the reading of paths for the old threshold is cancelled")
  }

  @Test func `details are requested once for each item and revision`() {
    var library = Self.loaded()
    #expect(library.requestFacts(of: Self.first) == [.loadFacts(Self.first)])
    #expect(library.requestFacts(of: Self.first) == [])
    _ = library.receive(ItemFacts(id: Self.second))
    #expect(library.facts == nil)
    _ = library.receive(ItemFacts(id: Self.first))
    #expect(library.facts?.id == Self.first)
    _ = library.receive(Self.index(6, [Self.first]))
    #expect(library.requestFacts(of: Self.first) == [.loadFacts(Self.first)])
  }

  @Test func `the editor's state has at most fifteen stored properties`() {
    let state = AppState(size: Size(columns: 80, rows: 24))
    #expect(Mirror(reflecting: state).children.count <= 15)
  }
}

extension LibraryStateTests {
  @Test func `the paths are shown before the places are read, and keys wait for the places`() {
    let editor = EditorDriver()
    var part = editor.library.content.snapshot
    part.places = []
    let whole = editor.library.index
    var state = AppState(size: Size(columns: 120, rows: 40), storeName: "trip.store")
    _ = update(&state, .partlyLoaded(LibraryIndex(part, outlines: whole.outlines)))
    #expect(state.list.rows == editor.state.list.rows)
    #expect(!state.map.contents.paths.isEmpty && state.map.contents.places.isEmpty)
    _ = update(&state, .input(.key(KeyStroke("j"))))
    #expect(state.list.selected == state.list.rows.first)
    _ = update(&state, .loaded(whole))
    #expect(state.list.selected == state.list.rows.dropFirst().first)
    #expect(!state.map.contents.places.isEmpty)
    _ = update(&state, .partlyLoaded(LibraryIndex(part)))
    #expect(!state.map.contents.places.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a list sorted by name is shown before the outlines are read`(isByName: Bool) {
    let editor = EditorDriver()
    let whole = editor.library.index
    let part = LibraryIndex(editor.library.content.snapshot)
    var state = AppState(size: Size(columns: 120, rows: 40), storeName: "trip.store")
    if !isByName { state.list.sort(by: .length) }
    _ = update(&state, .partlyLoaded(part))
    #expect(state.list.rows.isEmpty != isByName)
    #expect(state.map.contents.paths.isEmpty)
    // The paths whose outlines were read first are already on the map.
    let first = whole.outlines.filter { $0.key == whole.outlines.keys.min() }
    _ = update(&state, .partlyLoaded(LibraryIndex(part, outlines: first)))
    #expect(state.list.rows.isEmpty != isByName)
    #expect(state.map.contents.paths.count == (isByName ? 1 : 0))
    _ = update(&state, .partlyLoaded(LibraryIndex(part, outlines: whole.outlines)))
    #expect(state.list.rows.count == editor.state.list.rows.count)
    #expect(!state.map.contents.paths.isEmpty)
    #expect(state.keysWait)
  }
}
