import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The path being edited and the state of its editing, or nil if there is none or it has no
  /// points.
  var pointEdit: (edit: PathEditState, path: PathData)? {
    guard case .pathEdit(let edit) = mode, let path = paths[edit.path], path.count > 0 else {
      return nil
    }
    return (edit, path)
  }

  /// Starts the search, or waits until the sensor values that it needs are loaded.
  mutating func askForPoints() -> [Effect] {
    guard var search = pointSearch, let (_, path) = pointEdit else { return [] }
    nextTrial += 1
    search.path = path
    search.asked = nextTrial
    search.found = nil
    pointSearch = search
    // Sensor values may still be loading; the search starts when they arrive.
    let series = series(of: path)
    if search.needsSeries, series == nil { return [] }
    return [
      .findPoints(
        PointSearchRequest(
          number: nextTrial, path: path, series: series, query: search.query,
          zone: settings.zone))
    ]
  }

  mutating func takeFound(_ points: [Int], of number: Int) -> [Effect] {
    guard var search = pointSearch, search.asked == number else { return [] }
    search.asked = nil
    search.found = points
    let origin = search.origin
    search.origin = nil
    pointSearch = search
    guard let origin, !points.isEmpty else {
      let isKept = origin != nil && overlay == nil
      return (isKept ? warn("no point matches") : []) + replayDeferredKeys()
    }
    let next = points.first { $0 >= origin } ?? points[0]
    return goToPoint(next) + replayDeferredKeys()
  }

  /// Runs a search that needs sensor values, now that they are loaded.
  mutating func renewSearch(knowing series: PathSeries) -> [Effect] {
    guard let search = pointSearch, search.needsSeries, search.path == series.path else {
      return []
    }
    return askForPoints()
  }

  /// Repeats the search if the points of the path changed.
  mutating func renewSearch() -> [Effect] {
    guard let search = pointSearch else { return [] }
    guard let (edit, path) = pointEdit, edit.path == search.path.id else {
      if mode == .browse { pointSearch = nil }
      return []
    }
    return path == search.path ? [] : askForPoints()
  }

  mutating func goToFound(_ step: Int) -> [Effect] {
    guard let (edit, _) = pointEdit else { return [] }
    guard let search = pointSearch, let found = search.found else {
      return warn("search for points first: press \(key("search-points"))")
    }
    guard !found.isEmpty else { return warn("no point matches \(search.text)") }
    let next = step > 0 ? found.first { $0 > edit.point } : found.last { $0 < edit.point }
    guard let point = next ?? (step > 0 ? found.first : found.last) else { return [] }
    let effects = goToPoint(point)
    if next == nil { toast = Toast("Continued from the other end") }
    return effects
  }

  // MARK: Marks

  mutating func markPoint() -> [Effect] {
    guard case .pathEdit(var edit) = mode, let path = paths[edit.path], edit.point < path.count
    else { return [] }
    if let anchor = edit.anchor {
      edit.marks.formUnion(min(anchor, edit.point)...max(anchor, edit.point))
      edit.anchor = nil
      mode = .pathEdit(edit)
      return []
    }
    if edit.marks.remove(edit.point) == nil { edit.marks.insert(edit.point) }
    mode = .pathEdit(edit)
    return walkPoints(by: 1)
  }

  /// Marks all points found, or unmarks them if all are marked already.
  mutating func markFound() -> [Effect] {
    guard case .pathEdit(var edit) = mode else { return [] }
    guard let found = pointSearch?.found, !found.isEmpty else {
      guard !edit.marks.isEmpty else {
        return warn("search for points first: press \(key("search-points"))")
      }
      edit.marks = []
      mode = .pathEdit(edit)
      return say("Removed the marks of all points")
    }
    let isMarked = edit.marks.isSuperset(of: found)
    if isMarked { edit.marks.subtract(found) } else { edit.marks.formUnion(found) }
    mode = .pathEdit(edit)
    return say(
      "\(isMarked ? "Unmarked" : "Marked") \(Numbers.counted(found.count, "point"))")
  }
}
