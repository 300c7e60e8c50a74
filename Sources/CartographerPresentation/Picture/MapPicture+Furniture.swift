import CartographerCore
import Geodesy
import TerminalUI

extension MapPicture {
  typealias Box = PictureLabels.Box

  /// A legend entry: an item or a group, and its colour.
  struct LegendEntry {
    enum Symbol { case line, group, none }

    let symbol: Symbol
    let role: Role
    let text: String
  }

  /// The legend, with its box and its lines of text.
  struct Legend {
    let box: Box
    let heading: String?
    let entries: [LegendEntry]
    /// Whether the legend explains the marks at the ends of the paths.
    let hasEnds: Bool
  }

  private static let lineHeight = 18.0
  private static let padding = 8.0
  /// The maximum number of entries in the legend.
  private static let mostEntries = 12

  /// The boxes that the legend, the scale bar, the credits and the north arrow occupy.
  var furniture: [Box] {
    [
      legend?.box, scaleBar.map { _ in scaleBox }, credits.isEmpty ? nil : creditBox,
      view.isPolar ? nil : northBox,
    ]
    .compactMap(\.self)
  }

  /// Draws the legend, the scale bar, the credits and the north arrow.
  func drawFurniture(into markup: inout MarkupText) {
    markup.begin("g", ["class": "furniture"])
    drawLegend(into: &markup)
    drawScaleBar(into: &markup)
    // Near a pole, the direction of north differs from position to position.
    if !view.isPolar { drawNorthArrow(into: &markup) }
    if !credits.isEmpty {
      markup.add("rect", box(creditBox.low, creditBox.high, style: "panel"))
      for (number, credit) in credits.reversed().enumerated() {
        markup.add(
          "text",
          [
            "class": "small last", "x": MarkupText.number(creditBox.high.x - 5),
            "y": MarkupText.number(creditBox.high.y - 5 - Double(number) * Self.creditHeight),
          ], credit)
      }
    }
    markup.end()
  }

  private static let creditHeight = 13.0
  /// The maximum number of credit lines. Further credits are omitted.
  private static let mostCredits = 6

  /// The credits for the base map and the user's own maps, one per line.
  var credits: [String] {
    let all = (base == nil ? [] : [Credit.mapLine]) + (userMaps?.credits ?? [])
    let most = Int(view.width / (10 * 0.6)) - 4
    return all.prefix(Self.mostCredits).map { Self.shortened($0, to: most) }
  }

  private var creditBox: Box {
    let width = credits.map { PictureLabels.width(of: $0, fontSize: 10) }.max() ?? 0
    let height = 17 + Double(credits.count - 1) * Self.creditHeight
    return Box(
      low: PicturePoint(view.width - width - 10, view.height - height),
      high: PicturePoint(view.width, view.height))
  }

  // MARK: North arrow

  private var northBox: Box {
    Box(low: PicturePoint(view.width - 34, 8), high: PicturePoint(view.width - 8, 48))
  }

  private func drawNorthArrow(into markup: inout MarkupText) {
    let at = PicturePoint((northBox.low.x + northBox.high.x) / 2, northBox.low.y)
    markup.begin(
      "g",
      [
        "class": "north",
        "transform": "translate(\(MarkupText.number(at.x)) \(MarkupText.number(at.y)))",
      ])
    markup.add("path", ["class": "bar", "d": "M0 18V2M-4 8L0 1L4 8"])
    markup.add("text", ["class": "name middle", "x": "0", "y": "32"], "N")
    markup.end()
  }

  // MARK: Scale bar

  /// The scale bar: a round length and its width in pixels. Nil if the ground distance is not
  /// known.
  private var scaleBar: (width: Double, label: String)? {
    let room = min(view.width / 4, 220)
    return Self.roundLength(atMost: room * view.metresPerPixel, units).map {
      ($0.metres / view.metresPerPixel, $0.label)
    }
  }

