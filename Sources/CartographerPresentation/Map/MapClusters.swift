import CartographerCore
import Geodesy
import TerminalUI

/// The number of places in each part of a map view, and the parts in which places crowd.
///
/// A part is a cell, or a block of cells if the zoom level is low. Blocks are fixed on the world, so that
/// panning does not change them.
struct MapClusters {
  /// The number of places that can be in one part before they are drawn as one mark.
  static let mostApart = 3
  /// The zoom level below which cells are joined to blocks.
  private static let blockZoom = 8.0

  /// A mark for several places: their number, and the cell in the middle of the places.
  struct Cluster {
    let cell: Point
    let count: Int

    /// The number in at most four characters, such as `12` or `1.2k`.
    var label: DisplayText {
      guard count >= 1_000 else { return "\(count)" }
      guard count < 10_000 else { return "\(min(count / 1_000, 999))k" }
      return "\(count / 1_000).\(count / 100 % 10)k"
    }

    /// The columns of the label in a view with the given number of columns.
    func columns(of total: Int) -> Range<Int> {
      let width = label.width
      let first = min(max(cell.column - width / 2, 0), max(total - width, 0))
      return first..<first + width
    }
  }

  private struct Part {
    var count = 0
    var columns = 0
    var rows = 0
  }

  private let block: Size
  /// The cells between the edge of the first block and the view's first cell.
  private let shift: Point
  private let columns: Int
  private var parts: [Part]

  init(_ viewport: MapViewport, size: Size) {
    guard viewport.zoom < Self.blockZoom, viewport.polar == nil else {
      block = Size(columns: 1, rows: 1)
      shift = .zero
      columns = size.columns
      parts = Array(repeating: Part(), count: size.columns * size.rows)
      return
    }
    block = Size(columns: 4, rows: 2)
    let corner = viewport.visibleBounds(in: size)
    func offset(_ edge: Double, _ dotsPerCell: Int, _ cells: Int) -> Int {
      let cell = (edge * viewport.dotsPerWorld / Double(dotsPerCell)).rounded()
      return Int(cell - (cell / Double(cells)).rounded(.down) * Double(cells))
    }
    self.shift = Point(
      column: offset(corner.minX, DotCanvas.dotsPerColumn, block.columns),
      row: offset(corner.minY, DotCanvas.dotsPerRow, block.rows))
    columns = size.columns / block.columns + 2
    parts = Array(repeating: Part(), count: columns * (size.rows / block.rows + 2))
  }

  private func part(of cell: Point) -> Int {
    (cell.row + shift.row) / block.rows * columns + (cell.column + shift.column) / block.columns
  }

  /// Adds a place in a cell of the view.
  mutating func add(_ cell: Point) {
    let part = part(of: cell)
    parts[part].count += 1
    parts[part].columns += cell.column
    parts[part].rows += cell.row
  }

  /// Returns whether the places in a cell are drawn as one mark.
  func isCrowded(_ cell: Point) -> Bool { parts[part(of: cell)].count > Self.mostApart }

  /// Returns whether two cells belong to the same part.
  func areTogether(_ one: Point, _ other: Point) -> Bool { part(of: one) == part(of: other) }

  /// The marks, from the top left to the bottom right.
  var clusters: [Cluster] {
    parts.lazy.filter { $0.count > Self.mostApart }.map { part in
      Cluster(
        cell: Point(column: part.columns / part.count, row: part.rows / part.count),
        count: part.count)
    }
  }
}

extension MapPicker {
  /// Returns the places behind the cluster mark at a cell, or behind the mark of the item nearest to the cell;
  /// nil if there is no such mark.
  package func cluster(at cell: Point, radiusDots: Double = 8) -> [ItemID]? {
    guard scene.clustersPlaces else { return nil }
    var clusters = MapClusters(viewport, size: size)
    var cells: [(id: ItemID, cell: Point)] = []
    for place in scene.places where place.id != scene.selected && !scene.marked.contains(place.id) {
      let cell = viewport.cell(at: place.point, in: size)
      guard size.contains(cell) else { continue }
      clusters.add(cell)
      cells.append((place.id, cell))
    }
    let mark = clusters.clusters.first {
      $0.cell.row == cell.row && $0.columns(of: size.columns).contains(cell.column)
    }
    var inside = mark?.cell
    if inside == nil, case .place(let id) = nearest(to: cell, radiusDots: radiusDots) {
      inside = cells.first { $0.id == id }?.cell
    }
    guard let inside, clusters.isCrowded(inside) else { return nil }
    return cells.filter { clusters.areTogether($0.cell, inside) }.map(\.id)
  }
}
