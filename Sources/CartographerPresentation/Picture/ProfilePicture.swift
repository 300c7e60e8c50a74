import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// A picture of a path's profile, as a vector drawing (SVG).
package struct ProfilePicture {
  private let path: PictureContents.PathItem
  private let data: ProfileData
  private let units: UnitSystem
  private let width: Double
  private let height: Double
  private let scale: ProfileScale
  /// The range of the chart's value axis, from the bottom to the top of the chart.
  private let range: ClosedRange<Double>

  private static let left = 64.0
  private static let right = 20.0
  private static let top = 40.0
  private static let bottom = 34.0

  package init(_ path: PictureContents.PathItem, width: Int, height: Int, units: UnitSystem) {
    self.path = path
    self.units = units
    self.width = Double(width)
    self.height = Double(height)
    data = ProfileData(path.columns ?? TrackColumns())
    scale = ProfileScale(data, columns: max(width - Int(Self.left + Self.right), 2))
    let values = data.range ?? 0...0
    let middle = (values.lowerBound + values.upperBound) / 2
    let half = max(values.upperBound - values.lowerBound, data.quantity.leastRange) / 2
    range = (middle - 1.16 * half)...(middle + 1.1 * half)
  }

  /// Whether no profile can be drawn because the path has no elevations or no length.
  package var isEmpty: Bool { data.absence != nil }

  // MARK: SVG

  /// Returns the picture as the text of a self-contained SVG file.
  package func svg(_ theme: PictureTheme) -> String {
    var markup = MarkupText()
    markup.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": whole(width), "height": whole(height),
        "viewBox": viewBox, "role": "img",
      ])
    markup.add("title", path.title)
    markup.add("desc", description)
    markup.add("style", trusted: "\n" + theme.styleSheet(PictureColours([path.role])))
    draw(into: &markup, colour: "c0")
    markup.end()
    return markup.text
  }

  var viewBox: String { "0 0 \(whole(width)) \(whole(height))" }

  /// The description of the profile in words.
  var description: String {
    guard !isEmpty, let values = data.range else { return "\(path.title): \(data.absence ?? "")." }
    let measures = path.measures
    let climb = [
      measures.ascentMetres.map {
        "ascent \(units.climb(metres: $0, isPartial: measures.hasPartialElevations))"
      },
      measures.descentMetres.map {
        "descent \(units.climb(metres: $0, isPartial: measures.hasPartialElevations))"
      },
    ].compactMap(\.self)
    let parts =
      [
        units.length(metres: measures.lengthMetres),
        "between \(units.elevation(metres: values.lowerBound)) and \(units.elevation(metres: values.upperBound))",
      ] + climb
    return parts.joined(separator: ", ")
  }

  /// Writes the content of the `svg` element.
  ///
  /// - Parameter colour: The CSS class for the path's colour.
  func draw(into markup: inout MarkupText, colour: String) {
    markup.add(
      "rect",
      ["class": "paper", "x": "0", "y": "0", "width": whole(width), "height": whole(height)])
    markup.add("text", ["class": "heading", "x": whole(Self.left), "y": "18"], path.title)
    markup.add("text", ["class": "small", "x": whole(Self.left), "y": "33"], description)
    guard !isEmpty else {
      markup.add(
        "text", ["class": "middle", "x": whole(width / 2), "y": whole(height / 2)],
        data.absence ?? "")
      return
    }
    drawAxes(into: &markup)
    markup.begin("g", ["class": colour])
    let floor = number(height - Self.bottom)
    var (area, edge) = ("", "")
    for run in runs {
      let line = run.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
      guard let first = run.first, let last = run.last else { continue }
      area += "M\(number(first.x)) \(floor)L\(line)V\(floor)"
      area += "H\(number(first.x == last.x ? first.x + 1 : first.x))z"
      edge += "M\(line)"
    }
    markup.add("path", ["class": "area", "d": area])
    markup.add("path", ["class": "edge", "d": edge])
    markup.end()
  }

  private func whole(_ value: Double) -> String { MarkupText.number(value, decimals: 0) }
  private func number(_ value: Double) -> String { MarkupText.number(value) }

  // MARK: Positions

  /// Returns the position, in pixels, of a value in a column of the chart.
  private func position(column: Int, _ value: Double) -> PicturePoint {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    let room = height - Self.top - Self.bottom
    return PicturePoint(Self.left + Double(column) + 0.5, height - Self.bottom - share * room)
  }

  /// Returns a path point's position in the chart. Returns nil if the point has no value.
  func position(ofPoint index: Int) -> SIMD2<Double>? {
    guard let column = scale.column(ofPoint: index), !data.values[index].isNaN else { return nil }
    return position(column: column, data.values[index])
  }

  /// Returns the indices of the points that represent the chart's columns, but at most `count`
  /// points. If there are more such points, evenly spaced ones are returned.
  func sampledPoints(atMost count: Int) -> [Int] {
    guard scale.columns > 0 else { return [] }
    let step = max((scale.columns + count - 1) / max(count, 1), 1)
    var last = -1
    return stride(from: 0, to: scale.columns, by: step).compactMap { column in
      guard let point = scale.point(atColumn: column), point > last else { return nil }
      last = point
      return point
    }
  }

  /// Returns a point's distance from the start of the path, in metres.
  func distance(ofPoint index: Int) -> Double { data.places[index] }

  /// The upper edge of the charted values, as a separate line for each section between gaps.
  private var runs: [[PicturePoint]] {
    var runs: [[PicturePoint]] = []
    var isOpen = false
    for column in 0..<scale.columns {
      guard let values = scale.elevations(inColumn: column) else {
        isOpen = false
        continue
      }
      let point = position(column: column, values.upperBound)
      if isOpen { runs[runs.count - 1].append(point) } else { runs.append([point]) }
      isOpen = true
    }
    let pen = PicturePen(low: PicturePoint(), high: PicturePoint(width, height), magnification: 1)
    return runs.map(pen.simplified)
  }

  // MARK: Axes

  private func drawAxes(into markup: inout MarkupText) {
    let end = number(width - Self.right)
    for value in levels {
      let y = position(column: 0, value).y
      markup.add(
        "path", ["class": "grid", "d": "M\(whole(Self.left)) \(number(y))H\(end)"])
      markup.add(
        "text",
        ["class": "small last", "x": whole(Self.left - 6), "y": number(y + 3.5)],
        data.quantity.label(value, units))
    }
    let floor = height - Self.bottom
    for (column, label) in distances {
      let x = number(Self.left + Double(column) + 0.5)
      markup.add("path", ["class": "grid", "d": "M\(x) \(whole(floor))v5"])
      markup.add("text", ["class": "small middle", "x": x, "y": whole(floor + 18)], label)
    }
  }

  /// The round values at which horizontal grid lines are drawn.
  private var levels: [Double] {
    let unit = data.quantity.unit(units)
    let lines = max((height - Self.top - Self.bottom) / 40, 2)
    let step =
      ProfileLayout.roundStep((range.upperBound - range.lowerBound) / unit / lines) * unit
    let first = Int((range.lowerBound / step).rounded(.up))
    let last = Int((range.upperBound / step).rounded(.down))
    return first <= last ? (first...last).map { Double($0) * step } : []
  }

  private var distances: [(column: Int, label: String)] {
    let step = data.axis.step(
      atLeast: data.length / max(Double(scale.columns) / 110, 2), units, length: data.length)
    return (0...100).compactMap { number in
      let metres = Double(number) * step.step
      guard metres <= data.length else { return nil }
      let after = data.firstPoint(in: 0..<data.count, notBeforeMetres: metres)
      guard let column = scale.column(ofPoint: min(after, data.count - 1)) else { return nil }
      let shift = (data.places[min(after, data.count - 1)] - metres) / data.length
      let text = MarkupText.number(metres / step.unit, decimals: 2)
      return (
        max(column - Int((shift * scale.columnsOfLength).rounded()), 0),
        number == 0 ? "0" : "\(text) \(step.symbol ?? "")"
      )
    }
  }
}
