import CartographerCore
import Geodesy
import TerminalUI

extension MapDrawing {
  /// A place in view, with its cell. The numbers are short, since a view can contain all places of
  /// a large library.
  private struct VisiblePlace {
    let index: Int32
    private let column: Int16
    private let row: Int16

    init(index: Int, cell: Point) {
      self.index = Int32(index)
      column = Int16(cell.column)
      row = Int16(cell.row)
    }

    var cell: Point { Point(column: Int(column), row: Int(row)) }
  }

  /// The number of places in each cell of a map view.
  private struct PlaceCounts {
    let size: Size
    var counts: [Int32]

    init(_ places: [VisiblePlace], size: Size) {
      self.size = size
      counts = Array(repeating: 0, count: size.columns * size.rows)
      for place in places { counts[place.cell.row * size.columns + place.cell.column] += 1 }
    }

    func contains(_ cell: Point) -> Bool {
      size.contains(cell) && counts[cell.row * size.columns + cell.column] > 0
    }
  }

  /// The maximum number of places in view at which every place is considered for a label.
  ///
  /// If more places are in view, only one place per cell is considered. Selected and marked places
  /// are always considered.
  private static let labelCandidates = 3_000

  /// Draws the marks of the selected path's ends and the markers for the places in view, then the labels where there
  /// is room.
  mutating func drawPlaces(into surface: inout Surface) {
    let visible = visiblePlaces()
    frame.placesInView = visible.count
    var (plain, late) = split(visible)
    let allCounts = PlaceCounts(visible, size: size)
    drawPathEnds(besides: allCounts.contains, into: &surface)
    if scene.clustersPlaces {
      let counts = late.isEmpty ? allCounts : PlaceCounts(plain, size: size)
      drawClusters(counts.counts, of: &plain, besides: late, into: &surface)
    }
    var isCovered = Array(repeating: false, count: size.columns * size.rows)
    for place in plain {
      let cell = place.cell.row * size.columns + place.cell.column
      guard !isCovered[cell] else { continue }
      isCovered[cell] = true
      let shown = scene.places[Int(place.index)]
      put(
        glyphs.symbol(shown.symbol), for: place,
        isDimmed(shown.id) ? Style(.dim) : Style(shown.role), into: &surface)
    }
    for place in late where !isSelected(place) {
      let style = isDimmed(id(of: place)) ? Style(.dim) : Style(scene.markedRole, .bold)
      put(glyphs.placeMarked, for: place, style, into: &surface)
    }
    for place in late where isSelected(place) {
      put(glyphs.placeSelected, for: place, Style(.selection, .bold), into: &surface)
      if frame.cursor == nil, scene.crosshair == nil { frame.cursor = position(place.cell) }
    }
    // Where a selected or marked place covers others in its cell, only its own label is shown.
    if !late.isEmpty {
      let taken = Set(late.map(\.cell))
      plain.removeAll { taken.contains($0.cell) }
    }
    drawLabels(of: plain, and: late, into: &surface)
  }

  /// Separates the plain places in view from the selected and marked places, which are drawn later.
  private func split(_ visible: [VisiblePlace]) -> (plain: [VisiblePlace], late: [VisiblePlace]) {
    guard scene.selected?.kind == .location || !scene.marked.isEmpty else { return (visible, []) }
    var isLate = [Bool](repeating: false, count: scene.places.count)
    var hasLate = false
    // Finding each marked item among the places is faster than finding each place in view among the marked items.
    for id in scene.marked.union(scene.selected.map { [$0] } ?? []) where id.kind == .location {
      guard let index = scene.places.index(of: id) else { continue }
      isLate[index] = true
      hasLate = true
    }
    guard hasLate else { return (visible, []) }
    return (
      visible.filter { !isLate[Int($0.index)] }, visible.filter { isLate[Int($0.index)] }
    )
  }

