/// A terminal cell's appearance: its text colour and text attributes.
package struct Appearance: Hashable, Sendable {
  /// The text colour's index in the terminal's palette. Nil for the default text colour.
  ///
  /// The background colour is always the terminal's default.
  package let foreground: UInt8?
  package let attributes: TextAttributes

  package init(foreground: UInt8? = nil, attributes: TextAttributes = []) {
    self.foreground = foreground
    self.attributes = attributes
  }
}
