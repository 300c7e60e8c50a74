/// A user-perceived character with its width on a terminal.
package struct Grapheme: Hashable, Sendable {
  package let text: String
  /// The character's width in columns: 1 or 2.
  package let width: Int
}
