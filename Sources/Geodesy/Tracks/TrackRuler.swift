/// How far along a track its points are, and what lies at a distance.
public struct TrackRuler: Sendable {
  /// Metres from the start to each point, standing still across breaks.
  public let metres: [Double]
  private let firstPoints: Set<Int>

  /// - Complexity: O(*n*).
  public init(_ columns: TrackColumns) {
    metres = TrackMeasures.cumulativeMetres(columns)
    firstPoints = Set(columns.segmentStarts)
  }

  /// The length of the track in metres.
  public var length: Double { metres.last ?? 0 }

  /// Metres from the start to a place.
  public func metres(at place: TrackPlace) -> Double {
    let start = metres[place.index]
    return place.isPoint ? start : start + (metres[place.index + 1] - start) * place.fraction
  }

  /// Where the track is after a distance, for something to begin there: of the two ends of a break
  /// the far one, of points where it stood still the first.
  ///
  /// - Parameter distance: Metres; what is beyond the track is taken to its ends.
  /// - Returns: Nil where there are no points.
  /// - Complexity: O(log *n*).
  public func place(atMetres distance: Double) -> TrackPlace? {
    guard let last = metres.indices.last else { return nil }
    let index = metres.firstIndexSorted { $0 >= distance }
    guard index <= last else { return TrackPlace(last) }
    guard metres[index] > distance, index > 0 else {
      var start = index
      while start < last, firstPoints.contains(start + 1), metres[start + 1] == metres[start],
        index > 0
      {
        start += 1
      }
      return TrackPlace(start)
    }
    let leg = metres[index] - metres[index - 1]
    let fraction = (distance - metres[index - 1]) / leg
    return fraction < 1 ? TrackPlace(index - 1, fraction: fraction) : TrackPlace(index)
  }
}
