import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  mutating func handle(_ event: MouseEvent) -> [Effect] {
    let layout = layout
    if !overlays.isEmpty { return handleOverOverlay(event, layout) }
    switch event.action {
    case .wheelUp: return wheel(-1, at: event.position, layout)
    case .wheelDown: return wheel(1, at: event.position, layout)
    case .press(.left): return click(event.position, layout)
    case .press(.right): return centreMap(at: event.position, layout)
    case .drag(.left): return drag(to: event.position, layout)
    case .release(.left): return release(event.position, layout)
    case .press, .drag, .release: return []
    }
  }

  /// Handles a mouse event while a popup is open. The wheel scrolls lists, and a click on a key
  /// hint has the same effect as pressing the hint's keys.
  private mutating func handleOverOverlay(
    _ event: MouseEvent, _ layout: ScreenLayout
  ) -> [Effect] {
    switch event.action {
    case .wheelUp: moveInOverlay(.previous)
    case .wheelDown: moveInOverlay(.next)
    case .press(.left):
      guard layout.hints.contains(event.position), longMessage.isEmpty else {
        return activeOverlay?.click(at: event.position, in: &self) ?? []
      }
      return pressHint(at: event.position, layout)
    default: break
    }
    return []
  }

  /// Simulates pressing the keys of the hint at a screen position.
  private mutating func pressHint(at position: Point, _ layout: ScreenLayout) -> [Effect] {
    ScreenHints(self).strokes(at: position, in: layout.hints)
      .reduce(into: []) { $0 += press($1) }
  }

  private mutating func wheel(
    _ direction: Int, at position: Point, _ layout: ScreenLayout
  ) -> [Effect] {
    switch layout.pane(at: position) {
    case .map:
      return zoomMap(
        by: Double(-direction) * MapViewport.zoomStep, at: layout.cell(at: position, in: .map))
    case .list where itinerary != nil: return walkItinerary(by: direction)
    case .list:
      if list.scroll(by: 3 * direction, height: listHeight) { showSelectedItem() }
    case .groups:
      list.scrollGroups(by: direction, count: groupColumn.count, height: groupColumn.height)
      if isInGroupColumn { panes.scrollDetail(to: 0) }
    case .detail where mode.isPathEdit: return walkPoints(by: 3 * direction)
    case .detail: scrollDetail(by: direction)
    case .profile: return moveAlongProfile(by: direction)
    case .jobs, nil: break
    }
    return []
  }

  private mutating func click(_ position: Point, _ layout: ScreenLayout) -> [Effect] {
    // A long message covers the hints.
    let hasHints = longMessage.isEmpty
    messages.clear()
    map.endPress()
    if layout.hints.contains(position) {
      return hasHints ? pressHint(at: position, layout) : []
    }
    if mode == .browse, let tab = layout.tabs.first(where: { $0.rect.contains(position) }) {
      panes.focus(.list)
      return showTab(tab.tab)
    }
    guard let pane = layout.pane(at: position) else { return [] }
    if pane != .list { list.rememberClick(on: nil) }
    if mode == .browse || itinerary != nil { _ = focus(pane) }
    switch pane {
    case .list: return clickList(position, layout)
    case .groups:
      let count = groupColumn.count
      guard let content = layout.content(of: .groups),
        let row = list.groupCursor.item(at: position, in: content, count: count)
      else { return [] }
      list.selectGroup(row: row, count: count, height: content.rows)
      return mode == .browse || itinerary != nil ? open() : []
    case .map:
      map.press(layout.cell(at: position, in: .map))
      // An item that is being moved jumps to the mouse pointer immediately.
      if case .grab = mode { return clickMap(position, layout) }
      return []
    case .profile:
      if case .preview = mode { return [] }
      guard let path = selectedPath, let content = layout.content(of: .profile) else { return [] }
      let chart = ProfileChart(
        shownProfile(of: path), units: settings.units, glyphs: settings.glyphs)
      guard let point = chart.point(at: position, in: content) else { return [] }
      if case .pathEdit = mode { return goToPoint(point) }
      pathEditing.moveCursor(to: point)
      return []
    case .detail: return clickPoint(position, layout)
    case .jobs: return []
    }
  }

  /// Selects the clicked point in the table of points.
  private mutating func clickPoint(_ position: Point, _ layout: ScreenLayout) -> [Effect] {
    guard let (edit, path) = pointEdit, let rows = layout.pointRows else { return [] }
    var cursor = ListCursor(selected: edit.point, top: edit.point - rows.rows / 2)
    cursor.settle(count: path.count, height: rows.rows)
    return cursor.item(at: position, in: rows, count: path.count).map { goToPoint($0) } ?? []
  }

  private mutating func clickList(_ position: Point, _ layout: ScreenLayout) -> [Effect] {
    guard let rows = layout.listRows, rows.contains(position) else { return [] }
    if let itinerary {
      let row = itinerary.top + position.row - rows.row
      let lines = itineraryRows
      guard lines.indices.contains(row), let stop = lines[row].stop else { return [] }
      return goToStop(stop)
    }
    guard mode == .browse,
      let row = list.cursor.item(at: position, in: rows, count: list.rows.count)
    else { return [] }
    // A second click on the selected row opens it. Outside the groups, no other input may come
    // between the two clicks, since opening a path starts to edit its points.
    let isSecond = list.clicked == row
    if list.cursor.selected == row, list.tab == .groups || isSecond {
      list.rememberClick(on: nil)
      return list.tab == .trash ? [] : open()
    }
    list.rememberClick(on: row)
    list.select(row: row, height: listHeight)
    showSelectedItem()
    return []
  }

  private mutating func clickMap(_ position: Point, _ layout: ScreenLayout) -> [Effect] {
    guard let cell = layout.cell(at: position, in: .map) else { return [] }
    let size = layout.mapSize
    switch mode {
    case .browse:
      if let places = cluster(at: cell, radiusDots: 6) { return openCluster(places) }
      guard mapPicker.nearest(to: cell, radiusDots: 6) != nil else { return [] }
      return pick(at: cell, radiusDots: 6)
    case .pathEdit:
      guard let hit = mapPicker.nearestPointOfSelectedPath(to: cell, radiusDots: 8)
      else { return [] }
      return goToPoint(hit.point)
    case .draw, .measure:
      let position = map.viewport.coordinate(at: cell, in: size)
      return addDrawnPoint(snapTarget(at: position)?.coordinate ?? position)
    case .grab: return carry(to: map.viewport.coordinate(at: cell, in: size))
    case .itinerary: return pickStop(at: cell, radiusDots: 6) ?? []
    case .boxSelect, .preview: return []
    }
  }

  private mutating func drag(to position: Point, _ layout: ScreenLayout) -> [Effect] {
    guard let from = map.dragged, let cell = layout.cell(at: position, in: .map) else { return [] }
    map.drag(to: cell)
    if case .grab = mode {
      return carry(to: map.viewport.coordinate(at: cell, in: layout.mapSize))
    }
    return map.nudge(byColumns: from.column - cell.column, rows: from.row - cell.row)
  }

  /// Handles the release of the left mouse button. A press and a release in the same cell of the
  /// map are a click.
  private mutating func release(_ position: Point, _ layout: ScreenLayout) -> [Effect] {
    let isClick = map.release(at: layout.cell(at: position, in: .map))
    if case .grab = mode { return [] }
    return isClick ? clickMap(position, layout) : []
  }

  private mutating func centreMap(at position: Point, _ layout: ScreenLayout) -> [Effect] {
    guard let cell = layout.cell(at: position, in: .map) else { return [] }
    if mode == .browse || itinerary != nil { panes.focus(.map) }
    map.show(map.viewport.centred(on: map.viewport.coordinate(at: cell, in: layout.mapSize)))
    return []
  }
}
