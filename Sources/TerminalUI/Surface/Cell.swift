/// One cell of a ``Surface``.
package struct Cell: Hashable, Sendable {
  /// What is drawn, free of control characters; empty in the second half of a wide character.
  package internal(set) var text: String
  /// Columns it takes: 1, or 2 where the next cell is its second half, or 0 for that half.
  package internal(set) var width: UInt8
  package internal(set) var style: Style

  static let blank = Cell(text: " ", width: 1, style: .text)

  /// Whether this is the second half of a wide character.
  package var isContinuation: Bool { width == 0 }
}
