/// A session of a FIT file: a part of the activity with one sport.
struct FITSession {
  /// The session's start, as a FIT timestamp in seconds, or NaN if it is unknown.
  let start: Double
  let sport: Int?
  let name: String?
  let values: [ForeignValue]
}
