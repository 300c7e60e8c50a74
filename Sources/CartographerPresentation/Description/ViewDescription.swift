import BaseMap
import CartographerCore
import Geodesy

/// A description of a map in plain sentences: its extent, countries and towns, and the paths and
/// places on it.
package struct ViewDescription: Sendable {
  /// A position and the town nearest to it.
  package struct Spot: Sendable {
    package let coordinate: Coordinate
    /// The town nearest to the position. Nil if there is no base map, or no town nearby.
    package let town: BaseMapTowns.Nearest?

    fileprivate init(_ coordinate: Coordinate, _ towns: BaseMapTowns?) {
      self.coordinate = coordinate
      town = towns?.near(coordinate)
    }
  }

  /// The editor's crosshair position and selected path. A description mentions them in addition to
  /// the items in view.
  package struct Focus: Sendable, Equatable {
    /// The coordinate at the crosshair or, without a crosshair, at the centre of the map.
    package let coordinate: Coordinate
    package let hasCrosshair: Bool
    /// The place nearest to ``coordinate``. The place may be outside the view.
    package let nearest: MapPlace?
    /// The selected path, if any.
    package let selectedPath: ItemID?

    /// Collects the crosshair, the nearest place and the selected path from a map scene.
    ///
    /// - Complexity: O(*n*), where *n* is the number of places.
    package init(_ scene: MapScene, _ viewport: MapViewport) {
      let coordinate = scene.crosshair ?? viewport.centreCoordinate
      self.coordinate = coordinate
      hasCrosshair = scene.crosshair != nil
      selectedPath = scene.selectedPath?.id
      let origin = WebMercator.projectBeyondSquare(coordinate)
      func squaredDistance(_ place: MapPlace) -> Double {
        let across = place.point.x - origin.x
        let (east, south) = (across - across.rounded(), place.point.y - origin.y)
        return east * east + south * south
      }
      nearest = scene.places.min {
        (squaredDistance($0), $0.id) < (squaredDistance($1), $1.id)
      }
    }
  }

  package struct PathPart: Sendable {
    package let item: PictureContents.PathItem
    package let start: Spot
    package let end: Spot
    /// The straight-line distance from the path's start to its end, in metres.
    package let straightMetres: Double
    /// The direction from the path's start to its end, in degrees clockwise from true north.
    package let bearingDegrees: Double
    /// Whether the path ends where it starts.
    package let isLoop: Bool
    /// The path's highest point, with its elevation and its distance along the path. Nil if the
    /// path has no elevations.
    package let highest: (spot: Spot, elevationMetres: Double, distanceMetres: Double)?
  }

  package struct PlacePart: Sendable {
    package let item: PictureContents.PlaceItem
    package let spot: Spot
    /// The place's distance from the middle of the map, in metres.
    package let metresFromMiddle: Double
    /// The direction of the place from the middle of the map, in degrees clockwise from true north.
    package let bearingDegrees: Double
  }

  package var title: String? { contents.title }
  /// The bounds of the described area, in degrees, or nil for an empty map.
  package let bounds: GeoBounds?
  package let widthMetres: Double
  package let heightMetres: Double
  /// The countries of the towns nearest to the items, in descending order of frequency. If the map
  /// has no items, the towns nearest to evenly spaced positions on the map are used.
  package let countries: [String]
  /// The main towns in the area, in descending order of importance.
  package let towns: [BaseMapTowns.Nearest]
  private let contents: PictureContents
  private let focus: Focus?
  private let gazetteer: BaseMapTowns?
  /// The middle of the map, or nil for an empty map.
  private let middle: Coordinate?
  private let units: UnitSystem

  /// The maximum number of towns that the description names.
  private static let namedTowns = 8
  /// The approximate number of positions for which the country is looked up.
  private static let samples = 500

  /// Creates a description of the given items.
  ///
  /// - Parameter view: The map view to describe, or nil to describe the area around all items.
  /// - Parameter focus: The editor's crosshair and selection, or nil outside the editor.
  /// - Parameter towns: The base map's towns, or nil without a base map.
  package init(
    _ contents: PictureContents, view: PictureView? = nil, focus: Focus? = nil,
    towns: BaseMapTowns?, units: UnitSystem
  ) {
    self.contents = contents
    self.units = units
    self.focus = focus
    gazetteer = towns
    let box = view?.bounds ?? contents.bounds
    let bounds = box.map { BaseMapScene.bounds(of: $0) }
    self.bounds = bounds
    let size = bounds.map(Self.size)
    // Without a view, the items determine the projection. Near a pole, degrees of longitude are no
    // measure of their extent.
    let polar = view == nil ? box.flatMap(MapViewport.polarMap) : nil
    let extent = polar.flatMap(contents.extent)
    let polarCentre = extent.flatMap { extent in polar?.unproject(extent.centre) }
    if let view, view.isPolar {
      widthMetres = view.width * view.metresPerPixel
      heightMetres = view.height * view.metresPerPixel
    } else if let polar, let extent, let polarCentre {
      let metres = polar.metresPerUnit(atLatitude: polarCentre.latitude)
      widthMetres = extent.width * metres
      heightMetres = extent.height * metres
    } else {
      widthMetres = size?.width ?? 0
      heightMetres = size?.height ?? 0
    }
    middle =
      view?.centreCoordinate ?? polarCentre
      ?? box.map { WebMercator.unproject($0.centre).turned }
    countries = Self.countries(of: contents, in: bounds, towns)
    self.towns = bounds.map { Self.mainTowns(in: $0, towns) } ?? []
  }

  /// The descriptions of all paths. The descriptions are slow to compute, because each one searches
  /// for the nearest towns.
  package var paths: [PathPart] { contents.paths.map(part) }

  /// The descriptions of all places.
  package var places: [PlacePart] { contents.places.map(part) }

  private static func size(_ bounds: GeoBounds) -> (width: Double, height: Double) {
    let middle = (bounds.south + bounds.north) / 2
    let metres = WebMercator.metresPerUnit(atLatitude: middle)
    let width = bounds.widthDegrees / 360 * metres
    let height = Geodesic.distanceMetres(
      from: Coordinate(latitude: bounds.south, longitude: bounds.west),
      to: Coordinate(latitude: bounds.north, longitude: bounds.west))
    return (width, height)
  }

  private static func countries(
    of contents: PictureContents, in bounds: GeoBounds?, _ towns: BaseMapTowns?
  ) -> [String] {
    guard let towns else { return [] }
    var positions = contents.places.prefix(samples).map(\.coordinate)
    let each = max(samples / (contents.paths.count + 1), 2)
    let everyPath = max(contents.paths.count * each / samples, 1)
    for number in stride(from: 0, to: contents.paths.count, by: everyPath) {
      let path = contents.paths[number]
      let shape = path.pieces.first?.shape
      guard let columns = path.columns else {
        positions += [path.start, path.end]
        if let shape {
          positions.append(WebMercator.unproject(shape.point(at: shape.count / 2)).turned)
        }
        continue
      }
      let step = max(columns.count / each, 1)
      positions += stride(from: 0, to: columns.count, by: step).map(columns.coordinate)
    }
    if let bounds, contents.isEmpty { positions = grid(over: bounds) }
    var counts: [String: Int] = [:]
    for position in positions {
      guard let town = towns.near(position) else { continue }
      counts[town.country, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Returns 25 evenly spaced positions in a box: five rows of five.
  private static func grid(over bounds: GeoBounds) -> [Coordinate] {
    let shares = [0.1, 0.3, 0.5, 0.7, 0.9]
    return shares.flatMap { down in
      shares.map { across in
        let longitude = bounds.west + bounds.widthDegrees * across
        return Coordinate(
          latitude: bounds.south + (bounds.north - bounds.south) * down,
          longitude: longitude > 180 ? longitude - 360 : longitude)
      }
    }
  }

  private static func mainTowns(
    in bounds: GeoBounds, _ towns: BaseMapTowns?
  ) -> [BaseMapTowns.Nearest] {
    guard let towns else { return [] }
    // A large area has many thousands of small towns.
    var found: [Int] = []
    for limit in [1.0, 3, 5, 7, 9, 15] where found.count < namedTowns {
      found = towns.towns(in: bounds, mostImportantRank: limit)
    }
    return found.prefix(namedTowns).compactMap {
      towns.nearest(to: towns.gazetteer[$0].coordinate)
    }
  }

  private func part(_ place: PictureContents.PlaceItem) -> PlacePart {
    let line = middle.map { Geodesic.inverse(from: $0, to: place.coordinate) }
    return PlacePart(
      item: place, spot: Spot(place.coordinate, gazetteer),
      metresFromMiddle: line?.distanceMetres ?? 0,
      bearingDegrees: line?.initialBearingDegrees ?? 0)
  }

  private func part(_ path: PictureContents.PathItem) -> PathPart {
    let columns = path.columns ?? TrackColumns()
    let line = Geodesic.inverse(from: path.start, to: path.end)
    let length = path.measures.lengthMetres
    let isLoop = length >= 500 && line.distanceMetres <= max(100, length * 0.02)
    var highest: Int?
    for (index, elevation) in columns.elevations.enumerated() where !elevation.isNaN {
      if elevation > highest.map({ columns.elevations[$0] }) ?? -.infinity { highest = index }
    }
    let places = highest == nil ? [] : TrackMeasures.cumulativeMetres(columns)
    return PathPart(
      item: path, start: Spot(path.start, gazetteer), end: Spot(path.end, gazetteer),
      straightMetres: line.distanceMetres, bearingDegrees: line.initialBearingDegrees,
      isLoop: isLoop,
      highest: highest.map {
        (Spot(columns.coordinate($0), gazetteer), columns.elevations[$0], places[$0])
      })
  }
}

// MARK: Sentences

extension ViewDescription {
  /// The maximum number of paths or places that are described individually.
  private static let described = 30

  /// The paragraphs of the description, each without line breaks. The paragraphs about the whole
  /// map come first, followed by one for each of the first 30 paths and the first 30 places.
  package var sentences: [String] {
    guard let bounds else { return ["The map is empty."] }
    var lines: [String] = []
    let name = title.map { " of “\($0)”" } ?? ""
    lines.append(
      """
      The map\(name) shows \(Numbers.counted(contents.paths.count, "path")) and \
      \(Numbers.counted(contents.places.count, "place")).
      """)
    lines.append(
      """
      It is \(units.length(metres: widthMetres)) wide and \(units.length(metres: heightMetres)) high, \
      from \(Self.text(bounds.south, "S", "N")), \(Self.text(bounds.west, "W", "E")) to \
      \(Self.text(bounds.north, "S", "N")), \(Self.text(bounds.east, "W", "E")).
      """)
    lines += focus.map(sentences(about:)) ?? []
    if !countries.isEmpty {
      let noun = countries.count == 1 ? "Country" : "Countries"
      let countryNames = countries.joined(separator: ", ")
      lines.append("\(noun) of the nearest towns: \(countryNames).")
    }
    if !towns.isEmpty {
      let names = towns.map(\.townName).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      let townNames = names.joined(separator: ", ")
      lines.append("Main towns on the map: \(townNames).")
    }
    lines += contents.paths.prefix(Self.described).map { sentence(part($0)) }
    lines += contents.places.prefix(Self.described).map { sentence(part($0)) }
    for (count, noun) in [(contents.paths.count, "path"), (contents.places.count, "place")]
    where count > Self.described {
      let others = Numbers.counted(count - Self.described, "more \(noun)")
      lines.append("The map shows \(others).")
    }
    return lines
  }

  /// Returns the sentences about the nearest place and the selected path.
  private func sentences(about focus: Focus) -> [String] {
    var lines: [String] = []
    if let nearest = focus.nearest {
      let line = Geodesic.inverse(from: focus.coordinate, to: nearest.coordinate)
      let position = focus.hasCrosshair ? "the crosshair" : "the middle of the map"
      lines.append(
        line.distanceMetres < 0.5
          ? "The place “\(nearest.label)” is at \(position)."
          : """
          The nearest place, “\(nearest.label)”, is \(units.length(metres: line.distanceMetres)) \
          \(Bearing.direction(line.initialBearingDegrees)) of \(position).
          """)
    }
    if let path = focus.selectedPath {
      let isInView = contents.paths.contains { $0.id == path }
      lines.append(
        isInView ? "The selected path is in view." : "The selected path is not in view.")
    }
    return lines
  }

  private static func text(_ degrees: Double, _ negative: String, _ positive: String) -> String {
    "\(Numbers.decimal((abs(degrees) * 100).rounded() / 100))° \(degrees < 0 ? negative : positive)"
  }

  private func sentence(_ part: PathPart) -> String {
    let measures = part.item.measures
    let kind = part.item.kind == .route ? "Route" : "Track"
    var text =
      "\(kind) “\(part.item.title)” (\(part.item.id)) is \(units.length(metres: measures.lengthMetres)) long."
    let start = part.start.town?.words(in: units)
    let end = part.end.town?.words(in: units)
    if part.isLoop {
      text += start.map { " It is a loop that starts and ends \($0)." } ?? " It is a loop."
    } else {
      if let start, let end {
        text += " It starts \(start) and ends \(end)."
      }
      if part.straightMetres >= 1 {
        text +=
          """
           The end lies \(units.length(metres: part.straightMetres)) \
          \(Bearing.direction(part.bearingDegrees)) of the start.
          """
      }
    }
    if let ascent = measures.ascentMetres, let descent = measures.descentMetres {
      let (up, down) = (units.elevation(metres: ascent), units.elevation(metres: descent))
      text +=
        measures.hasPartialElevations
        ? " It climbs at least \(up) and descends at least \(down); many points have no elevation."
        : " It climbs \(up) and descends \(down)."
    }
    if let highest = part.highest {
      text +=
        """
         Its highest point, \(units.elevation(metres: highest.elevationMetres)), is reached after \
        \(units.length(metres: highest.distanceMetres))
        """
      text += highest.spot.town.map { ", \($0.words(in: units))" } ?? ""
      text += "."
    }
    return text
  }

  private func sentence(_ part: PlacePart) -> String {
    var text = "Place “\(part.item.title)” (\(part.item.id)) is "
    text += part.spot.town.map { $0.words(in: units) + ", " } ?? ""
    if part.metresFromMiddle < 1 {
      text += "in the middle of the map"
    } else {
      text +=
        """
        \(units.length(metres: part.metresFromMiddle)) \(Bearing.direction(part.bearingDegrees)) of the \
        middle of the map
        """
    }
    text +=
      part.item.elevationMetres.map { ", at an elevation of \(units.elevation(metres: $0))" } ?? ""
    return text + "."
  }
}

extension BaseMapTowns {
  /// The maximum distance, in metres, at which a position is described relative to the nearest
  /// town.
  private static let nearMetres = 100_000.0

  /// Returns the town nearest to a coordinate. Returns nil if no town is within 100 km.
  func near(_ coordinate: Coordinate) -> Nearest? {
    nearest(to: coordinate).flatMap { $0.metres <= Self.nearMetres ? $0 : nil }
  }
}
