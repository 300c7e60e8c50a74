import Geodesy

extension ElevationSamples {
  /// The maximum number of contour elevations in a tile.
  private static let levelsLimit = 200

  /// Returns a map tile with contour lines at all multiples of an elevation interval.
  ///
  /// The contour lines are found by marching squares (Lorensen and Cline 1987, in two dimensions)
  /// and then joined from cell to cell. No contours are drawn next to missing data.
  ///
  /// - Parameter main: The number of contour intervals from one emphasised contour to the next.
  /// - Complexity: O(*c* · *l*) for *c* grid cells that are each crossed by *l* contours.
  package func contours(everyMetres interval: Double, main: Int = 5) -> MapTile {
    var tile = MapTile(self.tile)
    let known = metres.filter { !$0.isNaN }
    guard interval > 0, let low = known.min(), let high = known.max() else { return tile }
    let first = Int((low / interval).rounded(.up))
    let last = Int((high / interval).rounded(.down))
    guard first <= last, last - first < Self.levelsLimit else { return tile }
    var plain = MapTile.Lines(role: .contour, leastZoom: 0)
    var emphasised = MapTile.Lines(role: .mainContour, leastZoom: 0)
    for (number, links) in links(first...last, interval).sorted(by: { $0.key < $1.key }) {
      if number % main == 0 {
        join(links, Self.level(number, interval), into: &emphasised)
      } else {
        join(links, Self.level(number, interval), into: &plain)
      }
    }
    tile.lines = [plain, emphasised].filter { !$0.xs.isEmpty }
    return tile
  }

  /// The grid edges that a contour crosses, each mapped to its neighbouring edges along the
  /// contour. At either end of an open contour, the second neighbour is nil.
  private typealias Links = [Edge: (Edge, Edge?)]

  /// The number that identifies a grid edge. The edges to the east of each corner come first, then
  /// the edges to the south of each corner.
  private typealias Edge = Int

  private func east(_ column: Int, _ row: Int) -> Edge { row * (cells + 1) + column }
  private func south(_ column: Int, _ row: Int) -> Edge {
    (cells + 1) * (cells + 1) + row * (cells + 1) + column
  }

  /// Returns a contour's elevation. The elevation is raised slightly so that it never equals a
  /// sample's elevation (usually a whole number of metres).
  private static func level(_ number: Int, _ interval: Double) -> Double {
    Double(number) * interval + 1e-6
  }

  /// Returns the grid edges that each contour crosses, keyed by the contour's number.
  private func links(_ numbers: ClosedRange<Int>, _ interval: Double) -> [Int: Links] {
    var links: [Int: Links] = [:]
    for row in 0..<cells {
      for column in 0..<cells {
        let (northWest, northEast) = (metres(column, row), metres(column + 1, row))
        let (southWest, southEast) = (metres(column, row + 1), metres(column + 1, row + 1))
        let sum = northWest + northEast + southWest + southEast
        guard !sum.isNaN else { continue }
        let low = min(min(northWest, northEast), min(southWest, southEast))
        let high = max(max(northWest, northEast), max(southWest, southEast))
        let first = max(Int((low / interval).rounded(.down)), numbers.lowerBound)
        let last = min(Int((high / interval).rounded(.down)), numbers.upperBound)
        guard first <= last else { continue }
        for number in first...last {
          let level = Self.level(number, interval)
          guard low <= level, high > level else { continue }
          let (north, west) = (east(column, row), south(column, row))
          let (bottom, right) = (east(column, row + 1), south(column + 1, row))
          let above = (
            northWest > level, northEast > level, southEast > level, southWest > level
          )
          for (one, other) in Self.pairs(above, isMiddleAbove: sum / 4 > level) {
            let edges = [north, right, bottom, west]
            Self.link(edges[one], edges[other], in: &links[number, default: [:]])
          }
        }
      }
    }
    return links
  }

  /// Returns the pairs of cell edges that a contour connects. The edges are numbered clockwise from
  /// the north.
  ///
  /// - Parameter above: Whether each corner of the cell is above the contour, clockwise from the
  ///   north-west.
  /// - Parameter isMiddleAbove: Whether the cell's middle is above the contour.
  ///   This decides how a saddle is crossed.
  private static func pairs(
    _ above: (Bool, Bool, Bool, Bool), isMiddleAbove: Bool
  ) -> [(Int, Int)] {
    let crossed = [
      above.0 != above.1, above.1 != above.2, above.2 != above.3, above.3 != above.0,
    ].enumerated().filter(\.element).map(\.offset)
    switch crossed.count {
    case 2: return [(crossed[0], crossed[1])]
    case 4: return above.0 == isMiddleAbove ? [(0, 1), (2, 3)] : [(3, 0), (1, 2)]
    default: return []
    }
  }

  private static func link(_ one: Edge, _ other: Edge, in links: inout Links) {
    links[one] = links[one].map { ($0.0, other) } ?? (other, nil)
    links[other] = links[other].map { ($0.0, one) } ?? (one, nil)
  }

  /// Joins linked grid edges into contour lines. Lines that end at the grid's border or at missing
  /// data come first, followed by the closed lines.
  private func join(
    _ links: Links, _ level: Double, into lines: inout MapTile.Lines
  ) {
    var seen: Set<Edge> = []
    let starts = links.keys.filter { links[$0]?.1 == nil }.sorted() + links.keys.sorted()
    for start in starts where !seen.contains(start) {
      lines.starts.append(lines.xs.count)
      var (last, edge): (Edge?, Edge?) = (nil, start)
      while let current = edge {
        let position = crossing(current, level)
        lines.xs.append(position.x)
        lines.ys.append(position.y)
        guard seen.insert(current).inserted, let (one, other) = links[current] else { break }
        edge = one != last ? one : other
        last = current
      }
    }
  }

  /// Returns the position, in world units, at which a contour crosses a grid edge.
  private func crossing(_ edge: Edge, _ level: Double) -> (x: Double, y: Double) {
    let corners = (cells + 1) * (cells + 1)
    let isSouth = edge >= corners
    let corner = isSouth ? edge - corners : edge
    let (column, row) = (corner % (cells + 1), corner / (cells + 1))
    let from = metres(column, row)
    let to = isSouth ? metres(column, row + 1) : metres(column + 1, row)
    let share = (level - from) / (to - from)
    let step = tile.width / Double(cells)
    return (
      tile.origin.x + (Double(column) + (isSouth ? 0 : share)) * step,
      tile.origin.y + (Double(row) + (isSouth ? share : 0)) * step
    )
  }
}
