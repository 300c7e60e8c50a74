import BaseMap
import CartographerCore
import Geodesy
import TerminalUI

/// A picture of places and paths on the base map, as a vector drawing (SVG).
package struct MapPicture {
  /// The places and paths that are drawn individually. If the picture has a heat map, these are the
  /// places and routes.
  let contents: PictureContents
  /// The items mentioned in the text description for users who cannot see the picture.
  private let described: PictureContents
  /// The heat map of the tracks. Nil if each track is drawn as a line.
  let heat: HeatMap?
  /// The point-by-point colours of paths. Nil if each path has a single colour.
  let colouring: MapColouring?
  let view: PictureView
  let units: UnitSystem
  /// The magnifications for which labels are placed, in ascending order. The picture still looks
  /// sharp at the last magnification. An image file has only the magnification 1.
  let magnifications: [Double]
  let base: PictureBaseMap?
  /// The user's own maps, if the picture shows any.
  let userMaps: PictureUserMaps?
  private(set) var colours: PictureColours
  var labels: PictureLabels
  /// The lines of each path, in pixels.
  let lines: [[[PicturePoint]]]
  let pen: PicturePen
  /// The stops of the itinerary. Empty if the picture shows no itinerary.
  private(set) var stops: [Stop] = []
  /// The stop labels that have been placed.
  var placedStops: [(stop: StopLabel, label: PictureLabels.Label)] = []
  private(set) var marks: [Mark] = []
  private(set) var legend: Legend?

  /// The magnifications of a picture in an HTML page, where the reader can zoom the picture.
  static let pageMagnifications: [Double] = [1, 2, 4, 8]

  /// Creates a picture of the given items in a view.
  ///
  /// - Parameter view: The area to show, and the picture's size.
  /// - Parameter base: The base map, or nil to draw no base map.
  /// - Parameter layers: The base map's visible layers.
  /// - Throws: `BaseMapError` if the base map is damaged; `CancellationError`.
  /// - Parameter showsHeatMap: Whether to draw the tracks as a heat map.
  /// - Parameter colouring: The point-by-point path colours, or nil for a single colour per path.
  /// - Parameter userMaps: The user's own maps, or nil to draw none.
  package init(
    _ contents: PictureContents, view: PictureView, units: UnitSystem, base: InstalledBaseMap?,
    layers: Set<BaseMapScene.Layer> = Set(BaseMapScene.Layer.allCases), showsHeatMap: Bool = false,
    colouring: MapColouring? = nil, userMaps: MapTilesScene? = nil
  ) throws {
    try self.init(
      contents, view: view, units: units, base: base, layers: layers, magnifications: [1],
      showsHeatMap: showsHeatMap, colouring: colouring, userMaps: userMaps)
  }

  init(
    _ contents: PictureContents, view: PictureView, units: UnitSystem, base: InstalledBaseMap?,
    layers: Set<BaseMapScene.Layer>, magnifications: [Double], showsHeatMap: Bool = false,
    colouring: MapColouring? = nil, userMaps: MapTilesScene? = nil
  ) throws {
    self.colouring = colouring
    described = contents
    let heat = showsHeatMap ? HeatMap(contents, view) : nil
    self.heat = heat
    let contents = showsHeatMap ? contents.withoutTracks : contents
    self.contents = contents
    self.units = units
    self.magnifications = magnifications
    self.view = view
    let isPage = magnifications.count > 1
    // The reader of a page can move the map a little beyond its edges.
    let beyond = isPage ? 0.5 : 0.02
    self.base = try base.map {
      try PictureBaseMap(
        $0, layers, around: view, enlargedBy: beyond, isMagnified: isPage)
    }
    let pen = PicturePen(
      low: PicturePoint(view.width, view.height) * -beyond,
      high: PicturePoint(view.width, view.height) * (1 + beyond),
      magnification: magnifications.last ?? 1)
    self.pen = pen
    self.userMaps = userMaps.flatMap { scene in
      scene.isEmpty ? nil : PictureUserMaps(scene, in: view, pen, enlargedBy: beyond)
    }
    var colours = contents.colours(
      adding: (heat?.scale.roles ?? []) + (colouring.map { $0.scale.roles + [.dim] } ?? []))
    colours.showsUserMaps = self.userMaps != nil
    colours.showsHeatMap = heat != nil
    self.colours = colours
    lines = try contents.paths.map { path in
      try Task.checkCancellation()
      return path.lines(in: view, enlargedBy: beyond)
    }
    labels = PictureLabels(
      width: view.width, height: view.height, magnifications: magnifications)
    for line in lines.joined() {
      for part in view.frame.parts(of: line) { labels.avoidLine(part) }
    }
    stops = allStops
    self.colours.showsStops = !stops.isEmpty
    marks = allMarks
    legend = placedLegend
  }

  /// The text that describes the picture to users who cannot see it.
  var description: String {
    ViewDescription(described, view: view, towns: base?.towns, units: units)
      .sentences.joined(separator: " ")
  }

  // MARK: SVG

  /// Returns the picture as the text of a self-contained SVG file.
  package func svg(_ theme: PictureTheme) -> String {
    var markup = MarkupText()
    markup.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": whole(view.width),
        "height": whole(view.height), "viewBox": viewBox, "role": "img",
      ])
    markup.add("title", contents.title ?? "Map")
    markup.add("desc", description)
    markup.add("style", trusted: "\n" + theme.styleSheet(colours))
    draw(into: &markup)
    markup.end()
    return markup.text
  }

  /// Whether the picture's background is water, with the land drawn on top.
  private var showsWater: Bool { base?.layers.contains(.coasts) == true }

  var viewBox: String { "0 0 \(whole(view.width)) \(whole(view.height))" }

  func whole(_ value: Double) -> String { MarkupText.number(value, decimals: 0) }

  /// Writes the content of the `svg` element.
  func draw(into markup: inout MarkupText) {
    var drawing = self
    drawing.placeLabels()
    markup.add(
      "rect",
      box(.zero, PicturePoint(view.width, view.height), style: showsWater ? "water" : "land"))
    markup.begin("g", ["class": "world"])
    base?.draw(into: &markup, in: view, pen)
    userMaps?.draw(into: &markup)
    userMaps?.drawFiles(into: &markup) { fixed(at: $0) }
    drawing.drawPaths(into: &markup)
    // A route must not hide the track counts of the cells below it.
    drawing.drawHeatMap(into: &markup)
    drawing.drawMarks(into: &markup)
    drawing.drawLabels(into: &markup)
    drawing.drawStops(into: &markup)
    markup.end()
    drawing.drawFurniture(into: &markup)
  }

  func box(_ low: PicturePoint, _ high: PicturePoint, style: String) -> MarkupText.Attributes {
    [
      "class": style, "x": MarkupText.number(low.x), "y": MarkupText.number(low.y),
      "width": MarkupText.number(high.x - low.x), "height": MarkupText.number(high.y - low.y),
    ]
  }

  private func drawPaths(into markup: inout MarkupText) {
    for index in drawingOrder {
      let path = contents.paths[index]
      let data = lines[index].map(pen.line).joined()
      guard !data.isEmpty else { continue }
      let style = heat == nil ? "path" : "path thin"
      markup.begin(
        "g", ["class": "\(style) \(colours[path.role])", "data-id": path.id.description])
      markup.add("title", path.title)
      markup.add("path", ["class": "case", "d": data])
      if let parts = colouredParts(ofPath: index) {
        for part in parts {
          markup.add("path", ["class": "line \(colours[part.role])", "d": part.data])
        }
      } else {
        markup.add("path", ["class": "line", "d": data])
      }
      markup.end()
    }
  }

  /// The indices of the paths in drawing order. Routes are drawn first, so that a planned route
  /// does not hide a track recorded along it.
  private var drawingOrder: [Int] {
    let routes = contents.paths.indices.filter { contents.paths[$0].kind == .route }
    return routes + contents.paths.indices.filter { contents.paths[$0].kind != .route }
  }

  // MARK: Marks

  /// A mark on a path: at its start, at its end, or at a whole number of kilometres or miles.
  struct Mark {
    enum Kind { case start, end, distance }

    let kind: Kind
    let at: PicturePoint
    let role: Role
    /// The number written on a distance mark, or nil for a mark at a start or an end.
    var number: String?
    /// The smallest magnification of the picture at which the mark is drawn.
    var magnification = 1.0
  }

  /// The maximum number of paths in a picture that shows distance marks. Pictures with more paths
  /// have no distance marks.
  private static let pathsWithDistances = 3
  /// The minimum distance between two distance marks, in pixels.
  private static let markDistance = 60.0

  private var allMarks: [Mark] {
    var marks: [Mark] = []
    let hasDistances = contents.paths.count <= Self.pathsWithDistances
    for index in drawingOrder {
      let path = contents.paths[index]
      if hasDistances { marks += distanceMarks(path) }
      let ends = [(Mark.Kind.start, path.start), (.end, path.end)]
      for (kind, coordinate) in path.measures.points > 1 ? ends : [ends[0]] {
        let at = view.position(of: coordinate)
        guard let magnification = magnificationOfEndMark(at: at) else { continue }
        marks.append(Mark(kind: kind, at: at, role: path.role, magnification: magnification))
      }
    }
    return marks
  }

  private func distanceMarks(_ path: PictureContents.PathItem) -> [Mark] {
    guard let columns = path.columns, let shape = path.pieces.first?.shape else { return [] }
    let places = TrackMeasures.cumulativeMetres(columns)
    guard let length = places.last, length > 0, places.count == shape.count else { return [] }
    let unit = units.splitMetres
    let least = Self.markDistance * view.metresPerPixel / unit
    let step = max(ProfileLayout.roundStep(least), 1)
    var marks: [Mark] = []
    var index = 0
    var number = step
    while number * unit < length, marks.count < 200 {
      while index < places.count, places[index] < number * unit { index += 1 }
      guard index > 0, index < places.count else { break }
      let leg = places[index] - places[index - 1]
      let share = leg > 0 ? (number * unit - places[index - 1]) / leg : 0
      let turn = (shape.xs[index] - view.centre.x).rounded()
      let from = view.position(x: shape.xs[index - 1] - turn, y: shape.ys[index - 1])
      let to = view.position(x: shape.xs[index] - turn, y: shape.ys[index])
      let at = from + (to - from) * share
      marks.append(
        Mark(kind: .distance, at: at, role: path.role, number: MarkupText.number(number)))
      number += step
    }
    return marks
  }

  private func drawMarks(into markup: inout MarkupText) {
    for place in contents.places {
      let at = view.position(of: place.coordinate)
      guard view.contains(at) || magnifications.count > 1 else { continue }
      markup.begin("g", fixed(at: at, "place \(colours[place.role])"))
      markup.add("title", place.title)
      markup.add("path", ["class": "dot", "d": place.symbol?.outline ?? PlaceSymbol.plainOutline])
      markup.end()
    }
    for mark in marks where view.contains(mark.at) || magnifications.count > 1 {
      markup.begin(
        "g",
        fixed(at: mark.at, colours[mark.role]).adding("data-from", dataFrom(mark.magnification)))
      switch mark.kind {
      case .start: markup.add("circle", ["class": "start", "r": "5"])
      case .end: markup.add("rect", box(PicturePoint(-5, -5), PicturePoint(5, 5), style: "end"))
      case .distance: markup.add("circle", ["class": "tick", "r": "2.5"])
      }
      markup.end()
    }
  }

  /// Returns the value of the attribute `data-from`, the smallest magnification at which a page
  /// shows an element. Returns nil for an element that is always shown.
  func dataFrom(_ magnification: Double) -> String? {
    magnification > 1 ? whole(magnification) : nil
  }

  /// Returns attributes for an SVG group that keeps its size when the picture is magnified.
  func fixed(at point: PicturePoint, _ style: String = "") -> MarkupText.Attributes {
    [
      "class": style.isEmpty ? "fixed" : "fixed \(style)",
      "transform": "translate(\(MarkupText.number(point.x)) \(MarkupText.number(point.y)))",
    ]
  }
}
