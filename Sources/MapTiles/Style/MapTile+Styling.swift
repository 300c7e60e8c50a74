import Geodesy

extension MapTile {
  /// Selects the features of a vector tile that are visible according to the style table, and
  /// projects them to world units.
  ///
  /// Lines and areas are clipped at the edges of the tile, so that no part is drawn in two
  /// neighbouring tiles. The outlines of areas omit the parts that run along the tile's edges.
  ///
  /// - Parameter part: The smaller tile to which the vector tile is clipped, or nil to use the
  ///   whole tile.
  /// - Parameter schema: The schema of the file, or nil to recognise it by the tile's layers.
  /// - Complexity: O(*p* + *f* · *r*) for *p* points, *f* features and *r* rules.
  package init(
    _ tile: VectorTile, _ id: TileID, part: TileID? = nil, schema: TileSchema? = nil
  ) {
    let schema = schema ?? .recognised(by: tile.layers.map(\.name))
    var builder = MapTileBuilder(id, part: part ?? id)
    let rules = StyleRule.rules(of: schema)
    for layer in tile.layers {
      // Rules without layers apply to all layers that the schema does not define.
      let relevant = rules.filter {
        $0.layers.isEmpty ? !schema.layers.contains(layer.name) : $0.layers.contains(layer.name)
      }
      guard !relevant.isEmpty else { continue }
      // A street, for example, has a shape and a name.
      let lists = [relevant.filter { !$0.isName }, relevant.filter(\.isName)]
      for feature in layer.features {
        for list in lists {
          let rule = list.first {
            $0.kinds.contains(feature.kind) && $0.matches(feature, in: layer)
          }
          if let rule { builder.add(feature, of: layer, by: rule) }
        }
      }
    }
    self = builder.finishedTile
    isBaseLayer = schema != .unknown
  }
}

extension StyleRule {
  fileprivate var isName: Bool {
    if case .name = use { true } else { false }
  }
}

/// A builder that collects the lines, areas and names of a vector tile.
private struct MapTileBuilder {
  private struct Key: Hashable {
    let role: MapRole
    let leastZoom: Double
  }

  /// The maximum number of points in a tile. Ordinary tiles contain less than a tenth as many.
  private static let pointsLimit = 1_000_000
  /// The maximum number of names in a tile. Ordinary tiles contain less than a tenth as many.
  private static let labelsLimit = 20_000
  /// The maximum number of positions at which one feature's name is shown.
  private static let labelsPerFeature = 16

  private let id: TileID
  private var tile: MapTile
  private var lines: [Key: MapTile.Lines] = [:]
  private var pointCount = 0

  init(_ id: TileID, part: TileID) {
    self.id = id
    tile = MapTile(part)
  }

  var finishedTile: MapTile {
    var tile = tile
    tile.lines = lines.values.filter { !$0.xs.isEmpty }.sorted {
      ($0.role.rawValue, $0.leastZoom) < ($1.role.rawValue, $1.leastZoom)
    }
    return tile
  }

  mutating func add(
    _ feature: VectorTile.Feature, of layer: VectorTile.Layer, by rule: StyleRule
  ) {
    if case .nothing = rule.use { return }
    // A point takes two numbers.
    pointCount += feature.geometry.count / 2
    guard pointCount <= Self.pointsLimit, tile.labels.count < Self.labelsLimit else {
      tile.isTruncated = true
      return
    }
    let grid = TileGrid(layer, of: id, part: tile.id)
    switch rule.use {
    case .nothing: break
    case .name(let kind): addLabel(feature, layer, kind, grid)
    case .shape(let role):
      let parts = layer.parts(of: feature)
      if feature.kind == .polygon, role == .water || role == .woods {
        let rings = parts.map(grid.ring).filter { $0.count > 2 }
        if !rings.isEmpty {
          tile.areas.append(
            MapTile.Area(role: role, leastZoom: rule.leastZoom, rings: rings))
        }
      }
      // Woods have no outline.
      if role != .woods {
        let key = Key(role: role, leastZoom: rule.leastZoom)
        for part in parts {
          grid.addLine(
            part, isRing: feature.kind == .polygon,
            to: &lines[key, default: MapTile.Lines(role: role, leastZoom: rule.leastZoom)])
        }
      }
    }
  }

  private mutating func addLabel(
    _ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ kind: MapLabel.Kind,
    _ grid: TileGrid
  ) {
    guard let name = layer.value("name", of: feature)?.text, !name.isEmpty, name.utf8.count < 300
    else { return }
    func number(_ key: String) -> Double? {
      layer.value(key, of: feature)?.number.flatMap { $0.isFinite ? $0 : nil }
    }
    let weight =
      ["population", "population_rank", "pmap:population_rank", "ele"].lazy.compactMap(number).first
      ?? -(number("rank") ?? 0)
    let parts = layer.parts(of: feature)
    let points: [(Int32, Int32)] =
      feature.kind == .point
      ? parts.compactMap { part in part.xs.first.flatMap { x in part.ys.first.map { (x, $0) } } }
      : parts.max { $0.xs.count < $1.xs.count }
        .map { [($0.xs[$0.xs.count / 2], $0.ys[$0.ys.count / 2])] } ?? []
    // Names just outside the tile are in the next tile, too.
    let inside = points.lazy.map { (Double($0.0), Double($0.1)) }.filter(grid.contains)
    for position in inside.prefix(Self.labelsPerFeature) {
      let point = grid.point(position)
      tile.labels.append(
        MapLabel(kind: kind, text: name, x: point.x, y: point.y, weight: weight))
    }
  }
}