  /// Draws one mark for each cluster of crowded places. These places are then removed from the list
  /// of visible places.
  ///
  /// - Parameter counts: The number of places in each cell.
  /// - Parameter late: The selected and marked places, which are always drawn separately.
  private mutating func drawClusters(
    _ counts: [Int32], of places: inout [VisiblePlace], besides late: [VisiblePlace],
    into surface: inout Surface
  ) {
    let clusters = MapClusters(viewport, size: size, counts: counts)
    let marks = clusters.clusters
    guard !marks.isEmpty else { return }
    places.removeAll { clusters.isCrowded($0.cell) }
    for place in places + late {
      layout.reserve(row: place.cell.row, columns: place.cell.column..<place.cell.column + 1)
    }
    let style = Style(scene.emphasised == nil ? .place : .dim, .reverse)
    for mark in marks {
      let columns = mark.columns(of: size.columns)
      if layout.isFree(row: mark.cell.row, columns: columns) {
        // A label that touches the number would look like a part of it.
        layout.reserve(
          row: mark.cell.row, columns: columns.lowerBound - 1..<columns.upperBound + 1)
        let first = Point(column: columns.lowerBound, row: mark.cell.row)
        surface.put(mark.label, at: position(first), style: style)
      } else {
        surface.put(glyphs.cluster, at: position(mark.cell), style: style)
      }
    }
  }

  private func id(of place: VisiblePlace) -> ItemID { scene.places.id(at: Int(place.index)) }

  private func isSelected(_ place: VisiblePlace) -> Bool {
    id(of: place) == scene.selected
  }

  private func isMarked(_ place: VisiblePlace) -> Bool {
    !scene.marked.isEmpty && scene.marked.contains(id(of: place))
  }

  private func put(
    _ glyph: Unicode.Scalar, for place: VisiblePlace, _ style: Style, into surface: inout Surface
  ) {
    surface.put(glyph, at: position(place.cell), style: style)
  }

  private func visiblePlaces() -> [VisiblePlace] {
    var visible: [VisiblePlace] = []
    scene.places.withCorners { xs, ys in
      viewport.forEachVisible(xs: xs, ys: ys, in: size) { index, cell in
        visible.append(VisiblePlace(index: index, cell: cell))
      }
    }
    return visible
  }

  /// Draws place labels where there is room.
  ///
  /// - Parameter late: The selected and marked places.
  private mutating func drawLabels(
    of plain: [VisiblePlace], and late: [VisiblePlace], into surface: inout Surface
  ) {
    let longest = max(min(MapPlace.longestLabel, size.columns / 2), 4)
    let candidates = labelCandidates(among: plain, and: late)
    let requests = candidates.map { candidate in
      let place = scene.places[Int(candidate.index)]
      return MapLabelLayout.Request(
        id: place.id, cell: candidate.cell, width: min(place.labelWidth, longest),
        // A letter such as P would look like a part of the name.
        gap: glyphs.symbol(place.symbol).properties.isAlphabetic ? 1 : 0,
        isSelected: isSelected(candidate), isMarked: isMarked(candidate))
    }
    let lines = lines
    let placements = layout.place(
      requests, cursor: labelCursor, previous: previous,
      hidden: { placement in
        placement.columns.count { lines.isSet(column: $0, row: placement.origin.row) }
      })
    frame.labels = previous.adding(
      layout.placed.compactMap { id in placements[id].map { (id, $0.side) } }, atZoom: viewport.zoom
    )
    for candidate in candidates {
      let id = id(of: candidate)
      guard let placement = placements[id] else { continue }
      let place = scene.places[Int(candidate.index)]
      let style =
        id == scene.selected
        ? Style(.selection, .bold)
        : isDimmed(id)
          ? Style(.dim)
          : scene.marked.contains(id) ? Style(scene.markedRole) : Style(place.role)
      surface.put(
        place.label.clipped(to: placement.width, ellipsis: glyphs.ellipsis),
        at: position(placement.origin), style: style)
    }
  }

  /// The cell at which label placement starts. The nearest places are thus labelled first.
  /// Placement starts at the crosshair's cell if that cell is in view, otherwise the current
  /// point's cell, otherwise the middle cell of the view.
  private var labelCursor: Point {
    scene.crosshair.flatMap { viewport.visibleCell(at: $0, in: size) }
      ?? scene.pointCursor.flatMap(cell(ofPoint:))
      ?? Point(column: size.columns / 2, row: size.rows / 2)
  }

  private func labelCandidates(
    among plain: [VisiblePlace], and late: [VisiblePlace]
  ) -> [VisiblePlace] {
    guard plain.count + late.count > Self.labelCandidates else { return plain + late }
    var isCovered = Array(repeating: false, count: size.columns * size.rows)
    return late
      + plain.filter { place in
        let cell = place.cell.row * size.columns + place.cell.column
        defer { isCovered[cell] = true }
        return !isCovered[cell]
      }
  }
}
