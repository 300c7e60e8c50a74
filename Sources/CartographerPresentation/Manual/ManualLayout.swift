import TerminalUI

/// A manual page laid out in lines of limited width.
package struct ManualLayout: Sendable, Hashable {
  package private(set) var lines: [ManualLine] = []
  /// The targets of the links, in the order in which they appear on the page.
  package private(set) var links: [String] = []
  private let columns: Int
  private let glyphs: GlyphSet
  /// Whether inline code is enclosed in backticks.
  private let marksCode: Bool

  /// Lays out a manual page for the given number of columns.
  ///
  /// - Parameter columns: The maximum width of a line.
  ///   Lines of code can be wider, because they are not wrapped.
  /// - Parameter marksCode: Whether to put inline code in backticks, for output without colours.
  package init(
    _ page: ManualText, columns: Int, glyphs: GlyphSet = .braille, marksCode: Bool = false
  ) {
    self.marksCode = marksCode
    self.columns = max(columns, 20)
    self.glyphs = glyphs
    for (position, block) in page.blocks.enumerated() {
      if position > 0, !isTight(page.blocks[position - 1], block) { lines.append(ManualLine()) }
      add(block)
    }
  }

  /// Returns whether two blocks are both list items, and therefore have no empty line between them.
  private func isTight(_ first: ManualText.Block, _ second: ManualText.Block) -> Bool {
    if case .item = first, case .item = second { return true }
    return false
  }

  private mutating func add(_ block: ManualText.Block) {
    switch block {
    case .heading(let level, let pieces):
      let style = Style(.title, level == 1 ? [.underline] : [])
      let anchor = ManualText.anchor(of: pieces.map(\.text).joined())
      var wrapped = wrap(pieces, to: columns, style: style)
      wrapped[0].anchor = anchor
      lines += wrapped
    case .paragraph(let pieces): lines += wrap(pieces, to: columns)
    case .item(let indent, let marker, let pieces):
      let before = indent + marker.count + 1
      for (row, line) in wrap(pieces, to: columns - before).enumerated() {
        var whole = ManualLine()
        whole.append(DisplayText(row == 0 ? marker : "").padded(to: before - indent))
        var indented = ManualLine()
        indented.pad(to: indent)
        indented.append(whole)
        indented.append(line)
        lines.append(indented)
      }
    case .code(let rows):
      for row in rows {
        var line = ManualLine()
        line.append("    ")
        line.append(DisplayText(row, glyphs: glyphs), Style(.accent))
        lines.append(line)
      }
    case .table(let rows): add(table: rows)
    }
  }

  // MARK: Tables

  private mutating func add(table rows: [[[ManualPiece]]]) {
    let widths = widths(of: rows)
    for (position, row) in rows.enumerated() {
      let cells = row.enumerated().map { column, pieces in
        wrap(
          pieces, to: widths[column], style: position == 0 ? Style(.title) : .text)
      }
      for height in 0..<(cells.map(\.count).max() ?? 0) {
        var line = ManualLine()
        var end = 0
        for (column, cell) in cells.enumerated() {
          line.pad(to: end)
          if cell.indices.contains(height) { line.append(cell[height]) }
          end += widths[column] + 2
        }
        lines.append(line)
      }
      if position == 0 {
        var rule = ManualLine()
        let width = min(widths.reduce(-2) { $0 + $1 + 2 }, columns)
        let dash: DisplayText = glyphs == .ascii ? "-" : "─"
        rule.append(dash.repeated(width), Style(.dim))
        lines.append(rule)
      }
    }
  }

  /// Returns the widths of a table's columns. If the table is too wide, the widest columns are made
  /// narrower.
  private func widths(of rows: [[[ManualPiece]]]) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { row in
        row.indices.contains(column)
          ? row[column].reduce(0) { $0 + width(of: $1) } : 0
      }.max() ?? 0
    }
    while widths.reduce(0, +) + 2 * (count - 1) > columns, let widest = widths.max(), widest > 8,
      let position = widths.firstIndex(of: widest)
    {
      widths[position] -= 1
    }
    return widths
  }

  private func width(of piece: ManualPiece) -> Int {
    DisplayText(piece.text, glyphs: glyphs).width + (marksCode && piece.kind == .code ? 2 : 0)
  }

  // MARK: Running text

  /// Wraps running text into lines, and records the links in the text.
  private mutating func wrap(
    _ pieces: [ManualPiece], to columns: Int, style: Style = .text
  ) -> [ManualLine] {
    var wrapped: [ManualLine] = []
    var line = ManualLine()
    var word = ManualLine()
    func endWord() {
      guard word.width > 0 else { return }
      if line.width > 0, line.width + 1 + word.width > columns {
        wrapped.append(line)
        line = ManualLine()
      }
      if line.width > 0 {
        // A space inside a link belongs to the link.
        let (before, after) = (line.parts.last, word.parts.first)
        let isInside = before?.link != nil && before?.link == after?.link
        line.append(
          " ", isInside ? before?.style ?? style : style, link: isInside ? before?.link : nil)
      }
      line.append(word)
      word = ManualLine()
    }
    for piece in pieces {
      let (pieceStyle, link) = appearance(of: piece, in: style)
      let text = marksCode && piece.kind == .code ? "`\(piece.text)`" : piece.text
      let texts = text.split(separator: " ", omittingEmptySubsequences: false)
      for (position, text) in texts.enumerated() {
        if position > 0 { endWord() }
        let parts = DisplayText(String(text), glyphs: glyphs).wrapped(to: columns)
        for (row, part) in parts.enumerated() {
          if row > 0 { endWord() }
          word.append(part, pieceStyle, link: link)
        }
      }
    }
    endWord()
    return wrapped + [line]
  }

  private mutating func appearance(
    of piece: ManualPiece, in style: Style
  ) -> (style: Style, link: Int?) {
    switch piece.kind {
    case .plain: return (style, nil)
    case .strong: return (Style(.title), nil)
    case .code: return (Style(.accent), nil)
    case .link(let target):
      links.append(target)
      return (Style(.accent, [.underline]), links.count - 1)
    }
  }
}
