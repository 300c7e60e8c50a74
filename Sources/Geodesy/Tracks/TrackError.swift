/// The error thrown if a track operation is impossible or was cancelled.
public struct TrackError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// A distance, time or number is not above 0, or is NaN.
    case notPositive
    /// The result would have too many points or pieces.
    case tooMany
    /// No point has a time, or too few points have a time.
    case noTimes
    /// The task was cancelled.
    case cancelled
  }

  public let code: Code
  /// The error message, which tells the user what to do.
  public let message: String

  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  /// The number of points processed between two checks for cancellation.
  static let pointsBetweenChecks = 1 << 14

  /// Throws an error if the current task was cancelled.
  ///
  /// - Throws: ``TrackError`` with `cancelled` if the task was cancelled.
  public static func checkCancellation() throws(TrackError) {
    guard Task.isCancelled else { return }
    throw TrackError(code: .cancelled, message: "the operation was cancelled; start it again")
  }

  static func requirePositive(_ value: Double, _ what: String) throws(TrackError) {
    guard value > 0, value.isFinite else {
      throw TrackError(code: .notPositive, message: "\(what) must be greater than 0")
    }
  }
}
