import CartographerCore
import Geodesy
import TerminalUI

/// The legend of a colour scale on the map: a title, and a symbol and a label for each step. The
/// label may be empty.
struct MapLegend {
  let title: DisplayText
  let steps: [(symbol: DisplayText, role: Role, label: DisplayText)]

  init(_ heat: HeatMap, _ glyphs: MapGlyphs) {
    title = "tracks"
    steps = heat.scale.labels.enumerated().map { step, label in
      (DisplayText(String(Character(glyphs.heat[step]))), .scale(step), DisplayText(label))
    }
  }

  /// Creates the legend for paths that are coloured by value. The labels are the values at which
  /// the colour changes.
  ///
  /// - Parameter glyph: A closure that returns the symbol for a step's colour.
  init(
    _ scale: ColourScale, isShort: Bool, glyph: (Role) -> Unicode.Scalar
  ) {
    title = DisplayText(isShort ? scale.unit : "\(scale.quantity.title) \(scale.unit)")
    steps = scale.roles.enumerated().map { step, role in
      let label = step < scale.labels.count ? scale.labels[step] : ""
      return (DisplayText(String(Character(glyph(role)))), role, DisplayText(label))
    }
  }

  /// Creates the legend for the group colours.
  ///
  /// - Parameter count: The number of groups to list by name.
  ///   The remaining groups are only counted.
  init(_ groups: GroupColours, naming count: Int, _ glyphs: MapGlyphs) {
    title = "groups"
    let symbol = DisplayText(String(Character(glyphs.heat[Role.scaleSteps - 1])))
    var steps = groups.entries.prefix(count).map { group in
      (symbol, group.role, DisplayText(group.name, columns: Self.longestName))
    }
    let rest = groups.entries.count - steps.count
    if rest > 0 { steps.append((DisplayText("+"), .dim, DisplayText(Numbers.grouped(rest)))) }
    if groups.hasUngrouped { steps.append((symbol, GroupColours.ungrouped, "none")) }
    self.steps = steps
  }

  /// Creates the legend for the colours of an itinerary's days.
  ///
  /// - Parameter count: The maximum number of days to list by number.
  ///   The remaining days are only counted. If nil, all days are listed with their dates.
  init(_ days: DayColours, numbering count: Int? = nil, _ glyphs: MapGlyphs) {
    title = count == nil ? "" : "days"
    let symbol = DisplayText(String(Character(glyphs.heat[Role.scaleSteps - 1])))
    var steps = days.entries.prefix(count ?? days.entries.count).map { day in
      (symbol, day.role, DisplayText(count == nil ? day.title : String(day.number)))
    }
    let rest = days.entries.count - steps.count
    if rest > 0 { steps.append((DisplayText("+"), .dim, DisplayText(Numbers.grouped(rest)))) }
    self.steps = steps
  }

  /// The maximum width of a group's name, in columns.
  private static let longestName = 16
  /// The maximum number of groups whose names the legend lists.
  fileprivate static let mostNames = 6

  /// The width of the legend in columns.
  var width: Int {
    title.width + steps.reduce(0) { $0 + ($1.label.width == 0 ? 2 : 3 + $1.label.width) }
  }
}

extension MapDrawing {
  /// Chooses the position of the legend: the bottom right corner or, if there is no room beside the
  /// scale bar, the row above. A legend for colours along paths is shortened if it is too wide. A
  /// legend that is still too wide for the map is omitted.
  mutating func placeLegend() {
    for legend in legends {
      let column = size.columns - legend.width - 1
      guard !legend.steps.isEmpty, column > 0 else { continue }
      for row in [size.rows - 1, size.rows - 2]
      where layout.isFree(row: row, columns: column - 1..<size.columns) {
        layout.reserve(row: row, columns: column - 1..<size.columns)
        self.legend = (legend, Point(column: column, row: row))
        return
      }
    }
  }

  /// The legends that the map can show, from longest to shortest. The array is empty if the map
  /// needs no legend.
  private var legends: [MapLegend] {
    if let heat = scene.heat { return [MapLegend(heat, glyphs)] }
    if let groups = scene.groupColours {
      let most = min(groups.entries.count, MapLegend.mostNames)
      return (0...most).reversed().map { MapLegend(groups, naming: $0, glyphs) }
    }
    if let days = scene.dayColours {
      return [MapLegend(days, glyphs)]
        + (0...days.entries.count).reversed().map { MapLegend(days, numbering: $0, glyphs) }
    }
    guard let colouring = scene.colouring else { return [] }
    // The selected path may be in the trash or in another group, and thus not on the map.
    if scene.selected != nil, selectedPath.map({ colouring.contains($0.id) }) != true { return [] }
    return [false, true].map { isShort in
      MapLegend(colouring.scale, isShort: isShort) { role in
        guard scene.showsStepsAsCharacters, case .scale(let step) = role else {
          return glyphs.heat[Role.scaleSteps - 1]
        }
        return glyphs.heat[step]
      }
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
    for entry in legend.steps {
      put(" ", .text)
      put(entry.symbol, Style(entry.role))
      guard entry.label.width > 0 else { continue }
      put(" ", .text)
      put(entry.label, Style(.dim))
    }
  }
}
