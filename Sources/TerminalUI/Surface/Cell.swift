/// A cell of a ``Surface``.
package struct Cell: Hashable, Sendable {
  /// The displayed text without control characters. Empty if the cell is the second half of a wide
  /// character.
  package internal(set) var text: String
  /// The cell's width in columns: 1 for an ordinary character, 2 for a wide character, and 0 for a
  /// wide character's second half.
  package internal(set) var width: UInt8
  package internal(set) var style: Style

  static let blank = Cell(text: " ", width: 1, style: .text)

  /// Whether the cell is the second half of a wide character.
  package var isContinuation: Bool { width == 0 }
}
