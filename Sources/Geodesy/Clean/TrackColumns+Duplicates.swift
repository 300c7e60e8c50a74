/// The rule for recognising duplicate points.
public enum DuplicateRule: String, CaseIterable, Sendable {
  /// A point is a duplicate if its position equals that of the previous point in the segment.
  case position
  /// A point is a duplicate if an earlier point in the segment has the same position and time. For
  /// example, a receiver may record a point twice, or joined tracks may share a point.
  case positionAndTime
}

extension TrackColumns {
  /// Returns the points that duplicate an earlier point. The first point of each set of duplicates
  /// is not returned.
  ///
  /// For ``DuplicateRule/positionAndTime``, points without a time count as duplicates only if they
  /// are consecutive.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func duplicates(by rule: DuplicateRule) -> [TrackFlaw] {
    var found: [TrackFlaw] = []
    for range in segments {
      var seen: Set<Moment> = []
      for index in range {
        let isSamePlace = index > range.lowerBound && place(index) == place(index - 1)
        let isDuplicate =
          switch rule {
          case .position: isSamePlace
          case .positionAndTime where times[index].isNaN:
            isSamePlace && times[index - 1].isNaN
          case .positionAndTime:
            !seen.insert(Moment(place: place(index), time: times[index])).inserted
          }
        if isDuplicate { found.append(TrackFlaw(index: index, reason: .duplicate)) }
      }
    }
    return found
  }

  private struct Moment: Hashable {
    let place: Coordinate
    let time: Double
  }

  /// Returns a point's coordinate, with a longitude of −180° changed to 180°.
  private func place(_ index: Int) -> Coordinate {
    let place = coordinate(index)
    return place.longitude == -180 ? Coordinate(latitude: place.latitude, longitude: 180) : place
  }
}
