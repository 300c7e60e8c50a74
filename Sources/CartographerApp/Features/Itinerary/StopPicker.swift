import CartographerCore
import Geodesy
import TerminalUI

/// The list of places and paths that can be added to an itinerary as stops. Users can also type a
/// title for a stop without a place or path.
struct StopPicker: Picker {
  /// A row of the list: a place, a path, or a new stop with the typed text as its title.
  enum Row: Sendable, Equatable {
    case item(ItemID)
    /// A stop with the typed text as its title, without a place or path.
    case title(String)
  }

  static let commands: [Command] = [
    command(
      "choose-stop", "Choose the item, or remove it from the chosen items", hint: "choose several",
      keys: [.stopRows: "space", .stopPicker: "ctrl-space or insert"]
    ) { picker, state in
      state.overlays.replaceTop(picker.choosing(in: state.index))
      return []
    },
    command(
      "add-stops", "Add the chosen items, or the item under the cursor if none is chosen",
      hint: "add",
      keys: [.stopPicker: "enter"]
    ) { picker, state in state.add(picker) },
    command(
      "stops-day-later", "Add the stops to the next day", hint: "next day",
      keys: [.stopRows: ">", .stopPicker: "shift-right"]
    ) { picker, state in state.chooseDay(by: 1, in: picker) },
    command(
      "stops-day-earlier", "Add the stops to the previous day", hint: "previous day",
      keys: [.stopRows: "<", .stopPicker: "shift-left"]
    ) { picker, state in state.chooseDay(by: -1, in: picker) },
    closeCommand(
      "leave-stops", "Close the list without adding anything", hint: "cancel",
      keys: [.stopPicker: "esc"]),
  ]

  let group: ItemID
  private(set) var input = PickerInput()
  /// The chosen places and paths, in the order in which the user chose them.
  private(set) var chosen: [ItemID] = []
  /// The items that were marked when the list was opened. The list offers the marked items first.
  private let marked: [ItemID]
  /// The stop after which the new stops are added. If the value is nil, the stops are added at the
  /// end.
  private var after: StopID?
  /// The day that the user chose for the new stops. If the value is nil, the stops are added after
  /// ``after``, or at the end.
  private var chosenDay: Int?

  var modeName: String { "ADD" }
  var leaveCommand: String { "leave-stops" }
  var hints: [PopupHint] {
    [
      PopupHint("add-stops"), PopupHint("choose-stop"),
      PopupHint("stops-day-later", "stops-day-earlier", label: "day"),
      PopupHint(letters: "find an item or type a title"), PopupHint("leave-stops"),
      PopupHint("popup-up", "popup-down", label: "select"),
    ]
  }

  init(group: ItemID, marked: [ItemID], after: StopID?) {
    self.group = group
    self.marked = marked
    self.after = after
  }

  var context: CommandContext { spaceChooses ? .stopRows : .stopPicker }

  /// The maximum number of listed items. Typing a name also finds items that are not listed because
  /// of the limit.
  private static let most = 500

  /// Returns the list's rows: the marked items, then the group's members. If text was typed, the
  /// rows are the items whose names match the text, members first, and then the text itself as a
  /// title.
  func rows(in index: LibraryIndex) -> [Row] {
    let snapshot = index.snapshot
    var members: [ItemID] = []
    var others: [ItemID] = []
    func add(_ id: ItemID, _ groups: [ItemID], isTrashed: Bool) {
      guard !isTrashed else { return }
      if groups.contains(group) { members.append(id) } else { others.append(id) }
    }
    for path in snapshot.paths { add(path.id, path.groups, isTrashed: path.trashed != nil) }
    for place in snapshot.places { add(place.id, place.groups, isTrashed: place.trashed != nil) }
    members.sort { index.nameRank($0) < index.nameRank($1) }
    let text = field.text
    guard !text.allSatisfy(\.isWhitespace) else {
      let marks = Set(marked)
      return (marked + members.filter { !marks.contains($0) }).prefix(Self.most).map { .item($0) }
    }
    let found = index.namesakes(text, among: members) + index.namesakes(text, among: others)
    return found.prefix(Self.most).map { .item($0) } + [.title(text)]
  }

