import CartographerCore
import Geodesy
import TerminalUI

/// The items of a picture, with all the data shown in pictures and descriptions.
package struct PictureContents: Sendable {
  package struct PathItem: Sendable {
    package let id: ItemID
    package let title: String
    package let kind: PathKind
    /// The path's points. Nil if only the pieces in the picture were read.
    package let columns: TrackColumns?
    package let measures: TrackMeasures
    package let start: Coordinate
    package let end: Coordinate
    /// The bounding box of the path on the Web Mercator plane.
    let bounds: WorldBounds
    /// The colour of the path on the map.
    package fileprivate(set) var role: Role
    /// The pieces from which the path is drawn.
    var pieces: [MapPiece]
  }

  package struct PlaceItem: Sendable {
    package let id: ItemID
    package let title: String
    package let coordinate: Coordinate
    package let elevationMetres: Double?
    package let notes: String
    package let role: Role
    package let symbol: PlaceSymbol?
  }

  /// A group that has a colour.
  package struct ColouredGroup: Sendable, Equatable {
    package let name: String
    package let role: Role
  }

  /// The title of the picture, or nil for no title.
  package var title: String?
  package private(set) var paths: [PathItem] = []
  package private(set) var places: [PlaceItem] = []
  /// The groups that determine the items' colours, sorted by group ID.
  package private(set) var groups: [ColouredGroup] = []
  /// Whether the items are drawn in their groups' colours. The legend then lists groups instead of
  /// paths.
  package private(set) var isColouredByGroup = false
  /// The itinerary of the group that the picture shows. Nil if the picture shows no itinerary.
  package var itinerary: ItineraryPlan?
  /// The itinerary days that determine the path colours. Nil if the paths are not coloured by day.
  package private(set) var dayColours: DayColours?

  /// Collects the items of a picture. An item has its own colour or, without one, the colour of its
  /// first coloured group. A path with neither is given a palette colour.
  ///
  /// - Parameter geometries: The points of the paths.
  /// - Parameter outlines: The outlines for paths without points in memory.
  ///   A path with neither points nor an outline is omitted.
  /// - Parameter coloursByGroup: Whether items have their first group's colour, not their own.
  package init(
    of ids: [ItemID], in snapshot: LibrarySnapshot, _ geometries: [PathGeometry],
    outlines: [ItemID: PathOutline] = [:], title: String? = nil, coloursByGroup: Bool = false
  ) {
    self.title = title
    let byGroup = coloursByGroup ? GroupColours(of: ids, in: snapshot) : nil
    let shapes = Dictionary(geometries.map { ($0.id, $0) }) { first, _ in first }
    var used: Set<ItemID> = []
    // An item's own colour takes precedence over the colour of its first coloured group.
    func role(_ own: String?, _ groups: [ItemID], else role: Role) -> Role {
      if let byGroup { return byGroup.role(of: groups) }
      if let own = own.flatMap(RGBColour.init(hexadecimal:)) { return .custom(own) }
      for id in groups {
        guard let colour = snapshot.group(id)?.colour.flatMap(RGBColour.init(hexadecimal:)) else {
          continue
        }
        used.insert(id)
        return .custom(colour)
      }
      return role
    }
    for id in ids {
      if let place = snapshot.place(id), place.coordinate.isValid {
        places.append(
          PlaceItem(
            id: id, title: place.title, coordinate: place.coordinate,
            elevationMetres: place.elevationMetres, notes: place.notes,
            role: role(place.colour, place.groups, else: .place),
            symbol: PlaceSymbol(place.symbol)))
      } else if let path = snapshot.path(id) {
        let own = Role.path(Int(truncatingIfNeeded: id.key))
        if let shape = shapes[id] {
          addPath(path, shape, role(path.colour, path.groups, else: own))
        } else if let outline = outlines[id] {
          addPath(path, outline, role(path.colour, path.groups, else: own))
        }
      }
    }
    if let byGroup {
      isColouredByGroup = true
      groups = byGroup.entries.map { ColouredGroup(name: $0.name, role: $0.role) }
      if byGroup.hasUngrouped {
        groups.append(ColouredGroup(name: "in no group", role: GroupColours.ungrouped))
      }
      return
    }
    // The legend lists only groups whose colour is used.
    groups = used.sorted().compactMap { id in
      guard let group = snapshot.group(id), let colour = group.colour,
        let role = RGBColour(hexadecimal: colour).map(Role.custom)
      else { return nil }
      return ColouredGroup(name: group.name, role: role)
    }
  }

  private mutating func addPath(_ path: PathSnapshot, _ geometry: PathGeometry, _ role: Role) {
    let columns = geometry.columns
    let shape = PathShape(columns)
    guard let bounds = shape.bounds else { return }
    paths.append(
      PathItem(
        id: path.id, title: path.title, kind: path.kind, columns: columns,
        measures: geometry.measures, start: columns.coordinate(0),
        end: columns.coordinate(columns.count - 1), bounds: bounds, role: role,
        pieces: [MapPiece(whole: shape)]))
  }

  private mutating func addPath(_ path: PathSnapshot, _ outline: PathOutline, _ role: Role) {
    guard let bounds = outline.bounds, let start = outline.start, let end = outline.end else {
      return
    }
    paths.append(
      PathItem(
        id: path.id, title: path.title, kind: path.kind, columns: nil, measures: outline.measures,
        start: start, end: end, bounds: bounds, role: role, pieces: [outline.overview]))
  }

  /// Colours the paths of the itinerary by day. Other paths keep their colours. Returns false if no
  /// path is in the itinerary.
  @discardableResult
  package mutating func colourByDay() -> Bool {
    let shown = Set(paths.map(\.id) + places.map(\.id))
    dayColours = itinerary.flatMap { DayColours($0, isShown: shown.contains) }
    guard let dayColours else { return false }
    for index in paths.indices {
      if let role = dayColours.role(of: paths[index].id) { paths[index].role = role }
    }
    return true
  }

  package var isEmpty: Bool { paths.isEmpty && places.isEmpty }

  /// The bounding box of all items. Nil if there are no items.
  var bounds: WorldBounds? {
    let boxes =
      paths.map(\.bounds)
      + places.map { WorldBounds(WebMercator.projectBeyondSquare($0.coordinate)) }
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  /// Returns the bounding box of all items on the plane of a polar projection. Returns nil if there
  /// are no items.
  func extent(on map: PolarMap) -> WorldBounds? {
    let points =
      paths.flatMap { path in path.pieces.flatMap { $0.shape.projected(on: map) } }
      + places.map { map.project($0.coordinate) }
    return WorldBounds(enclosing: points)
  }

  /// Replaces path overviews with more detailed pieces.
  mutating func refine(_ pieces: [ItemID: [MapPiece]]) {
    for index in paths.indices where paths[index].columns == nil {
      if let finer = pieces[paths[index].id] { paths[index].pieces = finer }
    }
  }

  /// Returns a copy of the contents that omits all items outside a view.
  package func inView(_ view: PictureView) -> PictureContents {
    var shown = self
    let frame = view.frame
    shown.paths.removeAll { path in
      !view.touches(path.bounds)
        || !path.lines(in: view).contains { !frame.parts(of: $0).isEmpty }
    }
    shown.places.removeAll { !view.contains(view.position(of: $0.coordinate)) }
    let roles = Set(shown.paths.map(\.role) + shown.places.map(\.role))
    shown.groups.removeAll { !roles.contains($0.role) }
    return shown
  }

  /// The colours of the items.
  var colours: PictureColours { colours(adding: []) }

  /// Returns the items' colours together with the colours of the given roles.
  func colours(adding roles: [Role]) -> PictureColours {
    let days = dayColours?.entries.map(\.role) ?? []
    return PictureColours(
      paths.map(\.role) + places.map(\.role) + groups.map(\.role) + days + roles)
  }

  /// The contents without tracks.
  var withoutTracks: PictureContents {
    var rest = self
    rest.paths.removeAll { $0.kind == .track }
    let roles = Set(rest.paths.map(\.role) + rest.places.map(\.role))
    rest.groups.removeAll { !roles.contains($0.role) }
    // The legend lists only days whose routes are drawn.
    let routes = Set(rest.paths.map(\.id))
    if dayColours != nil {
      rest.dayColours = itinerary.flatMap { DayColours($0, isShown: routes.contains) }
    }
    return rest
  }
}

extension PictureContents.PathItem {
  /// Returns the path's lines in pixels, segment by segment, for each repetition of the world that
  /// touches a view.
  ///
  /// - Parameter share: The margin added on each side, as a fraction of the picture's size.
  func lines(in view: PictureView, enlargedBy share: Double = 0) -> [[SIMD2<Double>]] {
    let area = view.bounds(enlargedBy: share)
    return pieces.flatMap { piece -> [[SIMD2<Double>]] in
      let shape = piece.shape
      guard let box = shape.bounds else { return [] }
      return view.turns(of: box, in: area).flatMap { turn in
        shape.segmentStarts.map { start in
          shape.segment(containing: start).map {
            view.position(x: shape.xs[$0] + turn, y: shape.ys[$0])
          }
        }
      }
    }
  }
}
