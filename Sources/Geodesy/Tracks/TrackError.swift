/// Why something cannot be done to a track.
public struct TrackError: Error, Equatable, CustomStringConvertible, Sendable {
  public enum Code: String, Sendable {
    /// A distance, a time or a number that must be above 0 and is not, or is no number.
    case notPositive
    /// More points or pieces than anybody can want.
    case tooMany
    /// No point has a time, or too few have.
    case noTimes
    /// The task that it was done for was cancelled.
    case cancelled
  }

  public let code: Code
  /// What is wrong, and what to do.
  public let message: String

  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  /// How many points are worked through between two looks at whether anybody still wants to know.
  static let pointsBetweenChecks = 1 << 14

  /// - Throws: ``TrackError`` with `cancelled` in a task that was cancelled.
  public static func checkCancellation() throws(TrackError) {
    guard Task.isCancelled else { return }
    throw TrackError(code: .cancelled, message: "it was cancelled; start it anew")
  }

  static func requirePositive(_ value: Double, _ what: String) throws(TrackError) {
    guard value > 0, value.isFinite else {
      throw TrackError(code: .notPositive, message: "\(what) must be above 0")
    }
  }
}
