/// The shapes and texts of one colour in a picture.
struct SVGShapes {
  var texts: [String] = []
  /// The horizontal and vertical lines of frames, by width, as (position across, start, end).
  private var horizontal: [Int: [(at: Int, from: Int, to: Int)]] = [:]
  private var vertical: [Int: [(at: Int, from: Int, to: Int)]] = [:]
  private var bars: [(x: Int, y: Int, width: Int, height: Int)] = []
  private var dots: [(x: Int, y: Int)] = []

  var isEmpty: Bool {
    texts.isEmpty && horizontal.isEmpty && vertical.isEmpty && bars.isEmpty && dots.isEmpty
  }

  /// Adds a filled rectangle, which is joined to a rectangle of the same height at its left.
  mutating func bar(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    if let last = bars.last, last.y == y, last.height == height, last.x + last.width == x {
      bars[bars.count - 1].width += width
    } else {
      bars.append((x, y, width, height))
    }
  }

  /// Draws a character of a frame, a Braille character or a bar as shapes in the cell at a
  /// position.
  ///
  /// - Returns: Whether the character was drawn. Any other character must be drawn as text.
  mutating func draw(_ text: String, _ x: Int, _ y: Int) -> Bool {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return false
    }
    switch scalar.value {
    case 0x2800...0x28FF: drawDots(scalar.value - 0x2800, x, y)
    case 0x2581...0x2588:
      let eighths = Int(scalar.value) - 0x2580
      bar(x, y + 16 - 2 * eighths, 8, 2 * eighths)
    default: return drawFrame(scalar, x, y)
    }
    return true
  }

  private mutating func drawDots(_ bits: UInt32, _ x: Int, _ y: Int) {
    // Bits 0 to 2 and 6 are the dots of the left column, from top to bottom.
    let positions = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    for (bit, position) in positions.enumerated() where bits & 1 << bit != 0 {
      dots.append((x + 2 + 4 * position.0, y + 2 + 4 * position.1))
    }
  }

  /// The widths of the lines from the centre of a cell to its left, right, top and bottom edge.
  private static let frames: [Unicode.Scalar: (left: Int, right: Int, up: Int, down: Int)] = [
    "─": (1, 1, 0, 0), "│": (0, 0, 1, 1), "┌": (0, 1, 0, 1), "┐": (1, 0, 0, 1),
    "└": (0, 1, 1, 0), "┘": (1, 0, 1, 0), "├": (0, 1, 1, 1), "┤": (1, 0, 1, 1),
    "┬": (1, 1, 0, 1), "┴": (1, 1, 1, 0), "┼": (1, 1, 1, 1), "╵": (0, 0, 1, 0),
    "━": (2, 2, 0, 0), "┃": (0, 0, 2, 2), "┏": (0, 2, 0, 2), "┓": (2, 0, 0, 2),
    "┗": (0, 2, 2, 0), "┛": (2, 0, 2, 0), "╋": (2, 2, 2, 2),
  ]

  private mutating func drawFrame(_ scalar: Unicode.Scalar, _ x: Int, _ y: Int) -> Bool {
    guard let frame = Self.frames[scalar] else { return false }
    if frame.left > 0 { horizontal[frame.left, default: []].append((y + 8, x, x + 4)) }
    if frame.right > 0 { horizontal[frame.right, default: []].append((y + 8, x + 4, x + 8)) }
    if frame.up > 0 { vertical[frame.up, default: []].append((x + 4, y, y + 8)) }
    if frame.down > 0 { vertical[frame.down, default: []].append((x + 4, y + 8, y + 16)) }
    return true
  }

  func lines(colour: String) -> [String] {
    var lines: [String] = []
    if !bars.isEmpty {
      let path = bars.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)h\(-$0.width)z" }.joined()
      lines.append("<path shape-rendering=\"crispEdges\" d=\"\(path)\"/>")
    }
    if !dots.isEmpty {
      let path = dots.map { "M\($0.x) \($0.y)h0" }.joined()
      lines.append(
        "<path stroke=\"\(colour)\" stroke-width=\"2.6\" stroke-linecap=\"round\" d=\"\(path)\"/>")
    }
    for width in [1, 2] {
      let path =
        joined(horizontal[width] ?? []).map { "M\($0.from) \($0.at)H\($0.to)" }.joined()
        + joined(vertical[width] ?? []).map { "M\($0.at) \($0.from)V\($0.to)" }.joined()
      guard !path.isEmpty else { continue }
      lines.append(
        "<path shape-rendering=\"crispEdges\" stroke=\"\(colour)\" stroke-width=\"\(width)\""
          + " d=\"\(path)\"/>")
    }
    return lines + texts
  }

  /// Joins lines that touch each other.
  private func joined(
    _ lines: [(at: Int, from: Int, to: Int)]
  ) -> [(at: Int, from: Int, to: Int)] {
    var result: [(at: Int, from: Int, to: Int)] = []
    for line in lines.sorted(by: { ($0.at, $0.from) < ($1.at, $1.from) }) {
      if let last = result.last, last.at == line.at, last.to == line.from {
        result[result.count - 1].to = line.to
      } else {
        result.append(line)
      }
    }
    return result
  }
}
