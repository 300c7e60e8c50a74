import CartographerCore
import TerminalUI

/// A row of the list of groups.
package enum GroupPickerRow: Sendable, Equatable {
  case group(GroupSnapshot)
  /// A new group with the typed name.
  case new(String)
}

extension GroupPickerState {
  package func rows(in index: LibraryIndex) -> [GroupPickerRow] {
    let wanted = SearchFolding.folded(field.text)
    let groups = index.groups.filter {
      wanted.isEmpty || SearchFolding.folded($0.name).contains(wanted)
    }
    let isKnown = groups.contains { SearchFolding.folded($0.name) == wanted }
    return groups.map(GroupPickerRow.group)
      + (wanted.isEmpty || isKnown ? [] : [GroupPickerRow.new(field.text)])
  }
}

extension AppState {
  mutating func press(_ stroke: KeyStroke, in picker: GroupPickerState) -> [Effect] {
    var picker = picker
    let rows = picker.rows(in: index)
    let row = rows.indices.contains(picker.cursor.selected) ? rows[picker.cursor.selected] : nil
    switch stroke.notation {
    case "esc":
      overlays.removeLast()
      return []
    case "space" where picker.spaceChooses, "ctrl-space", "insert":
      if case .group(let group) = row { picker.toggle(group.id) }
    case "enter":
      if case .new(let name) = row {
        overlays.removeLast()
        list.unmark(picker.items)
        return send(edits(of: picker) + [.createGroup(name: name, members: picker.items)])
      }
      if picker.changes.isEmpty, !picker.field.isEmpty, case .group(let group) = row {
        picker.changes[group.id] = true
      }
      overlays.removeLast()
      let edits = edits(of: picker)
      guard !edits.isEmpty else { return say("The groups are unchanged") }
      list.unmark(picker.items)
      return send(edits)
    default: picker.take(stroke, of: rows.count)
    }
    replaceOverlay(.groupPicker(picker))
    return []
  }

  /// Returns at most two edits: one that adds the items to groups, and one that removes them from
  /// groups.
  private func edits(of picker: GroupPickerState) -> [LibraryEdit] {
    let changed = picker.changes.filter { picker.initial[$0.key] != ($0.value ? .all : .nobody) }
    let added = changed.filter(\.value).map(\.key).sorted()
    let removed = changed.filter { !$0.value }.map(\.key).sorted()
    var edits: [LibraryEdit] = []
    if !added.isEmpty { edits.append(.addToGroups(picker.items, groups: added)) }
    if !removed.isEmpty { edits.append(.removeFromGroups(picker.items, groups: removed)) }
    return edits
  }
}
