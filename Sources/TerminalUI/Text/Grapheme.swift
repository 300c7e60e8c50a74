/// What a reader takes for one character, and the columns it takes on a terminal.
package struct Grapheme: Hashable, Sendable {
  package let text: String
  /// 1 or 2.
  package let width: Int
}
