import Foundation
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// The reports of the TCX writer about names and values that change in the file.
@Suite struct TCXLossTests {
  private static func points() -> GeoPoints {
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7, time: 805_528_931)
    return points
  }

  private static func document(_ headers: [GeoPathHeader], places: [String] = []) -> GeoDocument {
    GeoDocument(
      places: places.map {
        GeoPlace(coordinate: Coordinate(latitude: 46, longitude: 7), name: $0)
      },
      paths: headers.map { GeoPath(header: $0, points: points()) })
  }

  @Test func `a track name that is too long for an import is told`() throws {
    let long = String(repeating: "n", count: 101)
    let (bytes, losses) = try Writing.written(
      Self.document([
        GeoPathHeader(kind: .track, name: long),
        GeoPathHeader(kind: .track, name: String(long.dropLast())),
      ]), as: "tcx")
    #expect(
      losses.map(\.message) == [
        """
        track names of more than 100 characters were written as part of the description; on import, the track has no \
        name (number: 1)
        """
      ])
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.map(\.header.name) == [nil, String(long.dropLast())])
    #expect(again.paths.map(\.header.details) == [long, nil])
  }

  @Test func `shortened names of routes and places are told with their number`() throws {
    let route = "The ridge beyond the lake"
    let (bytes, losses) = try Writing.written(
      Self.document(
        [route, "15 characters!!"].map { GeoPathHeader(kind: .route, name: $0) },
        places: ["Cabane des Vignettes", "Lac Blanc"]), as: "tcx")
    #expect(
      losses.map(\.message) == [
        """
        names were shortened to 15 characters for courses and 10 for course points; the whole name is the first line \
        of the notes (number: 2)
        """
      ])
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.map(\.header.name) == [route, "15 characters!!"])
    #expect(again.places.map(\.name) == ["Cabane des Vignettes", "Lac Blanc"])
  }

  @Test func `line ends in names are told and become spaces`() throws {
    let (bytes, losses) = try Writing.written(
      Self.document(
        [
          GeoPathHeader(kind: .track, name: "Up\nand down\n"),
          GeoPathHeader(kind: .route, name: "A\r\nB"),
        ], places: ["C\nD", "E\n"]), as: "tcx")
    #expect(
      losses.map(\.message) == [
        "names were written with spaces in place of line breaks (number: 3)"
      ])
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.map(\.header.name) == ["Up and down", "A B"])
    #expect(again.places.map(\.name) == ["C D", "E"])
  }

  @Test func `a description that comes back as the name of an unnamed track is told`() throws {
    let (bytes, losses) = try Writing.written(
      Self.document([
        GeoPathHeader(kind: .track, details: "Windy\nand cold"), GeoPathHeader(kind: .track),
      ]), as: "tcx")
    #expect(
      losses.map(\.message) == [
        """
        tracks without a name have a description; on import, the first line of the description becomes the name \
        (number: 1)
        """
      ])
    let again = try Reading.read(MemorySource(bytes)).document
    #expect(again.paths.map(\.header.name) == ["Windy", nil])
  }

  @Test func `values from other formats are counted, not the items that have them`() throws {
    var document = Self.document([GeoPathHeader(kind: .route, name: "R")], places: ["A", "B"])
    document.header.namespaces = PreservedMarkup.foreignNamespaces
    let values = ["a", "b", "c"].map { ForeignValue(format: "geojson", name: $0, value: "1") }
    for index in document.places.indices {
      document.places[index].kept = PreservedMarkup.keeping(values)
    }
    document.paths[0].header.kept = PreservedMarkup.keeping(Array(values.prefix(1)))
    let losses = try Writing.written(document, as: "tcx").losses
    #expect(
      losses.map(\.message) == [
        "TCX cannot represent values from other formats (7 times, first in “A”)"
      ])
  }
}