  /// Returns the given length, rounded down to 1, 2 or 5 times a power of ten in the displayed
  /// unit.
  private static func roundLength(
    atMost metres: Double, _ units: UnitSystem
  ) -> (metres: Double, label: String)? {
    guard metres.isFinite, metres > 0 else { return nil }
    let isLong = metres >= units.splitMetres
    let unit = isLong ? units.splitMetres : units.shortMetres
    let step = ProfileLayout.roundStep(metres / unit)
    // The rounded step is at least as large as the maximum, and at most two and a half times as
    // large.
    guard
      let number = [step, step / 2, step / 2.5].first(where: {
        $0 <= metres / unit * (1 + 1e-9) && $0 == ProfileLayout.roundStep($0)
      })
    else { return nil }
    let text = number >= 1 ? Numbers.grouped(Int(number)) : Numbers.decimal(number)
    return (number * unit, "\(text) \(isLong ? units.splitSymbol : units.shortSymbol)")
  }

  private var scaleBox: Box {
    Box(
      low: PicturePoint(8, view.height - 34),
      high: PicturePoint(8 + (scaleBar?.width ?? 0) + 2 * Self.padding, view.height - 6))
  }

  private func drawScaleBar(into markup: inout MarkupText) {
    guard let scaleBar else { return }
    let start = scaleBox.low.x + Self.padding
    let end = MarkupText.number(start + scaleBar.width)
    let (top, bottom) = (whole(scaleBox.high.y - 10), whole(scaleBox.high.y - 5))
    markup.begin("g", ["class": "scale"])
    markup.add("rect", box(scaleBox.low, scaleBox.high, style: "panel"))
    markup.add(
      "path",
      ["class": "bar", "d": "M\(whole(start)) \(top)V\(bottom)H\(end)V\(top)"])
    markup.add(
      "text", ["x": whole(start), "y": whole(scaleBox.high.y - 14)], scaleBar.label)
    markup.end()
  }

  // MARK: Legend

  private var entries: [LegendEntry] { heatEntries + colourEntries + itemEntries }

  /// Returns the legend entries for the itinerary's days and for the paths that belong to no day.
  private func entries(
    of days: DayColours, besides paths: [PictureContents.PathItem]
  ) -> [LegendEntry] {
    let named = days.entries.prefix(Self.mostEntries).map {
      LegendEntry(symbol: .line, role: $0.role, text: $0.title)
    }
    let others = paths.filter { days.role(of: $0.id) == nil }
    if named.count + others.count <= Self.mostEntries, named.count == days.entries.count {
      return named + others.map { LegendEntry(symbol: .line, role: $0.role, text: $0.title) }
    }
    let rest = days.entries.count - named.count
    let texts = [
      rest > 0 ? "\(Numbers.grouped(rest)) more days" : nil,
      others.isEmpty ? nil : "\(Numbers.grouped(others.count)) other paths",
    ]
    return named
      + texts.compactMap(\.self).map { LegendEntry(symbol: .none, role: .text, text: $0) }
  }

  private var itemEntries: [LegendEntry] {
    let paths = contents.paths.filter { colouring?.contains($0.id) != true }
    if let days = contents.dayColours { return entries(of: days, besides: paths) }
    if paths.count <= Self.mostEntries, !contents.isColouredByGroup {
      return paths.map { LegendEntry(symbol: .line, role: $0.role, text: $0.title) }
    }
    let inGroups = Set(contents.groups.map(\.role))
    let others = contents.isColouredByGroup ? 0 : paths.count { !inGroups.contains($0.role) }
    let named = contents.groups.prefix(Self.mostEntries).map {
      LegendEntry(symbol: .group, role: $0.role, text: $0.name)
    }
    let rest = contents.groups.count - named.count
    let texts = [
      rest > 0 ? "\(Numbers.grouped(rest)) more groups" : nil,
      others == 0
        ? nil
        : named.isEmpty
          ? Numbers.counted(others, "path") : "\(Numbers.grouped(others)) other paths",
    ]
    return named
      + texts.compactMap(\.self).map { LegendEntry(symbol: .none, role: .text, text: $0) }
  }

  /// The maximum width of the legend's text, in pixels.
  private var legendWidth: Double { min(view.width / 3, 280) }

  private func fitted(_ text: String, fontSize: Double) -> String {
    Self.shortened(text, to: Int(legendWidth / fontSize / 0.6))
  }

