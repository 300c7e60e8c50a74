import BaseMap
import Foundation
import Geodesy
import TestSupport
import Testing

/// The base map in `Resources`.
struct BaseMapFileTests {
  private static let file = try? BaseMapFile(
    PackageFiles.root.appending(path: "Resources/world.basemap"))

  private func file() throws -> BaseMapFile { try #require(Self.file) }

  @Test
  func `every block of the base map can be decoded`() throws {
    let file = try file()
    var points: [BaseMapLayer.Scale: Int] = [:]
    let world = GeoBounds(south: -90, west: -180, north: 90, east: 180)
    for scale in BaseMapLayer.Scale.allCases {
      for id in file.blocks(of: scale, touching: world) {
        let block = try #require(try file.block(id))
        points[scale, default: 0] += block.latitudes.count
        for index in block.latitudes.indices {
          #expect(block.bounds.south...block.bounds.north ~= block.latitudes[index])
          #expect(block.bounds.west...block.bounds.east ~= block.longitudes[index])
        }
      }
    }
    #expect(try #require(points[.million10]) > 1_000_000)
    #expect(try #require(points[.million50]) > 100_000)
    #expect(try #require(points[.million110]) > 5_000)
  }

  /// Returns whether a coordinate is on land at a scale, by the even-odd rule.
  private func isLand(_ latitude: Double, _ longitude: Double, _ scale: BaseMapLayer.Scale) throws
    -> Bool
  {
    let file = try file()
    let point = GeoBounds(south: latitude, west: longitude, north: latitude, east: longitude)
    for id in file.blocks(of: scale, touching: point) where id.kind == .land {
      let block = try #require(try file.block(id))
      var isInside = false
      for feature in block.features {
        var last = feature.points.upperBound - 1
        for index in feature.points {
          let (y0, y1) = (block.latitudes[last], block.latitudes[index])
          if (y0 > latitude) != (y1 > latitude) {
            let share = (latitude - y0) / (y1 - y0)
            let x =
              block.longitudes[last]
              + share * (block.longitudes[index] - block.longitudes[last])
            if x > longitude { isInside.toggle() }
          }
          last = index
        }
      }
      if isInside { return true }
    }
    return false
  }

  @Test(arguments: BaseMapLayer.Scale.allCases)
  func `known places are on land or in the sea at every scale`(scale: BaseMapLayer.Scale) throws {
    for (latitude, longitude) in [
      (46.5, 8.0), (60.5, 9.0), (36.5, 138.0), (-80.5, 12.3), (-22.5, 133.1), (64.5, -19.0),
      (70.5, -41.0), (-14.0, -52.5), (55.5, 37.4), (1.5, 114.3),
    ] {
      #expect(try isLand(latitude, longitude, scale), "\(latitude), \(longitude)")
    }
    for (latitude, longitude) in [
      (0.5, -30.5), (40.5, -40.5), (-45.5, 100.5), (20.5, -160.5), (75.5, -10.5), (56.5, 3.5),
      (43.5, 35.5),
    ] {
      #expect(try !isLand(latitude, longitude, scale), "\(latitude), \(longitude)")
    }
  }

  @Test
  func `a small island is on the detailed map`() throws {
    // Taveuni in Fiji lies on the antimeridian, Faial in the Azores.
    #expect(try isLand(-16.85, -179.97, .million10))
    #expect(try isLand(38.58, -28.7, .million10))
  }

  @Test
  func `towns are found by their position`() throws {
    let gazetteer = try Gazetteer(file())
    #expect(gazetteer.count > 69_000)
    let zermatt = try #require(
      gazetteer.nearest(to: Coordinate(latitude: 46.0207, longitude: 7.7491)))
    #expect(zermatt.town.name == "Zermatt")
    #expect(zermatt.town.country == "Switzerland")
    #expect(zermatt.town.timeZone == "Europe/Zurich")
    #expect(zermatt.metres < 500)
    // On both sides of the antimeridian, and near a pole.
    let fiji = gazetteer.nearest(to: Coordinate(latitude: -16.8, longitude: 179.99))
    #expect(fiji?.town.countryCode == "FJ")
    let svalbard = gazetteer.nearest(to: Coordinate(latitude: 78.2, longitude: 15.6))
    #expect(svalbard?.town.name == "Longyearbyen")
    #expect(gazetteer.nearest(to: Coordinate(latitude: -50, longitude: -120)) == nil)
  }

