/// One thing that two files do not have in common.
package struct GPXDifference: Sendable, CustomStringConvertible {
  /// Where it stands in the left file, or in the right one if the left has nothing there.
  package let path: String
  /// Lines from 1; nil in a file that has nothing there.
  package let leftLine: Int?
  package let rightLine: Int?
  package let message: String

  package var description: String {
    let lines = [leftLine, rightLine].map { $0.map(String.init) ?? "-" }
    return "\(path) (\(lines[0]) | \(lines[1])): \(message)"
  }
}
