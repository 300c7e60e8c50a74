import Geodesy
import SwiftData

/// What an operation would make of a path.
package struct OperationTrial: Sendable {
  package let id: ItemID
  package let name: String
  package let before: TrackMeasures
  package let after: TrackMeasures
  /// How many points go for each reason; empty but for cleaning.
  package let flaws: [TrackFlaw.Reason: Int]
  /// How many of the points that go have a name, links or markup of other programs, which go with them.
  package let markedPointsLost: Int
  /// How many points no tile of a terrain model tells the elevation of.
  package let unknownElevations: Int

  /// How many points go, those that others take the place of included.
  package var pointsLost: Int { max(before.points - after.points, 0) }
}

extension Library {
  /// Tries an operation on paths and changes nothing.
  ///
  /// - Throws: As ``apply(_:)`` of the operation would.
  package nonisolated func trials(
    of operation: TrackOperation, on ids: [ItemID], in range: Range<Int>? = nil
  ) async throws -> [OperationTrial] {
    let names = try await Dictionary(
      uniqueKeysWithValues: snapshot(of: ids).paths.map { ($0.id, $0.name) })
    var trials: [OperationTrial] = []
    for id in ids {
      guard let geometry = try await geometries(of: [id]).first else {
        throw LibraryError.missing(id)
      }
      let name = names[id] ?? id.description
      let rewrite = try operation.checkedRewrite(of: geometry.columns, in: range, id, name)
      trials.append(
        OperationTrial(
          id: id, name: name, before: geometry.measures,
          after: TrackMeasures(rewrite.columns(of: geometry.columns)),
          flaws: try operation.flaws(of: geometry.columns, in: range),
          markedPointsLost: try await markedPoints(lostBy: rewrite, of: id),
          unknownElevations: rewrite.unknownElevations))
    }
    return trials
  }
}

extension TrackOperation {
  /// How many points a cleaning takes for each reason, the first that applies to a point.
  fileprivate func flaws(
    of columns: TrackColumns, in range: Range<Int>?
  ) throws -> [TrackFlaw.Reason: Int] {
    guard case .clean(let cleaning) = self else { return [:] }
    let part = range.map { TrackSelection(indices: Array($0), of: columns).columns(of: columns) }
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

  /// The pieces that a path would be split into, measured; nothing is changed.
  ///
  /// - Throws: As ``apply(_:)`` of the split would.
  package nonisolated func trial(
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
  /// Does something to a path's points; what is wrong with them is told with the path's name.
  static func naming<Value>(
    _ id: ItemID, _ name: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as TrackError where error.code == .cancelled {
      throw CancellationError()
    } catch let error as TrackError {
      throw LibraryError(.invalid, "\(name): \(error.message).", ids: [id])
    } catch let error as ElevationTileError {
      throw LibraryError(.badData, "\(error)", ids: [id])
    }
  }
}
