import Foundation
import GeoFormats
import Geodesy
import SwiftData
import Testing

@testable import CartographerCore

/// Items written and read in batches, compared with items handled one by one.
@Suite struct ManyItemsTests {
  /// Tracks without points, with a few, and with more than one batch, and places between them.
  private static func file(paths: Int) -> String {
    var text = "<gpx version='1.1' creator='t' xmlns='http://www.topografix.com/GPX/1/1'>"
    for path in 0..<paths {
      text += "<wpt lat='\(path % 80)' lon='\(path % 170)'><ele>\(path)</ele>"
      text += "<name>place \(path)</name><x:note xmlns:x='urn:x'>n\(path)</x:note></wpt>"
      text += "<trk><name>track \(path)</name>"
      for (segment, count) in [path % 4, path == 7 ? 20_000 : 2, 0].prefix(path % 3 + 1)
        .enumerated()
      {
        text += "<trkseg>"
        for point in 0..<count {
          text += "<trkpt lat='\(45 + Double(point) / 1_000)' lon='\(7 + segment)'>"
          text += "<ele>\(point)</ele><extensions><y:p xmlns:y='urn:y'>\(path)</y:p></extensions>"
          text += "</trkpt>"
        }
        text += "</trkseg>"
      }
      text += "</trk>"
    }
    return text + "</gpx>"
  }

  @Test func `imported paths of all lengths keep their order and points`() async throws {
    let (library, direct) = (try await Library.temporary(), GeoDocumentSink())
    let text = Self.file(paths: 30)
    _ = try GeoFormat.read(MemorySource(Array(text.utf8)), into: direct)
    let report = try await library.importText(text)
    #expect(report.paths.count == 30 && report.locations.count == 30)
    #expect(report.paths == report.paths.sorted())
    #expect(direct.paths.count == 30)
    for (id, path) in zip(report.paths, direct.paths) {
      let geometry = try await library.geometry(id)
      #expect(geometry?.columns.latitudes ?? [] == path.latitudes)
      #expect(geometry?.columns.elevations ?? [] == path.elevations)
    }
    let names = try await library.snapshot().paths.map(\.name)
    #expect(names == (0..<30).map { "track \($0)" })
  }

  @Test func `exporting the whole library writes the same as exporting its items one by one`()
    async throws
  {
    let library = try await Library.temporary()
    let report = try await library.importText(Self.file(paths: 30))
    // The points of reversed paths are not in the order of their keys.
    _ = try await library.apply(.editPoints(of: report.paths[7], .reverse))
    _ = try await library.apply(.editPoints(of: report.paths[3], .reverse))
    let whole = try await library.exportedText([])
    var alone = ""
    for id in report.locations + report.paths { alone += try await library.exportedText([id]) }
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map(String.init)
        .filter { $0.contains("<trkpt") || $0.contains("<name>") || $0.contains("<ele>") }
    }
    #expect(lines(whole) == lines(alone))
    #expect(!lines(whole).isEmpty)
  }

  @Test func `importing an equal file inserts no row except the import record`() async throws {
    let library = try await Library.ticking()
    let plain = Self.file(paths: 30).replacing(
      #/<x:note.*?<\/x:note>|<extensions>.*?<\/extensions>/#, with: "")
    let first = try await library.importText(plain)
    _ = try await library.apply(.set(.name, of: [first.locations[2]], to: "renamed"))
    let text = try await library.exportedText([])
    let before = try await library.dump()
    let again = try await library.importText(
      text.replacing("creator=\"Cartographer\"", with: "creator=\"t\""), name: "all.gpx")
    #expect(again.status == .updated)
    #expect(again.changes?.same == 60 && again.changes?.added == 0)
    let entry = try #require(again.undo)
    let changes = try library.container.changes(of: entry, in: ["Location", "Path", "Waypoint"])
    #expect(changes.inserted.isEmpty)
    #expect(try await library.imports().last?.items.count == 60)
    // The items are exported as before, and undo returns them to the earlier import.
    #expect(try await library.exportedText([]).count == text.count)
    _ = try await library.undo()
    #expect(try await library.dump() == before)
    // The next created item gets a new key.
    let made = try await library.apply(
      .addPlace(
        name: "new", Coordinate(latitude: 1, longitude: 2), elevationMetres: nil, groups: []))
    #expect(!first.locations.contains(made.created[0]))
  }

  @Test func `joining the many pieces of a cut path restores the path`() async throws {
    let library = try await Library.temporary()
    let text =
      "<gpx version='1.1' creator='t'><trk><name>t</name>"
      + [0, 1].map { segment in
        "<trkseg>"
          + (0..<600).map { "<trkpt lat='\(45 + Double($0) / 500)' lon='\(7 + segment)'/>" }
          .joined()
          + "</trkseg>"
      }.joined() + "</trk></gpx>"
    let id = try await library.importText(text).paths[0]
    let before = try #require(try await library.geometry(id)).columns
    let cut = try await library.apply(.cut(id, .points(Array(stride(from: 1, to: 1_199, by: 2)))))
    #expect(cut.created.count > 590)
    var points = 0
    for piece in [id] + cut.created {
      let columns = try #require(try await library.geometry(piece)).columns
      #expect(columns.segmentStarts == [0] && (1...3).contains(columns.latitudes.count))
      points += columns.latitudes.count
    }
    #expect(points > before.latitudes.count)
    let joined = try await library.apply(
      .join([id] + cut.created, order: .given, gap: .shared))
    #expect(joined.deleted.count == cut.created.count)
    let after = try #require(try await library.geometry(id)).columns
    #expect(after.latitudes == before.latitudes && after.longitudes == before.longitudes)
    #expect(after.segmentStarts == before.segmentStarts)
    _ = try await library.undo()
    _ = try await library.undo()
    #expect(try #require(try await library.geometry(id)).columns.latitudes == before.latitudes)
  }
}

/// Collects the points of paths.
private final class GeoDocumentSink: GeoSink {
  var paths: [(latitudes: [Double], elevations: [Double])] = []

  func place(_ place: GeoPlace) {}
  func pathBegins(_ kind: GeoPathHeader.Kind) { paths.append(([], [])) }
  func points(_ points: borrowing GeoPoints) {
    paths[paths.count - 1].latitudes += points.latitudes
    paths[paths.count - 1].elevations += points.elevations
  }
  func pathEnds(_ header: GeoPathHeader) {}
  func fileEnds(_ header: GeoFileHeader) {}
}
