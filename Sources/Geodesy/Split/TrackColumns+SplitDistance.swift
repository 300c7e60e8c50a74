extension TrackColumns {
  /// The maximum number of pieces into which a track can be split.
  public static let piecesLimit = 100_000

  /// Splits the track at each multiple of the given distance along the track, and returns the
  /// pieces.
  ///
  /// A gap between segments has no length and does not end a piece. A split can lie between two
  /// points.
  /// - Parameter metres: The length of a piece in metres, above 0. The last piece can be shorter.
  /// - Throws: ``TrackError`` with `notPositive`, or `tooMany` for over ``piecesLimit`` pieces.
  /// - Complexity: O(*n* + *p* log *n*) for *n* points and *p* pieces.
  public func pieces(everyMetres metres: Double) throws(TrackError) -> [TrackSpan] {
    try TrackError.requirePositive(metres, "the length of the path's pieces")
    let ruler = TrackRuler(self)
    try Self.requireFew(ruler.length / metres)
    var cuts: [TrackPlace] = []
    var number = 1.0
    while number * metres < ruler.length {
      if let place = ruler.place(atMetres: number * metres) { cuts.append(place) }
      number += 1
    }
    return pieces(cutAt: cuts)
  }

  /// Splits the track between points that are far apart in time or distance, and returns the
  /// pieces.
  ///
  /// A gap is not part of any piece. The same limits apply to the gaps between segments, so a lunch
  /// break is a gap but a short loss of signal is not. If points without a time lie between two
  /// points with times, the duration between these two is assigned to the leg that ends at the
  /// later point.
  /// - Parameter seconds: The longest time in seconds that is not a gap, or nil to ignore time.
  /// - Parameter metres: The longest distance in metres that is not a gap, or nil to ignore
  ///   distance.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func pieces(atGapsOverSeconds seconds: Double?, orMetres metres: Double?) -> [TrackSpan] {
    var cuts: [Int] = []
    var time = times.first ?? .nan
    for index in latitudes.indices.dropFirst() {
      let isLong = seconds.map { times[index] - time > $0 } ?? false
      let isFar = metres.map { self.metres(from: index - 1, to: index) > $0 } ?? false
      if isLong || isFar { cuts.append(index) }
      if !times[index].isNaN { time = times[index] }
    }
    return pieces(cutBefore: cuts)
  }

  static func requireFew(_ pieces: Double) throws(TrackError) {
    guard pieces <= Double(piecesLimit) else {
      throw TrackError(
        code: .tooMany,
        message:
          "the path would be split into more than \(piecesLimit) pieces; choose a larger value")
    }
  }
}
