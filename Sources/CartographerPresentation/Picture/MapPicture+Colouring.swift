import CartographerCore
import Geodesy
import TerminalUI

extension PictureContents {
  /// Returns the point-by-point colours of paths. Returns nil if no path has values.
  ///
  /// - Parameter ids: The coloured paths, or nil for all paths whose points were read.
  /// - Throws: `CancellationError` or ``LibraryError``.
  package func colouring(
    of ids: Set<ItemID>? = nil, by quantity: PathColour, _ units: UnitSystem, from library: Library
  ) async throws -> MapColouring? {
    let paths = paths.compactMap { path -> (ItemID, PathShape, TrackColumns)? in
      guard let columns = path.columns, let shape = path.pieces.first?.shape,
        ids?.contains(path.id) ?? true
      else { return nil }
      return (path.id, shape, columns)
    }
    return try await MapColouring.read(paths, by: quantity, units, from: library)
  }
}

extension MapPicture {
  /// The smallest distance between two points of a coloured line, in pixels.
  private static let pointDistance = 0.5

  /// Returns SVG path data for the parts of a path, with one string for each colour.
  /// Returns nil if the path has a single colour.
  func colouredParts(ofPath number: Int) -> [(role: Role, data: String)]? {
    let path = contents.paths[number]
    guard let colouring, let shape = path.pieces.first?.shape,
      let steps = colouring.levels(of: path.id, shape)?.first
    else { return nil }
    var data: [UInt8: String] = [:]
    // Each copy of the path in view has one line for each segment.
    for (index, line) in lines[number].enumerated() {
      let first = shape.segmentStarts[index % shape.segmentStarts.count]
      for (step, points) in runs(of: line, steps[first..<first + line.count]) {
        data[step, default: ""] += pen.line(points)
      }
    }
    let roles = colouring.scale.roles
    return data.sorted { $0.key < $1.key }.compactMap { step, data in
      data.isEmpty ? nil : (Int(step) < roles.count ? roles[Int(step)] : .dim, data)
    }
  }

  /// Divides a line into runs of legs with the same colour-scale step. Points that are too close
  /// together are merged into one leg, whose step is the mean of their steps.
  private func runs(
    of line: [PicturePoint], _ steps: ArraySlice<UInt8>
  ) -> [(step: UInt8, points: [PicturePoint])] {
    guard var last = line.first, var step = steps.first else { return [] }
    let nearest = Self.pointDistance / (magnifications.last ?? 1)
    var runs: [(step: UInt8, points: [PicturePoint])] = []
    var points = [last]
    var (sum, count) = (0, 0)
    for (offset, point) in line.enumerated().dropFirst() {
      let own = steps[steps.startIndex + offset]
      if own != MapColouring.noStep { (sum, count) = (sum + Int(own), count + 1) }
      let leg = point - last
      guard (leg * leg).sum() >= nearest * nearest || offset == line.count - 1 else { continue }
      let next = count == 0 ? MapColouring.noStep : UInt8((sum + count / 2) / count)
      (sum, count) = (0, 0)
      if next != step {
        if points.count > 1 { runs.append((step, points)) }
        points = [last]
        step = next
      }
      points.append(point)
      last = point
    }
    return runs + [(step, points)]
  }

  /// The legend entries that explain the colours along paths.
  var colourEntries: [LegendEntry] {
    guard let scale = colouring?.scale else { return [] }
    let title = scale.quantity.title
    let heading = LegendEntry(
      symbol: .none, role: .text, text: title.prefix(1).uppercased() + title.dropFirst())
    return [heading]
      + zip(scale.roles, scale.ranges).map { LegendEntry(symbol: .line, role: $0, text: $1) }
  }
}
