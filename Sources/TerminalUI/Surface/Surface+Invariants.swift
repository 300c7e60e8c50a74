extension Surface {
  /// A description of the surface's first violated invariant. Nil if the surface is valid. Only
  /// tests use this property.
  ///
  /// In a valid surface, all wide characters are complete, the cursor is inside the surface, and no
  /// cell contains a control character or a bidirectional control.
  package var brokenInvariant: String? {
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = cells[row * columns + column]
        if let fault = Surface.fault(of: cell, next: self[column + 1, row]) {
          return "column \(column), row \(row): \(fault)"
        }
      }
      if self[0, row]?.isContinuation == true {
        return "row \(row) begins inside a wide character"
      }
    }
    if let cursor, !bounds.contains(cursor) {
      return "the cursor is outside the surface, at column \(cursor.column), row \(cursor.row)"
    }
    return nil
  }

  private static func fault(of cell: Cell, next: Cell?) -> String? {
    if (cell.width == 2) != (next?.isContinuation ?? false) {
      return "half of a wide character is missing"
    }
    if cell.text.isEmpty != cell.isContinuation { return "nothing is drawn" }
    let isUnsafe = cell.text.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
    }
    return isUnsafe ? "the cell contains a control character" : nil
  }
}
