import BaseMap
import CartographerPresentation
import Foundation
import Geodesy
import TestSupport
import Testing

/// Searches for towns of the installed base map by their names in other scripts than Latin.
struct BaseMapScriptTests {
  private static let towns = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
  ).towns()

  private func towns() throws -> BaseMapTowns { try #require(Self.towns) }

  private static let chamonix = Coordinate(latitude: 45.9237, longitude: 6.8694)

  @Test(arguments: [
    ("東京", "Tokyo", "JP"), ("东京", "Tokyo", "JP"), ("北京", "Beijing", "CN"),
    ("上海", "Shanghai", "CN"), ("廣州", "Guangzhou", "CN"), ("广州", "Guangzhou", "CN"),
    ("القاهرة", "Cairo", "EG"), ("กรุงเทพ", "Bangkok", "TH"), ("서울", "Seoul", "KR"),
    ("ירושלים", "Jerusalem", "IL"), ("दिल्ली", "Delhi", "IN"), ("თბილისი", "Tbilisi", "GE"),
    ("ঢাকা", "Dhaka", "BD"), ("கொழும்பு", "Colombo", "LK"),
    ("አዲስ አበባ", "Addis Ababa", "ET"), ("Москва", "Moscow", "RU"), ("Αθήνα", "Athens", "GR"),
    ("紐約", "New York City", "US"), ("パリ", "Paris", "FR"), ("القدس", "Jerusalem", "IL"),
    ("台北", "Taipei", "TW"), ("Երևան", "Yerevan", "AM"),
  ])
  func `a town is found by its name in another script`(
    text: String, name: String, country: String
  ) throws {
    let found = try towns().towns(named: text, near: Self.chamonix, limit: 20)
    #expect(found.first?.town.name == name)
    #expect(found.first?.town.countryCode == country)
    #expect(found.first?.isExact == true)
    #expect(try towns().town(named: text)?.title.hasPrefix(name + ",") == true)
  }

  @Test(arguments: [
    ("قاهرة", "Cairo"), ("القَاهِرة", "Cairo"), ("کراچی", "Karachi"), ("كراچى", "Karachi"),
    ("יְרוּשָׁלַיִם", "Jerusalem"), ("Երեւան", "Yerevan"), ("МОСКВА", "Moscow"),
  ])
  func `the article, vowel signs, capitals and variants of letters are ignored`(
    text: String, name: String
  ) throws {
    let first = try towns().towns(named: text, near: Self.chamonix, limit: 1).first
    #expect(first?.town.name == name)
    #expect(first?.isExact == true)
  }

  @Test
  func `one character lists the towns whose names begin with it`() throws {
    let found = try towns().towns(named: "東", near: Self.chamonix, limit: 20)
    let tokyo = try #require(found.first { $0.town.name == "Tokyo" })
    #expect(tokyo.spelling.hasPrefix("東京") && !tokyo.isExact)
    #expect(found.allSatisfy { $0.spelling.hasPrefix("東") }, "no towns named Dong")
    let thai = try towns().towns(named: "กรุง", near: Self.chamonix, limit: 20)
    #expect(thai.contains { $0.town.name == "Bangkok" })
  }

  @Test(arguments: [("Бар", "Baar"), ("Шамони", "Chamonix-Mont-Blanc"), ("Ναύπλιο", "Náfplio")])
  func `a small town is found by a transliteration, even if a large town's name begins with it`(
    text: String, name: String
  ) throws {
    let first = try towns().towns(named: text, near: Self.chamonix, limit: 1).first
    #expect(first?.town.name == name)
    #expect(first?.isExact == true)
  }

  @Test
  func `a word for city or county can be omitted`() throws {
    #expect(try towns().town(named: "臺北")?.title == "Taipei, Taiwan")
  }

  @Test
  func `a name of several towns finds the near one, or the one in the stated country`() throws {
    let towns = try towns()
    let gwangju = Coordinate(latitude: 37.41, longitude: 127.26)
    #expect(towns.towns(named: "廣州", near: gwangju, limit: 5).first?.town.countryCode == "KR")
    #expect(try #require(towns.town(named: "أثينا")).others > 0)
    let american = towns.towns(named: "أثينا, US", near: Self.chamonix, limit: 5)
    #expect(american.first?.town.name == "Athens")
    #expect(american.allSatisfy { $0.town.countryCode == "US" })
  }

  @Test
  func `a name in letters that no town has finds nothing`() throws {
    #expect(try towns().towns(named: "ꀒꀒꀒꀒ", near: Self.chamonix, limit: 5).isEmpty)
    #expect(try towns().town(named: "東東東東東東") == nil)
  }

  @Test(arguments: [
    ("munchen", ["Munich", "Münchenbuchsee", "Münchenstein"]), ("geneve", ["Geneva"]),
    ("moskwa", ["Moscow"]), ("wien", ["Vienna"]), ("köbenhavn", ["Copenhagen"]),
  ])
  func `a Latin name finds the same towns as before`(text: String, names: [String]) throws {
    let found = try towns().towns(named: text, near: Self.chamonix, limit: 3)
    #expect(found.map(\.town.name).starts(with: names), "\(found.map(\.town.name))")
  }
}
