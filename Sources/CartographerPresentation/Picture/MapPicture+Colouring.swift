import CartographerCore
import TerminalUI

extension MapPicture {
  /// The smallest distance between two points of a coloured line, in pixels.
  private static let pointDistance = 0.5

  /// Returns the path data of the parts of a path, one for each colour, or nil if the path has only one colour.
  func colouredParts(ofPath number: Int) -> [(role: Role, data: String)]? {
    let path = contents.paths[number]
    guard let colouring, path.columns != nil, let shape = path.pieces.first?.shape,
      let steps = colouring.steps(of: path.id, pointCount: shape.count)
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

  /// Divides a line into runs of legs with the same step. A leg has the step of its second point.
  private func runs(
    of line: [Point], _ steps: ArraySlice<UInt8>
  ) -> [(step: UInt8, points: [Point])] {
    guard var last = line.first, var step = steps.first else { return [] }
    let nearest = Self.pointDistance / (magnifications.last ?? 1)
    var runs: [(step: UInt8, points: [Point])] = []
    var points = [last]
    for (offset, point) in line.enumerated().dropFirst() {
      let leg = point - last
      guard (leg * leg).sum() >= nearest * nearest || offset == line.count - 1 else { continue }
      let next = steps[steps.startIndex + offset]
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

  /// The entries of the legend that explain the colours along paths.
  var colourEntries: [LegendEntry] {
    guard let scale = colouring?.scale else { return [] }
    let title = scale.quantity.title
    let heading = LegendEntry(
      symbol: .none, role: .text, text: title.prefix(1).uppercased() + title.dropFirst())
    return [heading]
      + zip(scale.roles, scale.ranges).map { LegendEntry(symbol: .line, role: $0, text: $1) }
  }
}
