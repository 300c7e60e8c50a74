import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Screen {
  /// Draws the header row with the names of the open group and the current list, the item count,
  /// and the background jobs.
  mutating func drawHeader() {
    var right: [DisplayText] = []
    let running = state.runningJobs
    if let job = running.last, case .running(let progress) = job.state {
      let share = ProgressBar(fraction: progress.fraction).percentage
      let title =
        running.count == 1
        ? text(job.title) : text(Numbers.counted(running.count, "job"))
      right.append("[\(title)\(share.isEmpty ? "" : " " + share)]")
    }
    if !state.index.snapshot.isWritable { right.append("read-only") }
    if state.waitingDrafts > 0 {
      right.append(
        text("\(Numbers.counted(state.waitingDrafts, "draft")) (\(state.key("drafts")))"))
    }
    if state.index.snapshot.undoCount > 0 {
      right.append(text("undo:\(Numbers.grouped(state.index.snapshot.undoCount))"))
    }
    right.append(text(state.library.storeName))
    // On a narrow screen, whole parts are omitted, the library's name last.
    while right.count > 1,
      right.joined(separator: "  ").width > layout.header.columns / 2
    {
      right.removeFirst()
    }
    let end = right.joined(separator: "  ").clippedAtStart(to: layout.header.columns / 2)
    let line = layout.header.inset(columns: 1, rows: 0)
    let parts = line.splitRight(end.width)
    surface.put(end, in: parts.right, style: Style(.dim))

    var rest = parts.rest.splitRight(2).rest
    let title = breadcrumb.clipped(to: rest.columns)
    surface.put(title, in: rest, style: Style(.header))
    rest = rest.splitLeft(title.width + 3).rest
    for (part, style) in facts {
      // A fact that does not fit is clipped if enough of it stays readable, else it is omitted.
      guard rest.columns >= min(part.width, Self.leastOfFact) else { break }
      let shown = part.clipped(to: rest.columns)
      surface.put(shown, in: rest, style: style)
      rest = rest.splitLeft(shown.width + 3).rest
    }
  }

  private static let leastOfFact = 8

  private var breadcrumb: DisplayText {
    var parts: [DisplayText] = ["Library"]
    if let group = state.list.scope.flatMap({ state.index.group($0) }) {
      parts += ["Groups", words.line(group.name).clipped(to: 24)]
    }
    parts.append(state.itinerary == nil ? text(state.list.tab.title) : "Itinerary")
    return parts.joined(separator: " ▸ ")
  }

  private var facts: [(DisplayText, Style)] {
    if let itinerary = state.itinerary { return facts(of: itinerary) }
    var facts: [(DisplayText, Style)] = []
    let list = state.list
    if !list.filterWords.isEmpty {
      facts.append((text("/\(list.filterWords)").clipped(to: 20), Style(.accent)))
      facts.append((text(state.countOfFiltered), Style(.text)))
    } else {
      facts.append((text(Numbers.grouped(list.rows.count)), Style(.text)))
    }
    let marked = list.marks.union(list.range).count
    let count = Numbers.grouped(marked)
    if list.actsOnMarks {
      facts.append((text("\(count) marked"), Style(state.actsOnMarks ? .marked : .dim)))
    } else if marked > 0 {
      facts.append((text("\(count) marked \(whereMarksAre)"), Style(.dim)))
    }
    if list.tab != .trash {
      let sort = list.effectiveSort
      facts.append((text(sort.key.rawValue) + (sort.isDescending ? "↓" : "↑"), Style(.dim)))
    }
    return facts
  }

  /// A phrase that states where the marked items are, such as `in Places` or `but hidden`. Used
  /// when the current list shows none of the marked items.
  private var whereMarksAre: String {
    let tabs = Set(
      state.list.marks.map { id in
        state.index.isTrashed(id) == true ? ListTab.trash : ListTab(showing: id.kind)
      })
    guard tabs.count == 1, case let tab?? = tabs.first, tab != state.list.tab else {
      return "but hidden"
    }
    return "in \(tab.title)"
  }

  /// Draws the status row: the mode, the latest message and the crosshair's coordinates.
  mutating func drawStatus() {
    let line = layout.status.inset(columns: 1, rows: 0)
    let place = positionText(fitting: line.columns)
    let parts = line.splitRight(place.width)
    surface.put(place, in: parts.right, alignment: .trailing)
    let mode: DisplayText = text(state.modeName)
    let isNormal = state.mode == .browse && state.overlay == nil
    let column = surface.put(
      mode, at: line.origin,
      style: isNormal ? Style(.title) : Style(.badge))
    let rest = Rect(
      column: column + 2, row: line.row, columns: parts.rest.endColumn - column - 3, rows: 1)
    if let overlay = state.overlay, overlay.drawStatus(on: &self, in: rest) { return }
    if let toast = state.toast {
      let whole = text(toast.text)
      let full = Rect(
        column: rest.column, row: rest.row, columns: line.endColumn - rest.column, rows: 1)
      // A long message may cover the coordinates.
      let room = whole.width > rest.columns ? full : rest
      if room == full { surface.fill(full) }
      let long = state.longMessage
      guard long.isEmpty else {
        for (line, row) in zip(long, [room.row, layout.hints.row]) {
          surface.put(
            line, in: Rect(column: room.column, row: row, columns: room.columns, rows: 1),
            style: Style(toast.level.role))
        }
        return
      }
      let end = toast.hint.isEmpty ? DisplayText.empty : text(" — \(toast.hint)")
      let left = max(room.columns - end.width, 0)
      let sentence = words.sentence(of: toast, fitting: left).clippedInMiddle(to: left)
      surface.put(sentence + end, in: room, style: Style(toast.level.role))
    } else if let advice {
      surface.put(advice, in: rest, style: Style(.dim))
    } else if rest.columns >= Self.leastOfFact, let words = state.crosshairWords {
      surface.put(text(words).clipped(to: rest.columns), in: rest, style: Style(.dim))
    }
  }

  /// A hint for the status row: the progress of saving a change, or an explanation of the current
  /// mode. Nil if no hint is needed.
  private var advice: DisplayText? {
    if let progress = state.writes.progress {
      return "saving\(share(of: progress)); \(state.key("cancel")) cancels"
    }
    switch state.mode {
    case .draw(let line), .measure(let line):
      let count = line.points.count
      let points = "\(Numbers.grouped(count)) \(count == 1 ? "point" : "points")"
      let length = state.settings.units.length(metres: line.lengthMetres)
      let climb = state.pathEditing.climbWords(of: line, state.settings).map { "  " + $0 } ?? ""
      let drawn = "\(points)  \(length)\(climb)"
      let add = state.key("add-point")
      if let target = state.snapTarget {
        return text("\(drawn)  \(add) snaps to \(state.index.name(of: target))")
      }
      // While measuring, the text must fit beside the coordinates on a narrow screen.
      let move = if case .draw = state.mode { "move the map, " } else { "" }
      return text("\(drawn)  \(move)\(add) adds a point")
    case .boxSelect: return "move the map to resize the box"
    case .grab(let grab):
      let target = state.snapTarget
      let line = Geodesic.inverse(from: grab.origin, to: target?.coordinate ?? grab.position)
      let length = state.settings.units.length(metres: line.distanceMetres)
      let bearing = Bearing.text(line.initialBearingDegrees, overMetres: line.distanceMetres)
      let moved = "moved \(length)" + (bearing.map { "  bearing \($0)" } ?? "")
      let drop = state.key("drop")
      return text(
        moved + (target.map { "  \(drop) snaps to \(state.index.name(of: $0))" } ?? ""))
    case .preview(let operation):
      guard operation.pending != nil else { return nil }
      return (operation.isConfirmed ? "applying" : "calculating") + share(of: operation.progress)
    case .browse, .itinerary: return state.isSaving ? "saving" : nil
    case .pathEdit:
      if state.isSaving { return "saving" }
      guard state.overlay == nil else { return nil }
      // The coordinates at the right end are those of the selected point.
      let keys = "\(state.key("insert-point")) \(state.key("append-point"))"
      if let target = state.snapTarget {
        return text("\(keys) insert at \(state.index.name(of: target))")
      }
      let crosshair = state.settings.notation.format(state.map.viewport.centreCoordinate)
      return text("\(keys) insert at \(crosshair)")
    }
  }

  private func share(of progress: JobProgress?) -> DisplayText {
    let percentage = ProgressBar(fraction: progress?.fraction).percentage
    return percentage.isEmpty ? "" : " " + percentage
  }

  /// Returns the coordinates and the elevation as text for the status row. The text is at most half
  /// as wide as the row or, if only the mode is shown beside it, as wide as the remaining space.
  /// The elevation is omitted if necessary, but the coordinates are never shortened.
  private func positionText(fitting columns: Int) -> DisplayText {
    let (coordinates, height) = position
    let isEmpty = state.toast == nil && advice == nil && state.overlay == nil
    let room = isEmpty ? columns - text(state.modeName).width - 3 : columns / 2
    return [coordinates + height, coordinates].first { $0.width <= max(room, columns / 2) } ?? ""
  }

  /// The coordinates and elevation at the selected place or point, or at the crosshair if none is
  /// selected.
  private var position: (coordinates: DisplayText, height: DisplayText) {
    var elevation: Double?
    let coordinate: Coordinate
    switch state.mode {
    case .grab(let grab): coordinate = state.snapTarget?.coordinate ?? grab.position
    case .pathEdit(let edit):
      guard let path = state.paths[edit.path], edit.point < path.count else { return ("", "") }
      coordinate = path.coordinate(at: edit.point)
      elevation = path.elevationMetres(at: edit.point)
    case .draw, .measure: coordinate = state.insertionPosition
    case .boxSelect, .preview: coordinate = state.map.viewport.centreCoordinate
    case .browse, .itinerary:
      if state.focus == .map || state.isInGroupColumn {
        coordinate = state.map.viewport.centreCoordinate
      } else if let id = state.selected, let place = state.index.place(id) {
        coordinate = place.coordinate
        elevation = place.elevationMetres
      } else if let path = state.selectedPath, path.count > 0 {
        let point = min(state.pathEditing.pointCursor ?? 0, path.count - 1)
        coordinate = path.coordinate(at: point)
        elevation = path.elevationMetres(at: point)
      } else {
        coordinate = state.map.viewport.centreCoordinate
      }
    }
    let height = elevation.map { "  \(state.settings.units.elevation(metres: $0))" } ?? ""
    return (text(state.settings.notation.format(coordinate)), text(height))
  }
}

