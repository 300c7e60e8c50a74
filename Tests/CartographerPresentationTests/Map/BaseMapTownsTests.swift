import BaseMap
import CartographerPresentation
import Foundation
import Geodesy
import TestSupport
import Testing

/// Positions in words, names after towns and time zones, from the towns of the installed base map.
struct BaseMapTownsTests {
  private static let towns = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
  ).towns()

  private func towns() throws -> BaseMapTowns { try #require(Self.towns) }

  private static let zermatt = Coordinate(latitude: 46.0207, longitude: 7.7491)
  private static let chamonix = Coordinate(latitude: 45.9237, longitude: 6.8694)
  private static let pacific = Coordinate(latitude: -45, longitude: -125)

  @Test
  func `a position is told by the nearest town with distance, direction and country`() throws {
    let towns = try towns()
    #expect(towns.words(for: Self.zermatt, in: .metric) == "in Zermatt, Switzerland")
    let ridge = Coordinate(latitude: 46.0462, longitude: 7.7858)
    #expect(towns.words(for: ridge, in: .metric) == "4.1 km NE of Zermatt, Switzerland")
    #expect(towns.words(for: ridge, in: .imperial) == "2.5 mi NE of Zermatt, Switzerland")
    #expect(towns.words(for: Self.pacific, in: .metric) == nil)
  }

  @Test
  func `the ends of a path share one line if they are near the same town`() throws {
    let towns = try towns()
    let ridge = Coordinate(latitude: 46.0462, longitude: 7.7858)
    #expect(
      towns.words(fromStart: ridge, toEnd: ridge, in: .metric)
        == "4.1 km NE of Zermatt, Switzerland")
    let west = Coordinate(latitude: 46.02, longitude: 7.70)
    #expect(
      towns.words(fromStart: ridge, toEnd: west, in: .metric)
        == "4.1 km NE to 3.8 km W of Zermatt, Switzerland")
    #expect(
      towns.words(fromStart: Self.chamonix, toEnd: Self.zermatt, in: .metric)
        == "start: in Chamonix-Mont-Blanc, France\nend: in Zermatt, Switzerland")
    #expect(towns.words(fromStart: Self.zermatt, toEnd: Self.pacific, in: .metric) == nil)
  }

  @Test
  func `a large city precedes its districts`() throws {
    let wollishofen = Coordinate(latitude: 47.345, longitude: 8.533)
    #expect(try towns().words(for: wollishofen, in: .metric) == "2.7 km SW of Zürich, Switzerland")
  }

  @Test
  func `a position near the antimeridian finds the town on the other side`() throws {
    // Taveuni in Fiji lies west of the antimeridian, the position east of it.
    let nearest = try #require(
      try towns().nearest(to: Coordinate(latitude: -16.8, longitude: -179.9)))
    #expect(nearest.country == "Fiji")
    #expect(nearest.metres < 100_000)
  }

  @Test
  func `a path is named after the towns at its ends, or after one town`() throws {
    let towns = try towns()
    #expect(
      towns.pathName(from: Self.chamonix, to: Self.zermatt) == "Chamonix-Mont-Blanc – Zermatt")
    let near = Coordinate(latitude: 46.03, longitude: 7.75)
    #expect(towns.pathName(from: Self.zermatt, to: near) == "Zermatt")
    #expect(towns.pathName(from: Self.zermatt, to: Self.pacific) == nil)
    // 45 km from the nearest town, which is too far for a name.
    let desert = Coordinate(latitude: 24.0, longitude: 24.0)
    #expect(towns.pathName(from: desert, to: desert) == nil)
  }

  @Test
  func `a town is found by any spelling, and the largest one comes first`() throws {
    let towns = try towns()
    #expect(towns.town(named: "zermatt")?.title == "Zermatt, Switzerland")
    #expect(towns.town(named: "CHAMONIX")?.title == "Chamonix-Mont-Blanc, France")
    #expect(towns.town(named: "Zurich")?.title == "Zürich, Switzerland")
    #expect(towns.town(named: "moskwa")?.title == "Moscow, Russia")
    let springfield = try #require(towns.town(named: "springfield"))
    #expect(springfield.title == "Springfield, United States")
    #expect(springfield.others > 5)
    #expect(towns.town(named: "Zerm") == nil, "the beginning of a word is not a name")
    #expect(towns.town(named: "no such town") == nil)
  }

  @Test
  func `a stated country without a town of the name gives no other town, but an error`() throws {
    let towns = try towns()
    #expect(towns.town(named: "Springfield, Germany") == nil)
    #expect(towns.town(named: "Springfield, USA")?.title == "Springfield, United States")
    #expect(towns.town(named: "Zürich, ch")?.title == "Zürich, Switzerland")
    let code = try #require(ShortPlusCode("CWC8+R9 Springfield, Germany"))
    let refusal = try #require(towns.refusal(of: code))
    #expect(refusal.message.contains("“Springfield, Germany” is not a known town"))
    #expect(refusal.message.contains("Springfield, United States"))
    for locality in ["Springfield", "Springfield, us", "Xyzzyq, Germany"] {
      let code = try #require(ShortPlusCode("CWC8+R9 \(locality)"))
      #expect(towns.refusal(of: code) == nil, "\(locality)")
    }
  }

  @Test(arguments: [
    ("paris, texas", 33.66, -95.56), ("Paris, Île-de-France", 48.85, 2.35),
    ("springfield, Oregon", 44.05, -123.02), ("Zürich, ch", 47.37, 8.55),
  ])
  func `a region or a country after the name chooses among towns of one name`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    let towns = try towns()
    let named = try #require(towns.town(named: text))
    #expect(abs(named.coordinate.latitude - latitude) < 0.1, "\(named)")
    #expect(abs(named.coordinate.longitude - longitude) < 0.1, "\(named)")
    // The editor's search finds the same town.
    let first = towns.towns(named: text, near: named.coordinate, limit: 1).first
    #expect(first?.town.coordinate == named.coordinate)
  }

  @Test(arguments: [
    ("bergen norway", "Bergen", "NO"), ("Bergen no", "Bergen", "NO"),
    ("bergen vestland", "Bergen", "NO"), ("zermatt switzerland", "Zermatt", "CH"),
    ("san francisco california", "San Francisco", "US"),
    ("charleston west virginia", "Charleston", "US"),
    ("stuttgart baden wuerttemberg", "Stuttgart", "DE"), ("cambridge uk", "Cambridge", "GB"),
    ("st gallen switzerland", "Sankt Gallen", "CH"), ("kansas city kansas", "Kansas City", "US"),
  ])
  func `a country or a region after the name needs no comma`(
    text: String, name: String, country: String
  ) throws {
    let towns = try towns()
    let first = try #require(towns.towns(named: text, near: Self.chamonix, limit: 20).first)
    #expect(first.town.name.hasPrefix(name) && first.town.countryCode == country)
    #expect(first.isExact)
    let named = try #require(towns.town(named: text))
    #expect(named.longTitle == "\(first.town.name), \(first.town.area)")
  }

  @Test(arguments: ["san francisco", "new york", "new mexico", "la paz", "saint denis"])
  func `a name of several words is not divided into a town and its area`(text: String) throws {
    let found = try towns().towns(named: text, near: Self.chamonix, limit: 200)
    #expect(!found.isEmpty)
    #expect(
      found.allSatisfy { match in
        TownName.comparable(match.spelling).contains(TownName.comparable(text))
      })
    #expect(try towns().towns(named: "zermatt france", near: Self.chamonix, limit: 20).isEmpty)
    #expect(try towns().town(named: "bergen nowhere") == nil)
  }

  @Test(arguments: [
    ("bourg st maurice", "Bourg-Saint-Maurice"), ("Bourg St. Maurice", "Bourg-Saint-Maurice"),
    ("bourg-saint maurice", "Bourg-Saint-Maurice"), ("bourg saint maurice", "Bourg-Saint-Maurice"),
    ("BOURG-ST-MAURICE", "Bourg-Saint-Maurice"), ("st. gallen", "Sankt Gallen"),
    ("St Gallen, Saint Gallen", "Sankt Gallen"), ("sault sainte marie", "Sault Ste. Marie"),
    ("Sault Ste Marie", "Sault Ste. Marie"), ("saint john's, Canada", "St. John's"),
    ("mt vernon, washington", "Mount Vernon"), ("Mount Druitt", "Mount Druitt"),
    ("chamonix mont blanc", "Chamonix-Mont-Blanc"), ("Fort Saint John", "Fort St. John"),
  ])
  func `a town is found with St for Saint, Mt for Mount, and blanks for hyphens`(
    text: String, name: String
  ) throws {
    let towns = try towns()
    let found = towns.towns(named: text, near: Self.chamonix, limit: 20)
    #expect(found.first?.town.name == name)
    #expect(found.first?.isExact == true)
    #expect(towns.town(named: text)?.title.hasPrefix(name + ",") == true)
  }

  @Test
  func `of towns with one name, a near one precedes a larger one far away`() throws {
    let towns = try towns()
    let largest = try #require(towns.town(named: "interlaken"))
    #expect(largest.title == "Interlaken, United States" && largest.others == 1)
    #expect(largest.longTitle == "Interlaken, California, United States")
    let near = try #require(towns.town(named: "interlaken", near: Self.chamonix))
    #expect(near.longTitle == "Interlaken, Bern, Switzerland" && near.others == 1)
    #expect(towns.town(named: "paris", near: Self.chamonix)?.title == "Paris, France")
    #expect(towns.town(named: "zermatt")?.longTitle == "Zermatt, Switzerland")
  }

  @Test
  func `an abbreviation alone may begin another word`() throws {
    let found = try towns().towns(named: "st", near: Self.chamonix, limit: 200)
    #expect(found.contains { $0.town.name == "Stuttgart" || $0.town.name == "Strasbourg" })
  }

  @Test
  func `a local time zone is suggested only if its clocks differ`() throws {
    let towns = try towns()
    let summer = Date(timeIntervalSince1970: 1_783_663_692)  // 2026-07-10T06:08:12Z
    let utc = try #require(TimeZone(identifier: "UTC"))
    let paris = try #require(TimeZone(identifier: "Europe/Paris"))
    #expect(towns.zone(at: Self.zermatt)?.identifier == "Europe/Zurich")
    #expect(towns.otherZone(at: Self.zermatt, summer, than: utc)?.identifier == "Europe/Zurich")
    #expect(towns.otherZone(at: Self.zermatt, summer, than: paris) == nil)
    #expect(towns.otherZone(at: Self.zermatt, summer, than: utc, onlyForDay: true) == nil)
    let late = summer + 17 * 3600
    #expect(towns.otherZone(at: Self.zermatt, late, than: utc, onlyForDay: true) != nil)
  }

  @Test
  func `almost every town has a time zone that the system knows`() throws {
    let gazetteer = try towns().gazetteer
    let unknown = (0..<gazetteer.count).count {
      TimeZone(identifier: gazetteer[$0].timeZone) == nil
    }
    #expect(unknown < gazetteer.count / 1000)
  }

  @Test(arguments: [
    ("zermatt, switzerland", "Zermatt"), ("Zermatt, CH", "Zermatt"), ("Paris, us", "Paris"),
    ("Αθήνα", "Athens"), ("Θεσσαλονίκη", "Thessaloníki"), ("Москва", "Moscow"),
    ("София", "Sofia"), ("Пловдив", "Plovdiv"), ("Київ", "Kyiv"), ("Београд", "Belgrade"),
  ])
  func `towns are found by name and country, and by Cyrillic and Greek names`(
    text: String, name: String
  ) throws {
    let found = try towns().towns(named: text, near: Self.chamonix, limit: 20)
    #expect(found.first?.town.name == name)
    #expect(found.first?.isExact == true)
    if text.hasPrefix("Paris") { #expect(found.allSatisfy { $0.town.countryCode == "US" }) }
  }

  @Test
  func `a town is not found in another country`() throws {
    #expect(try towns().towns(named: "zermatt, france", near: Self.chamonix, limit: 20).isEmpty)
    #expect(try towns().towns(named: " , ", near: Self.chamonix, limit: 20).isEmpty)
    #expect(try towns().town(named: "Москва")?.title == "Moscow, Russia")
  }
}
