import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The measures of a path with another climb threshold than the stored one.
package struct MeasuredPath: Sendable, Equatable {
  package let id: ItemID
  /// The digest of the measured points.
  package let pointDigest: UInt64
  package let measures: TrackMeasures

  package init(_ geometry: PathGeometry, thresholdMetres: Double) {
    id = geometry.id
    pointDigest = TrackDetail.digest(of: geometry.columns)
    measures = TrackMeasures(geometry.columns, thresholdMetres: thresholdMetres)
  }
}

/// The measures of paths with the user's climb threshold, as far as it is not the stored one.
package struct PathMeasures: Sendable, Equatable {
  /// The threshold of the stored measures, in metres.
  static let storedThreshold = 5.0

  private var known: [ItemID: MeasuredPath] = [:]
  private var threshold = storedThreshold
  /// The digests of the points that were requested to be measured.
  private var requested: [ItemID: UInt64] = [:]

  /// Returns the measures of a path.
  func measures(of id: ItemID, _ outline: PathOutline) -> TrackMeasures {
    guard let known = known[id], known.pointDigest == outline.pointDigest else {
      return outline.measures
    }
    return known.measures
  }

  /// Requests the measures of paths that are not known with a threshold.
  mutating func request(_ index: LibraryIndex, thresholdMetres: Double) -> [Effect] {
    let isNew = threshold != thresholdMetres
    if isNew {
      threshold = thresholdMetres
      known = [:]
      requested = [:]
    }
    guard threshold != Self.storedThreshold else {
      return isNew ? [.measure([], thresholdMetres: threshold)] : []
    }
    let wanted = index.snapshot.paths.map(\.id).filter { id in
      guard let outline = index.outlines[id], requested[id] != outline.pointDigest else {
        return false
      }
      requested[id] = outline.pointDigest
      return true
    }
    return wanted.isEmpty ? [] : [.measure(wanted, thresholdMetres: threshold)]
  }

  mutating func receive(_ measured: [MeasuredPath]) {
    for path in measured where path.measures.thresholdMetres == threshold { known[path.id] = path }
  }
}
