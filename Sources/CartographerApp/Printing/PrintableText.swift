import TerminalUI

/// Text that is safe to print on any terminal.
///
/// This type is for programs that write lines; ``DisplayText`` is for the editor's screen.
///
/// String literals are trusted, but interpolated `String` values are not: their control, bidirectional
/// and invisible characters are replaced by visible ones.
package struct PrintableText: Hashable, Sendable {
  let text: DisplayText

  init(_ text: DisplayText) {
    self.text = text
  }

  /// Creates a printable line from untrusted text; line breaks become visible characters.
  package init(_ untrusted: String) {
    text = DisplayText(untrusted)
  }

  /// Splits untrusted text into lines and makes each line printable.
  package static func lines(_ untrusted: String) -> [PrintableText] {
    untrusted.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { PrintableText(String($0)) }
  }

  package var string: String { text.string }

  /// The width of the text, in columns.
  package var width: Int { text.width }

  package func padded(to columns: Int, trailing: Bool = false) -> PrintableText {
    PrintableText(text.padded(to: columns, trailing ? .trailing : .leading))
  }

  package func clipped(to columns: Int) -> PrintableText {
    PrintableText(text.clipped(to: columns))
  }

  package static func + (left: PrintableText, right: PrintableText) -> PrintableText {
    PrintableText(left.text + right.text)
  }
}

extension PrintableText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: StaticString) {
    text = DisplayText(stringLiteral: value)
  }

  package init(stringInterpolation: Interpolation) {
    text = stringInterpolation.text
  }

  package struct Interpolation: StringInterpolationProtocol {
    var text = DisplayText.empty

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: StaticString) {
      text += DisplayText(stringLiteral: literal)
    }

    package mutating func appendInterpolation(_ value: PrintableText) {
      text += value.text
    }

    /// Appends untrusted text after making it printable.
    package mutating func appendInterpolation(_ value: String) {
      text += DisplayText(value)
    }

    package mutating func appendInterpolation(_ value: some BinaryInteger) {
      text += DisplayText(value.description)
    }
  }
}
