import CartographerCore
import Geodesy
import TerminalUI

extension MapDrawing {
  /// A place in view, stored in two 32-bit numbers, because a view can contain all places of a
  /// large library.
  fileprivate struct VisiblePlace {
    /// The place's index in the scene.
    let index: Int32
    /// The number of the place's cell, counted row by row.
    let cell: Int32
  }

  /// The places in a view, and the number of places in each cell.
  struct PlacesInView {
    fileprivate let places: [VisiblePlace]
    fileprivate let counts: [Int32]
    private let size: Size

    var total: Int { places.count }

    init(_ places: MapItems<MapPlace>, _ viewport: MapViewport, in size: Size) {
      self.size = size
      var counts = [Int32](repeating: 0, count: size.columns * size.rows)
      // Growing an array place by place would take longer than finding the places.
      self.places = counts.withUnsafeMutableBufferPointer { counts in
        Array(unsafeUninitializedCapacity: places.count) { visible, count in
          var next = 0
          viewport.forEachVisible(places, in: size) { index, cell in
            counts[cell] += 1
            visible[next] = VisiblePlace(index: Int32(index), cell: Int32(cell))
            next += 1
          }
          count = next
        }
      }
      self.counts = counts
    }

    /// Returns the number of places in each cell, excluding the given places.
    fileprivate func excluding(_ places: [VisiblePlace]) -> [Int32] {
      var counts = counts
      for place in places { counts[Int(place.cell)] -= 1 }
      return counts
    }

    func contains(_ cell: Point) -> Bool {
      size.contains(cell) && counts[cell.row * size.columns + cell.column] > 0
    }

    /// Returns whether a place lies in a range of cells in a row.
    func hasPlace(row: Int, columns: Range<Int>) -> Bool {
      columns.contains { contains(Point(column: $0, row: row)) }
    }
  }

  /// The maximum number of places in view up to which every place is considered for a label.
  ///
  /// If more places are in view, only one place per cell is considered. Selected and marked places
  /// are always considered.
  private static let labelCandidates = 3_000

  /// Draws marks at the selected path's ends, markers for the places in view, and labels where
  /// there is room.
  mutating func drawPlaces(into surface: inout Surface) {
    frame.placesInView = places.total
    let late = latePlaces()
    let clusters =
      scene.clustersPlaces
      ? MapClusters(viewport, size: size, counts: places.excluding(late)) : nil
    var plain = plainPlaces(besides: late, clusters)
    drawPathEnds(besides: places.contains, into: &surface)
    if let clusters { draw(clusters.clusters, besides: plain + late, into: &surface) }
    var isCovered = Array(repeating: false, count: size.columns * size.rows)
    for place in plain {
      guard !isCovered[Int(place.cell)] else { continue }
      isCovered[Int(place.cell)] = true
      let (symbol, role) = scene.places.items.withUnsafeBufferPointer { places in
        (places[Int(place.index)].symbol, places[Int(place.index)].role)
      }
      put(
        glyphs.symbol(symbol), for: place,
        isDimmed(id(of: place)) ? Style(.dim) : Style(role), into: &surface)
    }
    for place in late where !isSelected(place) {
      let style = isDimmed(id(of: place)) ? Style(.dim) : Style(scene.markedRole, .bold)
      put(glyphs.placeMarked, for: place, style, into: &surface)
    }
    for place in late where isSelected(place) {
      put(glyphs.placeSelected, for: place, Style(.selection, .bold), into: &surface)
      if frame.cursor == nil, scene.crosshair == nil { frame.cursor = position(cell(of: place)) }
    }
    // Where a selected or marked place covers others in its cell, only its own label is shown.
    if !late.isEmpty {
      let taken = Set(late.map(\.cell))
      plain.removeAll { taken.contains($0.cell) }
    }
    drawLabels(of: plain, and: late, into: &surface)
  }

  private func cell(of place: VisiblePlace) -> Point {
    Point(column: Int(place.cell) % size.columns, row: Int(place.cell) / size.columns)
  }

  /// Returns the selected and marked places in view, which are drawn after the other places.
  private func latePlaces() -> [VisiblePlace] {
    // Finding each marked item among the places is faster than finding each place in view among the
    // marked items.
    scene.marked.union(scene.selected.map { [$0] } ?? [])
      .compactMap { $0.kind == .location ? scene.places.index(of: $0) : nil }.sorted()
      .compactMap { index in
        let cell = viewport.cell(at: scene.places.items[index].point, in: size)
        guard size.contains(cell) else { return nil }
        return VisiblePlace(
          index: Int32(index), cell: Int32(cell.row * size.columns + cell.column))
      }
  }

  /// Returns the places in view that are neither selected nor marked, except places in clusters.
  private func plainPlaces(
    besides late: [VisiblePlace], _ clusters: MapClusters?
  ) -> [VisiblePlace] {
    let lateIndices = Set(late.map(\.index))
    return places.places.filter { place in
      clusters?.isCrowded(Int(place.cell)) != true
        && (lateIndices.isEmpty || !lateIndices.contains(place.index))
    }
  }

  /// Draws one mark for each cluster of crowded places.
  ///
  /// - Parameter places: The places that are drawn separately.
  private mutating func draw(
    _ marks: [MapClusters.Cluster], besides places: [VisiblePlace], into surface: inout Surface
  ) {
    guard !marks.isEmpty else { return }
    for place in places {
      let cell = cell(of: place)
      layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
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
    surface.put(glyph, at: position(cell(of: place)), style: style)
  }

  /// Draws place labels where there is room.
  ///
  /// - Parameter late: The selected and marked places.
  private mutating func drawLabels(
    of plain: [VisiblePlace], and late: [VisiblePlace], into surface: inout Surface
  ) {
    let longest = max(min(MapPlace.longestLabel, size.columns / 2), 4)
    let candidates = labelCandidates(among: plain, and: late)
    // A letter such as P would look like a part of the name.
    let gap = glyphs.symbol(nil).properties.isAlphabetic ? 1 : 0
    // Reading single properties from the buffer avoids copying whole places.
    let requests = scene.places.items.withUnsafeBufferPointer { places in
      candidates.map { candidate in
        let index = Int(candidate.index)
        let symbol = places[index].symbol
        return MapLabelLayout.Request(
          id: places[index].id, cell: cell(of: candidate),
          width: min(places[index].labelWidth, longest),
          gap: symbol == nil ? gap : glyphs.symbol(symbol).properties.isAlphabetic ? 1 : 0,
          isSelected: isSelected(candidate), isMarked: isMarked(candidate))
      }
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

  /// The cell near which places are labelled first. It is the crosshair's cell if that cell is in
  /// view, otherwise the current point's cell if that cell is in view, and otherwise the middle
  /// cell of the view.
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
        defer { isCovered[Int(place.cell)] = true }
        return !isCovered[Int(place.cell)]
      }
  }
}
