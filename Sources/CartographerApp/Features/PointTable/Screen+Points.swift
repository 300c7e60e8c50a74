import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  /// Draws the rows of the point table around the current point, with as many columns as fit.
  mutating func drawPoints(in rect: Rect) {
    guard let id = state.selected, let path = state.paths[id] else { return }
    let edit: PathEditState
    switch state.mode {
    case .pathEdit(let state): edit = state
    case .grab(let grab):
      guard case .point(let state, _) = grab.subject else { return }
      edit = state
    case .browse, .boxSelect, .draw, .measure, .preview, .itinerary: return
    }
    let (head, below) = rect.splitTop(1)
    surface.put(text(heading(edit, path, columns: head.columns)), in: head, style: Style(.title))
    let table = PointTable(
      path: path, series: state.profile.series(of: path), settings: state.settings,
      gap: state.pathEditing.search?.query.gapColumn, columns: rect.columns)
    let (titles, rows) = below.splitTop(1)
    surface.put(table.titles, in: titles.splitLeft(2).rest, style: Style(.dim))
    var cursor = ListCursor(selected: edit.point, top: edit.point - rows.rows / 2)
    cursor.settle(count: path.count, height: rows.rows)
    let isFocused = state.focus == .detail && state.overlay == nil
    let list = ListView(count: path.count, cursor: cursor, isFocused: isFocused) { point in
      ListRow(
        table.row(point), isMarked: edit.isMarked(point),
        style: point == edit.point ? Style(.accent, .bold) : .text)
    }
    list.draw(into: &surface, in: rows)
  }

  private func heading(_ edit: PathEditState, _ path: PathData, columns: Int) -> String {
    var parts = [
      "point \(Numbers.grouped(edit.point + 1)) of \(Numbers.grouped(path.count))"
    ]
    if edit.anchor != nil, edit.range.upperBound < path.count {
      let distances = path.profile.places
      let metres = distances[edit.range.upperBound] - distances[edit.range.lowerBound]
      parts.append("range \(Numbers.grouped(edit.range.count))")
      parts.append(state.settings.units.length(metres: metres))
    } else if !edit.marks.isEmpty {
      parts.append("\(Numbers.grouped(edit.marks.count)) marked")
    } else if let search = state.pathEditing.search, let found = search.found {
      let rank =
        found.firstIndex(of: edit.point).map { "\(Numbers.grouped($0 + 1)) of " } ?? ""
      let count = Numbers.grouped(found.count)
      // A narrow pane shows the typed query instead of its longer words.
      let words = "\(search.query.words(in: state.settings.units)): \(rank)\(count)"
      let fits = parts[0].count + 2 + words.count <= columns
      parts.append(fits ? words : "/\(search.text) \(rank)\(count)")
    }
    return parts.joined(separator: "  ")
  }
}

/// A table of a path's points, with one row per point.
struct PointTable {
  let path: PathData
  let series: PathSeries?
  let columns: [PointColumn]
  private let settings: Settings
  private var units: UnitSystem { settings.units }
  private let numberWidth: Int

  /// Creates a table of a path's points, with as many columns as fit in the available width.
  ///
  /// - Parameter gap: The column of the gaps between points.
  ///   Nil unless a point search compares gaps.
  /// - Parameter columns: The available width, in cells.
  init(
    path: PathData, series: PathSeries?, settings: Settings, gap: PointColumn? = nil,
    columns room: Int
  ) {
    self.path = path
    self.series = series
    self.settings = settings
    numberWidth = max(Numbers.grouped(path.count).count, 3) + 1
    // The cursor and the mark take two cells.
    var left = room - 2 - numberWidth
    columns = PointColumn.all(of: path, series, gap: gap).filter { column in
      let width = column.width(in: settings.units, settings.notation)
      guard width <= left else {
        left = -1
        return false
      }
      left -= width
      return true
    }
  }

  var titles: DisplayText {
    columns.reduce(Self.right("#", numberWidth)) {
      $0 + Self.right($1.title, $1.width(in: units, settings.notation))
    }
  }

  func row(_ point: Int) -> DisplayText {
    columns.reduce(Self.right(Numbers.grouped(point + 1), numberWidth)) { line, column in
      line + Self.right(value(column, point), column.width(in: settings.units, settings.notation))
    }
  }

  private func value(_ column: PointColumn, _ point: Int) -> String {
    switch column {
    case .distance: return units.length(metres: path.profile.places[point])
    case .elevation:
      return path.elevationMetres(at: point).map { units.elevation(metres: $0) } ?? ""
    case .time:
      return path.time(at: point).map {
        TimeText.clock(Date(timeIntervalSinceReferenceDate: $0), in: settings.zone)
      } ?? ""
    case .speed:
      return known(series?.speeds, point).map { units.speed(metresPerSecond: $0) } ?? ""
    case .slope: return known(series?.slopes, point).map(UnitSystem.slope) ?? ""
    case .gapTime:
      guard point > 0, let time = path.time(at: point), let before = path.time(at: point - 1)
      else { return "" }
      return UnitSystem.duration(seconds: time - before)
    case .gapLength:
      guard point > 0 else { return "" }
      return units.length(
        metres: Geodesic.distanceMetres(
          from: path.coordinate(at: point - 1), to: path.coordinate(at: point)))
    case .sensor(.depth):
      return known(series?.sensors.columns[.depth], point).map { units.elevation(metres: $0) } ?? ""
    case .sensor(let quantity):
      return known(series?.sensors.columns[quantity], point).map {
        Numbers.decimal(($0 * 10).rounded() / 10)
      } ?? ""
    case .position: return settings.notation.format(path.coordinate(at: point))
    }
  }

  private func known(_ values: [Double]?, _ point: Int) -> Double? {
    guard let values, point < values.count, !values[point].isNaN else { return nil }
    return values[point]
  }

  private static func right(_ string: String, _ width: Int) -> DisplayText {
    DisplayText(string).clipped(to: max(width - 1, 1)).padded(to: width, .trailing)
  }
}
