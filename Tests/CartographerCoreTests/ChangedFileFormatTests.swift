import CartographerCore
import Foundation
import TestSupport
import Testing

/// Imports of a file of another program in a format other than GPX that changed since its last
/// import.
@Suite struct ChangedFileFormatTests {
  /// Imports a file and then its changed version, and checks that the same items were updated.
  private func update(
    _ name: String, from old: [UInt8], to new: [UInt8], items: Int
  ) async throws -> LibrarySnapshot {
    #expect(old != new)
    let library = try await Library.ticking()
    return try await TemporaryDirectory.with { folder in
      let file = folder.appending(path: name)
      try Data(old).write(to: file)
      let first = try await library.importFile(.file(file))
      try Data(new).write(to: file)
      let second = try await library.importFile(.file(file))
      #expect(first.status == .imported && second.status == .updated)
      #expect(first.locations.count + first.paths.count == items)
      #expect(second.locations == first.locations && second.paths == first.paths)
      #expect(second.changes?.added == 0 && second.changes?.gone == 0)
      let snapshot = try await library.snapshot()
      #expect(snapshot.places.count + snapshot.paths.count == items)
      return snapshot
    }
  }

  private func update(
    _ name: String, _ text: String, replacing old: String, with new: String, items: Int
  ) async throws -> LibrarySnapshot {
    try await update(
      name, from: Array(text.utf8), to: Array(text.replacing(old, with: new).utf8), items: items)
  }

  @Test func `a changed KML file updates its items`() async throws {
    let snapshot = try await update(
      "tour.kml",
      """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Tour</name><Folder><name>Alps</name>
      <Placemark><name>Hut</name><description>old</description>
      <Point><coordinates>7,46,1200</coordinates></Point></Placemark>
      <Placemark><name>Way</name><LineString><coordinates>7,46 7.1,46.1 7.2,46.2</coordinates>
      </LineString></Placemark></Folder></Document></kml>
      """, replacing: ">old<", with: ">new<", items: 2)
    #expect(snapshot.places.map(\.details) == ["new"])
    #expect(snapshot.paths.map(\.name) == ["Way"])
  }

  @Test func `a changed TCX file updates its items`() async throws {
    func trackpoint(_ second: Int) -> String {
      """
      <Trackpoint><Time>2026-07-11T06:00:0\(second)Z</Time><Position>
      <LatitudeDegrees>46.\(second)</LatitudeDegrees><LongitudeDegrees>7.9</LongitudeDegrees>
      </Position></Trackpoint>
      """
    }
    let snapshot = try await update(
      "run.tcx",
      """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
      <Activities><Activity Sport="Running"><Id>2026-07-11T06:00:00Z</Id>
      <Lap StartTime="2026-07-11T06:00:00Z"><Track>\(trackpoint(1))\(trackpoint(2))\(trackpoint(3))
      <!-- end --></Track></Lap><Notes>Morning run</Notes></Activity></Activities>
      </TrainingCenterDatabase>
      """, replacing: "<!-- end -->", with: trackpoint(4), items: 1)
    #expect(snapshot.paths.map(\.pointCount) == [4])
  }

  @Test func `a changed CSV file updates its items`() async throws {
    let snapshot = try await update(
      "huts.csv", "name,lat,lon,desc,beds\nHut,46,7,old,20\nLake,46.5,7.5,blue,\n",
      replacing: "old,20", with: "new,24", items: 2)
    #expect(snapshot.places.map(\.details) == ["new", "blue"])
  }

  @Test func `a changed FIT file updates its items`() async throws {
    let old = Array(try Data(contentsOf: PackageFiles.fixture("fit/course.fit")))
    var new = old.dropLast(2)
    let name = try #require(new.firstRange(of: Array("Around the Eiger".utf8)))
    new.replaceSubrange(name, with: Array("Around the Monch".utf8))
    let snapshot = try await update(
      "course.fit", from: old, to: new + Self.checksum(new), items: 2)
    #expect(snapshot.paths.map(\.name) == ["Around the Monch"])
    #expect(snapshot.places.map(\.name) == ["Fountain"])
  }

  /// Returns the checksum at the end of a FIT file: CRC-16 with the polynomial 0xA001.
  private static func checksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let sum = bytes.reduce(UInt16(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { value, _ in
        value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001
      }
    }
    return [UInt8(sum & 255), UInt8(sum >> 8)]
  }
}
