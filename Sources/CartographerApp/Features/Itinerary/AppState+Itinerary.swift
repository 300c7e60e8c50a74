import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The open itinerary. Nil if no itinerary is open.
  package var itinerary: ItineraryState? {
    if case .itinerary(let itinerary) = mode { itinerary } else { nil }
  }

  /// The rows of the open itinerary: the stops, and the days from day 1 to the last day with stops.
  /// While a filter is active, only the matching stops and their days are included.
  package var itineraryRows: [ItineraryRow] {
    guard let itinerary, let plan = library.plan(of: itinerary.group) else { return [] }
    guard itinerary.filter.isEmpty else {
      let shown = Set(shownStops.map(\.id))
      return plan.days.flatMap { day -> [ItineraryRow] in
        let stops = day.lines.filter { shown.contains($0.stop.id) }.map(ItineraryRow.stop)
        return stops.isEmpty ? [] : [.day(day)] + stops
      }
    }
    var rows: [ItineraryRow] = []
    var next = 1
    for day in plan.days {
      rows += ItineraryRow.headings(ofEmptyDays: next..<max(next, day.number), before: day)
      rows.append(.day(day))
      rows += day.lines.map(ItineraryRow.stop)
      next = day.number + 1
    }
    return rows
  }

  /// The stops of the open itinerary. Empty if no itinerary is open.
  var itineraryStops: [StopSnapshot] {
    itinerary.flatMap { index.group($0.group)?.itinerary } ?? []
  }

  /// The selected stop in the open itinerary. Nil if no stop is selected.
  package var selectedStop: StopSnapshot? {
    guard let id = itinerary?.stop else { return nil }
    return itineraryStops.first { $0.id == id }
  }

  // MARK: Opening and leaving

  /// The group whose itinerary can be opened: the group under the cursor if the groups column has
  /// the focus; otherwise, the open or selected group.
  package var groupToPlan: ItemID? {
    if focus == .groups, let group = columnGroup { return group.id }
    if let scope = list.scope { return scope }
    if focus == .groups { return nil }
    return list.selected.flatMap { $0.kind == .group && list.tab == .groups ? $0 : nil }
  }

  /// The group of the open itinerary or, if the groups column has the focus, the group under its
  /// cursor. Nil if no itinerary is open.
  var openTrip: ItemID? { itinerary == nil ? nil : groupToPlan }

  mutating func openItinerary() -> [Effect] {
    guard let group = groupToPlan else { return [] }
    let origin =
      itinerary?.origin
      ?? ItineraryState.Origin(scope: list.scope, tab: list.tab, pane: focus)
    let isOpened = list.scope != group
    if isOpened { openGroup(group, keepingMarks: true) }
    enterItinerary(ItineraryState(group: group, openedFrom: origin))
    panes.focus(.list)
    settleItinerary()
    showAnotherItem()
    return isOpened ? [saving] : []
  }

  /// Opens the itinerary of the group under the cursor in the groups column, in place of the open
  /// itinerary. If the cursor is on the row for the whole library, closes the itinerary and shows
  /// all items.
  mutating func openItineraryInGroupColumn() -> [Effect] {
    guard let group = columnGroup?.id else {
      leaveMode()
      openGroup(nil)
      return [saving]
    }
    return group == itinerary?.group ? focus(.list) : openItinerary()
  }

  /// Moves the cursor of the groups column to the group whose itinerary is open, if any.
  mutating func showPlannedGroup() {
    guard let group = itinerary?.group,
      let position = index.groups.firstIndex(where: { $0.id == group })
    else { return }
    list.selectGroup(row: position + 1, count: groupColumn.count, height: groupColumn.height)
  }

  /// Clears the itinerary's filter. If there is no filter, clears the marks; if no stop is marked
  /// either, closes the itinerary.
  mutating func goBackInItinerary() -> [Effect] {
    guard let itinerary else { return [] }
    if !itinerary.filter.isEmpty {
      filterStops(by: "")
    } else if !itinerary.marks.isEmpty {
      changeItinerary { $0.removeMarks() }
    } else {
      return leaveItinerary()
    }
    return []
  }

  /// Closes the itinerary, and returns to the list and the pane in which it was opened.
  mutating func leaveItinerary() -> [Effect] {
    guard let origin = itinerary?.origin else { return [] }
    leaveMode()
    panes.focus(origin.pane)
    defer { showAnotherItem() }
    guard list.scope != origin.scope else { return [] }
    if let scope = origin.scope, index.group(scope)?.trashed == nil, index.group(scope) != nil {
      openGroup(scope, keepingMarks: true)
    } else {
      leaveScope()
    }
    switchTab(origin.tab)
    return [saving]
  }

  /// Selects the most recently added stop, and clears the filter if the filter hides this stop. If
  /// no stops were added, keeps the selection. If the selected stop was deleted, selects the next
  /// stop.
  mutating func settleItinerary(selecting made: [StopID] = []) {
    guard let before = itinerary else { return }
    let ids = itineraryStops.map(\.id)
    if let last = made.last, ids.contains(last) { selectStop(last) }
    let shown = shownStops.map(\.id)
    changeItinerary { $0.settle(in: shown, of: ids) }
    if itinerary?.stop != before.stop { showAnotherItem() }
    settleItineraryWindow()
    if focus != .groups { showPlannedGroup() }
  }

  /// Selects a stop, and clears the filter if the filter hides the stop.
  private mutating func selectStop(_ id: StopID) {
    let isHidden = !shownStops.contains { $0.id == id }
    changeItinerary {
      if isHidden { $0.setFilter("") }
      $0.select(id)
    }
  }

  /// Scrolls until the selected stop is visible. If the stop would be the first visible row, also
  /// shows the headings directly above it.
  private mutating func settleItineraryWindow() {
    guard let itinerary else { return }
    let rows = itineraryRows
    guard let position = rows.firstIndex(where: { $0.stop == itinerary.stop && $0.stop != nil })
    else { return }
    var cursor = ListCursor(selected: position, top: itinerary.top)
    cursor.settle(count: rows.count, height: listHeight)
    var top = cursor.top
    if position == top {
      while top > 0, rows[top - 1].stop == nil, position - top + 1 < listHeight { top -= 1 }
    }
    changeItinerary { $0.scroll(to: top) }
  }

  // MARK: Moving about

  /// Selects another stop, or moves the cursor in the focused groups column, details pane or
  /// profile.
  mutating func moveInItinerary(by offset: Int) -> [Effect] {
    switch focus {
    case .groups, .detail, .profile: moveCursor(by: offset)
    case .list, .map, .jobs: walkItinerary(by: offset)
    }
  }

  mutating func walkItinerary(by offset: Int) -> [Effect] {
    let stops = shownStops
    guard let itinerary, !stops.isEmpty else { return [] }
    let step = min(max(offset, -stops.count), stops.count)
    let position = min(max(itinerary.position + step, 0), stops.count - 1)
    return goToStop(stops[position].id)
  }

  /// Selects the first stop of the next or previous day, ignoring stops hidden by the filter. On
  /// the first day with visible stops, going to the previous day selects the first visible stop.
  mutating func goToDay(by step: Int) -> [Effect] {
    guard let stop = selectedStop else { return [] }
    let stops = shownStops
    let days = stops.map(\.day)
    let day = step > 0 ? days.first { $0 > stop.day } : days.last { $0 < stop.day } ?? days.first
    guard let first = stops.first(where: { $0.day == day }), first.id != stop.id else {
      return say(step > 0 ? "This is the last day" : "This is the first day")
    }
    return goToStop(first.id)
  }

  /// Marks or unmarks the selected stop, and selects the next stop.
  mutating func toggleStopMark() -> [Effect] {
    guard let stop = itinerary?.stop else { return [] }
    changeItinerary { $0.toggleMark(stop) }
    return walkItinerary(by: 1)
  }

  mutating func goToStop(_ id: StopID) -> [Effect] {
    guard itinerary != nil else { return [] }
    // A click on the map can select a stop that the filter hides.
    selectStop(id)
    settleItinerary()
    showAnotherItem()
    followSelectedStop()
    return []
  }

  /// Moves the map to the selected stop's place or path if that item is outside the view.
  private mutating func followSelectedStop() {
    guard let id = selectedStop?.item else { return }
    map.bringIntoView(map.contents.bounds(of: [id]), in: layout.mapSize, settings)
  }

  mutating func showStop() -> [Effect] {
    guard let stop = selectedStop else { return warn(missingStopReason) }
    guard let id = stop.item, map.fit([id], in: layout.mapSize) else {
      return warn("\(stop.title) is not on the map")
    }
    return []
  }

  /// The reason why no stop of the open itinerary is selected.
  var missingStopReason: String {
    itinerary?.filter.isEmpty == false
      ? """
      no stop contains the text of the filter; \
      \(key("back")) shows all stops
      """
      : """
      the itinerary is empty; \
      \(key("add-stop")) adds a stop
      """
  }
}
