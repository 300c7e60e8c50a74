/// A session in a FIT file: the part of an activity that belongs to a single sport.
struct FITSession {
  /// The session's start, as a FIT timestamp in seconds, or NaN if it is unknown.
  let start: Double
  let sport: Int?
  let name: String?
  let values: [ForeignValue]
}
