import CartographerCore
import TerminalUI

/// The filter line while it is being typed.
package struct FilterState: Sendable, Equatable {
  package var field: TextField

  package init(_ text: String) {
    field = TextField(text)
  }
}

/// The command line with the matching commands, or with completions of an argument.
package struct PaletteState: Sendable, Equatable {
  package var field: TextField
  package var cursor = ListCursor()
  /// The file names that complete the typed argument; empty until they are read.
  package var completions: [String] = []
  /// The argument to which the completions belong, or nil.
  package var completed: String?
  /// Whether Tab was pressed before the file names were read.
  package var wantsCompletion = false

  package init(_ text: String = "") {
    field = TextField(text)
  }
}

/// The list of the keys that are available in the current mode.
package struct HelpState: Sendable, Equatable {
  package var top = 0
  package var field = TextField()
  package var isFiltering = false

  package init() {}
}

/// A question before an action that is hard to undo.
package struct ConfirmState: Sendable, Equatable {
  package struct Choice: Sendable, Equatable {
    package var key: KeyStroke
    package var label: String
    package var action: ConfirmAction

    package init(_ key: KeyStroke, _ label: String, _ action: ConfirmAction) {
      self.key = key
      self.label = label
      self.action = action
    }
  }

  package var title: String
  package var lines: [String]
  package var choices: [Choice]
  /// The label of the Esc key: the effect of cancelling.
  package var cancelLabel: String

  package init(
    title: String, lines: [String], choices: [Choice], cancelLabel: String = "cancel"
  ) {
    self.title = title
    self.lines = lines
    self.choices = choices
    self.cancelLabel = cancelLabel
  }
}

/// The action that an answer to a question starts.
package enum ConfirmAction: Sendable, Equatable {
  /// Several edits as one change.
  case edits([LibraryEdit])
  case importFile(path: String)
  case importText(String)
  case export(ids: [ItemID], path: String)
  case cancelJobsAndQuit
  case wait
  /// Undoing several changes, one after the other in this order.
  case undo([HistoryEntry.ID])
  /// Submitting the form below the question.
  case submitForm
  case deletePoints(of: ItemID, keys: [Int64])
  /// Discarding the input of the form below the question.
  case discardForm
  /// Quitting the program and losing unsaved input.
  case quit
}

/// The list of groups for adding items to groups and removing them; each row has one of three
/// marks.
package struct GroupPickerState: Picker, Sendable, Equatable {
  package enum Mark: Sendable, Equatable { case all, some, nobody }

  package var items: [ItemID]
  package var field = TextField()
  package var cursor = ListCursor()
  package var isMoved = false
  /// The stored marks of the groups: whether all, some or none of the items are members.
  package var initial: [ItemID: Mark]
  /// The groups changed by the user, each with the new membership; other groups stay unchanged.
  package var changes: [ItemID: Bool] = [:]

  package init(items: [ItemID], initial: [ItemID: Mark]) {
    self.items = items
    self.initial = initial
  }

  package func mark(of group: ItemID) -> Mark {
    changes[group].map { $0 ? .all : .nobody } ?? initial[group] ?? .nobody
  }

  /// Switches a group's mark between all and none. For a group with some of the items, the sequence
  /// is all, none, and the unchanged mark.
  package mutating func toggle(_ group: ItemID) {
    switch (mark(of: group), initial[group]) {
    case (.all, _): changes[group] = false
    case (.nobody, .some?): changes[group] = nil
    case (.nobody, _), (.some, _): changes[group] = true
    }
    if let change = changes[group], initial[group] == (change ? .all : .nobody) {
      changes[group] = nil
    }
  }
}

package struct JobViewState: Sendable, Equatable {
  package var cursor = ListCursor()

  package init() {}
}

package struct HistoryState: Sendable, Equatable {
  /// The changes of the history, newest first, or nil until they are loaded.
  package var entries: [HistoryEntry]?
  /// Whether the history is being loaded, for the first time or after a change.
  package var isOutdated = true
  package var cursor = ListCursor()

  package init() {}

  /// The change under the cursor, or nil.
  package var selected: HistoryEntry? {
    guard let entries, entries.indices.contains(cursor.selected) else { return nil }
    return entries[cursor.selected]
  }
}

/// A text to read, such as the report of an import.
package struct MessageState: Sendable, Equatable {
  package var title: String
  package var lines: [String]
  package var top = 0

  package init(title: String, lines: [String]) {
    self.title = title
    self.lines = lines
  }
}

/// A list over the screen that is filtered by typing.
package protocol Picker {
  var field: TextField { get set }
  var cursor: ListCursor { get set }
  /// Whether the cursor was moved since the last typed character.
  var isMoved: Bool { get set }
}

extension Picker {
  /// Inserts pasted text and selects the best match, as for typed text.
  mutating func insert(_ text: String) {
    field.insert(text)
    cursor = ListCursor()
    isMoved = false
  }

  /// Whether the space key chooses a row. After text is typed, space is a character until the
  /// cursor is moved.
  package var spaceChooses: Bool { field.isEmpty || isMoved }

  /// Handles a key that moves the cursor in a list with the given number of rows, or that edits the
  /// text.
  mutating func take(_ stroke: KeyStroke, of count: Int) {
    let steps = [
      "down": 1, "ctrl-n": 1, "tab": 1, "up": -1, "ctrl-p": -1, "backtab": -1, "pagedown": 10,
      "pageup": -10,
    ]
    if let step = steps[stroke.notation] {
      cursor.move(by: step, count: count, height: 10)
      isMoved = true
    } else {
      _ = field.handle(stroke)
      cursor = ListCursor()
      isMoved = false
    }
  }
}
