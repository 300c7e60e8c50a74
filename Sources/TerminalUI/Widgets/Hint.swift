/// A key and what it does now.
package struct Hint: Hashable, Sendable {
  package let key: DisplayText
  package let label: DisplayText
  /// Set off, such as the keys of a mode that just began.
  package let isPromoted: Bool

  package init(key: DisplayText, label: DisplayText, isPromoted: Bool = false) {
    self.key = key
    self.label = label
    self.isPromoted = isPromoted
  }

  var width: Int { key.width + 1 + label.width }
}
