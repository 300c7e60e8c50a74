import CartographerCore
import TerminalUI

/// The list for adding items to groups or removing items from groups. A mark beside each group
/// shows whether the group contains all, some or none of the items.
struct GroupPicker: Picker {
  enum Mark: Sendable, Equatable { case all, some, none }

  /// A row of the list: an existing group or a new group.
  enum Row: Sendable, Equatable {
    case group(GroupSnapshot)
    /// A new group with the typed name.
    case new(String)
  }

  static let commands: [Command] = [
    command(
      "choose-group", "Add the items to the group, or remove them from it", hint: "add or remove",
      keys: [.groupRows: "space", .groupPicker: "ctrl-space or insert"]
    ) { picker, state in
      guard case .group(let group) = picker.row(in: state.index) else { return [] }
      var picker = picker
      picker.toggle(group.id)
      state.overlays.replaceTop(picker)
      return []
    },
    command(
      "apply-groups", "Apply the changes, or add the items to the selected group",
      hint: "apply",
      keys: [.groupPicker: "enter"]
    ) { picker, state in state.apply(picker) },
    closeCommand(
      "leave-groups", "Close the list without changing anything", hint: "cancel",
      keys: [.groupPicker: "esc"]),
  ]

  private(set) var items: [ItemID]
  private(set) var input = PickerInput()
  /// Each group's mark before the user's changes: whether all, some or none of the items are
  /// members.
  private(set) var initial: [ItemID: Mark]
  /// The groups whose marks the user changed: true adds the items to the group, and false removes
  /// them. Groups that are not in the dictionary stay unchanged.
  private(set) var changes: [ItemID: Bool] = [:]

  var modeName: String { "GROUPS" }
  var leaveCommand: String { "leave-groups" }
  var hints: [PopupHint] {
    [
      PopupHint("choose-group"), PopupHint("apply-groups"),
      PopupHint(letters: "find or create a group"), PopupHint("leave-groups"),
    ]
  }

  init(items: [ItemID], initial: [ItemID: Mark]) {
    self.items = items
    self.initial = initial
  }

  var context: CommandContext { spaceChooses ? .groupRows : .groupPicker }

  func mark(of group: ItemID) -> Mark {
    changes[group].map { $0 ? .all : Mark.none } ?? initial[group] ?? Mark.none
  }

  /// Toggles between adding all items to a group and removing all items from it. For a group that
  /// contains only some of the items, a third option leaves the group unchanged.
  mutating func toggle(_ group: ItemID) {
    switch (mark(of: group), initial[group]) {
    case (.all, _): changes[group] = false
    case (Mark.none, .some?): changes[group] = nil
    case (Mark.none, _), (.some, _): changes[group] = true
    }
    if let change = changes[group], initial[group] == (change ? .all : Mark.none) {
      changes[group] = nil
    }
  }

  /// Ticks a group, so that all items will be added to it, and clears the filter text.
  fileprivate mutating func tick(_ group: ItemID) {
    changes[group] = initial[group] == .all ? nil : true
    input = PickerInput()
  }

  func rows(in index: LibraryIndex) -> [Row] {
    let (groups, isNew) = index.groups(matching: field.text)
    return groups.map(Row.group) + (isNew ? [.new(field.text)] : [])
  }

  fileprivate func row(in index: LibraryIndex) -> Row? {
    cursor.row(of: rows(in: index))
  }

  func rowCount(in state: AppState) -> Int { rows(in: state.index).count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    input.moveCursor(movement, count: count, height: height)
  }

  mutating func editFilter(_ edit: TextField.Edit) { input.edit(edit) }

  /// The edits that save the user's changes: at most one that adds the items to groups, and at most
  /// one that removes the items from groups.
  fileprivate var edits: [LibraryEdit] {
    let changed = changes.filter { initial[$0.key] != ($0.value ? .all : Mark.none) }
    let added = changed.filter(\.value).map(\.key).sorted()
    let removed = changed.filter { !$0.value }.map(\.key).sorted()
    var edits: [LibraryEdit] = []
    if !added.isEmpty { edits.append(.addToGroups(items, groups: added)) }
    if !removed.isEmpty { edits.append(.removeFromGroups(items, groups: removed)) }
    return edits
  }

