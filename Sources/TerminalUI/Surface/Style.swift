/// A cell's role and text attributes.
package struct Style: Hashable, Sendable {
  package var role: Role
  package var attributes: TextAttributes

  package init(_ role: Role = .text, _ attributes: TextAttributes = []) {
    self.role = role
    self.attributes = attributes
  }

  package static let text = Style()

  /// Returns a copy of the style with additional text attributes, such as reverse video for a
  /// selected row.
  package func adding(_ more: TextAttributes) -> Style {
    Style(role, attributes.union(more))
  }
}
