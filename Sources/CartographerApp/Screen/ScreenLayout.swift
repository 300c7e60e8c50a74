import CartographerPresentation
import TerminalUI

/// The layout of panes, bars and key hints for a given screen size.
package struct ScreenLayout: Sendable {
  package enum Kind: Sendable, Equatable {
    case tooSmall
    /// A layout that shows one pane at a time.
    case single
    /// A layout for tall, narrow screens, with the list above the map.
    case portrait
    case narrow
    case medium
    case wide
  }

  package static let smallest = Size(columns: 40, rows: 10)

  package let kind: Kind
  package let header: Rect
  package let status: Rect
  package let hints: Rect
  package private(set) var panes: [(pane: Pane, rect: Rect)] = []
  private let isPlain: Bool

  package init(_ state: AppState) {
    let size = state.size
    isPlain = state.settings.isPlain
    let (header, below) = Rect(size: size).splitTop(1)
    let (above, hints) = below.splitBottom(1)
    let (body, status) = above.splitBottom(1)
    self.header = header
    self.status = status
    self.hints = hints
    kind = ScreenLayout.kind(size)
    let hasProfile =
      state.settings.showsProfile || state.focus == .profile || state.mode.isPathEdit
    switch kind {
    case .tooSmall: panes = []
    case _ where state.panes.isZoomed: panes = [(state.focus, body)]
    case .single: panes = [(state.focus, body)]
    case _ where state.isAtWorkbench:
      panes = ScreenLayout.workbench(body, kind, isTable: state.mode.isPathEdit)
    case .portrait: panes = ScreenLayout.portrait(body, state.focus, hasProfile: hasProfile)
    case .narrow: panes = ScreenLayout.narrow(body, state.focus, hasProfile: hasProfile)
    case .medium: panes = ScreenLayout.medium(body, state.focus, hasJobs: state.showsJobs)
    case .wide: panes = ScreenLayout.wide(body, hasJobs: state.showsJobs)
    }
  }

  package static func kind(_ size: Size) -> Kind {
    if size.columns < smallest.columns || size.rows < smallest.rows { return .tooSmall }
    if size.columns < 80 || size.rows < 16 {
      return size.rows >= 46 ? .portrait : .single
    }
    if size.columns <= 84, size.rows >= 46 { return .portrait }
    if size.columns < 120 || size.rows < 28 { return .narrow }
    return size.columns < 180 ? .medium : .wide
  }

  /// Returns the pane to show in the area shared by details and jobs. The jobs pane is shown only
  /// while it has the focus.
  private static func slot(_ focus: Pane) -> Pane { focus == .jobs ? .jobs : .detail }
  /// Returns the pane to show in the area shared by the list and the groups. The groups pane is
  /// shown only while it has the focus.
  ///
  /// Only wide screens have a separate groups column.
  private static func lister(_ focus: Pane) -> Pane { focus == .groups ? .groups : .list }

  private static func portrait(
    _ body: Rect, _ focus: Pane, hasProfile: Bool
  ) -> [(pane: Pane, rect: Rect)] {
    let (rest, bottom) = body.splitBottom(10)
    let (top, map) = rest.splitTop(rest.rows * 2 / 5)
    let below = hasProfile && focus != .detail && focus != .jobs ? .profile : slot(focus)
    return [(lister(focus), top), (.map, map), (below, bottom)]
  }

  private static func narrow(
    _ body: Rect, _ focus: Pane, hasProfile: Bool
  ) -> [(pane: Pane, rect: Rect)] {
    let (left, right) = body.splitLeft(min(max(body.columns * 2 / 5, 34), 44))
    let (list, detail) = left.splitBottom(min(max(body.rows * 2 / 5, 7), 12))
    guard hasProfile else {
      return [(lister(focus), list), (.map, right), (slot(focus), detail)]
    }
    let (map, profile) = right.splitBottom(min(max(body.rows / 3, 6), 12))
    return [(lister(focus), list), (.map, map), (slot(focus), detail), (.profile, profile)]
  }

  /// Returns the layout for operations and the table of points, with an enlarged details pane.
  private static func workbench(
    _ body: Rect, _ kind: Kind, isTable: Bool
  ) -> [(pane: Pane, rect: Rect)] {
    guard kind != .portrait else {
      let (rest, detail) = body.splitBottom(body.rows / 2)
      let (map, profile) = rest.splitBottom(min(max(rest.rows / 3, 6), 12))
      return [(.map, map), (.profile, profile), (.detail, detail)]
    }
    let columns = kind == .narrow ? 38 : isTable ? body.columns * 19 / 40 : 46
    let (left, right) = body.splitLeft(columns)
    let (map, profile) = right.splitBottom(min(max(body.rows * 3 / 10, 6), 16))
    return [(.detail, left), (.map, map), (.profile, profile)]
  }

  private static func medium(
    _ body: Rect, _ focus: Pane, hasJobs: Bool
  ) -> [(pane: Pane, rect: Rect)] {
    let (left, right) = body.splitLeft(40)
    let (list, jobs) = left.splitBottom(hasJobs ? min(max(body.rows / 6, 5), 8) : 0)
    let (map, bottom) = right.splitBottom(min(max(body.rows * 7 / 20, 9), 16))
    let (detail, profile) = bottom.splitLeft(bottom.columns / 2)
    let panes: [(pane: Pane, rect: Rect)] = [
      (lister(focus), list), (.map, map), (.detail, detail), (.profile, profile),
    ]
    return hasJobs ? panes + [(.jobs, jobs)] : panes
  }

  private static func wide(_ body: Rect, hasJobs: Bool) -> [(pane: Pane, rect: Rect)] {
    let (left, rest) = body.splitLeft(46)
    let (centre, right) = rest.splitRight(50)
    let (groups, list) = left.splitTop(min(max(body.rows / 4, 7), 16))
    let (map, profile) = centre.splitBottom(min(max(body.rows / 4, 9), 16))
    let (detail, jobs) = right.splitBottom(hasJobs ? min(max(body.rows / 4, 7), 16) : 0)
    let panes: [(pane: Pane, rect: Rect)] = [
      (.groups, groups), (.list, list), (.map, map), (.detail, detail), (.profile, profile),
    ]
    return hasJobs ? panes + [(.jobs, jobs)] : panes
  }

  package func rect(of pane: Pane) -> Rect? { panes.first { $0.pane == pane }?.rect }

  /// Returns the rectangle inside a pane's frame. Returns nil if the pane is not visible.
  package func content(of pane: Pane) -> Rect? {
    rect(of: pane).map { isPlain ? $0.splitTop(1).rest.splitRight(1).rest : $0.inset() }
  }

  /// Converts a screen position to a cell in a pane's content. Returns nil if the position is
  /// outside the content.
  func cell(at position: Point, in pane: Pane) -> Point? {
    guard let content = content(of: pane), content.contains(position) else { return nil }
    return Point(column: position.column - content.column, row: position.row - content.row)
  }

  package func pane(at point: Point) -> Pane? { panes.first { $0.rect.contains(point) }?.pane }

  /// The tabs above the list, with their rectangles for drawing and for mouse clicks.
  package var tabs: [(tab: ListTab, rect: Rect)] {
    guard let content = content(of: .list), content.rows > 1 else { return [] }
    let gap = content.columns >= 32 ? 2 : 1
    var column = content.column + 1
    return ListTab.allCases.map { tab in
      defer { column += tab.title.count + gap }
      return (
        tab, Rect(column: column, row: content.row, columns: tab.title.count, rows: 1)
      )
    }
  }

  /// The rectangle for the list's rows. Nil if the list is not visible.
  package var listRows: Rect? { content(of: .list).map { $0.splitTop(1).rest } }

  /// The rectangle for the point table's rows. Nil if the details pane is not visible.
  package var pointRows: Rect? { content(of: .detail).map { $0.splitTop(2).rest } }

  /// The map's size in cells, or a default size if the map is not visible.
  package var mapSize: Size {
    content(of: .map)?.size ?? Size(columns: max(header.columns - 2, 1), rows: 20)
  }

  /// The cell at the map's centre.
  var mapCentre: Point {
    let size = mapSize
    return Point(column: size.columns / 2, row: size.rows / 2)
  }
}

extension AppState {
  /// Whether wide screens show the jobs pane. An empty pane appears only while it has the focus.
  var showsJobs: Bool { !jobs.all.isEmpty || focus == .jobs }

  /// Whether an enlarged details pane is shown instead of the list, for example during an
  /// operation's preview.
  var isAtWorkbench: Bool {
    if case .preview = mode { true } else { mode.isPathEdit && pathEditing.showsPointTable }
  }
}
