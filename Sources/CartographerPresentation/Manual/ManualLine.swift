import TerminalUI

/// A line of a manual page, laid out for a given number of columns.
package struct ManualLine: Sendable, Hashable {
  /// A part of a line that is drawn in a single style.
  package struct Part: Sendable, Hashable {
    package var text: DisplayText
    package var style: Style
    /// The index of the link that contains this part of the line. Nil if the part is not in a link.
    package var link: Int?
  }

  package private(set) var parts: [Part] = []
  /// The anchor of the heading that begins on this line. Nil if no heading begins on this line.
  package var anchor: String?

  package var width: Int { parts.reduce(0) { $0 + $1.text.width } }

  /// The line as plain text.
  package var text: DisplayText { parts.map(\.text).joined() }

  mutating func append(_ text: DisplayText, _ style: Style = .text, link: Int? = nil) {
    if let last = parts.last, last.style == style, last.link == link {
      parts[parts.count - 1].text += text
    } else if !text.isEmpty {
      parts.append(Part(text: text, style: style, link: link))
    }
  }

  mutating func append(_ line: ManualLine) {
    for part in line.parts { append(part.text, part.style, link: part.link) }
  }

  /// Pads the line with spaces to the given number of columns.
  mutating func pad(to columns: Int) {
    append(DisplayText.empty.padded(to: max(columns - width, 0)))
  }
}
