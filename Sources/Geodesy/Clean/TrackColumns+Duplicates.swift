/// What makes a point the same as another.
public enum DuplicateRule: String, CaseIterable, Sendable {
  /// The place of the point before: nothing was gone.
  case position
  /// The place and the time of any point before it in the segment: recorded, or joined, twice.
  case positionAndTime
}

extension TrackColumns {
  /// The points that are exactly the same as an earlier one; that one is not marked.
  ///
  /// Two points without a time are the same by ``DuplicateRule/positionAndTime`` only where one
  /// follows the other.
  /// - Complexity: O(*n*).
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

  /// A point's coordinate, with one name for the 180° meridian.
  private func place(_ index: Int) -> Coordinate {
    let place = coordinate(index)
    return place.longitude == -180 ? Coordinate(latitude: place.latitude, longitude: 180) : place
  }
}
