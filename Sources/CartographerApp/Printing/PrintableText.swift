import TerminalUI

/// Text that is safe to print on any terminal: what ``DisplayText`` is to the screen, for programs
/// that write lines.
///
/// A literal is trusted, an interpolated `String` is not: control, bidirectional and invisible
/// characters in it are shown, never obeyed.
package struct PrintableText: Hashable, Sendable {
  let text: DisplayText

  init(_ text: DisplayText) {
    self.text = text
  }

  /// Makes any text printable, as one line: line ends in it are shown.
  package init(_ untrusted: String) {
    text = DisplayText(untrusted)
  }

  /// Each line of an untrusted text, made printable.
  package static func lines(_ untrusted: String) -> [PrintableText] {
    untrusted.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { PrintableText(String($0)) }
  }

  package var string: String { text.string }

  /// Columns it takes.
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

    /// Untrusted: made printable.
    package mutating func appendInterpolation(_ value: String) {
      text += DisplayText(value)
    }

    package mutating func appendInterpolation(_ value: some BinaryInteger) {
      text += DisplayText(value.description)
    }
  }
}
