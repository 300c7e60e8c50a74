import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The loaded part of the library, without the editor.
@Suite struct LibraryStateTests {
  private static let first = ItemID(.path, 1)
  private static let second = ItemID(.path, 2)

  private static func index(_ revision: Int64, _ ids: [ItemID]) -> LibraryIndex {
    LibraryIndex(
      LibrarySnapshot(
        revision: revision,
        paths: ids.map {
          PathSnapshot(id: $0, kind: .track, name: "\($0)", created: .distantPast, pointCount: 2)
        }))
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

  @Test func `a path is reloading until points of the requested revision arrive`() {
    var library = Self.loaded()
    _ = library.receive(Self.index(8, [Self.first, Self.second]))
    #expect(library.requestPaths([Self.first]) == [.loadPaths([Self.first])])
    #expect(library.isReloading(Self.first) && !library.isReloading(Self.second))
    library.receive([Self.path(Self.first, 7)])
    #expect(library.isReloading(Self.first), "these points are older than the requested revision")
    library.receive([Self.path(Self.first, 8)])
    #expect(!library.isReloading(Self.first))
  }

  @Test func `a failure, a change with points and a deletion end the reloading`() {
    var library = Self.loaded()
    _ = library.requestPaths([Self.first, Self.second])
    _ = library.receive(
      Self.index(6, [Self.first, Self.second]), written: [Self.path(Self.first, 6)])
    #expect(!library.isReloading(Self.first) && library.isReloading(Self.second))
    _ = library.receive(Self.index(7, [Self.first]))
    #expect(!library.isReloading(Self.second))
    _ = library.requestPaths([Self.first])
    library.cancelPathRequests()
    #expect(!library.isReloading(Self.first))
  }

  @Test func `missing paths do not count as reloading, and an empty request has no effect`() {
    var library = LibraryState()
    _ = library.receive(Self.index(1, [Self.first]))
    #expect(library.missingPaths == [Self.first])
    _ = library.requestPaths([Self.first])
    #expect(!library.isReloading(Self.first))
    #expect(library.requestPaths([]) == [])
    library.receive([Self.path(Self.first, 1)])
    #expect(library.missingPaths.isEmpty)
  }

  @Test func `removing the stale mark reports whether it was set`() {
    var library = Self.loaded()
    #expect(library.removeStaleMark() == false)
    library.markPathsStale()
    #expect(library.removeStaleMark() == true)
    #expect(library.removeStaleMark() == false)
  }

  @Test func `measures of other points or with another threshold are ignored`() {
    var library = Self.loaded()
    let known = library.paths[Self.first] ?? Self.path(Self.first, 5)
    let measured = PathData(known, thresholdMetres: 40)
    library.receiveMeasures([measured], thresholdMetres: 30)
    #expect(library.paths[Self.first]?.measures.thresholdMetres != 40)
    library.receiveMeasures([measured], thresholdMetres: 40)
    #expect(library.paths[Self.first]?.measures.thresholdMetres == 40)
    library.receive([Self.path(Self.first, 6)])
    library.receiveMeasures([measured], thresholdMetres: 40)
    #expect(library.paths[Self.first]?.measures.thresholdMetres != 40)
  }

  @Test func `details are requested once for each item and revision`() {
    var library = Self.loaded()
    #expect(library.requestFacts(of: Self.first) == [.loadFacts(Self.first)])
    #expect(library.requestFacts(of: Self.first) == [])
    library.receive(ItemFacts(id: Self.second))
    #expect(library.facts == nil)
    library.receive(ItemFacts(id: Self.first))
    #expect(library.facts?.id == Self.first)
    _ = library.receive(Self.index(6, [Self.first]))
    #expect(library.requestFacts(of: Self.first) == [.loadFacts(Self.first)])
  }

  @Test func `the editor's state has at most fifteen stored properties`() {
    let state = AppState(size: Size(columns: 80, rows: 24))
    #expect(Mirror(reflecting: state).children.count <= 15)
  }
}
