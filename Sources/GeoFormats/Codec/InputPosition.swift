/// The position at which reading stopped, for messages, such as `byte 512 of 2048 (25 %)`.
struct InputPosition: CustomStringConvertible {
  private let offset: Int
  private let size: Int?

  /// - Parameters:
  ///   - offset: The byte offset, counted from 0.
  ///   - size: The size of the content in bytes, or nil if it is unknown.
  init(_ offset: Int, of size: Int?) {
    self.offset = offset
    self.size = size
  }

  var description: String {
    guard let size, size >= offset, size > 0 else { return "byte \(offset)" }
    let share = offset < size ? " (\(offset * 100 / size) %)" : ""
    return "byte \(offset) of \(size)\(share)"
  }
}
