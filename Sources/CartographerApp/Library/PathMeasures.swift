import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// A path's measurements, computed with a climb threshold that differs from the one used for the
/// stored measurements.
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

/// The paths' measurements for the user's climb threshold, which can differ from the one used for
/// the stored measurements.
package struct PathMeasures: Sendable, Equatable {
  /// The climb threshold used for the stored measurements, in metres.
  static let storedThreshold = 5.0

  private var known: [ItemID: MeasuredPath] = [:]
  private var threshold = storedThreshold
  /// The paths for which measurements were requested, each with the digest of its points.
  private var requested: [ItemID: UInt64] = [:]

  /// Returns a path's measurements for the user's climb threshold. If the path has no such
  /// measurements, returns the stored measurements.
  func measures(of id: ItemID, _ outline: PathOutline) -> TrackMeasures {
    guard let known = known[id], known.pointDigest == outline.pointDigest else {
      return outline.measures
    }
    return known.measures
  }

  /// Requests measurements for the paths not yet measured with the given climb threshold.
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
