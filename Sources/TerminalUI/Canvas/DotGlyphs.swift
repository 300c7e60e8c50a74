/// The characters that show a cell's 2 × 4 dots.
enum DotGlyphs {
  private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)

  private static let asciiShapes: [Unicode.Scalar] = (0...255).map { asciiShape(UInt8($0)) }

  /// Returns the character that shows a cell's dots.
  ///
  /// - Parameter mask: The dots as a bit mask, in the bit order of the Unicode Braille patterns.
  ///   The mask 0 becomes a space, since the empty Braille pattern is visible in some fonts.
  static func scalar(for mask: UInt8, glyphs: GlyphSet) -> Unicode.Scalar {
    guard mask != 0 else { return " " }
    switch glyphs {
    case .braille: return Unicode.Scalar(0x2800 + UInt32(mask)) ?? " "
    case .block: return quadrants[quadrantIndex(mask)]
    case .ascii: return asciiShapes[Int(mask)]
    }
  }

  private static func quadrantIndex(_ mask: UInt8) -> Int {
    (mask & 0x03 != 0 ? 1 : 0) | (mask & 0x18 != 0 ? 2 : 0) | (mask & 0x44 != 0 ? 4 : 0)
      | (mask & 0xA0 != 0 ? 8 : 0)
  }

  /// Returns the ASCII character whose shape is most similar to a pattern of dots.
  private static func asciiShape(_ mask: UInt8) -> Unicode.Scalar {
    let left = columnRows(mask, bits: [0x01, 0x02, 0x04, 0x40])
    let right = columnRows(mask, bits: [0x08, 0x10, 0x20, 0x80])
    let all = left + right
    guard let top = all.min(), let bottom = all.max() else { return " " }
    if all.count >= 6 { return "#" }
    if left.isEmpty || right.isEmpty {
      if bottom - top >= 2 { return "|" }
      return oneColumnShape(top: top, bottom: bottom)
    }
    let leftMean = mean(left)
    let rightMean = mean(right)
    if abs(leftMean - rightMean) < 0.75 {
      if bottom - top >= 2 { return "|" }
      return top + bottom <= 1 ? "\"" : top + bottom >= 5 ? "_" : "-"
    }
    return leftMean < rightMean ? "\\" : "/"
  }

  private static func oneColumnShape(top: Int, bottom: Int) -> Unicode.Scalar {
    top + bottom <= 1 ? "'" : top + bottom >= 4 ? "." : ":"
  }

  private static func columnRows(_ mask: UInt8, bits: [UInt8]) -> [Int] {
    bits.indices.filter { mask & bits[$0] != 0 }
  }

  private static func mean(_ rows: [Int]) -> Double {
    Double(rows.reduce(0, +)) / Double(rows.count)
  }
}