  /// Removes deleted items from ``items`` and recalculates the groups' initial marks. Closes the
  /// list if no item is left.
  func renew(in state: inout AppState) {
    var picker = self
    picker.items.removeAll { state.index.isTrashed($0) != false }
    guard !picker.items.isEmpty else {
      state.overlays.close()
      state.messages.show("the items whose groups were being edited no longer exist", .warning)
      return
    }
    picker.initial = state.index.marks(of: picker.items)
    state.overlays.replaceTop(picker)
  }

  func draw(on screen: inout Screen) {
    let state = screen.state
    let rows = rows(in: state.index)
    let name = items.count == 1 ? state.index[items[0]]?.name ?? "" : items.counted
    let inside = screen.popup(
      columns: 52, rows: min(rows.count, 12) + 3, title: screen.text("Groups of \(name)"))
    let (line, below) = inside.splitTop(1)
    screen.surface.put("Name ", in: line, style: Style(.dim))
    field.draw(into: &screen.surface, in: line.splitLeft(5).rest, isFocused: true)
    let fieldCursor = screen.surface.cursor
    let body = below.splitTop(1).rest
    let words = screen.words
    let applyKey = words.text(state.key("apply-groups"))
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { index in
      switch rows[index] {
      case .new(let name): return ListRow(words.text("new group “\(name)”"), detail: applyKey)
      case .group(let group):
        let mark: DisplayText =
          switch self.mark(of: group.id) {
          case .all: "[x] "
          case .some: "[-] "
          case .none: "[ ] "
          }
        return ListRow(
          mark + words.text(group.name), detail: changes[group.id] == nil ? "" : "changed")
      }
    }
    if rows.isEmpty {
      screen.surface.put(
        "No groups yet: type a name to create one.", in: body.line(0), style: Style(.dim))
    }
    list.draw(into: &screen.surface, in: body)
    screen.surface.cursor = fieldCursor
  }
}

extension AppState {
  mutating func openGroupPicker() -> [Effect] {
    let items = memberTargets
    overlays.push(GroupPicker(items: items, initial: index.marks(of: items)))
    return []
  }

  /// Ticks a group that the user found by typing its name. Pressing the key again confirms all
  /// ticks, so items are never added to a group that is only highlighted.
  private mutating func tick(_ group: GroupSnapshot, in picker: GroupPicker) -> [Effect] {
    var picker = picker
    picker.tick(group.id)
    overlays.replaceTop(picker)
    return say(
      """
      Ticked “\(group.name)”; \
      \(key("apply-groups")) confirms all ticks
      """)
  }

  /// Closes the list and saves the user's changes. If nothing was ticked, adds the items to the
  /// selected group. If the row for a new group is selected, also creates the group.
  fileprivate mutating func apply(_ picker: GroupPicker) -> [Effect] {
    var picker = picker
    let row = picker.row(in: index)
    if case .new(let name) = row {
      overlays.close()
      list.unmark(picker.items)
      return send(picker.edits + [.createGroup(name: name, members: picker.items)])
    }
    if case .group(let group) = row {
      if picker.changes.isEmpty {
        guard picker.initial[group.id] != .all else {
          return warn(
            """
            “\(group.name)” already contains the items; \
            \(key("choose-group")) removes them
            """)
        }
        picker.tick(group.id)
      } else if !picker.spaceChooses {
        return tick(group, in: picker)
      }
    }
    overlays.close()
    let edits = picker.edits
    guard !edits.isEmpty else { return say("The groups are unchanged") }
    list.unmark(picker.items)
    return send(edits)
  }
}

extension LibraryIndex {
  /// Returns each group's mark: whether all, some or none of the items are members.
  fileprivate func marks(of items: [ItemID]) -> [ItemID: GroupPicker.Mark] {
    var marks: [ItemID: GroupPicker.Mark] = [:]
    for group in groups {
      let members = items.count { self[$0]?.groups.contains(group.id) ?? false }
      marks[group.id] =
        members == 0 ? GroupPicker.Mark.none : members == items.count ? .all : .some
    }
    return marks
  }
}
