import Geodesy

/// What an operation would make of a path.
package struct OperationTrial: Sendable {
  package let id: ItemID
  package let name: String
  package let before: TrackMeasures
  package let after: TrackMeasures
}

extension Library {
  /// Tries an operation on paths and changes nothing.
  ///
  /// - Throws: As ``apply(_:)`` of the operation would.
  package nonisolated func trials(
    of operation: TrackOperation, on ids: [ItemID], in range: Range<Int>? = nil
  ) async throws -> [OperationTrial] {
    let names = try await Dictionary(
      uniqueKeysWithValues: snapshot().paths.map { ($0.id, $0.name) })
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
          after: TrackMeasures(rewrite.columns(of: geometry.columns))))
    }
    return trials
  }
}

extension Library {
  /// The pieces that a path would be split into, measured; nothing is changed.
  ///
  /// - Throws: As ``apply(_:)`` of the split would.
  package nonisolated func trial(
    of cut: TrackCut, on id: ItemID
  ) async throws -> [TrackMeasures] {
    guard let columns = try await geometries(of: [id]).first?.columns else {
      throw LibraryError.missing(id)
    }
    let name = try await snapshot().paths.first { $0.id == id }?.name ?? id.description
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
    } catch let error as TrackError {
      throw LibraryError(.invalid, "\(name): \(error.message).", ids: [id])
    } catch let error as ElevationTileError {
      throw LibraryError(.badData, "\(error)", ids: [id])
    }
  }
}
