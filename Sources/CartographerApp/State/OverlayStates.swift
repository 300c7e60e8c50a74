import CartographerCore
import TerminalUI

/// The filter being typed.
package struct FilterState: Sendable, Equatable {
  package var field: TextField

  package init(_ text: String) {
    field = TextField(text)
  }
}

/// The command line with the commands that fit, or completions of an argument.
package struct PaletteState: Sendable, Equatable {
  package var field: TextField
  package var cursor = ListCursor()
  /// File names that continue the argument typed, once they are known.
  package var completions: [String] = []
  /// The argument the completions are for.
  package var completed: String?
  /// Whether tab was pressed before the file names were known.
  package var wantsCompletion = false

  package init(_ text: String = "") {
    field = TextField(text)
  }
}

/// The list of keys that do something here.
package struct HelpState: Sendable, Equatable {
  package var top = 0
  package var field = TextField()
  package var isFiltering = false

  package init() {}
}

/// A question about something that is hard to take back.
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
  /// What escape does, in words.
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

/// What an answer does.
package enum ConfirmAction: Sendable, Equatable {
  /// Changes of one intent.
  case edits([LibraryEdit])
  case importFile(path: String)
  case importText(String)
  case export(ids: [ItemID], path: String)
  case cancelJobsAndQuit
  case wait
  /// These entries of the history, in this order, one after the other.
  case undo([HistoryEntry.ID])
  /// To send the form below.
  case submitForm
  case deletePoints(of: ItemID, keys: [Int64])
  /// To lose what was typed into the form below.
  case discardForm
  /// To leave the program with what is not kept.
  case quit
}

/// Groups to put items in or take them out of; each row has one of three marks.
package struct GroupPickerState: Picker, Sendable, Equatable {
  package enum Mark: Sendable, Equatable { case all, some, nobody }

  package var items: [ItemID]
  package var field = TextField()
  package var cursor = ListCursor()
  package var isMoved = false
  /// The groups as they were, with whether all, some or none of the items are in each.
  package var initial: [ItemID: Mark]
  /// What the user changed; the others stay as they are.
  package var changes: [ItemID: Bool] = [:]

  package init(items: [ItemID], initial: [ItemID: Mark]) {
    self.items = items
    self.initial = initial
  }

  package func mark(of group: ItemID) -> Mark {
    changes[group].map { $0 ? .all : .nobody } ?? initial[group] ?? .nobody
  }

  /// All, none, and all again; where only some of the items are in the group, those as they are
  /// come between.
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
  /// Newest first; nil until they are read.
  package var entries: [HistoryEntry]?
  /// Whether it is being read, at first or because something was changed since.
  package var isOutdated = true
  package var cursor = ListCursor()

  package init() {}

  /// The entry under the cursor.
  package var selected: HistoryEntry? {
    guard let entries, entries.indices.contains(cursor.selected) else { return nil }
    return entries[cursor.selected]
  }
}

/// Text to read, such as the report of an import.
package struct MessageState: Sendable, Equatable {
  package var title: String
  package var lines: [String]
  package var top = 0

  package init(title: String, lines: [String]) {
    self.title = title
    self.lines = lines
  }
}

/// A list over the screen that typing narrows.
package protocol Picker {
  var field: TextField { get set }
  var cursor: ListCursor { get set }
  /// Whether the cursor was moved since something was typed.
  var isMoved: Bool { get set }
}

extension Picker {
  /// Takes a pasted text; what fits best is chosen, as when it is typed.
  mutating func insert(_ text: String) {
    field.insert(text)
    cursor = ListCursor()
    isMoved = false
  }

  /// Whether space chooses: in a text that was begun it is a letter, until the cursor is moved.
  package var spaceChooses: Bool { field.isEmpty || isMoved }

  /// Acts on a key that moves about in so many rows or is typed, as in every such list.
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
