import CartographerPresentation
import TerminalUI

extension Session {
  /// Prints the lines of a list, the history or a diff. The lines are coloured if colours are
  /// enabled.
  ///
  /// IDs, kinds, change numbers and times at the start of a line are dimmed. In a diff, lines that
  /// begin with a plus sign are green, and lines that begin with a minus sign are red.
  func print(_ lines: [DisplayText]) throws {
    guard usesColour else { return try console.print(lines) }
    for line in lines { try console.write(Self.coloured(line.string) + "\n") }
  }

  private static func coloured(_ line: String) -> String {
    if line.hasPrefix("  + ") { return DisplayText(line).coloured(Style(.success)) }
    if line.hasPrefix("  - ") { return DisplayText(line).coloured(Style(.error)) }
    let lead =
      /^ *(?:[LPG]\d+ +(?:place|route|track|group)\b|[LPG]\d+\b|\d+ +\d{4}-\d\d-\d\d[ 0-9:+Z-]*)/
    guard let match = line.firstMatch(of: lead) else { return line }
    return DisplayText(String(match.output)).coloured(Style(.dim))
      + line[match.range.upperBound...]
  }
}
