extension Surface {
  /// The same frame for a terminal that shows nothing but ASCII: each character becomes one that
  /// stands for it (a letter without its accent, a line of a frame as `-`, else `?`).
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
