/// A character's text attributes, such as bold and underline. The colour is not included.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let underline = TextAttributes(rawValue: 4)
  package static let reverse = TextAttributes(rawValue: 8)
}