  fileprivate func row(in index: LibraryIndex) -> Row? {
    cursor.row(of: rows(in: index))
  }

  func rowCount(in state: AppState) -> Int { rows(in: state.index).count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    input.moveCursor(movement, count: count, height: height)
  }

  mutating func editFilter(_ edit: TextField.Edit) { input.edit(edit) }

  /// Adds an item to the chosen items, and clears the filter text.
  fileprivate mutating func choose(_ id: ItemID) {
    if !chosen.contains(id) { chosen.append(id) }
    input = PickerInput()
  }

  /// Returns a copy of the list in which the selected row is toggled between chosen and not chosen.
  /// The cursor of the copy is on the next row.
  private func choosing(in index: LibraryIndex) -> StopPicker {
    guard case .item(let id) = row(in: index) else { return self }
    var picker = self
    if let position = picker.chosen.firstIndex(of: id) {
      picker.chosen.remove(at: position)
    } else {
      picker.chosen.append(id)
    }
    picker.moveCursor(.next, count: rows(in: index).count, height: 10)
    return picker
  }

  // MARK: The day of the new stops

  /// The position at which the new stops are added. If the user chose a day, the position is the
  /// end of that day.
  fileprivate var position: ItineraryPosition {
    chosenDay.map { .day($0) } ?? after.map { .after($0) } ?? .end
  }

  private func stops(in index: LibraryIndex) -> [StopSnapshot] {
    index.group(group)?.itinerary ?? []
  }

  /// Returns the day to which the new stops are added unless the user chooses another day.
  private func defaultDay(in index: LibraryIndex) -> Int {
    let stops = stops(in: index)
    return (stops.first { $0.id == after } ?? stops.last)?.day ?? 1
  }

  /// Returns the day to which the new stops are added.
  fileprivate func day(in index: LibraryIndex) -> Int { chosenDay ?? defaultDay(in: index) }

  fileprivate func choosing(day: Int, in index: LibraryIndex) -> StopPicker {
    var picker = self
    picker.chosenDay = day == defaultDay(in: index) ? nil : day
    return picker
  }

  /// Returns the day and the position of the new stops as text, such as `day 2, at the end`.
  private func destination(in index: LibraryIndex) -> String {
    let stops = stops(in: index)
    let day = day(in: index)
    let first = index.group(group)?.firstDay.flatMap { CalendarDay($0) }
    let date = first.map { ", \($0.adding(days: day - 1).short(ofDay: day))" } ?? ""
    let remark =
      if !stops.contains(where: { $0.day == day }) {
        ", no stops yet"
      } else if chosenDay == nil, let stop = stops.first(where: { $0.id == after }) {
        ", after “\(stop.title)”"
      } else {
        ", at the end"
      }
    return "day \(day)\(date)\(remark)"
  }

  /// Returns, for each item, the days of the itinerary on which the item is already a stop.
  private func plannedDays(in index: LibraryIndex) -> [ItemID: Set<Int>] {
    stops(in: index).reduce(into: [:]) { days, stop in
      if let item = stop.item { days[item, default: []].insert(stop.day) }
    }
  }

  /// Returns a phrase that names the days on which an item is a stop, such as `on day 2`.
  private static func phrase(for days: Set<Int>) -> String {
    let numbers = days.sorted().map(String.init)
    switch numbers.count {
    case 1: return "on day \(numbers[0])"
    case 2...3: return "on days \(numbers.joined(separator: " "))"
    default: return "on \(numbers.count) days"
    }
  }

  /// Removes deleted items from the chosen items. The list of a deleted group is closed together
  /// with the group's itinerary.
  func renew(in state: inout AppState) {
    guard let group = state.index.group(group) else { return }
    var picker = self
    if !group.itinerary.contains(where: { $0.id == after }) { picker.after = nil }
    picker.chosen.removeAll { state.index.isTrashed($0) != false }
    state.overlays.replaceTop(picker)
  }

