@testable import TerminalUI

/// A picture of a screen in the format SVG, in the colours of a theme.
///
/// Frames, Braille dots and bars are drawn as shapes, because the fonts of web browsers draw these
/// characters in different sizes. Other characters are text, and the length of each text is fixed,
/// so that its cells are aligned with the shapes in every font.
struct SurfaceSVG {
  /// The size of a cell in pixels, and the position of its line of text.
  private static let (width, height, baseline) = (8, 16, 12)
  private static let margin = 8

  let text: String

  /// - Parameter caption: A line below the screen, or nil.
  init(
    _ surface: Surface, background: Theme.Background, title: String, caption: String? = nil
  ) {
    var shapes: [Ink: SVGShapes] = [:]
    let theme = Theme(level: .twoHundredFiftySix, background: background)
    for row in 0..<surface.rows {
      var run = Run()
      for column in 0..<surface.columns {
        guard let cell = surface[column, row], !cell.isContinuation else { continue }
        let appearance = theme.appearance(of: cell.style)
        var ink = Ink(
          colour: Self.colour(appearance.foreground, background),
          isBold: appearance.attributes.contains(.bold))
        let (x, y) = (column * Self.width, row * Self.height)
        if appearance.attributes.contains(.reverse) {
          let paper = Ink(colour: ink.colour, isBold: false, isPaper: true)
          shapes[paper, default: SVGShapes()].bar(x, y, Int(cell.width) * Self.width, Self.height)
          ink.colour = Self.paper(background)
        }
        if appearance.attributes.contains(.underline), cell.text != " " {
          shapes[ink, default: SVGShapes()].bar(
            x, y + Self.height - 2, Int(cell.width) * Self.width, 1)
        }
        if cell.text == " " {
          continue
        } else if shapes[ink, default: SVGShapes()].draw(cell.text, x, y) {
          run.end(&shapes)
        } else {
          run.add(cell, ink, column, row, &shapes)
        }
      }
      run.end(&shapes)
    }
    self.text = Self.document(
      shapes, size: surface.size, paper: Self.paper(background), title: title, caption: caption)
  }

  /// The colour and the weight of a shape or a text.
  private struct Ink: Hashable {
    var colour: String
    var isBold: Bool
    /// Whether the shape is a background, which is drawn below everything else.
    var isPaper = false

    var order: String { "\(isPaper ? 0 : 1)\(isBold ? 1 : 0)\(colour)" }
  }

  /// A text in one ink and one row. A single space does not end the text.
  private struct Run {
    private var ink = Ink(colour: "", isBold: false)
    private var text = ""
    private var start = 0
    private var end = 0
    private var row = 0
    private var isLatin = true

    mutating func add(
      _ cell: Cell, _ ink: Ink, _ column: Int, _ row: Int, _ shapes: inout [Ink: SVGShapes]
    ) {
      let isLatin = cell.text.unicodeScalars.allSatisfy { $0.value < 0x250 }
      if ink != self.ink || column > end + 1 || row != self.row || isLatin != self.isLatin {
        self.end(&shapes)
      }
      if text.isEmpty {
        (self.ink, self.row, self.isLatin) = (ink, row, isLatin)
        (start, end) = (column, column)
      }
      text += (column > end ? " " : "") + cell.text
      end = column + Int(cell.width)
    }

    mutating func end(_ shapes: inout [Ink: SVGShapes]) {
      guard !text.isEmpty else { return }
      let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      let (x, y) = (start * SurfaceSVG.width, row * SurfaceSVG.height + SurfaceSVG.baseline)
      shapes[ink, default: SVGShapes()].texts.append(
        "<text x=\"\(x)\" y=\"\(y)\" textLength=\"\((end - start) * SurfaceSVG.width)\">"
          + "\(escaped)</text>")
      text = ""
    }
  }

  private static func document(
    _ shapes: [Ink: SVGShapes], size: Size, paper: String, title: String, caption: String?
  ) -> String {
    let columns = size.columns * width
    let rows = (size.rows + (caption == nil ? 0 : 1)) * height
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(-margin) \(-margin)"
        + " \(columns + 2 * margin) \(rows + 2 * margin)\" width=\"\(columns + 2 * margin)\""
        + " height=\"\(rows + 2 * margin)\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo,"
        + " Consolas, 'Liberation Mono', monospace\" font-size=\"13.3\">",
      "<title>\(title)</title>",
      "<rect x=\"\(-margin)\" y=\"\(-margin)\" width=\"100%\" height=\"100%\" rx=\"6\""
        + " fill=\"\(paper)\"/>",
    ]
    for (ink, shape) in shapes.sorted(by: { $0.key.order < $1.key.order }) where !shape.isEmpty {
      let bold = ink.isBold ? " font-weight=\"bold\"" : ""
      lines.append("<g fill=\"\(ink.colour)\"\(bold)>")
      lines += shape.lines(colour: ink.colour)
      lines.append("</g>")
    }
    if let caption {
      lines.append(
        "<text x=\"0\" y=\"\(rows - 2)\" fill=\"#808080\" font-size=\"11\">\(caption)</text>")
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  // MARK: Colours

  private static func paper(_ background: Theme.Background) -> String {
    background == .light ? "#ffffff" : "#16181d"
  }

  private static func colour(_ index: UInt8?, _ background: Theme.Background) -> String {
    guard let colour = index.flatMap(Palette.colour(at:)) else {
      return background == .light ? "#1f2328" : "#e4e6eb"
    }
    let channels = [colour.red, colour.green, colour.blue]
    return "#"
      + channels.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
