import CartographerCore
import Foundation
import Geodesy

@testable import CartographerApp

/// Edits of paths' points.
extension FakeLibrary {
  func perform(_ operation: TrackOperation, on id: ItemID, in range: Range<Int>?) {
    guard let geometry = paths([id]).first?.geometry,
      let rewrite = try? operation.rewrite(of: geometry.columns, in: range)
    else { return }
    store(rewrite.columns(of: geometry.columns), in: id)
  }

  func cut(_ id: ItemID, _ cut: TrackCut, _ result: inout EditResult) {
    guard let geometry = paths([id]).first?.geometry,
      let spans = try? cut.pieces(of: geometry.columns)
    else { return }
    for (number, span) in spans.enumerated() {
      let piece = number == 0 ? id : ItemID(.path, makeKey())
      store(geometry.columns.columns(in: span), in: piece)
      guard number > 0 else { continue }
      content.snapshot.paths.append(
        PathSnapshot(id: piece, kind: .track, name: "Piece \(number + 1)", created: Self.day))
      result.created.append(piece)
    }
  }

  private func store(_ columns: TrackColumns, in id: ItemID) {
    content.points[id] = (0..<columns.count).map(columns.coordinate)
    content.elevations[id] = columns.elevations
    content.times[id] = columns.times
    content.keys[id] = (0..<columns.count).map { _ in makeKey() }
  }

  func apply(_ edit: PointEdit, to id: ItemID) {
    var points = content.points[id] ?? []
    var keys = content.keys[id] ?? []
    var elevations = content.elevations[id] ?? points.map { _ in .nan }
    var times = content.times[id] ?? points.map { _ in .nan }
    func insert(_ coordinate: Coordinate, at position: Int) {
      points.insert(coordinate, at: position)
      keys.insert(makeKey(), at: position)
      elevations.insert(.nan, at: position)
      times.insert(.nan, at: position)
    }
    switch edit {
    case .move(let key, let to):
      if let position = keys.firstIndex(of: key) { points[position] = to }
    case .moveAll(let origin, let target):
      for position in points.indices where points[position] == origin { points[position] = target }
    case .insert(let before, let coordinate):
      if let position = keys.firstIndex(of: before) { insert(coordinate, at: position) }
    case .append(let coordinate): insert(coordinate, at: points.count)
    case .delete(let deleted):
      for key in deleted {
        guard let position = keys.firstIndex(of: key) else { continue }
        points.remove(at: position)
        keys.remove(at: position)
        elevations.remove(at: position)
        times.remove(at: position)
      }
    case .setElevation(let changed, let metres):
      for key in changed {
        if let position = keys.firstIndex(of: key) { elevations[position] = metres ?? .nan }
      }
    case .setTime(let key, let time):
      if let position = keys.firstIndex(of: key) {
        times[position] = time?.timeIntervalSinceReferenceDate ?? .nan
      }
    case .reverse, .reverseWithoutTimes:
      points.reverse()
      keys.reverse()
      elevations.reverse()
      times.reverse()
    }
    content.points[id] = points
    content.keys[id] = keys
    content.elevations[id] = elevations
    content.times[id] = times
  }
}
