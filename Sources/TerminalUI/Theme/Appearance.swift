/// How a cell looks on a terminal.
package struct Appearance: Hashable, Sendable {
  /// An index into the terminal's palette, nil for its own text colour.
  ///
  /// The background is always the terminal's own.
  package let foreground: UInt8?
  package let attributes: TextAttributes

  package init(foreground: UInt8? = nil, attributes: TextAttributes = []) {
    self.foreground = foreground
    self.attributes = attributes
  }
}
