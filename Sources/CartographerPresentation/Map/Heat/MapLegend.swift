import TerminalUI

/// The legend of a colour scale on the map: a title, and a symbol and a text for each step.
struct MapLegend {
  let title: DisplayText
  let steps: [(symbol: DisplayText, label: DisplayText)]

  init(_ heat: HeatMap, _ glyphs: MapGlyphs) {
    title = "tracks"
    steps = zip(glyphs.heat, heat.scale.labels).map {
      (DisplayText(String(Character($0))), DisplayText($1))
    }
  }

  /// The width of the legend in columns.
  var width: Int { title.width + steps.reduce(0) { $0 + 3 + $1.label.width } }
}

extension MapDrawing {
  /// Chooses the position of the legend: the bottom right corner or, if there is no room beside the scale bar, the row
  /// above. A legend that is too wide for the map is omitted.
  mutating func placeLegend() {
    guard let heat = scene.heat else { return }
    let legend = MapLegend(heat, glyphs)
    let column = size.columns - legend.width - 1
    guard !legend.steps.isEmpty, column > 0 else { return }
    for row in [size.rows - 1, size.rows - 2]
    where layout.isFree(row: row, columns: column - 1..<size.columns) {
      layout.reserve(row: row, columns: column - 1..<size.columns)
      self.legend = (legend, Point(column: column, row: row))
      return
    }
  }

  /// Draws the legend on top of the markers and lines.
  func drawLegend(into surface: inout Surface) {
    guard let (legend, cell) = legend else { return }
    var place = position(cell)
    func put(_ text: DisplayText, _ style: Style) {
      surface.put(text, at: place, style: style)
      place.column += text.width
    }
    put(legend.title, Style(.dim))
    for (step, entry) in legend.steps.enumerated() {
      put(" ", .text)
      put(entry.symbol, Style(.scale(step)))
      put(" ", .text)
      put(entry.label, Style(.dim))
    }
  }
}
