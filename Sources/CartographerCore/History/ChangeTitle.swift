/// The title of a change in the history: a verb and its object, such as `Delete 2 paths`.
///
/// The store holds a title as text in the imperative, such as `Delete 2 paths`. A title that was
/// stored by an older version or by another program may begin with an unknown word. Such a title
/// has no verb, and its whole text is the subject.
package struct ChangeTitle: Sendable, Hashable {
  /// The kind of change. The raw value is the stored verb in the imperative.
  package enum Verb: String, Sendable, CaseIterable {
    case add = "Add"
    case begin = "Begin"
    case change = "Change"
    case clean = "Clean"
    case clear = "Clear"
    case colour = "Colour"
    case create = "Create"
    case crop = "Crop"
    case cut = "Cut"
    case delete = "Delete"
    case duplicate = "Duplicate"
    case edit = "Edit"
    case estimate = "Estimate"
    case fill = "Fill"
    case group = "Group"
    case `import` = "Import"
    case insert = "Insert"
    case join = "Join"
    case make = "Make"
    case mark = "Mark"
    case merge = "Merge"
    case move = "Move"
    /// Used only in titles stored by earlier versions, such as `Put Hut on day 2 of Alps`.
    case put = "Put"
    case remove = "Remove"
    case rename = "Rename"
    case resample = "Resample"
    case restore = "Restore"
    case reverse = "Reverse"
    case run = "Run"
    case set = "Set"
    case shift = "Shift"
    case simplify = "Simplify"
    case smooth = "Smooth"
    case split = "Split"
    case strip = "Strip"
    /// Used only in titles stored by earlier versions, such as `Take back the import of alps.gpx`.
    case takeBack = "Take"
    case undo = "Undo"

    /// The verb in the past tense, for the message that is shown after the change.
    package var pastTense: String {
      switch self {
      case .add: "Added"
      case .begin: "Began"
      case .change: "Changed"
      case .clean: "Cleaned"
      case .clear: "Cleared"
      case .colour: "Coloured"
      case .create: "Created"
      case .crop: "Cropped"
      case .cut: "Cut"
      case .delete: "Deleted"
      case .duplicate: "Duplicated"
      case .edit: "Edited"
      case .estimate: "Estimated"
      case .fill: "Filled"
      case .group: "Grouped"
      case .import: "Imported"
      case .insert: "Inserted"
      case .join: "Joined"
      case .make: "Made"
      case .mark: "Marked"
      case .merge: "Merged"
      case .move: "Moved"
      case .put: "Put"
      case .remove: "Removed"
      case .rename: "Renamed"
      case .resample: "Resampled"
      case .restore: "Restored"
      case .reverse: "Reversed"
      case .run: "Ran"
      case .set: "Set"
      case .shift: "Shifted"
      case .simplify: "Simplified"
      case .smooth: "Smoothed"
      case .split: "Split"
      case .strip: "Stripped"
      case .takeBack: "Took"
      case .undo: "Undid"
      }
    }
  }

  /// The kind of change, or nil for a title without a known verb.
  package let verb: Verb?
  /// The title without its verb, such as `2 paths`, or the whole title if it has no known verb.
  package let subject: String

  package init(_ verb: Verb, _ subject: String) {
    self.verb = verb
    self.subject = subject
  }

  /// Creates a title from the text in the store.
  package init(stored text: String) {
    // Version 1.0 stored a permanent deletion as a purge.
    let purge = "Purge "
    let text =
      text.hasPrefix(purge) ? "Delete \(text.dropFirst(purge.count)) permanently" : text
    let first = text.prefix { $0 != " " }
    verb = Verb(rawValue: String(first))
    subject = verb == nil ? text : String(text.dropFirst(first.count + 1))
  }

  /// The title in the imperative, for menus, the history and the store.
  package var imperative: String { text(verb?.rawValue) }

  /// The title in the past tense, such as `Deleted 2 paths`, or the unchanged title if it has no
  /// known verb.
  package var pastTense: String { text(verb?.pastTense) }

  private func text(_ verb: String?) -> String {
    [verb, subject].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
