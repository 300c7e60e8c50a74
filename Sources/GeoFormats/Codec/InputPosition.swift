/// The position at which reading stopped, as text for messages, such as `byte 512 of 2048 (25 %)`.
struct InputPosition: CustomStringConvertible {
  private let offset: Int
  private let size: Int?

  /// Creates a position from a byte offset.
  ///
  /// - Parameters:
  ///   - offset: The byte offset, counted from 0.
  ///   - size: The size of the content in bytes, or nil if it is unknown.
  init(_ offset: Int, of size: Int?) {
    self.offset = offset
    self.size = size
  }

  /// The position as a phrase, such as `after about 25 % of the file`. Nil if the size is unknown.
  /// For text that was decoded before parsing, this percentage is more reliable than the byte
  /// offset.
  var share: String? {
    guard let size, size > 0, (0...size).contains(offset) else { return nil }
    return "after about \(offset * 100 / size) % of the file"
  }

  var description: String {
    guard let size, size >= offset, size > 0 else { return "byte \(offset)" }
    let share = offset < size ? " (\(offset * 100 / size) %)" : ""
    return "byte \(offset) of \(size)\(share)"
  }
}
