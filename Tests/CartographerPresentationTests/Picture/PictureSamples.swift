import CartographerCore
import Foundation
import Geodesy
import TestSupport

@testable import CartographerPresentation

/// The items of the tests of pictures.
enum PictureSamples {
  private static let installed = Result {
    try InstalledBaseMap(
      ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer"))
  }

  static var baseMap: InstalledBaseMap { get throws { try installed.get() } }

  static func path(
    _ key: Int64, _ name: String, _ points: [(Double, Double)], elevations: [Double]? = nil,
    kind: PathKind = .track, colour: String? = nil, groups: [ItemID] = [],
    segmentStarts: [Int] = [0]
  ) -> (PathSnapshot, PathGeometry) {
    let id = ItemID(.path, key)
    let columns = TrackColumns(
      latitudes: points.map(\.0), longitudes: points.map(\.1),
      elevations: elevations ?? points.map { _ in .nan }, times: points.map { _ in .nan },
      segmentStarts: segmentStarts)
    return (
      PathSnapshot(
        id: id, kind: kind, name: name, colour: colour, created: .distantPast, groups: groups),
      PathGeometry(
        id: id, revision: 1, keys: points.indices.map { Int64($0 + 1) }, columns: columns,
        measures: TrackMeasures(columns))
    )
  }

  static func contents(
    _ paths: [(PathSnapshot, PathGeometry)], places: [PlaceSnapshot] = [],
    groups: [GroupSnapshot] = [], title: String? = nil
  ) -> PictureContents {
    PictureContents(
      of: places.map(\.id) + paths.map(\.0.id),
      in: LibrarySnapshot(places: places, paths: paths.map(\.0), groups: groups), paths.map(\.1),
      title: title)
  }

  static func place(
    _ key: Int64, _ name: String, _ latitude: Double, _ longitude: Double, elevation: Double? = nil
  ) -> PlaceSnapshot {
    PlaceSnapshot(
      id: ItemID(.location, key), name: name,
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      elevationMetres: elevation, created: .distantPast)
  }

  /// A trip by boat on Lake Geneva and a walk, with one place.
  static let trip: PictureContents = {
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "Lake & hills", colour: "#C03020", created: .distantPast)
    let boat = path(
      1, "Geneva – Montreux",
      [(46.207, 6.155), (46.38, 6.25), (46.505, 6.625), (46.455, 6.84), (46.435, 6.905)],
      kind: .route, groups: [group.id])
    let walk = path(
      2, "Walk <above> Montreux",
      (0..<40).map { (46.435 + Double($0) * 0.002, 6.905 + sin(Double($0)) * 0.004) },
      elevations: (0..<40).map { 390 + 1_200 * sin(Double($0) / 25) })
    return contents(
      [boat, walk], places: [place(1, "Rochers de Naye", 46.432, 6.978, elevation: 2_042)],
      groups: [group], title: "Lake & hills")
  }()

  static func view(_ contents: PictureContents, width: Int = 800, height: Int = 600) -> PictureView
  {
    PictureView(fitting: contents, width: width, height: height)
  }

  /// Returns the contents of all elements with a name, without their tags.
  static func texts(_ name: String, in markup: String) -> [String] {
    markup.components(separatedBy: "<\(name)").dropFirst().compactMap { part in
      guard let start = part.firstIndex(of: ">"), let end = part.range(of: "</\(name)>") else {
        return nil
      }
      return String(part[part.index(after: start)..<end.lowerBound])
    }
  }

  /// Returns the messages of xmllint about a document, or an empty string if the document is
  /// well-formed or xmllint is not installed.
  static func problems(of xml: String) throws -> String {
    guard GPXSchema.isChecked else { return "" }
    return try Subprocess.run(
      "xmllint", ["--noout", "--nonet", "-"], standardInput: Data(xml.utf8)
    ).errors
  }
}
