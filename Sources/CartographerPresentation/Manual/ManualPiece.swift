/// A piece of a manual page's running text, shown in a single style.
package struct ManualPiece: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case plain, strong, code
    /// A link with its target, such as `map.md#zoom`.
    case link(String)
  }

  package var text: String
  package var kind: Kind

  /// Parses the Markdown of running text: code, strong text, links and backslash escapes.
  ///
  /// Emphasised text is shown as plain text, because underlining would make it look like a link.
  ///
  /// Any other markup is kept as literal text. Images are omitted.
  static func parse(_ markdown: String) -> [ManualPiece] {
    var pieces: [ManualPiece] = []
    var plain = ""
    var rest = markdown[...]
    func end() {
      if !plain.isEmpty { pieces.append(ManualPiece(text: plain, kind: .plain)) }
      plain = ""
    }
    // A regular expression is compiled at each use, so it is tried only where it may match.
    while let first = rest.first {
      if first == "\\", let escaped = rest.dropFirst().first,
        escaped.isPunctuation || escaped == "|"
      {
        plain.append(escaped)
        rest = rest.dropFirst(2)
      } else if first == "`", let found = rest.prefixMatch(of: /`([^`]+)`/) {
        end()
        // A table escapes a vertical bar even inside code.
        let code = String(found.1).replacing("\\|", with: "|")
        pieces.append(ManualPiece(text: code, kind: .code))
        rest = rest[found.range.upperBound...]
      } else if first == "*", let found = rest.prefixMatch(of: /\*\*([^*]+)\*\*/) {
        end()
        pieces.append(ManualPiece(text: String(found.1), kind: .strong))
        rest = rest[found.range.upperBound...]
      } else if first == "*", let found = rest.prefixMatch(of: /\*([^*\s][^*]*)\*/) {
        plain += found.1
        rest = rest[found.range.upperBound...]
      } else if first == "!", let found = rest.prefixMatch(of: /!\[[^\]]*\]\([^)]*\)/) {
        rest = rest[found.range.upperBound...]
      } else if first == "[", let found = rest.prefixMatch(of: /\[([^\]]+)\]\(([^)\s]+)\)/) {
        end()
        let text = String(found.1).replacing("`", with: "")
        pieces.append(ManualPiece(text: text, kind: .link(String(found.2))))
        rest = rest[found.range.upperBound...]
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    end()
    return pieces
  }
}
