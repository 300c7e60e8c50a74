/// A difference between two files.
package struct GPXDifference: Sendable, CustomStringConvertible {
  /// The path of the node in the left file, or in the right file if it was added.
  package let path: String
  /// The line in the left file, counted from 1, or nil if the node was added.
  package let leftLine: Int?
  /// The line in the right file, counted from 1, or nil if the node is missing.
  package let rightLine: Int?
  package let message: String

  package var description: String {
    let lines = [leftLine, rightLine].map { $0.map(String.init) ?? "-" }
    return "\(path) (\(lines[0]) | \(lines[1])): \(message)"
  }
}
