import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Duplicating, merging, converting, renaming and finding places and paths.
@Suite struct PlaceOperationTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)

  private func add(
    _ name: String, _ latitude: Double, _ longitude: Double, _ library: Library,
    groups: [ItemID] = []
  ) async throws -> ItemID {
    let made = try await library.apply(
      .addPlace(
        name: name, Coordinate(latitude: latitude, longitude: longitude), elevationMetres: nil,
        groups: groups))
    return try #require(made.created.first)
  }

  @Test func `a new place has its notes and symbol, and blank texts are not stored`() async throws {
    let library = try await Library.temporary()
    let position = Coordinate(latitude: 46, longitude: 7)
    let result = try await library.apply(
      .addPlace(
        name: "Hut", position, elevationMetres: nil, groups: [],
        texts: [.notes: "Water", .symbol: "Lodge", .comment: " "]))
    let place = try #require(try await library.snapshot().places.first)
    #expect((place.notes, place.symbol, place.comment) == ("Water", "Lodge", nil))
    #expect(result.created == [place.id])
    #expect(result.changed.isEmpty)
    #expect(result.title.imperative == "Add place Hut")
    _ = try await library.undo()
    #expect(try await library.snapshot().places.isEmpty)
  }

  @Test func `a duplicate has all fields of the original and is independent of it`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.set(.symbol, of: [refuge, track], to: "Flag"))
    let before = try await library.dump()
    let made = try await library.apply(.duplicate([refuge, track])).created
    let snapshot = try await library.snapshot()
    let place = try #require(snapshot.places.first { $0.id == made[0] })
    #expect(place.name == "Refuge (copy)")
    #expect(place.symbol == "Flag")
    #expect(place.elevationMetres == 2_000)
    #expect(place.groups == [trip])
    #expect(
      try await library.geometry(made[1])?.columns.latitudes == [45.7, 45.71, 45.72])
    _ = try await library.apply(.editPoints(of: made[1], .reverse))
    #expect(try await library.geometry(track)?.columns.latitudes == [45.7, 45.71, 45.72])
    _ = try await library.undo()
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `duplicate places are found by distance and by name`() async throws {
    let library = try await Library.temporary()
    let first = try await add("Hut", 46, 7, library)
    let second = try await add("hùt", 46.0001, 7, library)
    let third = try await add("Spring", 46.0003, 7, library)
    let far = try await add("Hut", 46.1, 7, library)
    let places = try await library.snapshot().places
    let near = PlaceCluster.find(in: places, withinMetres: 25)
    #expect(near.map(\.kept) == [first], "\(third) is near the second, not near the first")
    #expect(near.first?.others == [second])
    #expect(
      PlaceCluster.find(in: places, withinMetres: 60, sameName: true).map(\.others) == [[second]])
    #expect(!near.contains { $0.kept == far || $0.others.contains(far) })
  }

  @Test(arguments: 0..<20)
  func `place clusters equal those found by comparing all pairs`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let middle: Double = [0, 46.0, -89.9, 89.99].randomElement(using: &random) ?? 0
    let east: Double = [7.0, 180, -180].randomElement(using: &random) ?? 7
    let places = (1...60).map { number in
      let narrowing: Double = max(cos(middle * Double.pi / 180), 0.01)
      let longitude: Double = east + Double.random(in: -0.02...0.02, using: &random) / narrowing
      return PlaceSnapshot(
        id: ItemID(.location, Int64(number)), name: "P",
        coordinate: Coordinate(
          latitude: min(max(middle + .random(in: -0.02...0.02, using: &random), -90), 90),
          longitude: (longitude + 540).truncatingRemainder(dividingBy: 360) - 180),
        created: testTime)
    }
    let limit = Double.random(in: 10...900, using: &random)
    var assigned: Set<ItemID> = []
    var expected: [ItemID: [ItemID]] = [:]
    for place in places where assigned.insert(place.id).inserted {
      for other in places
      where !assigned.contains(other.id)
        && Geodesic.distanceMetres(from: place.coordinate, to: other.coordinate) <= limit
      {
        assigned.insert(other.id)
        expected[place.id, default: []].append(other.id)
      }
    }
    let found = PlaceCluster.find(in: places, withinMetres: limit)
    #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.kept, $0.others) }) == expected)
  }

  @Test func `merging places combines their fields, notes and groups without loss`() async throws {
    let library = try await Library.sample()
    let hut = try await add("Hut", 46, 7, library)
    let duplicate = try await add("Cabane", 46.0001, 7, library, groups: [trip])
    _ = try await library.apply(.set(.symbol, of: [duplicate], to: "Lodge"))
    _ = try await library.apply(.set(.notes, of: [hut], to: "Key at the door"))
    _ = try await library.apply(.set(.notes, of: [duplicate], to: "No water"))
    _ = try await library.apply(.set(.comment, of: [hut], to: "old"))
    _ = try await library.apply(.set(.comment, of: [duplicate], to: "new"))
    let before = try await library.dump()
    let clusters = PlaceCluster.find(
      in: try await library.snapshot().places, withinMetres: 25)
    #expect(clusters.map(\.kept) == [hut])
    let result = try await library.apply(.mergePlaces(clusters))
    #expect(result.deleted == [duplicate])
    let places = try await library.snapshot().places
    let kept = try #require(places.first { $0.id == hut })
    #expect(kept.symbol == "Lodge")
    #expect(kept.comment == "old")
    #expect(kept.groups == [trip])
    #expect(
      kept.notes == "Key at the door\nNo water\nAlso called: Cabane\nComment: new")
    #expect(try #require(places.first { $0.id == duplicate }).trashed != nil)
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `merging places keeps all their elevations, times, links and sources`() async throws {
    let library = try await Library.temporary()
    let text = GPXText.file(
      """
      <wpt lat="46" lon="7"><ele>2000</ele><name>Hut</name><src>map</src>\
      <link href="https://a.example"/></wpt>
      <wpt lat="46" lon="7"><ele>2010.5</ele><time>2026-07-11T06:02:11.5Z</time><name>Hut</name>\
      <src>walk</src><link href="https://b.example"><text>B</text></link>\
      <link href="https://a.example"/><sat>7</sat></wpt>
      <wpt lat="46" lon="7"><time>2026-07-12T06:02:11Z</time><name>Hut</name></wpt>
      """)
    let ids = try await library.importText(text).locations
    _ = try await library.apply(
      .mergePlaces([PlaceCluster(kept: ids[0], others: Array(ids.dropFirst()), metres: 0)]))
    let place = try #require(try await library.snapshot().places.first { $0.id == ids[0] })
    #expect(
      place.notes
        == "Elevation: 2010.5 m\nSource: walk\nTime: 2026-07-12T06:02:11Z")
    #expect(place.elevationMetres == 2_000)
    let written = try await library.exportedText([ids[0]])
    for part in ["<time>2026-07-11T06:02:11.5", "<sat>7</sat>", "https://b.example", "<src>map"] {
      #expect(written.contains(part), "\(part)")
    }
    #expect(
      written.components(separatedBy: "https://a.example").count == 2,
      "a shared link is written once")
  }

  @Test func `every duplicate has a unique name, even a duplicate of a duplicate`() async throws {
    let library = try await Library.sample()
    var names: [String] = []
    var last = refuge
    for _ in 0..<3 {
      last = try #require(try await library.apply(.duplicate([last])).created.first)
      names.append(try #require(try await library.snapshot().places.first { $0.id == last }).name)
    }
    #expect(names == ["Refuge (copy)", "Refuge (copy 2)", "Refuge (copy 3)"])
    _ = try await library.apply(.set(.name, of: [track], to: "Refuge"))
    let both = try await library.apply(.duplicate([refuge, track])).created
    let snapshot = try await library.snapshot()
    #expect(snapshot.places.first { $0.id == both[0] }?.name == "Refuge (copy 4)")
    #expect(snapshot.paths.first { $0.id == both[1] }?.name == "Refuge (copy 5)")
  }

  @Test func `a track converts to a route of one segment and back to a track`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.join([track, route]))
    let joined = try #require(try await library.geometry(track))
    #expect(joined.columns.segmentStarts.count == 2)
    let result = try await library.apply(.convert([track], to: .route))
    #expect(result.title.imperative == "Make Col du Bonhomme a route")
    let made = try #require(try await library.geometry(track))
    #expect(made.columns.segmentStarts == [0])
    #expect(made.columns.latitudes == joined.columns.latitudes)
    #expect(try await library.snapshot().paths[0].kind == .route)
    let text = try await library.exportedText([track])
    #expect(text.contains("<rte>") && !text.contains("trk"))
    _ = try await library.apply(.convert([track], to: .track))
    #expect(try await library.snapshot().paths[0].kind == .track)
  }

  @Test func `a route made of places gives the same places again`() async throws {
    let library = try await Library.sample()
    let places = try await library.snapshot().places
    let made = try await library.apply(
      .pathOfPlaces(places.map(\.id), kind: .route, name: nil))
    let path = try #require(made.created.first)
    let snapshot = try await library.snapshot()
    #expect(snapshot.paths.last?.name == "Refuge – Zürich")
    #expect(snapshot.paths.last?.groups == [trip])
    #expect(try await library.geometry(path)?.columns.latitudes == [45.9, 47.4])
    let back = try await library.apply(.placesOfPaths([path])).created
    let again = try await library.snapshot().places.filter { back.contains($0.id) }
    #expect(again.map(\.name) == ["Refuge", "Zürich"])
    #expect(again.map(\.coordinate) == places.map(\.coordinate))
    #expect(again.map(\.elevationMetres) == [2_000, nil])
  }

  @Test func `places made from a path's points join only the groups of that path`() async throws {
    let library = try await Library.sample()
    let other = try await library.apply(.createGroup(name: "Other", members: [route])).created[0]
    let made = try await library.apply(together: [
      .addPlace(
        name: "Spring", Coordinate(latitude: 46, longitude: 7), elevationMetres: nil, groups: []),
      .placesOfPaths([track, route]),
    ]).created
    let snapshot = try await library.snapshot()
    let groups = made.map { id in snapshot.places.first { $0.id == id }?.groups }
    #expect(
      groups == [[]] + Array(repeating: [trip], count: 3) + Array(repeating: [other], count: 4))
  }

  @Test func `merging or joining items in the trash is rejected`() async throws {
    let library = try await Library.sample()
    let duplicate = try await add("Refuge", 45.9, 6.9, library)
    let cluster = PlaceCluster(kept: refuge, others: [duplicate], metres: 0)
    for (trashed, edit) in [
      (refuge, LibraryEdit.mergePlaces([cluster])), (duplicate, .mergePlaces([cluster])),
      (track, .join([track, route])), (route, .join([track, route])),
    ] {
      _ = try await library.apply(.trash([trashed]))
      let before = try await library.dump()
      await #expect {
        _ = try await library.apply(edit)
      } throws: { "\($0)".contains("is in the trash; restore it first") }
      if case .join(let ids, let order, let gap) = edit {
        await #expect {
          _ = try await library.preview(ofJoining: ids, order: order, gap: gap)
        } throws: { "\($0)".contains("is in the trash; restore it first") }
      }
      #expect(try await library.dump() == before)
      _ = try await library.undo()
    }
  }

  @Test func `a name pattern builds names, and its errors name the field or item at fault`() throws
  {
    let items = (1...10).map {
      NamePatternItem(
        id: ItemID(.location, $0), name: $0 == 1 ? "{n}" : "P\($0)",
        day: $0 == 2 ? nil : "2026-07-11")
    }
    let names = try NamePattern("{n} {name}").names(of: items).map(\.name)
    #expect(names[0] == "01 {n}")
    #expect(names[9] == "10 P10")
    #expect { _ = try NamePattern("{when}") } throws: { "\($0)".contains("{when}") }
    let dated = try NamePattern("{date}")
    #expect { _ = try dated.names(of: items) } throws: { "\($0)".contains("L2") }
  }

  @Test func `the nearest items come first, and a path counts by its line`() async throws {
    let library = try await Library.sample()
    let here = Coordinate(latitude: 45.705, longitude: 6.7001)
    let found = try await library.nearest(to: here, limit: 2)
    #expect(found.map(\.id) == [track, route])
    #expect(found[0].metres < 10)
    let places = try await library.nearest(to: here, kinds: [.location], limit: 5)
    #expect(places.map(\.name) == ["Refuge", "Zürich"])
    #expect(
      try await library.nearest(to: here, limit: 5, withinMetres: 1_000).map(\.id) == [track])
  }
}
