import Geodesy

extension MapTile {
  /// Selects the features of a vector tile that the style table shows, and projects them to world
  /// units.
  ///
  /// Lines are cut at the edges of the tile, so that neighbouring tiles do not draw the same part of a line twice.
  /// Outlines of areas have no legs along the tile's edges.
  ///
  /// - Parameter schema: The schema of the file, or nil to recognise it by the tile's layers.
  /// - Complexity: O(*p* + *f* · *r*) for *p* points, *f* features and *r* style rules.
  package init(_ tile: VectorTile, _ id: TileID, schema: TileSchema? = nil) {
    let schema = schema ?? .recognised(by: tile.layers.map(\.name))
    var builder = MapTileBuilder(id)
    let rules = StyleRule.rules(of: schema)
    for layer in tile.layers {
      let relevant = rules.filter { $0.layers.isEmpty || $0.layers.contains(layer.name) }
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
    self = builder.tile
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

  /// The maximum east–west extent of a leg, in world units; longer legs are divided.
  private static let longestLeg = 0.4

  private let id: TileID
  private var lines: [Key: MapTile.Lines] = [:]
  private var areas: [MapTile.Area] = []
  private var labels: [MapLabel] = []

  init(_ id: TileID) { self.id = id }

  var tile: MapTile {
    var tile = MapTile(id)
    tile.lines = lines.values.sorted {
      ($0.role.rawValue, $0.leastZoom) < ($1.role.rawValue, $1.leastZoom)
    }
    tile.areas = areas
    tile.labels = labels
    return tile
  }

  mutating func add(
    _ feature: VectorTile.Feature, of layer: VectorTile.Layer, by rule: StyleRule
  ) {
    switch rule.use {
    case .nothing: return
    case .shape(let role):
      let parts = layer.parts(of: feature)
      if feature.kind == .polygon { addArea(parts, layer, role, rule.leastZoom) }
      addLines(parts, layer, Key(role: role, leastZoom: rule.leastZoom), feature.kind == .polygon)
    case .name(let kind): addLabel(feature, layer, kind)
    }
  }

  private func x(_ value: Double, _ layer: VectorTile.Layer) -> Double {
    id.origin.x + value * id.width / Double(layer.extent)
  }

  private func y(_ value: Double, _ layer: VectorTile.Layer) -> Double {
    id.origin.y + value * id.width / Double(layer.extent)
  }

  private mutating func addArea(
    _ parts: [TilePart], _ layer: VectorTile.Layer, _ role: MapRole, _ leastZoom: Double
  ) {
    guard role == .water || role == .woods, !parts.isEmpty else { return }
    var area = MapTile.Area(role: role, leastZoom: leastZoom)
    for part in parts {
      area.starts.append(area.xs.count)
      for index in part.xs.indices {
        area.append(x(Double(part.xs[index]), layer), y(Double(part.ys[index]), layer))
      }
    }
    areas.append(area)
  }

  private mutating func addLines(
    _ parts: [TilePart], _ layer: VectorTile.Layer, _ key: Key, _ isRing: Bool
  ) {
    let limit = Double(layer.extent)
    var run = lines[key] ?? MapTile.Lines(role: key.role, leastZoom: key.leastZoom)
    for part in parts {
      let count = part.xs.count
      var end: (Double, Double)?
      for index in 0..<(isRing ? count : count - 1) {
        let next = (index + 1) % count
        let from = (Double(part.xs[index]), Double(part.ys[index]))
        let to = (Double(part.xs[next]), Double(part.ys[next]))
        guard let (start, stop) = TileClip.clipped(from, to, limit),
          !(isRing && TileClip.isOnEdge(start, stop, limit))
        else {
          end = nil
          continue
        }
        if end == nil || end ?? start != start {
          run.starts.append(run.xs.count)
          run.append(x(start.0, layer), y(start.1, layer))
        }
        // The shorter way between two points half a world apart would be across the antimeridian.
        let width = abs(stop.0 - start.0) / limit * id.width
        let steps = max(Int((width / Self.longestLeg).rounded(.up)), 1)
        for step in 1..<steps {
          let share = Double(step) / Double(steps)
          run.append(
            x(start.0 + share * (stop.0 - start.0), layer),
            y(start.1 + share * (stop.1 - start.1), layer))
        }
        run.append(x(stop.0, layer), y(stop.1, layer))
        end = stop
      }
    }
    if !run.xs.isEmpty { lines[key] = run }
  }

  private mutating func addLabel(
    _ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ kind: MapLabel.Kind
  ) {
    guard let name = layer.value("name", of: feature)?.text, !name.isEmpty, name.utf8.count < 300
    else { return }
    let weight =
      ["population", "population_rank", "pmap:population_rank", "ele"].lazy
      .compactMap { layer.value($0, of: feature)?.number }.first { $0.isFinite }
      ?? -(layer.value("rank", of: feature)?.number ?? 0)
    let parts = layer.parts(of: feature)
    let points: [(Int32, Int32)] =
      feature.kind == .point
      ? parts.compactMap { part in part.xs.first.flatMap { x in part.ys.first.map { (x, $0) } } }
      : parts.max { $0.xs.count < $1.xs.count }
        .map { [($0.xs[$0.xs.count / 2], $0.ys[$0.ys.count / 2])] } ?? []
    // Names just outside the tile are in the next tile, too.
    for (across, down) in points
    where (0..<Int32(layer.extent)).contains(across) && (0..<Int32(layer.extent)).contains(down) {
      labels.append(
        MapLabel(
          kind: kind, text: name, x: x(Double(across), layer), y: y(Double(down), layer),
          weight: weight))
    }
  }
}

extension MapTile.Lines {
  fileprivate mutating func append(_ x: Double, _ y: Double) {
    xs.append(x)
    ys.append(y)
  }
}

extension MapTile.Area {
  fileprivate mutating func append(_ x: Double, _ y: Double) {
    xs.append(x)
    ys.append(y)
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }
}

/// Functions that clip legs to the square of a tile.
private enum TileClip {
  typealias Position = (Double, Double)

  /// Returns the part of a leg inside the square 0…limit, or nil if no part is inside (Liang and
  /// Barsky 1984).
  static func clipped(
    _ from: Position, _ to: Position, _ limit: Double
  ) -> (start: Position, end: Position)? {
    var (low, high) = (0.0, 1.0)
    let across = to.0 - from.0
    let down = to.1 - from.1
    for (step, room) in [
      (-across, from.0), (across, limit - from.0), (-down, from.1), (down, limit - from.1),
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
      low == 0 ? from : (from.0 + low * across, from.1 + low * down),
      high == 1 ? to : (from.0 + high * across, from.1 + high * down)
    )
  }

  /// Returns whether both positions are on the same edge of the tile's square.
  static func isOnEdge(_ start: Position, _ end: Position, _ limit: Double) -> Bool {
    start.0 == end.0 && (start.0 <= 0 || start.0 >= limit)
      || start.1 == end.1 && (start.1 <= 0 || start.1 >= limit)
  }
}