  @Test
  func `no town is near 0° N 0° E, where the source has a settlement without a position`() throws {
    let gazetteer = try Gazetteer(file())
    let nearest = gazetteer.nearest(to: Coordinate(latitude: 0.01, longitude: -0.01))
    #expect(nearest?.metres ?? .infinity > 400_000, "\(nearest?.town.name ?? "")")
    #expect(gazetteer.latitudes.count == gazetteer.count)
  }

  @Test
  func `the nearest town is the nearest of all towns`() throws {
    let gazetteer = try Gazetteer(file())
    var random = SplitMix64(seed: 17)
    for _ in 0..<10 {
      let coordinate = Coordinate(
        latitude: .random(in: -70...75, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let all = (0..<gazetteer.count).map {
        Geodesic.distanceMetres(
          latitude: coordinate.latitude, longitude: coordinate.longitude,
          toLatitude: gazetteer.latitudes[$0], longitude: gazetteer.longitudes[$0])
      }
      let least = try #require(all.min())
      guard let found = gazetteer.nearest(to: coordinate) else {
        #expect(least > 900_000)
        continue
      }
      #expect(abs(found.metres - least) < 1e-6, "\(coordinate)")
    }
  }

  @Test
  func `towns have their other spellings`() throws {
    let gazetteer = try Gazetteer(file())
    let vienna = try #require(
      gazetteer.nearest(to: Coordinate(latitude: 48.2085, longitude: 16.3721)))
    #expect(gazetteer.spellings(of: vienna.town.index).contains("Wien"))
  }

  /// The folding of names in these tests: lower case without accents.
  private func fold(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  @Test func `a town is found by each spelling with a mark inside or before a word`() throws {
    let gazetteer = try Gazetteer(file())
    // The search folds only spellings whose words can begin with the text's first letter. Folding
    // can remove a mark before that letter, and replace letters outside ASCII.
    let marks: [Character] = ["'", ".", "(", "/", "’", "ß", "Ł"]
    func bare(_ text: String) -> String { fold(text).filter { !marks.prefix(5).contains($0) } }
    for mark in marks {
      let named = (0..<gazetteer.count).lazy.flatMap { town in
        gazetteer.spellings(of: town).map { (town, $0) }
      }
      // A mark at the start is the hardest case.
      let marked = named.first { $0.1.first == mark } ?? named.first { $0.1.contains(mark) }
      guard let (town, spelling) = marked else { continue }
      let found = gazetteer.matches(bare(spelling), near: nil, limit: 100, fold: bare)
      #expect(found.contains { $0.town.index == town }, "\(spelling)")
    }
  }

  @Test(arguments: [
    ("zermatt", "Zermatt", "CH"), ("munchen", "Munich", "DE"),
    ("chamonix", "Chamonix-Mont-Blanc", "FR"),
    ("wien", "Vienna", "AT"), ("kobenhavn", "Copenhagen", "DK"), ("new yo", "New York City", "US"),
    ("longyearbyen", "Longyearbyen", "SJ"), ("geneve", "Geneva", "CH"),
  ])
  func `towns are found by any spelling`(text: String, name: String, country: String) throws {
    let found = try Gazetteer(file()).matches(
      text, near: Coordinate(latitude: 0, longitude: 0), limit: 5, fold: fold)
    #expect(found.first?.town.name == name)
    #expect(found.first?.town.countryCode == country)
  }

  @Test
  func `of towns with equal names, large and near ones come first`() throws {
    let gazetteer = try Gazetteer(file())
    func first(near coordinate: Coordinate) -> String? {
      gazetteer.matches("cambridge", near: coordinate, limit: 3, fold: fold).first?.town.countryCode
    }
    #expect(first(near: Coordinate(latitude: 52, longitude: 0)) == "GB")
    #expect(first(near: Coordinate(latitude: 42.3, longitude: -71)) == "US")
    #expect(
      gazetteer.matches("xyzzyq", near: Coordinate(latitude: 0, longitude: 0), limit: 3, fold: fold)
        .isEmpty)
  }

  @Test
  func `a damaged base map is refused or read without a trap`() throws {
    let whole = try Data(
      contentsOf: PackageFiles.root.appending(path: "Resources/world.basemap"))
    let folder = try TemporaryDirectory()
    var random = SplitMix64(seed: 5)
    let url = folder.url.appending(path: "damaged.basemap")
    let world = GeoBounds(south: -90, west: -180, north: 90, east: 180)
    var refused: [Int] = []
    for round in 0..<20 {
      var data = round < 3 ? whole.prefix([0, 12, 4_000][round]) : whole
      for _ in 0..<100 where round >= 3 {
        data[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      try data.write(to: url)
      guard let file = try? BaseMapFile(url) else {
        refused.append(round)
        continue
      }
      for id in file.blocks(of: .million50, touching: world) { _ = try? file.block(id) }
      _ = try? Gazetteer(file)
    }
    #expect(refused.starts(with: [0, 1, 2]), "truncated files are always refused")
  }

  @Test(arguments: [10, 200_000])
  func `a base map with damaged names in another script is refused`(fromEnd: Int) throws {
    var data = try Data(
      contentsOf: PackageFiles.root.appending(path: "Resources/world.basemap"))
    // The last parts of the file are the names, and the indices of their towns.
    data[data.count - fromEnd] ^= 1
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "damaged.basemap")
    try data.write(to: url)
    let file = try BaseMapFile(url)
    let error = try #require(throws: BaseMapError.self) { try Gazetteer(file) }
    #expect(error.code == .damaged)
  }

  @Test
  func `the errors for a missing file and for a file that cannot be read differ`() throws {
    let folder = try TemporaryDirectory()
    let missing = folder.url.appending(path: "missing.basemap")
    let error = try #require(throws: BaseMapError.self) { try BaseMapFile(missing) }
    #expect(
      error.description
        == "\(missing.path): the base map file is missing; install the program again")
    // A folder exists, but cannot be read as a file.
    let unreadable = try #require(throws: BaseMapError.self) { try BaseMapFile(folder.url) }
    #expect(unreadable.message == "the base map cannot be read; install the program again")
    #expect(error.code == .cannotRead && unreadable.code == .cannotRead)
  }

  @Test(arguments: [
    ("Paris", 48.85, 2.35), ("Rome", 41.89, 12.51), ("Madrid", 40.42, -3.7),
    ("Santiago", -33.46, -70.65), ("Santo Domingo", 18.47, -69.89), ("Tripoli", 32.88, 13.19),
    ("London", 51.51, -0.13), ("Montevideo", -34.9, -56.19), ("Sydney", -33.87, 151.21),
  ])
  func `of all towns with one name, the world city has the lowest rank`(
    name: String, latitude: Double, longitude: Double
  ) throws {
    let gazetteer = try Gazetteer(file())
    let towns = (0..<gazetteer.count).filter { gazetteer.name(of: $0) == name }
    let first = try #require(towns.min { gazetteer.ranks[$0] < gazetteer.ranks[$1] })
    #expect(abs(gazetteer.latitudes[first] - latitude) < 0.1)
    #expect(abs(gazetteer.longitudes[first] - longitude) < 0.1)
    #expect(gazetteer.ranks[first] <= 3)
    #expect(towns.count { gazetteer.ranks[$0] == gazetteer.ranks[first] } == 1)
  }

  @Test
  func `every town that is labelled on a map of the world is a city`() throws {
    let gazetteer = try Gazetteer(file())
    for town in 0..<gazetteer.count where gazetteer.ranks[town] <= 2 {
      #expect(gazetteer.population(of: town) >= 50_000, "\(gazetteer.name(of: town))")
    }
  }

  @Test
  func `the base map has at most 5 MB`() throws {
    let url = PackageFiles.root.appending(path: "Resources/world.basemap")
    let size = try #require(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size <= 5_000_000)
  }
}
