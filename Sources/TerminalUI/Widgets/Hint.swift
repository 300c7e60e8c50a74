/// A hint in a hint bar: a key and the action that the key currently performs.
package struct Hint: Hashable, Sendable {
  package let key: DisplayText
  package let label: DisplayText
  /// Whether the hint is highlighted, for example because its key is specific to the current mode.
  package let isPromoted: Bool

  package init(key: DisplayText, label: DisplayText, isPromoted: Bool = false) {
    self.key = key
    self.label = label
    self.isPromoted = isPromoted
  }

  var width: Int { key.width + 1 + label.width }
}
