import CartographerCore
import TerminalUI

extension MapDrawing {
  private struct VisiblePlace {
    let index: Int
    let cell: Point
  }

  /// The maximum number of places in view at which every place can still get a label.
  ///
  /// If more places are in view, only one place per cell can get a label. Selected and marked
  /// places can always get a label.
  private static let labelCandidates = 3_000

  /// Draws the marks of the selected path's ends and the markers for the places in view, then the labels where there
  /// is room.
  mutating func drawPlaces(into surface: inout Surface) {
    var visible = visiblePlaces()
    drawPathEnds(besides: Set(visible.lazy.map(\.cell)), into: &surface)
    frame.placesInView = visible.count
    if scene.clustersPlaces { drawClusters(of: &visible, into: &surface) }
    var late: [VisiblePlace] = []
    var isCovered = Array(repeating: false, count: size.columns * size.rows)
    for place in visible {
      let cell = place.cell.row * size.columns + place.cell.column
      if isSelected(place) || isMarked(place) {
        late.append(place)
      } else if !isCovered[cell] {
        isCovered[cell] = true
        let shown = scene.places[place.index]
        put(
          glyphs.symbol(shown.symbol), for: place,
          isDimmed(shown.id) ? Style(.dim) : Style(shown.role),
          into: &surface)
      }
    }
    for place in late where !isSelected(place) {
      let style =
        isDimmed(scene.places[place.index].id) ? Style(.dim) : Style(scene.markedRole, .bold)
      put(glyphs.placeMarked, for: place, style, into: &surface)
    }
    for place in late where isSelected(place) {
      put(glyphs.placeSelected, for: place, Style(.selection, .bold), into: &surface)
      if frame.cursor == nil, scene.crosshair == nil { frame.cursor = position(place.cell) }
    }
    // Where a selected or marked place covers others in its cell, only its own label is shown.
    let taken = Set(late.map(\.cell))
    drawLabels(
      of: taken.isEmpty
        ? visible
        : visible.filter { !taken.contains($0.cell) || isSelected($0) || isMarked($0) },
      into: &surface)
  }

  /// Draws one mark for each cluster of crowded places, and removes these places from the list of
  /// visible places.
  private mutating func drawClusters(
    of visible: inout [VisiblePlace], into surface: inout Surface
  ) {
    var clusters = MapClusters(viewport, size: size)
    for place in visible where !isSelected(place) && !isMarked(place) { clusters.add(place.cell) }
    let marks = clusters.clusters
    guard !marks.isEmpty else { return }
    visible.removeAll { !isSelected($0) && !isMarked($0) && clusters.isCrowded($0.cell) }
    for place in visible {
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

  private func isSelected(_ place: VisiblePlace) -> Bool {
    scene.places[place.index].id == scene.selected
  }

  private func isMarked(_ place: VisiblePlace) -> Bool {
    !scene.marked.isEmpty && scene.marked.contains(scene.places[place.index].id)
  }

  private func put(
    _ glyph: Unicode.Scalar, for place: VisiblePlace, _ style: Style, into surface: inout Surface
  ) {
    surface.put(glyph, at: position(place.cell), style: style)
  }

  private func visiblePlaces() -> [VisiblePlace] {
    let near = viewport.visibleBounds(in: size).enlarged(by: 1 / viewport.dotsPerWorld)
    let indices =
      viewport.polar == nil
      ? scene.places.indices(touching: near) : Array(scene.places.indices)
    // Reading only the points from the buffer copies no other parts of the places.
    return scene.places.items.withUnsafeBufferPointer { places in
      indices.compactMap { index in
        let cell = viewport.cell(at: places[index].point, in: size)
        return size.contains(cell) ? VisiblePlace(index: index, cell: cell) : nil
      }
    }
  }

  private mutating func drawLabels(of visible: [VisiblePlace], into surface: inout Surface) {
    let longest = max(min(MapPlace.longestLabel, size.columns / 2), 4)
    let candidates = labelCandidates(among: visible)
    let requests = candidates.map { candidate in
      MapLabelLayout.Request(
        id: scene.places[candidate.index].id, cell: candidate.cell,
        width: min(scene.places[candidate.index].labelWidth, longest),
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
      let id = scene.places[candidate.index].id
      guard let placement = placements[id] else { continue }
      let place = scene.places[candidate.index]
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

  /// The cell around which places are labelled first. It is the crosshair's cell if that is in
  /// view, otherwise the current point's cell, otherwise the middle cell of the view.
  private var labelCursor: Point {
    scene.crosshair.flatMap { viewport.visibleCell(at: $0, in: size) }
      ?? scene.pointCursor.flatMap(cell(ofPoint:))
      ?? Point(column: size.columns / 2, row: size.rows / 2)
  }

  private func labelCandidates(among visible: [VisiblePlace]) -> [VisiblePlace] {
    guard visible.count > Self.labelCandidates else { return visible }
    var isCovered = Array(repeating: false, count: size.columns * size.rows)
    return visible.filter { place in
      let cell = place.cell.row * size.columns + place.cell.column
      defer { isCovered[cell] = true }
      return !isCovered[cell] || isSelected(place) || isMarked(place)
    }
  }
}
