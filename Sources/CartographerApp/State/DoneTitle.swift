/// What the history calls a change, said of one that has just been made.
package enum DoneTitle {
  private static let forms = [
    "Add": "Added", "Append": "Appended", "Change": "Changed", "Clear": "Cleared",
    "Colour": "Coloured", "Create": "Created", "Delete": "Deleted", "Edit": "Edited",
    "Group": "Grouped", "Import": "Imported", "Insert": "Inserted", "Join": "Joined",
    "Move": "Moved", "Purge": "Purged", "Put": "Put", "Remove": "Removed", "Rename": "Renamed",
    "Restore": "Restored", "Reverse": "Reversed", "Simplify": "Simplified", "Split": "Split",
    "Take": "Took",
  ]

  /// `Deleted 2 paths` for `Delete 2 paths`; a title that begins with no known verb as it is.
  package static func of(_ title: String) -> String {
    let verb = title.prefix { $0 != " " }
    guard let form = forms[String(verb)] else { return title }
    return form + title.dropFirst(verb.count)
  }
}
