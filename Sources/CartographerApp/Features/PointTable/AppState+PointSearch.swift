import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Starts the point search once the required sensor values are loaded.
  mutating func askForPoints() -> [Effect] {
    guard let search = pathEditing.search, let (_, path) = pointEdit else { return [] }
    let number = operations.nextRequest()
    pathEditing.requestPoints(in: path, number: number)
    // Sensor values may still be loading; the search starts when they arrive.
    let series = profile.series(of: path)
    if search.needsSeries, series == nil { return [] }
    return [
      .findPoints(
        PointSearchRequest(
          number: number, path: path, series: series, query: search.query,
          zone: settings.zone))
    ]
  }

  mutating func receiveFoundPoints(_ points: [Int], of number: Int) -> [Effect] {
    let origin = pathEditing.search?.origin
    guard pathEditing.receiveFoundPoints(points, of: number) else { return [] }
    guard let origin, !points.isEmpty else {
      let isKept = origin != nil && overlay == nil
      return isKept ? warn("no point matches") : []
    }
    let next = points.first { $0 >= origin } ?? points[0]
    return goToPoint(next)
  }

  /// Repeats the point search once the sensor values that it needs are loaded.
  mutating func renewSearch(knowing series: PathSeries) -> [Effect] {
    guard let search = pathEditing.search, search.needsSeries, search.path == series.path else {
      return []
    }
    return askForPoints()
  }

  /// Repeats the point search after a change to the path's points.
  mutating func renewSearch() -> [Effect] {
    guard let search = pathEditing.search else { return [] }
    guard let (edit, path) = pointEdit, edit.path == search.path.id else {
      if mode == .browse { pathEditing.endSearch() }
      return []
    }
    return path == search.path ? [] : askForPoints()
  }

  mutating func goToFound(_ step: Int) -> [Effect] {
    guard let (edit, _) = pointEdit else { return [] }
    guard let search = pathEditing.search, let found = search.found else {
      return warn(
        """
        search for points first: press \(key("search-points"))
        """)
    }
    guard !found.isEmpty else { return warn("no point matches \(search.text)") }
    let next = step > 0 ? found.first { $0 > edit.point } : found.last { $0 < edit.point }
    guard let point = next ?? (step > 0 ? found.first : found.last) else { return [] }
    let effects = goToPoint(point)
    if next == nil { messages.show("The search wrapped around the end of the path") }
    return effects
  }

  // MARK: Marks

  mutating func markPoint() -> [Effect] {
    guard let (edit, path) = pointEdit, edit.point < path.count else { return [] }
    let isRange = edit.anchor != nil
    changeEdit { if !$0.markRange() { $0.toggleMark() } }
    return isRange ? [] : walkPoints(by: 1)
  }

  /// Marks all points found by the search. If all found points are already marked, unmarks these
  /// points.
  mutating func markFound() -> [Effect] {
    guard case .pathEdit(let edit) = mode else { return [] }
    guard let found = pathEditing.search?.found, !found.isEmpty else {
      guard !edit.marks.isEmpty else {
        return warn(
          """
          search for points first: press \(key("search-points"))
          """)
      }
      changeEdit { $0.removeMarks() }
      return say("Unmarked all points")
    }
    var areMarked = false
    changeEdit { areMarked = $0.toggleMarks(of: found) }
    return say(
      "\(areMarked ? "Marked" : "Unmarked") \(Numbers.counted(found.count, "point"))")
  }
}
