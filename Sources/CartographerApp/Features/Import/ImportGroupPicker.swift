import CartographerCore
import TerminalUI

/// The list in which the user chooses or names the group to which imported items are added.
struct ImportGroupPicker: Picker {
  /// A row of the list: an option for no group, an existing group or a new group.
  enum Row: Sendable, Equatable {
    case noGroup
    case group(GroupSnapshot)
    /// A new group with the typed name.
    case new(String)

    /// The IDs or names of the groups to which the imported items are added if the user chooses
    /// this row. An existing group is given by its ID, because several groups can have the same
    /// name.
    var groups: [String] {
      switch self {
      case .noGroup: []
      case .group(let group): [group.id.description]
      case .new(let name): [name]
      }
    }
  }

  static let commands: [Command] = [
    command(
      "choose-import-group", "Add the imported items to the selected group or to a new group",
      hint: "choose", keys: [.importGroup: "enter"]
    ) { picker, state in
      guard let row = picker.row(in: state.index) else { return [] }
      state.overlays.close()
      return state.setImportGroups(row.groups)
    },
    closeCommand(
      "leave-import-groups", "Close the list without changing the group", hint: "cancel",
      keys: [.importGroup: "esc"]),
  ]

  private(set) var input = PickerInput()

  var context: CommandContext { .importGroup }
  var modeName: String { "GROUP" }
  var leaveCommand: String { "leave-import-groups" }
  var hints: [PopupHint] {
    [
      PopupHint("choose-import-group", isPromoted: true),
      PopupHint("popup-down", "popup-up", label: "select"),
      PopupHint(letters: "find or create a group"), PopupHint("leave-import-groups"),
    ]
  }

  func rows(in index: LibraryIndex) -> [Row] {
    let (groups, isNew) = index.groups(matching: field.text)
    let isBlank = field.text.allSatisfy(\.isWhitespace)
    return (isBlank ? [.noGroup] : []) + groups.map(Row.group)
      + (isNew ? [.new(field.text)] : [])
  }

  private func row(in index: LibraryIndex) -> Row? {
    cursor.row(of: rows(in: index))
  }

  func rowCount(in state: AppState) -> Int { rows(in: state.index).count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    input.moveCursor(movement, count: count, height: height)
  }

  mutating func editFilter(_ edit: TextField.Edit) { input.edit(edit) }

  func draw(on screen: inout Screen) {
    let rows = rows(in: screen.state.index)
    let inside = screen.popup(
      columns: 52, rows: min(rows.count, 12) + 3, title: "Add the imported items to a group")
    let (line, below) = inside.splitTop(1)
    screen.surface.put("Name ", in: line, style: Style(.dim))
    field.draw(into: &screen.surface, in: line.splitLeft(5).rest, isFocused: true)
    let fieldCursor = screen.surface.cursor
    let words = screen.words
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { index in
      switch rows[index] {
      case .noGroup: ListRow("no group")
      case .group(let group): ListRow(words.text(group.name), detail: words.text("\(group.id)"))
      case .new(let name): ListRow(words.text("new group “\(name)”"))
      }
    }
    list.draw(into: &screen.surface, in: below.splitTop(1).rest)
    screen.surface.cursor = fieldCursor
  }
}

extension LibraryIndex {
  /// Returns the name of the group with the given ID. Text that is not the ID of a group is the
  /// name of a new group, and is returned unchanged.
  func importGroupName(_ group: String) -> String {
    ItemID(group).flatMap { self.group($0) }?.name ?? group
  }
}