extension AppState {
  /// The two lines of a message that is too long for the status row. Empty if there is no such
  /// message. The second line is drawn in place of the key hints. If the message needs more lines,
  /// the second line ends with the key that shows all of it.
  var longMessage: [DisplayText] {
    guard let toast, !(overlay is FilterLine), !(overlay is PointSearchLine) else { return [] }
    let words = ItemWords(state: self)
    let room = size.columns - words.text(modeName).width - 4
    let more = words.text(overlay == nil ? " … \(key("last-message"))" : " …")
    guard toast.hint.isEmpty else {
      // In one row, a long hint would leave too few words of the sentence.
      let left = room - words.text(" — \(toast.hint)").width
      guard words.sentence(of: toast, fitting: left).width > left,
        left < Self.leastOfSentence || !toast.shorterSentences.isEmpty
      else { return [] }
      let sentence = words.sentence(of: toast, fitting: room)
      let hint = words.text(toast.hint)
      guard sentence.width > room, hint.width + more.width <= room else {
        return [sentence.clippedInMiddle(to: room), hint.clipped(to: room)]
      }
      return [sentence.clippedInMiddle(to: room), hint + more]
    }
    var lines = words.text(toast.sentence).wrapped(to: room)
    guard lines.count > 1 else { return [] }
    // The line ends after a whole word, because a clipped word would have an ellipsis of its own.
    if lines.count > 2 { lines[1] = lines[1].wrapped(to: room - more.width)[0] + more }
    return Array(lines.prefix(2))
  }

  /// The minimum width, in columns, of a message's sentence that shares a row with its hint.
  private static let leastOfSentence = 30
}

extension ItemWords {
  /// Returns the longest version of a message's sentence that fits in the given width. If none
  /// fits, returns the shortest version.
  fileprivate func sentence(of toast: Toast, fitting columns: Int) -> DisplayText {
    let versions = [toast.sentence] + toast.shorterSentences
    return versions.lazy.map(text).first { $0.width <= columns } ?? text(versions.last ?? "")
  }
}

extension Toast.Level {
  fileprivate var role: Role {
    switch self {
    case .note: .accent
    case .success: .success
    case .warning: .warning
    case .error: .error
    }
  }
}
