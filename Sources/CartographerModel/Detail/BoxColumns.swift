import Geodesy
import SwiftData

// The edges of the bounding boxes of `PathDetail` and `PathChunk` rows, read and written as
// columns.

extension PathDetail {
  /// The fields of a row's bounding box, in the order that ``TrackDetail/Box/init(_:fields:row:)``
  /// expects.
  package static var boxFields: [BulkField<PathDetail>] {
    [.double(\.south), .double(\.north), .double(\.west), .double(\.east)]
  }

  static func columns(_ boxes: [TrackDetail.Box?]) -> [BulkColumn<PathDetail>] {
    [
      .values(\.south, nanAsNil: boxes.map { $0?.south ?? .nan }),
      .values(\.north, nanAsNil: boxes.map { $0?.north ?? .nan }),
      .values(\.west, nanAsNil: boxes.map { $0?.west ?? .nan }),
      .values(\.east, nanAsNil: boxes.map { $0?.east ?? .nan }),
    ]
  }
}

extension PathChunk {
  /// The fields of a row's bounding box, in the order that ``TrackDetail/Box/init(_:fields:row:)``
  /// expects.
  package static var boxFields: [BulkField<PathChunk>] {
    [.double(\.south), .double(\.north), .double(\.west), .double(\.east)]
  }

  static func columns(_ boxes: [TrackDetail.Box]) -> [BulkColumn<PathChunk>] {
    [
      .values(\.south, boxes.map(\.south)), .values(\.north, boxes.map(\.north)),
      .values(\.west, boxes.map(\.west)), .values(\.east, boxes.map(\.east)),
    ]
  }
}

extension TrackDetail.Box {
  /// Reads a row's box. Returns nil if the row has no box.
  ///
  /// If only some of the edges are nil, the missing edges are NaN, so that the box differs from
  /// every other box.
  ///
  /// - Parameter fields: The index of the first of the four box fields.
  package init?(_ chunk: BulkChunk, fields: Int, row: Int) {
    let edges = (0..<4).map { chunk.doubles(fields + $0)[row] }
    guard !edges.allSatisfy(\.isNaN) else { return nil }
    self.init(edges: edges[0], edges[1], edges[2], edges[3])
  }
}
