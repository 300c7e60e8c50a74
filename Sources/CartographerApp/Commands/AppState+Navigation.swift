import CartographerCore
import CartographerPresentation

extension AppState {
  mutating func open() -> [Effect] {
    if focus == .groups {
      if itinerary != nil { return openItineraryInGroupColumn() }
      openGroup(columnGroup?.id)
      return [saving]
    }
    guard let id = selected else { return [] }
    switch id.kind {
    case .group:
      openGroup(id)
      return [saving]
    case .location:
      panes.focus(.map)
      return fitSelection()
    case .path:
      if let reason = Obstacle.noPath(self) { return waitOrWarn(reason, "open") }
      return startPathEdit()
    case .importRecord: return []
    }
  }

  /// Goes back one level.
  ///
  /// Outside browse mode, leaves the current mode. In browse mode, performs the first of these
  /// steps that applies: ends the range, returns the focus to the list, clears the filter, removes
  /// the marks, closes the open group, or restores a maximized pane.
  mutating func goBack() -> [Effect] {
    switch mode {
    case .boxSelect:
      leaveMode()
      return []
    case .draw(let drawing): return leaveDrawing(drawing)
    case .measure(let line): return leaveMeasuring(line)
    case .pathEdit(let edit): return leavePathEdit(edit)
    case .preview(let operation): return leaveOperation(operation)
    case .grab(let grab): return putBack(grab)
    case .itinerary:
      guard focus != .list else { return goBackInItinerary() }
      panes.endZoom()
      return focus(.list)
    case .browse: break
    }
    if list.rangeAnchor != nil {
      list.endRange()
    } else if focus != .list {
      panes.focus(.list)
      panes.endZoom()
    } else if !list.filterWords.isEmpty {
      list.endFilter()
      refilter()
    } else if !list.marks.isEmpty {
      list.removeMarks()
    } else if list.scope != nil {
      switchTab(.groups)
      return [saving]
    } else {
      panes.endZoom()
    }
    return []
  }

  /// Whether the editor is at its top level, so that going back quits the editor.
  var isAtRoot: Bool {
    mode == .browse && focus == .list && list.rangeAnchor == nil && list.filterWords.isEmpty
      && list.scope == nil && list.marks.isEmpty && !panes.isZoomed
  }

  mutating func quitOrBack() -> [Effect] {
    return isAtRoot || isTooSmall ? quit() : goBack()
  }

  mutating func focus(_ pane: Pane) -> [Effect] {
    panes.focus(pane)
    showPlannedGroup()
    return []
  }

  mutating func focusNextPane(_ step: Int) -> [Effect] {
    let order: [Pane] =
      switch layout.kind {
      case .wide: [.groups, .list, .map, .profile, .detail, .jobs]
      case .medium: [.list, .map, .detail, .profile, .jobs]
      default: [.list, .map, .detail, .profile]
      }
    panes.focusNext(step, in: order.filter { $0 != .jobs || showsJobs })
    showPlannedGroup()
    return []
  }
}
