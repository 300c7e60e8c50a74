/// The meaning and the setting of a cell.
package struct Style: Hashable, Sendable {
  package var role: Role
  package var attributes: TextAttributes

  package init(_ role: Role = .text, _ attributes: TextAttributes = []) {
    self.role = role
    self.attributes = attributes
  }

  package static let text = Style()

  /// The same with more attributes, such as the reverse of a selected row.
  package func adding(_ more: TextAttributes) -> Style {
    Style(role, attributes.union(more))
  }
}
