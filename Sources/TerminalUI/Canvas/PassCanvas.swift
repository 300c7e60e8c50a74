/// A raster image in which each cell counts the sets of lines, such as tracks, that pass through
/// the cell.
///
/// A pass is a single set of lines, such as a track's segments. A cell counts a pass only once,
/// even if the lines of the pass cross the cell several times.
package struct PassCanvas: Sendable {
  package let columns: Int
  package let rows: Int
  /// The number of passes (sets of lines, such as tracks) through each cell.
  package private(set) var counts: [UInt32]
  /// The dots of each cell, as a bit mask in the same bit order as in ``DotCanvas``.
  private var masks: [UInt8]
  /// For each cell, the number of the last pass that set a dot in the cell.
  private var lastPasses: [UInt32]
  private var pass: UInt32 = 0
  /// Whether passes are counted for each dot instead of each terminal cell.
  private let countsDots: Bool

  /// Creates a canvas in which all pass counts are 0.
  ///
  /// - Parameter countsDots: Whether to count passes for each dot instead of each terminal cell.
  package init(size: Size, countsDots: Bool = false) {
    columns = max(size.columns, 0) * (countsDots ? DotCanvas.dotsPerColumn : 1)
    rows = max(size.rows, 0) * (countsDots ? DotCanvas.dotsPerRow : 1)
    self.countsDots = countsDots
    counts = [UInt32](repeating: 0, count: columns * rows)
    masks = [UInt8](repeating: 0, count: columns * rows)
    lastPasses = counts
  }

  /// Begins a new pass. All lines drawn before the next call belong to this pass.
  package mutating func beginPass() { pass += 1 }

  /// Draws lines between consecutive points, as ``DotCanvas`` does.
  package mutating func polyline(_ points: UnsafeBufferPointer<DotPoint>) {
    guard !counts.isEmpty else { return }
    let width = columns * (countsDots ? 1 : DotCanvas.dotsPerColumn)
    let height = rows * (countsDots ? 1 : DotCanvas.dotsPerRow)
    counts.withUnsafeMutableBufferPointer { counts in
      masks.withUnsafeMutableBufferPointer { masks in
        lastPasses.withUnsafeMutableBufferPointer { lastPasses in
          guard let counts = counts.baseAddress, let masks = masks.baseAddress,
            let lastPasses = lastPasses.baseAddress
          else { return }
          let cells = PassCells(
            counts: counts, masks: masks, lastPasses: lastPasses, pass: pass, columns: columns,
            shifts: countsDots ? (0, 0) : (1, 2))
          DotPen(cells: cells, width: width, height: height).polyline(points)
        }
      }
    }
  }

  /// Returns the character that shows a cell's dots.
  package func scalar(column: Int, row: Int, glyphs: GlyphSet) -> Unicode.Scalar {
    DotGlyphs.scalar(for: masks[row * columns + column], glyphs: glyphs)
  }
}

/// The storage of a ``PassCanvas``, in which a pen counts passes.
private struct PassCells: DotCells {
  let counts: UnsafeMutablePointer<UInt32>
  let masks: UnsafeMutablePointer<UInt8>
  let lastPasses: UnsafeMutablePointer<UInt32>
  let pass: UInt32
  let columns: Int
  /// The binary logarithms of a cell's width and height in dots.
  let shifts: (x: Int, y: Int)

  @inline(__always)
  func plot(_ x: Int, _ y: Int) {
    let cell = (y &>> shifts.y) &* columns &+ (x &>> shifts.x)
    masks[cell] |= DotBits.mask(x, y)
    guard lastPasses[cell] != pass else { return }
    lastPasses[cell] = pass
    counts[cell] &+= 1
  }
}