  /// The legend, in the corner where it hides the fewest items; nil if the picture is too small for
  /// a legend.
  var placedLegend: Legend? {
    guard view.width >= 300, view.height >= 200 else { return nil }
    let heading = contents.title.map { fitted($0, fontSize: 14) }
    let entries = entries.map {
      LegendEntry(symbol: $0.symbol, role: $0.role, text: fitted($0.text, fontSize: 12))
    }
    // In a picture with one path, the heading suffices.
    let shown = entries.count == 1 && entries[0].text == heading ? [] : entries
    guard heading != nil || !shown.isEmpty else { return nil }
    let hasEnds = marks.contains { $0.kind != .distance }
    let endsWidth: Double = hasEnds ? stops.isEmpty ? 100 : 150 : 0
    let width =
      ([heading.map { PictureLabels.width(of: $0, fontSize: 14, isBold: true) } ?? 0]
      + shown.map { PictureLabels.width(of: $0.text, fontSize: 12) + 32 } + [endsWidth])
      .max() ?? 0
    let rows = Double(shown.count + (heading == nil ? 0 : 1) + (hasEnds ? 1 : 0))
    let size = PicturePoint(width + 2 * Self.padding, rows * Self.lineHeight + 2 * Self.padding)
    let corners = [
      PicturePoint(8, 8), PicturePoint(view.width - 42 - size.x, 8),
      PicturePoint(8, view.height - 42 - size.y),
      PicturePoint(view.width - 8 - size.x, view.height - 24 - size.y),
    ]
    let boxes = corners.map { Box(low: $0, high: $0 + size) }
    func hidden(_ box: Box) -> Int {
      let places = contents.places.count { place in
        let at = view.position(of: place.coordinate)
        return Box(low: at - PicturePoint(7, 7), high: at + PicturePoint(7, 7)).overlaps(box)
      }
      return labels.crossings(in: box) + 20 * places
    }
    let counts = boxes.map(hidden)
    guard let least = counts.min(), let best = counts.firstIndex(of: least),
      size.y < view.height - 60
    else { return nil }
    return Legend(box: boxes[best], heading: heading, entries: shown, hasEnds: hasEnds)
  }

  private func drawLegend(into markup: inout MarkupText) {
    guard let legend else { return }
    markup.begin("g", ["class": "legend"])
    markup.add("rect", box(legend.box.low, legend.box.high, style: "panel").adding("rx", "4"))
    let left = legend.box.low.x + Self.padding
    var middle = legend.box.low.y + Self.padding + Self.lineHeight / 2
    func text(_ text: String, x: Double, style: String? = nil) {
      let attributes: MarkupText.Attributes = [
        "x": MarkupText.number(x), "y": MarkupText.number(middle + 4),
      ]
      markup.add("text", attributes.adding("class", style), text)
    }
    if let heading = legend.heading {
      text(heading, x: left, style: "heading")
      middle += Self.lineHeight
    }
    for entry in legend.entries {
      let style = colours[entry.role]
      switch entry.symbol {
      case .line:
        let y = MarkupText.number(middle)
        markup.begin("g", ["class": style])
        markup.add(
          "path", ["class": "line", "d": "M\(whole(left)) \(y)H\(whole(left + 22))"])
        markup.end()
      case .group:
        markup.begin("g", ["class": style])
        markup.add(
          "rect",
          box(PicturePoint(left + 4, middle - 5), PicturePoint(left + 18, middle + 5), style: "end")
        )
        markup.end()
      case .none: break
      }
      text(entry.text, x: left + (entry.symbol == .none ? 0 : 30))
      middle += Self.lineHeight
    }
    if legend.hasEnds { drawEnds(at: PicturePoint(left, middle), into: &markup) }
    markup.end()
  }

  /// Draws the legend line that explains the stop numbers and the marks at path ends.
  private func drawEnds(at point: PicturePoint, into markup: inout MarkupText) {
    let baseline = MarkupText.number(point.y + 4)
    markup.begin("g", ["class": "c0"])
    markup.add(
      "circle",
      ["class": "start", "cx": whole(point.x + 5), "cy": MarkupText.number(point.y), "r": "4"])
    markup.add("text", ["class": "small", "x": whole(point.x + 15), "y": baseline], "start")
    markup.add(
      "rect",
      box(
        PicturePoint(point.x + 52, point.y - 4), PicturePoint(point.x + 60, point.y + 4),
        style: "end"))
    markup.add("text", ["class": "small", "x": whole(point.x + 66), "y": baseline], "end")
    markup.end()
    guard let first = stops.first else { return }
    drawStop("\(first.number)", first.role, PicturePoint(point.x + 96, point.y - 8), into: &markup)
    markup.add("text", ["class": "small", "x": whole(point.x + 118), "y": baseline], "stop")
  }
}
