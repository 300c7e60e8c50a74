/// The past tense of a change's title, for the message after the change.
package enum DoneTitle {
  private static let forms = [
    "Add": "Added", "Append": "Appended", "Change": "Changed", "Clear": "Cleared",
    "Colour": "Coloured", "Create": "Created", "Delete": "Deleted", "Edit": "Edited",
    "Group": "Grouped", "Import": "Imported", "Insert": "Inserted", "Join": "Joined",
    "Move": "Moved", "Purge": "Purged", "Put": "Put", "Remove": "Removed", "Rename": "Renamed",
    "Restore": "Restored", "Reverse": "Reversed", "Simplify": "Simplified", "Split": "Split",
    "Take": "Took",
  ]

  /// Returns the title in the past tense: `Deleted 2 paths` for `Delete 2 paths`. A title with an
  /// unknown verb is returned unchanged.
  package static func of(_ title: String) -> String {
    let verb = title.prefix { $0 != " " }
    guard let form = forms[String(verb)] else { return title }
    return form + title.dropFirst(verb.count)
  }
}
