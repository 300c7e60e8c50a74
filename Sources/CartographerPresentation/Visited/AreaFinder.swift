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

/// A finder that assigns a country and a region to each position.
///
/// A position is assigned to the country that contains most of the position's three nearest towns.
/// Towns on the other side of a country border are not counted. The region is determined in the
/// same way, also using the region borders. Using the majority compensates for towns that are on
/// the wrong side of a generalised border.
///
/// The country and region are determined once for each 0.1° cell. In a cell that a border touches,
/// the country and region are determined for each 0.01° cell. A cell without land, and a position
/// more than 100 km from any town, have no country.
struct AreaFinder: Sendable {
  private let gazetteer: Gazetteer
  private var land: LandCells
  private var borders: BorderLines
  private var cells: [GridCell: CellArea] = [:]
  /// The country and region of each 0.01° cell inside the 0.1° cells that a border touches.
  private var parts: [GridCell: VisitedArea?] = [:]

  /// The maximum distance, in metres, at which a position is assigned the country and region of a
  /// town.
  static let farthestMetres = 100_000.0

  /// The country and region of a 0.1° cell.
  private enum CellArea {
    case whole(VisitedArea?)
    /// A cell that a border touches.
    case divided
  }

  init(_ file: BaseMapFile, _ gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    land = LandCells(file)
    borders = BorderLines(file)
  }

  /// Returns a position's country and region. Returns nil if the position is at sea or far from any
  /// town.
  ///
  /// - Parameter cell: The 0.1° cell that contains the position.
  /// - Throws: `BaseMapError` with the code `damaged`.
  mutating func area(
    latitude: Double, longitude: Double, in cell: GridCell
  ) throws -> VisitedArea? {
    let whole: CellArea
    if let known = cells[cell] {
      whole = known
    } else {
      whole = try area(of: cell)
      cells[cell] = whole
    }
    if case .whole(let area) = whole { return area }
    let part = GridCell(latitude: latitude, longitude: longitude, perDegree: 100)
    if let known = parts[part] { return known }
    let found = try area(
      of: Coordinate(
        latitude: Double(part.row) / 100 - 89.995, longitude: Double(part.column) / 100 - 179.995))
    parts[part] = .some(found)
    return found
  }

  private mutating func area(of cell: GridCell) throws -> CellArea {
    guard try land.contain(cell) else { return .whole(nil) }
    return try borders.touch(cell) ? .divided : .whole(area(of: cell.middle))
  }

  /// Returns the country and region of a position.
  private mutating func area(of position: Coordinate) throws -> VisitedArea? {
    let gazetteer = gazetteer
    // Borders can separate a position from every town, for example on a small island in a border
    // river.
    guard
      let inCountry = try elected(near: position, [.country], isSame: gazetteer.areInSameCountry)
        ?? gazetteer.towns(within: Self.farthestMetres, of: position).first
    else { return nil }
    let inRegion = try elected(
      near: position, [.country, .region], isSame: gazetteer.areInSameRegion,
      isCandidate: { gazetteer.areInSameCountry($0, inCountry) })
    let town = gazetteer[inRegion ?? inCountry]
    return VisitedArea(countryCode: town.countryCode, country: town.country, region: town.region)
  }

  /// Returns a town in the country or region to which most of the three nearest towns belong. If
  /// there is no majority, returns the nearest town. Towns that a border separates from the
  /// position are not counted.
  private mutating func elected(
    near position: Coordinate, _ kinds: [BorderLines.Kind], isSame: (Int, Int) -> Bool,
    isCandidate: (Int) -> Bool = { _ in true }
  ) throws -> Int? {
    var voters: [Int] = []
    // Near most positions, three towns are found within one of the shorter distances.
    for metres in [8_000, 25_000, Self.farthestMetres] where voters.count < 3 {
      voters = []
      for town in gazetteer.towns(within: metres, of: position) where isCandidate(town) {
        let coordinate = Coordinate(
          latitude: gazetteer.latitudes[town], longitude: gazetteer.longitudes[town])
        guard try !borders.separate(position, coordinate, kinds: kinds) else { continue }
        voters.append(town)
        if voters.count == 3 { break }
      }
    }
    return voters.count == 3 && isSame(voters[1], voters[2]) ? voters[1] : voters.first
  }
}
