import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Copies, the same place twice, other kinds, names of many, what is near.
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

  @Test func `a copy has all of the first and stays as it is when that changes`() async throws {
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

  @Test func `places near an older one are found, by distance and by name`() async throws {
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
  func `the clusters are those that comparing all with all finds`(seed: UInt64) throws {
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
    var taken: Set<ItemID> = []
    var expected: [ItemID: [ItemID]] = [:]
    for place in places where taken.insert(place.id).inserted {
      for other in places
      where !taken.contains(other.id)
        && Geodesic.distanceMetres(from: place.coordinate, to: other.coordinate) <= limit
      {
        taken.insert(other.id)
        expected[place.id, default: []].append(other.id)
      }
    }
    let found = PlaceCluster.find(in: places, withinMetres: limit)
    #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.kept, $0.others) }) == expected)
  }

  @Test func `merging unites fields, notes and groups, and loses nothing`() async throws {
    let library = try await Library.sample()
    let hut = try await add("Hut", 46, 7, library)
    let twin = try await add("Cabane", 46.0001, 7, library, groups: [trip])
    _ = try await library.apply(.set(.symbol, of: [twin], to: "Lodge"))
    _ = try await library.apply(.set(.notes, of: [hut], to: "Key at the door"))
    _ = try await library.apply(.set(.notes, of: [twin], to: "No water"))
    _ = try await library.apply(.set(.comment, of: [hut], to: "old"))
    _ = try await library.apply(.set(.comment, of: [twin], to: "new"))
    let before = try await library.dump()
    let clusters = PlaceCluster.find(
      in: try await library.snapshot().places, withinMetres: 25)
    #expect(clusters.map(\.kept) == [hut])
    let result = try await library.apply(.mergePlaces(clusters))
    #expect(result.deleted == [twin])
    let places = try await library.snapshot().places
    let kept = try #require(places.first { $0.id == hut })
    #expect(kept.symbol == "Lodge")
    #expect(kept.comment == "old")
    #expect(kept.groups == [trip])
    #expect(
      kept.notes == "Key at the door\nNo water\nAlso called: Cabane\nComment: new")
    #expect(try #require(places.first { $0.id == twin }).trashed != nil)
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `merging keeps the elevations, times, links and sources of all`() async throws {
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
    #expect(written.components(separatedBy: "https://a.example").count == 2, "once")
  }

  @Test func `every copy has a name of its own, a copy's copy too`() async throws {
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

  @Test func `a track becomes a route in one piece and a track again`() async throws {
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

  @Test func `places make a route, and its points the places again`() async throws {
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

  @Test func `the places of each path's points are in the groups of that path alone`() async throws
  {
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

  @Test func `nothing is merged or joined onto what is in the trash, nor out of it`() async throws {
    let library = try await Library.sample()
    let twin = try await add("Refuge", 45.9, 6.9, library)
    for (trashed, edit) in [
      (refuge, LibraryEdit.mergePlaces([PlaceCluster(kept: refuge, others: [twin], metres: 0)])),
      (twin, .mergePlaces([PlaceCluster(kept: refuge, others: [twin], metres: 0)])),
      (track, .join([track, route])), (route, .join([track, route])),
    ] {
      _ = try await library.apply(.trash([trashed]))
      let before = try await library.dump()
      await #expect {
        _ = try await library.apply(edit)
      } throws: { "\($0)".contains("is in the trash; restore it first") }
      if case .join(let ids, let order, let gap) = edit {
        await #expect {
          _ = try await library.trial(ofJoining: ids, order: order, gap: gap)
        } throws: { "\($0)".contains("is in the trash; restore it first") }
      }
      #expect(try await library.dump() == before)
      _ = try await library.undo()
    }
  }

  @Test func `names are made of a pattern, and what it lacks is named`() throws {
    let items: [(id: ItemID, name: String, day: String?)] = (1...10).map {
      (ItemID(.location, $0), $0 == 1 ? "{n}" : "P\($0)", $0 == 2 ? nil : "2026-07-11")
    }
    let names = try NamePattern("{n} {name}").names(of: items).map(\.name)
    #expect(names[0] == "01 {n}")
    #expect(names[9] == "10 P10")
    #expect { _ = try NamePattern("{when}") } throws: { "\($0)".contains("{when}") }
    let dated = try NamePattern("{date}")
    #expect { _ = try dated.names(of: items) } throws: { "\($0)".contains("L2") }
  }

  @Test func `what is nearest comes first, a path by its way`() async throws {
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

  // MARK: Joining and turning

  @Test(arguments: 0..<8)
  func `a track turned round twice is what it was`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let library = try await Library.temporary()
    var second = 0
    let points = (0..<9).map { number in
      second += Int.random(in: 1...6, using: &random)
      let time =
        Int.random(in: 0..<4, using: &random) == 0
        ? "" : "<time>2026-07-01T08:00:\(String(format: "%02d", second)).\(number)Z</time>"
      return "<trkpt lat=\"46.\(number)\" lon=\"7\">\(time)</trkpt>"
    }
    let text = GPXText.file(
      "<trk><trkseg>\(points[0..<4].joined())</trkseg><trkseg>"
        + "\(points[4...].joined())</trkseg></trk>")
    let id = try #require(try await library.importText(text).paths.first)
    let before = try #require(try await library.geometry(id)).columns
    _ = try await library.apply(.editPoints(of: id, .reverse))
    let turned = try #require(try await library.geometry(id)).columns
    let times = turned.times.filter { !$0.isNaN }
    #expect(times == times.sorted(), "times run forward")
    #expect(turned.times.map(\.isNaN) == before.times.reversed().map(\.isNaN))
    _ = try await library.apply(.editPoints(of: id, .reverse))
    let after = try #require(try await library.geometry(id)).columns
    #expect(after.latitudes == before.latitudes)
    #expect(after.segmentStarts == before.segmentStarts)
    #expect(zip(after.times, before.times).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    _ = try await library.apply(.editPoints(of: id, .reverseWithoutTimes))
    #expect(try #require(try await library.geometry(id)).columns.times.allSatisfy(\.isNaN))
  }

  @Test func `joining goes by time, with a break or a line as asked`() async throws {
    let library = try await Library.temporary()
    let text = GPXText.file(
      GPXText.track("Late", [46.2, 46.3], hour: 9), GPXText.track("Early", [46.0, 46.2], hour: 8))
    let (late, early) = try await {
      let paths = try await library.importText(text).paths
      return (paths[0], paths[1])
    }()
    let trial = try await library.trial(ofJoining: [late, early], order: .time, gap: .line)
    #expect(trial.order == [early, late])
    #expect(trial.seams.map(\.metres) == [0])
    #expect(trial.measures.segments == 1)
    _ = try await library.apply(.join([late, early], order: .time, gap: .line))
    let line = try #require(try await library.geometry(early)).columns
    #expect(line.latitudes == [46.0, 46.2, 46.2, 46.3], "their times differ, so both points stay")
    #expect(line.segmentStarts == [0])
    _ = try await library.undo()
    _ = try await library.apply(.join([early, late], gap: .break))
    #expect(try #require(try await library.geometry(early)).columns.segmentStarts == [0, 2])
  }

  @Test(arguments: TrackJoin.Gap.allCases, [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
  func `what is said of a join before is what becomes of it`(
    gap: TrackJoin.Gap, ranks: [Int]
  ) async throws {
    let library = try await Library.temporary()
    let text = GPXText.file(
      GPXText.track("One", [46.0, 46.1], hour: 8), GPXText.track("Two", [46.1, 46.2], hour: 9),
      GPXText.track("Three", [46.4, 46.5], hour: 10))
    let all = try await library.importText(text).paths
    _ = try await library.apply(.perform(.stripTimes, on: all[1], in: nil))
    _ = try await library.apply(.convert([all[2]], to: .route))
    let ids = ranks.map { all[$0] }
    let isRoute = ranks[0] == 2
    guard !isRoute || gap != .break else {
      await #expect(throws: LibraryError.self) {
        _ = try await library.trial(ofJoining: ids, order: .given, gap: gap)
      }
      await #expect {
        _ = try await library.apply(.join(ids, gap: gap))
      } throws: { "\($0)".contains("Three is a route, and routes cannot have breaks") }
      return
    }
    let trial = try await library.trial(ofJoining: ids, order: .given, gap: gap)
    _ = try await library.apply(.join(ids, gap: gap))
    let made = try #require(try await library.geometry(ids[0])).columns
    #expect(trial.columns.latitudes == made.latitudes)
    #expect(trial.columns.segmentStarts == made.segmentStarts)
    #expect(trial.order == ids)
    #expect(trial.joints.count == 2)
  }

  /// The end of one track, the beginning of another, what is between, and how many points a join has.
  struct Meeting: Sendable {
    var end: String
    var start: String
    var between = ""
    var shared: Int
    var line: Int

    static func point(_ latitude: String, _ more: String = "") -> String {
      "<trkpt lat=\"\(latitude)\" lon=\"7\">\(more)</trkpt>"
    }

    static let all = [
      Meeting(end: point("46.01"), start: point("46.010"), shared: 3, line: 3),
      Meeting(
        end: point("46.01", "<extensions><power>100</power></extensions>"),
        start: point("46.01", "<extensions><power>101</power></extensions>"), shared: 4, line: 4),
      Meeting(end: point("46.01"), start: point("46.01", "<name>B</name>"), shared: 4, line: 4),
      Meeting(
        end: point("46.01"), start: point("46.01"), between: "<trkseg></trkseg>", shared: 4, line: 3
      ),
      Meeting(
        end: point("46.01"), start: point("46.02"), between: "<trkseg></trkseg>", shared: 4, line: 4
      ),
    ]
  }

  @Test(arguments: TrackJoin.Gap.allCases, Meeting.all)
  func `a trial of a join tells how many points and segments there will be`(
    gap: TrackJoin.Gap, meeting: Meeting
  ) async throws {
    let library = try await Library.temporary()
    let ids = try await library.importText(
      GPXText.file(
        "<trk><trkseg>\(Meeting.point("46"))\(meeting.end)</trkseg>\(meeting.between)</trk>",
        "<trk>\(meeting.between)<trkseg>\(meeting.start)\(Meeting.point("47"))</trkseg></trk>")
    ).paths
    let trial = try await library.trial(ofJoining: ids, order: .given, gap: gap)
    _ = try await library.apply(.join(ids, gap: gap))
    let made = try #require(try await library.geometry(ids[0])).columns
    #expect(trial.columns.latitudes == made.latitudes)
    #expect(trial.columns.segmentStarts == made.segmentStarts)
    let count = [.shared: meeting.shared, .line: meeting.line][gap] ?? 4
    #expect(made.count == count)
    #expect(made.segmentStarts == (gap == .line || count == 3 ? [0] : [0, 2]))
    if gap == .line {
      let written = try await library.exportedText([ids[0]])
      #expect(written.components(separatedBy: "<trkseg").count == 2)
    }
  }

  @Test(arguments: [0.0, 0.3, 0.77])
  func `what a crop keeps and what it cuts out are the whole`(start: Double) async throws {
    let library = try await Library.sample()
    let whole = try #require(try await library.geometry(route)).measures.lengthMetres
    let part = TrackPart.metres(whole * start...whole * (start + 0.2))
    let copy = try #require(try await library.apply(.duplicate([route])).created.first)
    _ = try await library.apply(.convert([route, copy], to: .track))
    _ = try await library.apply(.perform(.crop(part), on: route, in: nil))
    _ = try await library.apply(.perform(.cut(out: part), on: copy, in: nil))
    let inside = try #require(try await library.geometry(route)).measures.lengthMetres
    let outside = try #require(try await library.geometry(copy)).measures.lengthMetres
    #expect(abs(inside + outside - whole) < 1e-3)
  }

  // MARK: Refusals

  @Test func `cleaning nearly all, and pieces of single points, are refused`() async throws {
    let library = try await Library.temporary()
    let still = (0..<40).map { _ in 46.0 }
    let report = try await library.importText(
      GPXText.file(
        GPXText.track("Still", still, hour: 8),
        GPXText.track("Way", GPXText.latitudes(from: 46, 9), hour: 8)))
    let before = try await library.dump()
    await #expect {
      _ = try await library.apply(
        .perform(.clean(TrackCleaning(duplicates: .position)), on: report.paths[0], in: nil))
    } throws: { "\($0)".contains("39 of 40 points would be removed") }
    await #expect {
      _ = try await library.apply(.cut(report.paths[1], .gaps(seconds: 30, metres: nil)))
    } throws: { "\($0)".contains("would be single points") }
    #expect(try await library.dump() == before)
  }

  @Test func `a trial tells how many points go and what goes with them`() async throws {
    let library = try await Library.temporary()
    let points = (0..<8).map { number in
      "<trkpt lat=\"46.00\(number / 2)\" lon=\"7\">"
        + (number == 1 ? "<name>Spring</name>" : "") + "</trkpt>"
    }
    let report = try await library.importText(
      GPXText.file("<trk><trkseg>\(points.joined())</trkseg></trk>"))
    let operation = TrackOperation.clean(TrackCleaning(duplicates: .position))
    let trial = try #require(
      try await library.trials(of: operation, on: report.paths).first)
    #expect(trial.flaws == [.duplicate: 4])
    #expect(trial.pointsLost == 4)
    #expect(trial.markedPointsLost == 1)
    let done = try await library.apply(.perform(operation, on: report.paths[0], in: nil))
    #expect(done.notes.count == 1)
  }

  @Test func `simplifying to a number keeps so many of points that matter alike`() {
    let line = TrackColumns(
      latitudes: Array(repeating: 0, count: 11), longitudes: (0..<11).map { Double($0) / 100 },
      elevations: Array(repeating: .nan, count: 11), times: Array(repeating: .nan, count: 11))
    #expect(Simplification(line).kept(count: 5).count == 5)
    #expect(Simplification(line).kept(count: 2) == [0, 10])
    #expect(Simplification(line).kept(count: 99).count == 11)
  }
}
