extension Surface {
  /// Replacements for characters that the usual Linux console fonts lack (Debian's Lat15, Uni2 and
  /// Uni3).
  private static let consoleGlyphs: [String: String] = [
    "▘": "'", "▝": "'", "▀": "\"", "▖": ".", "▗": ".", "▄": "_", "▌": "|", "▐": "|", "▚": "\\",
    "▞": "/", "▙": "#", "▟": "#", "▛": "#", "▜": "#", "▓": "▒", "▁": ".", "▂": ".", "▃": ".",
    "▅": "▒", "▆": "▒", "▇": "▒", "○": "o", "◌": "o", "◆": "*", "◇": "*", "★": "*", "✓": "v",
    "′": "'", "″": "\"", "▏": "|", "⏎": "$",
  ]

  /// A copy of the surface for the Linux console. The console's fonts have box drawing characters,
  /// but no quadrants and few other symbols.
  package var forLinuxConsole: Surface {
    var result = self
    for index in result.cells.indices {
      guard let similar = Self.consoleGlyphs[result.cells[index].text] else { continue }
      result.cells[index].text = similar
    }
    return result
  }

  /// A copy of the surface for a terminal that displays only ASCII.
  ///
  /// Each non-ASCII character is replaced by a similar ASCII character. Letters lose their accents,
  /// frame lines become `-` or `|`, and characters without a similar ASCII character become `?`.
  package var asciiOnly: Surface {
    var result = self
    for index in result.cells.indices where !result.cells[index].text.utf8.allSatisfy({ $0 < 0x80 })
    {
      let cell = result.cells[index]
      result.cells[index].text = String(AsciiGlyphs.scalar(for: cell.text))
      result.cells[index].width = 1
      if cell.width == 2, index + 1 < result.cells.count {
        result.cells[index + 1].text = " "
        result.cells[index + 1].width = 1
      }
    }
    return result
  }
}
