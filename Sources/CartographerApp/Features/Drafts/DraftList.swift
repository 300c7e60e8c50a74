import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The list of drafts: unfinished input that can be continued or discarded.
struct DraftList: ListOverlay {
  static let commands: [Command] = [
    command(
      "resume-draft", "Continue the drawing or open the form", hint: "continue",
      keys: [.draftList: "enter"]
    ) { list, state in
      guard let draft = list.selected(in: state) else { return [] }
      state.overlays.close()
      return state.resume(draft)
    },
    command(
      "discard-draft", "Discard the draft", hint: "discard",
      keys: [.draftList: "d or delete"]
    ) { list, state in
      guard let draft = list.selected(in: state) else { return [] }
      return state.ask(
        "Discard the draft?", [draft.title] + draft.lines,
        [Confirmation.Choice(.yes, "discard it", .discardDraft(draft))])
    },
    closeCommand("close-drafts", "Close the list", hint: "close", keys: [.draftList: "esc"]),
  ]

  private(set) var cursor = ListCursor()

  var context: CommandContext { .draftList }
  var modeName: String { "DRAFTS" }
  var leaveCommand: String { "close-drafts" }
  var hints: [PopupHint] {
    [
      PopupHint("resume-draft"), PopupHint("discard-draft"),
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("close-drafts"),
    ]
  }

  private func selected(in state: AppState) -> Draft? {
    let drafts = state.allDrafts
    guard !drafts.isEmpty else { return nil }
    // A draft before the cursor may just have been discarded.
    return drafts[min(cursor.selected, drafts.count - 1)]
  }

  func rowCount(in state: AppState) -> Int { state.allDrafts.count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  func draw(on screen: inout Screen) {
    let state = screen.state
    let words = screen.words
    let drafts = state.allDrafts
    let inside = screen.popup(
      columns: 76, rows: max(drafts.count, 1), title: "Unfinished input",
      note: words.text(Numbers.counted(drafts.count, "draft")))
    var shown = cursor
    shown.settle(count: drafts.count, height: inside.rows)
    let list = ListView(count: drafts.count, cursor: shown, isFocused: true) {
      ListRow(
        drafts[$0].kind.padded(to: 9) + words.text(state.listedTitle(of: drafts[$0])),
        detail: words.text(state.listedAge(of: drafts[$0])))
    }
    list.draw(into: &screen.surface, in: inside)
    if drafts.isEmpty {
      screen.surface.put(
        "There is no unfinished input.", in: inside.line(0), style: Style(.dim))
      screen.surface.cursor = inside.origin
    }
  }
}

extension AppState {
  /// Returns a draft's description for the list of drafts. In addition to the draft's title, the
  /// description names the path whose points are edited, the group of an itinerary stop, or the
  /// town nearest to an unnamed item.
  func listedTitle(of draft: Draft) -> String {
    switch draft.content {
    case .drawing(let points, let name):
      return draft.title(
        with: name.isEmpty ? map.base.nearTown(points.first, in: settings.units) : "")
    case .form(let form):
      switch form.purpose {
      case .points(let path, _): return draft.title(with: index.owner(path, " of "))
      case .stops(_, let group): return draft.title(with: index.owner(group, " in "))
      case .newPlace:
        func text(of kind: FormState.FieldKind) -> String {
          form.fields.first { $0.kind == kind }?.text ?? ""
        }
        let isNamed = !text(of: .text(.name)).isEmpty
        let position = coordinate(in: text(of: .coordinate))
        return draft.title(with: isNamed ? "" : map.base.nearTown(position, in: settings.units))
      case .edit, .colour, .newGroup, .newPath, .firstDay: return draft.title
      }
    case .preview: return draft.title
    }
  }

  /// Returns a draft's age for the list of drafts, such as `today 06:02` or `3 days ago`.
  func listedAge(of draft: Draft) -> String {
    guard let changed = draft.changed, let present = now ?? drafts.start else {
      return "this session"
    }
    let (today, day) = (
      CalendarDay(containing: present, in: settings.zone),
      CalendarDay(containing: changed, in: settings.zone)
    )
    switch today.days(since: day) {
    case ...0: return "today \(TimeText.clock(changed, in: settings.zone).prefix(5))"
    case 1: return "yesterday"
    case let days: return "\(days) days ago"
    }
  }
}

extension BaseMapState {
  /// Returns a suffix for a draft's title: a comma and the position relative to the nearest town.
  /// Returns an empty string if the coordinate is nil or no town is known.
  fileprivate func nearTown(_ coordinate: Coordinate?, in units: UnitSystem) -> String {
    guard let coordinate, let words = scene.towns?.words(for: coordinate, in: units) else {
      return ""
    }
    return ", \(words)"
  }
}

extension LibraryIndex {
  /// Returns a suffix for a draft's title: a word such as ` of `, and the name of the item that
  /// contains the edited points or stops. Returns an empty string if the item does not exist.
  fileprivate func owner(_ id: ItemID, _ word: String) -> String {
    self[id].map { "\(word)“\($0.name)”" } ?? ""
  }
}
