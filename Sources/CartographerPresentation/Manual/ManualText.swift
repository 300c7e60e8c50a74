import Foundation

/// A manual page, parsed from the subset of Markdown that the manual uses.
///
/// The subset consists of headings, paragraphs, lists, code blocks and tables. Pictures and other
/// HTML are omitted, because a terminal cannot show them.
package struct ManualText: Sendable, Hashable {
  enum Block: Sendable, Hashable {
    case heading(level: Int, [ManualPiece])
    case paragraph([ManualPiece])
    case item(indent: Int, marker: String, [ManualPiece])
    case code([String])
    case table([[[ManualPiece]]])
  }

  private(set) var blocks: [Block] = []

  /// The first heading's text, or an empty string for a page without headings.
  package var title: String {
    for case .heading(_, let pieces) in blocks { return pieces.map(\.text).joined() }
    return ""
  }

  package init(markdown: String) {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[
      ...]
    while let line = lines.popFirst() {
      if line.allSatisfy(\.isWhitespace) { continue }
      if line.hasPrefix("<") {
        // An HTML block ends at an empty line.
        lines = lines.drop { !$0.isEmpty }
      } else if line.hasPrefix("```") {
        let body = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(body.count + 1)
        blocks.append(.code(Array(body)))
      } else if line.hasPrefix("    ") {
        let more = lines.prefix { $0.hasPrefix("    ") }
        lines = lines.dropFirst(more.count)
        blocks.append(.code(([line] + more).map { String($0.dropFirst(4)) }))
      } else if line.hasPrefix("#"), let found = line.wholeMatch(of: /(#+) +(.*)/) {
        blocks.append(.heading(level: found.1.count, ManualPiece.parse(String(found.2))))
      } else if line.hasPrefix("|") {
        let more = lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(more.count)
        blocks.append(.table(Self.rows([line] + more)))
      } else if let found = line.wholeMatch(of: /( *)([-*]|[0-9]+\.) +(.*)/) {
        let text = Self.continued(String(found.3), by: &lines)
        let marker = found.2 == "*" ? "-" : String(found.2)
        blocks.append(.item(indent: found.1.count, marker: marker, ManualPiece.parse(text)))
      } else {
        blocks.append(.paragraph(ManualPiece.parse(Self.continued(line, by: &lines))))
      }
    }
  }

  /// Returns a heading's link anchor: the heading in lower case, with hyphens instead of spaces and
  /// without punctuation.
  package static func anchor(of heading: String) -> String {
    String(
      heading.lowercased().compactMap { letter -> Character? in
        if letter == " " || letter == "-" { return "-" }
        return letter.isLetter || letter.isNumber || letter == "_" ? letter : nil
      })
  }

  /// Joins a line with the following lines of the same paragraph or list item.
  private static func continued(_ line: String, by lines: inout ArraySlice<String>) -> String {
    let more = lines.prefix { next in
      !next.allSatisfy(\.isWhitespace) && !next.hasPrefix("#") && !next.hasPrefix("|")
        && !next.hasPrefix("```") && next.prefixMatch(of: /\s*([-*]|[0-9]+\.)\s/) == nil
    }
    lines = lines.dropFirst(more.count)
    return ([line] + more).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  /// Returns the cells of each table row. The separator line below the header is skipped.
  private static func rows(_ lines: [String]) -> [[[ManualPiece]]] {
    lines.filter { $0.contains { !"|-: ".contains($0) } }.map { line in
      var cells: [String] = [""]
      var isEscaped = false
      for letter in line.dropFirst() {
        if letter == "|", !isEscaped {
          cells.append("")
        } else {
          cells[cells.count - 1].append(letter)
        }
        isEscaped = letter == "\\"
      }
      return cells.dropLast().map { ManualPiece.parse($0.trimmingCharacters(in: .whitespaces)) }
    }
  }
}
