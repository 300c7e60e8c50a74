extension DisplayText: ExpressibleByStringInterpolation {
  /// Creates printable text from a string literal. The type `StaticString` ensures that only text
  /// in the source code is accepted.
  package init(stringLiteral value: StaticString) {
    self.init(value.description)
  }

  package init(stringInterpolation: Interpolation) {
    self = stringInterpolation.text
  }

  /// The string interpolation for ``DisplayText``, which accepts literals, display texts, numbers
  /// and untrusted strings.
  package struct Interpolation: StringInterpolationProtocol {
    var text = DisplayText.empty

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: StaticString) {
      text += DisplayText(literal.description)
    }

    package mutating func appendInterpolation(_ value: DisplayText) {
      text += value
    }

    /// Appends an untrusted string after making it printable.
    package mutating func appendInterpolation(_ value: String) {
      text += DisplayText(value)
    }

    package mutating func appendInterpolation(_ value: some BinaryInteger) {
      text += DisplayText(value.description)
    }
  }
}

extension DisplayText {
  /// Splits untrusted text into lines, and returns each line as printable text.
  package static func lines(_ untrusted: String) -> [DisplayText] {
    untrusted.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { DisplayText(String($0)) }
  }
}
