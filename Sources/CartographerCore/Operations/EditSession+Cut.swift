import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension TrackCut {
  /// Returns the name of one piece of a split path. The first piece, with index 0, keeps the path's
  /// name.
  package static func pieceName(_ index: Int, of name: String) -> String {
    index == 0 ? name : "\(name) (\(index + 1))"
  }
}

extension EditSession {
  /// Splits a path into several pieces. The first piece remains the same item; the other pieces are
  /// new items with the same fields, groups and itinerary days.
  func cut(_ id: ItemID, _ cut: TrackCut) throws {
    let path = try path(id)
    let columns = try columns(of: id)
    let spans = try cut.checkedPieces(of: columns.trackColumns, id, path.name)
    try makePieces(spans, of: id, columns)
  }

  /// Splits a path into pieces, and keeps the existing path as the first piece.
  func makePieces(_ spans: [TrackSpan], of id: ItemID, _ columns: PathColumns) throws {
    let path = try path(id)
    let pieces = try PathPieces(spans, of: id, columns, in: self)
    let name = path.name
    let added = try pieces.make { TrackCut.pieceName($0, of: name) }
    created += added
    try pieces.shorten()
    try addStops(for: added, afterStopsOf: id)
    path.touch()
    noteChange(id)
    noteTitle(ChangeTitle(.split, path.name))
  }
}
