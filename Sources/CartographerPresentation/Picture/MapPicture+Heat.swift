import CartographerCore
import TerminalUI

extension HeatMap {
  /// The size of the heat map's squares in a picture, in pixels.
  static let pixelsPerSquare = 4.0

  /// Creates a heat map by counting the tracks that pass through each small square of a picture.
  init(_ contents: PictureContents, _ view: PictureView) {
    let (viewport, pane, _) = view.dotView(pixelsPerDot: Self.pixelsPerSquare)
    self.init(
      of: contents.paths.lazy.filter { $0.kind == .track }.map(\.pieces), viewport, in: pane,
      countsDots: true)
  }
}

extension MapPicture {
  /// Draws the heat map's squares, with one SVG element for each step of the colour scale.
  func drawHeatMap(into markup: inout MarkupText) {
    guard let heat else { return }
    let side = HeatMap.pixelsPerSquare
    let origin = view.dotView(pixelsPerDot: side).origin
    for (step, role) in heat.scale.roles.enumerated() {
      var data = ""
      for row in 0..<heat.rows {
        var column = 0
        while column < heat.columns {
          let start = column
          while column < heat.columns,
            heat.scale.step(of: heat.passes(column: column, row: row)) == step
          {
            column += 1
          }
          if column > start {
            let width = whole(Double(column - start) * side)
            let x = MarkupText.number(origin.x + Double(start) * side)
            let y = MarkupText.number(origin.y + Double(row) * side)
            data += "M\(x) \(y)h\(width)v\(whole(side))h-\(width)z"
          }
          column += 1
        }
      }
      guard !data.isEmpty else { continue }
      markup.add(
        "path",
        ["class": colours[role], "fill": "currentColor", "fill-opacity": ".85", "d": data])
    }
  }

  /// The legend entries that explain the heat map.
  var heatEntries: [LegendEntry] {
    (heat?.scale.labels ?? []).enumerated().map { step, label in
      LegendEntry(
        symbol: .group, role: .scale(step), text: label == "1" ? "1 track" : "\(label) tracks")
    }
  }
}
