import CartographerCore
import Geodesy
import TerminalUI

/// The clusters of crowded places in a map view, each drawn as one mark. Places are counted in each
/// part of the view.
///
/// A part of the view is a single cell or, at low zoom levels, a block of cells. Blocks have fixed
/// positions in the world, so that panning does not change them.
struct MapClusters {
  /// The maximum number of places that are drawn as separate marks in one part of the view.
  static let mostApart = 3
  /// The zoom level below which cells are combined into blocks.
  private static let blockZoom = 8.0

  /// A mark that represents several places and shows their number.
  struct Cluster {
    private(set) var cell: Point
    private(set) var count: Int
    /// The indexes of the view's parts that contain the cluster's places.
    private(set) var parts: Set<Int>

    /// The number of places, abbreviated to at most four characters, such as `12` or `1.2k`.
    var label: DisplayText {
      guard count >= 1_000 else { return "\(count)" }
      guard count < 10_000 else { return "\(min(count / 1_000, 999))k" }
      return "\(count / 1_000).\(count / 100 % 10)k"
    }

    /// Returns the columns that the label covers in a view of the given width.
    func columns(of total: Int) -> Range<Int> {
      let width = label.width
      let first = min(max(cell.column - width / 2, 0), max(total - width, 0))
      return first..<first + width
    }

    /// Returns whether the label would touch the label of another mark in the same row. Touching
    /// labels would look like one number.
    fileprivate func touches(_ other: Cluster, of total: Int) -> Bool {
      let near = other.columns(of: total)
      return columns(of: total).overlaps(near.lowerBound - 1..<near.upperBound + 1)
    }

    /// Merges the places of another mark in the same row into this mark.
    fileprivate mutating func join(_ other: Cluster) {
      let sum = cell.column * count + other.cell.column * other.count
      count += other.count
      cell.column = sum / count
      parts.formUnion(other.parts)
    }
  }

  private struct Part {
    var count = 0
    var columns = 0
    var rows = 0
  }

  private let block: Size
  /// The offset of the view's first cell from the first block's edge, in columns and rows.
  private let shift: Point
  private let columns: Int
  private let size: Size
  private var parts: [Part]
  /// For each cell, whether the places in it are drawn as one mark.
  private var crowded: [Bool]

  /// Creates the clusters by counting the places in each part of a map view.
  ///
  /// - Parameter counts: The number of places in each cell, row by row.
  init(_ viewport: MapViewport, size: Size, counts: [Int32]) {
    self.size = size
    crowded = Array(repeating: false, count: counts.count)
    if viewport.zoom < Self.blockZoom, viewport.polar == nil {
      block = Size(columns: 4, rows: 2)
      let corner = viewport.visibleBounds(in: size)
      let dots = viewport.dotsPerWorld
      func offset(_ edge: Double, _ dotsPerCell: Int, _ cells: Int) -> Int {
        let cell = (edge * dots / Double(dotsPerCell)).rounded()
        return Int(cell - (cell / Double(cells)).rounded(.down) * Double(cells))
      }
      shift = Point(
        column: offset(corner.minX, DotCanvas.dotsPerColumn, block.columns),
        row: offset(corner.minY, DotCanvas.dotsPerRow, block.rows))
      columns = size.columns / block.columns + 2
      parts = Array(repeating: Part(), count: columns * (size.rows / block.rows + 2))
    } else {
      block = Size(columns: 1, rows: 1)
      shift = .zero
      columns = size.columns
      parts = Array(repeating: Part(), count: size.columns * size.rows)
    }
    for (index, cell) in cells(counts) {
      let (part, count) = (part(of: cell), Int(counts[index]))
      parts[part].count += count
      parts[part].columns += count * cell.column
      parts[part].rows += count * cell.row
    }
    for (index, cell) in cells(counts) {
      crowded[index] = parts[part(of: cell)].count > Self.mostApart
    }
  }

  /// Returns the cells that contain places, and the index of each such cell.
  private func cells(_ counts: [Int32]) -> [(index: Int, cell: Point)] {
    counts.indices.filter { counts[$0] > 0 }.map { index in
      (index, Point(column: index % size.columns, row: index / size.columns))
    }
  }

  /// Returns the index of the part of the view that contains a cell.
  func part(of cell: Point) -> Int {
    (cell.row + shift.row) / block.rows * columns + (cell.column + shift.column) / block.columns
  }

  /// Returns whether the places in a cell are drawn as one mark.
  ///
  /// - Parameter cell: The cell's number, counted row by row.
  func isCrowded(_ cell: Int) -> Bool { crowded[cell] }

  /// The cluster marks, from the top left to the bottom right. Marks whose numbers would touch are
  /// joined.
  var clusters: [Cluster] {
    var rows: [[Cluster]] = Array(repeating: [], count: size.rows)
    for (index, part) in parts.enumerated() where part.count > Self.mostApart {
      let row = part.rows / part.count
      var mark = Cluster(
        cell: Point(column: part.columns / part.count, row: row), count: part.count, parts: [index])
      // A mark that moves to the left by joining can reach the mark before it.
      while let last = rows[row].last, mark.touches(last, of: size.columns) {
        mark.join(last)
        rows[row].removeLast()
      }
      rows[row].append(mark)
    }
    return rows.flatMap(\.self)
  }
}

extension MapPicker {
  /// Returns the places represented by the cluster mark at a cell. If no cluster mark covers the
  /// cell, uses the mark that represents the place nearest to the cell, if that place is within
  /// `radiusDots`. Returns nil if there is no such mark.
  package func cluster(at cell: Point, radiusDots: Double = 8) -> [ItemID]? {
    guard scene.clustersPlaces else { return nil }
    var counts = [Int32](repeating: 0, count: size.columns * size.rows)
    var cells: [(id: ItemID, cell: Point)] = []
    for place in scene.places where place.id != scene.selected && !scene.marked.contains(place.id) {
      let cell = viewport.cell(at: place.point, in: size)
      guard size.contains(cell) else { continue }
      counts[cell.row * size.columns + cell.column] += 1
      cells.append((place.id, cell))
    }
    let clusters = MapClusters(viewport, size: size, counts: counts)
    let marks = clusters.clusters
    var mark = marks.first {
      $0.cell.row == cell.row && $0.columns(of: size.columns).contains(cell.column)
    }
    if mark == nil, case .place(let id) = nearest(to: cell, radiusDots: radiusDots),
      let inside = cells.first(where: { $0.id == id })?.cell
    {
      mark = marks.first { $0.parts.contains(clusters.part(of: inside)) }
    }
    return mark.map { mark in
      cells.filter { mark.parts.contains(clusters.part(of: $0.cell)) }.map(\.id)
    }
  }
}