/// The coordinate system of a layer, and the square to which the layer's features are clipped.
private struct TileGrid {
  typealias Position = (x: Double, y: Double)

  private let origin: WorldPoint
  /// The size of one layer coordinate unit, in world units.
  private let unit: Double
  /// The minimum distance between consecutive points of a ring, in layer coordinate units.
  private let tolerance: Double
  /// The edges of the square to which features are clipped, in layer coordinate units.
  private let (minX, minY, maxX, maxY): (Double, Double, Double, Double)

  init(_ layer: VectorTile.Layer, of tile: TileID, part: TileID) {
    origin = tile.origin
    unit = tile.width / Double(layer.extent)
    tolerance = Double(layer.extent) / 4096
    minX = (part.origin.x - origin.x) / unit
    minY = (part.origin.y - origin.y) / unit
    maxX = minX + part.width / unit
    maxY = minY + part.width / unit
  }

  /// Converts a position from layer coordinate units to world units.
  func point(_ position: Position) -> WorldPoint {
    WorldPoint(x: origin.x + position.x * unit, y: origin.y + position.y * unit)
  }

  func contains(_ position: Position) -> Bool {
    position.x >= minX && position.x < maxX && position.y >= minY && position.y < maxY
  }

  /// Returns the part of a ring that is inside the square (Sutherland and Hodgman 1974), without
  /// details smaller than the tolerance.
  func ring(_ part: TilePart) -> [WorldPoint] {
    var ring: [Position] = []
    for (x, y) in zip(part.xs, part.ys) {
      let next: Position = (Double(x), Double(y))
      if let last = ring.last, abs(next.x - last.x) < tolerance, abs(next.y - last.y) < tolerance {
        continue
      }
      ring.append(next)
    }
    let edges: [(Position) -> Double] = [
      { $0.x - minX }, { maxX - $0.x }, { $0.y - minY }, { maxY - $0.y },
    ]
    for distance in edges {
      guard var last = ring.last else { return [] }
      guard !ring.allSatisfy({ distance($0) >= 0 }) else { continue }
      var kept: [Position] = []
      for next in ring {
        let (before, after) = (distance(last), distance(next))
        if (before >= 0) != (after >= 0) {
          let share = before / (before - after)
          kept.append((last.x + share * (next.x - last.x), last.y + share * (next.y - last.y)))
        }
        if after >= 0 { kept.append(next) }
        last = next
      }
      ring = kept
    }
    // Rounding must not move points beyond the edges, or neighbouring tiles would leave gaps.
    var points: [WorldPoint] = []
    for position in ring {
      let next = point((min(max(position.x, minX), maxX), min(max(position.y, minY), maxY)))
      if points.last != next { points.append(next) }
    }
    return points
  }

  /// Clips a line or the outline of an area to the square, and adds the resulting parts to the
  /// given lines.
  func addLine(_ part: TilePart, isRing: Bool, to run: inout MapTile.Lines) {
    let count = part.xs.count
    var end: Position?
    for index in 0..<(isRing ? count : count - 1) {
      let next = (index + 1) % count
      let from = (Double(part.xs[index]), Double(part.ys[index]))
      let to = (Double(part.xs[next]), Double(part.ys[next]))
      guard let (start, stop) = clipped(from, to), !(isRing && isOnEdge(start, stop)) else {
        end = nil
        continue
      }
      if end == nil || end ?? start != start {
        run.starts.append(run.xs.count)
        append(start, to: &run)
      }
      append(stop, to: &run)
      end = stop
    }
  }

  private func append(_ position: Position, to run: inout MapTile.Lines) {
    let point = point(position)
    run.xs.append(point.x)
    run.ys.append(point.y)
  }

  /// Clips a line segment to the square. The result is nil if the whole segment is outside (Liang
  /// and Barsky 1984).
  private func clipped(_ from: Position, _ to: Position) -> (start: Position, end: Position)? {
    if contains(from), contains(to) { return (from, to) }
    var (low, high) = (0.0, 1.0)
    let across = to.x - from.x
    let down = to.y - from.y
    for (step, room) in [
      (-across, from.x - minX), (across, maxX - from.x), (-down, from.y - minY),
      (down, maxY - from.y),
    ] {
      if step == 0 {
        if room < 0 { return nil }
        continue
      }
      let share = room / step
      if step < 0 { low = max(low, share) } else { high = min(high, share) }
      if low > high { return nil }
    }
    // Ends inside the square stay exactly where they are, so that consecutive legs are connected.
    return (
      low == 0 ? from : (from.x + low * across, from.y + low * down),
      high == 1 ? to : (from.x + high * across, from.y + high * down)
    )
  }

  /// Returns whether both positions are on the same edge of the square.
  private func isOnEdge(_ start: Position, _ end: Position) -> Bool {
    start.x == end.x && (start.x <= minX || start.x >= maxX)
      || start.y == end.y && (start.y <= minY || start.y >= maxY)
  }
}