  func draw(on screen: inout Screen) {
    let items = screen.state.index
    let rows = rows(in: items)
    let groupName = items.group(group)?.name ?? ""
    let inside = screen.popup(
      columns: 60, rows: min(max(rows.count, 1), 12) + 3,
      title: screen.text("Add to the itinerary of \(groupName)"),
      note: chosen.isEmpty ? "" : screen.text("\(Numbers.grouped(chosen.count)) chosen"))
    let (line, below) = inside.splitTop(1)
    screen.surface.put("Find or title ", in: line, style: Style(.dim))
    field.draw(into: &screen.surface, in: line.splitLeft(14).rest, isFocused: true)
    let fieldCursor = screen.surface.cursor
    drawDay(on: &screen, in: below.line(0))
    let body = below.splitTop(2).rest
    let words = screen.words
    let days = plannedDays(in: items)
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { index in
      switch rows[index] {
      case .title(let title): return ListRow(words.text("stop “\(title)”"), detail: "no place")
      case .item(let id):
        let number = chosen.firstIndex(of: id).map { "[\($0 + 1)] " } ?? "[ ] "
        let isMember = items[id]?.groups.contains(group) ?? false
        let remark = days[id].map(Self.phrase) ?? (isMember ? nil : "to be added to the group")
        return ListRow(
          words.text(number + (items[id]?.name ?? "")),
          detail: words.text([id.kind.noun, remark].compactMap(\.self).joined(separator: ", ")))
      }
    }
    if rows.isEmpty {
      screen.surface.put(
        "The group is empty: type to find an item, or type a title.", in: body.line(0),
        style: Style(.dim))
    }
    list.draw(into: &screen.surface, in: body)
    screen.surface.cursor = fieldCursor
  }

  /// Draws the day to which the new stops are added, and the keys for changing the day.
  private func drawDay(on screen: inout Screen, in line: Rect) {
    screen.surface.put("Add to", in: line, style: Style(.dim))
    let keys = screen.text(
      "\(screen.state.key("stops-day-later")) \(screen.state.key("stops-day-earlier"))")
    let (main, right) = line.splitLeft(14).rest.splitRight(keys.width + 1)
    screen.surface.put(screen.text(destination(in: screen.state.index)), in: main)
    screen.surface.put(keys, in: right, style: Style(.dim), alignment: .trailing)
  }
}

extension AppState {
  mutating func openStopPicker() -> [Effect] {
    guard let itinerary else { return [] }
    let marked = list.marks.filter { $0.kind != .group && index.isTrashed($0) == false }
      .sorted { index.nameRank($0) < index.nameRank($1) }
    overlays.push(StopPicker(group: itinerary.group, marked: marked, after: itinerary.stop))
    return []
  }

  /// Chooses a later or earlier day for the new stops.
  fileprivate mutating func chooseDay(by step: Int, in picker: StopPicker) -> [Effect] {
    let day = picker.day(in: index) + step
    if let problem = ItineraryEdit.problem(withDay: day) { return say(problem) }
    overlays.replaceTop(picker.choosing(day: day, in: index))
    return []
  }

  /// Chooses an item whose name the user typed. Pressing the key again adds all chosen items, so an
  /// item that is only highlighted is never added.
  private mutating func choose(_ id: ItemID, in picker: StopPicker) -> [Effect] {
    var picker = picker
    picker.choose(id)
    overlays.replaceTop(picker)
    return say(
      """
      Chose “\(index[id]?.name ?? "")”; \
      \(key("add-stops")) adds the chosen items
      """)
  }

  /// Closes the list and adds the chosen items to the itinerary. If none was chosen, adds the item
  /// or title in the selected row.
  fileprivate mutating func add(_ picker: StopPicker) -> [Effect] {
    var stops = picker.chosen.map(ItineraryStop.item)
    switch picker.row(in: index) {
    case .item(let id)? where stops.isEmpty: stops = [.item(id)]
    case .item(let id)? where !picker.spaceChooses:
      return choose(id, in: picker)
    case .title(let text)? where stops.isEmpty || !picker.spaceChooses: stops.append(.title(text))
    case .item, .title, nil: break
    }
    guard !stops.isEmpty else {
      return warn("choose a place or a path, or type a title such as Rest day")
    }
    overlays.close()
    list.unmark(picker.chosen)
    return send(.itinerary(of: picker.group, .add(stops, at: picker.position)))
  }
}
