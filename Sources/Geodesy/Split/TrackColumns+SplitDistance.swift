extension TrackColumns {
  /// The most pieces that a track is cut into by one rule.
  public static let piecesLimit = 100_000

  /// The pieces of a track cut at each multiple of a distance from its start.
  ///
  /// Breaks have no length and are kept inside a piece; a cut may be between two points.
  /// - Parameter metres: Above 0. The last piece is shorter.
  /// - Throws: ``TrackError`` with `notPositive`, or `tooMany` for over ``piecesLimit``.
  /// - Complexity: O(*n* + pieces · log *n*).
  public func pieces(everyMetres metres: Double) throws(TrackError) -> [TrackSpan] {
    try TrackError.requirePositive(metres, "the length of a piece")
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

  /// The pieces of a track cut where the way between two points is long, in time or over ground.
  ///
  /// The way itself is in no piece. What is between two segments is looked at alike, so that a break
  /// for lunch is a gap and one for a lost signal need not be. Points without a time are no gap;
  /// the time before them counts to the next that has one.
  /// - Parameters:
  ///   - seconds: A gap takes longer; nil when time does not matter.
  ///   - metres: Or a gap is farther; nil when distance does not matter.
  /// - Complexity: O(*n*).
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
        message: "that makes over \(piecesLimit) pieces; choose a larger measure")
    }
  }
}
