import BaseMap
import Geodesy

/// A country, or a region of a country.
package struct VisitedArea: Hashable, Sendable {
  /// The country's ISO 3166 code.
  package let countryCode: String
  package let country: String
  /// The region's name. Nil for a whole country, or if the region is unknown.
  package let region: String?
}

/// A finder that assigns to each position the country and region of the nearest town.
///
/// The nearest town is looked up once for each 0.1° cell. Only in cells in which towns of different
/// regions can be nearest, it is looked up for each 0.01° cell. A cell without land, and a position that
/// is more than 100 km from any town, have no country.
struct AreaFinder: Sendable {
  private let gazetteer: Gazetteer
  private var land: LandCells
  private var cells: [GridCell: CellArea] = [:]
  private var parts: [GridCell: VisitedArea?] = [:]

  /// The maximum distance, in metres, at which a position is assigned the country and region of the
  /// nearest town.
  static let farthestMetres = 100_000.0

  /// The country and region of a 0.1° cell.
  private enum CellArea {
    case whole(VisitedArea?)
    case mixed
  }

  init(_ file: BaseMapFile, _ gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    land = LandCells(file)
  }

  /// Returns a position's country and region. Returns nil if the position is at sea or far from any
  /// town.
  ///
  /// - Parameter cell: The 0.1° cell that contains the position.
  /// - Throws: `BaseMapError` with the code `damaged`.
  mutating func area(
    latitude: Double, longitude: Double, in cell: GridCell
  ) throws -> VisitedArea? {
    let area: CellArea
    if let known = cells[cell] {
      area = known
    } else {
      area = try self.area(of: cell)
      cells[cell] = area
    }
    if case .whole(let area) = area { return area }
    let part = GridCell(latitude: latitude, longitude: longitude, perDegree: 100)
    if let known = parts[part] { return known }
    let found = nearest(
      to: Coordinate(
        latitude: Double(part.row) / 100 - 89.995, longitude: Double(part.column) / 100 - 179.995))
    parts[part] = .some(found?.area)
    return found?.area
  }

  private func nearest(
    to coordinate: Coordinate
  ) -> (area: VisitedArea, town: Int, metres: Double)? {
    guard let (town, metres) = gazetteer.nearest(to: coordinate), metres <= Self.farthestMetres
    else { return nil }
    let area = VisitedArea(
      countryCode: town.countryCode, country: town.country, region: town.region)
    return (area, town.index, metres)
  }

  private mutating func area(of cell: GridCell) throws -> CellArea {
    guard try land.contain(cell) else { return .whole(nil) }
    let corner = cell.southWest
    let middle = Coordinate(latitude: corner.latitude + 0.05, longitude: corner.longitude + 0.05)
    let radius = Geodesic.distanceMetres(
      latitude: middle.latitude, longitude: middle.longitude, toLatitude: corner.latitude,
      longitude: corner.longitude)
    guard let nearest = nearest(to: middle) else {
      // A corner of the cell can be closer to a town than the middle.
      let next = gazetteer.nearest(to: middle)
      return next.map { $0.metres <= Self.farthestMetres + radius } ?? false ? .mixed : .whole(nil)
    }
    guard nearest.metres + radius <= Self.farthestMetres else { return .mixed }
    // Every position of the cell has a town within this distance of the middle.
    let reach = (nearest.metres + 2 * radius) / 110_000
    let across = min(reach / max(Self.cosine(middle.latitude), 0.01), 180)
    guard abs(middle.longitude) + across < 180, abs(middle.latitude) + reach < 90 else {
      return .mixed
    }
    let box = GeoBounds(
      south: middle.latitude - reach, west: middle.longitude - across,
      north: middle.latitude + reach, east: middle.longitude + across)
    var isUniform = true
    gazetteer.forEach(in: box) { town in
      if isUniform { isUniform = gazetteer.areInSameRegion(town, nearest.town) }
    }
    return isUniform ? .whole(nearest.area) : .mixed
  }

  /// Returns the length of a degree of longitude, as a fraction of the length of a degree of
  /// latitude.
  private static func cosine(_ latitude: Double) -> Double {
    WebMercator.metresPerUnit(atLatitude: latitude) / WebMercator.metresPerUnit(atLatitude: 0)
  }
}
