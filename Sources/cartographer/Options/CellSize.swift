import ArgumentParser
import CartographerPresentation

/// A size in terminal columns and rows, or in pixels, such as `100x30`.
struct CellSize: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  /// The maximum number of columns or rows.
  static let mostCells = 2_000
  /// The maximum width or height of a picture, in pixels.
  static let mostPixels = 8_000
  /// The minimum width or height of a picture, in pixels.
  static let fewestPixels = 100

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Parses a size such as `100x30`, or returns nil if the text is not a valid size. Both numbers
  /// must be from 1 to 8000.
  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...Self.mostPixels).contains(columns), (1...Self.mostPixels).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  var defaultValueDescription: String { "\(columns)x\(rows)" }

  /// Checks that the size is allowed for a format.
  ///
  /// - Throws: ``Failure`` with the code `usage` if the size is not allowed.
  func check(for format: PictureFormat) throws {
    let allowed = format.isText ? 1...Self.mostCells : Self.fewestPixels...Self.mostPixels
    guard allowed.contains(columns), allowed.contains(rows) else {
      throw Failure.usage(
        """
        The size \(columns)x\(rows) is not possible for the format \(format.rawValue): both numbers must \
        be from \(allowed.lowerBound) to \(allowed.upperBound).
        """)
    }
  }
}
