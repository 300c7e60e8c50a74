import Geodesy
import SwiftData

/// The preview of an operation on a path, with the path's measurements before and after the
/// operation.
package struct PathPreview: Sendable {
  package let id: ItemID
  package let name: String
  package let before: TrackMeasures
  package let after: TrackMeasures
  /// The number of points that a cleaning operation would remove, indexed by reason. The dictionary
  /// is empty for other operations.
  package let flaws: [TrackFlaw.Reason: Int]
  /// The number of removed points that have preserved markup or optional GPX fields, such as a name
  /// or links.
  package let markedPointsLost: Int
  /// The number of points for which the terrain model has no elevation.
  package let unknownElevations: Int

  /// The decrease in the path's point count, or 0 if the count would not decrease.
  package var pointsLost: Int { max(before.points - after.points, 0) }
}

extension Library {
  /// Returns a preview for each of the given paths, without changing the library.
  ///
  /// - Throws: The errors that ``apply(_:)`` would throw for the same operation.
  package nonisolated func previews(
    of operation: TrackOperation, on ids: [ItemID], in range: Range<Int>? = nil
  ) async throws -> [PathPreview] {
    let names = try await Dictionary(
      uniqueKeysWithValues: snapshot(of: ids).paths.map { ($0.id, $0.name) })
    var previews: [PathPreview] = []
    for id in ids {
      guard let geometry = try await geometries(of: [id]).first else {
        throw LibraryError.missing(id)
      }
      let name = names[id] ?? id.description
      let rewrite = try operation.checkedRewrite(of: geometry.columns, in: range, id, name)
      previews.append(
        PathPreview(
          id: id, name: name, before: geometry.measures,
          after: TrackMeasures(rewrite.columns(of: geometry.columns)),
          flaws: try operation.flaws(of: geometry.columns, in: range),
          markedPointsLost: try await markedPoints(lostBy: rewrite, of: id),
          unknownElevations: rewrite.unknownElevations))
    }
    return previews
  }
}

extension TrackOperation {
  /// Returns the number of points that cleaning would remove, indexed by reason. A point with
  /// several reasons for its removal is counted only under the first one.
  fileprivate func flaws(
    of columns: TrackColumns, in range: Range<Int>?
  ) throws -> [TrackFlaw.Reason: Int] {
    guard case .clean(let cleaning) = self else { return [:] }
    let part = range.map {
      TrackSelection(indices: Array($0.clamped(to: 0..<columns.count)), of: columns)
        .columns(of: columns)
    }
    var reasons: [TrackFlaw.Reason: Int] = [:]
    var seen: Set<Int> = []
    for flaw in try cleaning.flaws(of: part ?? columns) where seen.insert(flaw.index).inserted {
      reasons[flaw.reason, default: 0] += 1
    }
    return reasons
  }
}

extension Library {
  private nonisolated func markedPoints(
    lostBy rewrite: PathRewrite, of id: ItemID
  ) async throws -> Int {
    try LibraryError.translating {
      let context = ModelContext(container)
      guard let columns = try PathColumns(of: id, in: context) else { return 0 }
      return try PointMarkup(of: id, in: context).lost(by: rewrite, columns)
    }
  }

  /// Returns the measurements of the pieces into which a path would be split, without changing the
  /// library.
  ///
  /// - Throws: The errors that ``apply(_:)`` would throw for the same split.
  package nonisolated func preview(
    of cut: TrackCut, on id: ItemID
  ) async throws -> [TrackMeasures] {
    guard let columns = try await geometries(of: [id]).first?.columns else {
      throw LibraryError.missing(id)
    }
    let name = try await snapshot(of: [id]).paths.first?.name ?? id.description
    return try cut.checkedPieces(of: columns, id, name).map {
      TrackMeasures(columns.columns(in: $0))
    }
  }
}

extension LibraryError {
  /// Runs a closure, and adds the path's name to any thrown error about the path's points.
  static func naming<Value>(
    _ id: ItemID, _ name: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as TrackError where error.code == .cancelled {
      throw CancellationError()
    } catch let error as TrackError {
      throw LibraryError(.invalid, "\(name): \(error.message).", ids: [id])
    }
  }
}
