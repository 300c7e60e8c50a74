import CartographerCore
import Geodesy
import TerminalUI

/// A form with text fields. Unsaved input is kept as a draft.
package struct FormState: Sendable, Equatable {
  package enum Purpose: Sendable, Hashable {
    case edit([ItemID])
    case colour([ItemID])
    /// An edit of a path's points, which are identified by their row keys.
    case points(of: ItemID, keys: [Int64])
    case newPlace
    case newGroup(members: [ItemID])
    /// A new path through the points that the user drew.
    case newPath
    /// An edit of a stop in a group's itinerary.
    case entry(StopID, of: ItemID)
    /// An edit of the date on which a group's itinerary begins.
    case firstDay(ItemID)
  }

  package enum FieldKind: Sendable, Hashable {
    case text(ItemField)
    case coordinate
    case elevation
    case time
    /// A field of an itinerary stop: its note, title or day number.
    case note, title, day
    /// A calendar date such as 2026-07-11.
    case date
  }

  package struct Field: Sendable, Equatable {
    package var kind: FieldKind
    package var label: String
    package var initial: String
    package var input: TextField
    package var error: String?
    /// A note that lists the stored values if they differ between the edited items; otherwise nil.
    package var note: String?

    package init(_ kind: FieldKind, label: String, text: String = "") {
      self.kind = kind
      self.label = label
      initial = text
      input = TextField(prefilled: text)
    }

    package var text: String { input.text }
    package var isChanged: Bool { input.text != initial }
  }

  package var title: String
  package var purpose: Purpose
  package var fields: [Field]
  package var focused = 0
  /// Whether the form contains input restored from an earlier draft.
  package var isDraft = false
  /// The reason why the store rejected the form's change, or nil if it did not.
  package var refusal: String?
  /// The points of the new path that the form names; empty in all other forms.
  package var drawn: [Coordinate] = []

  package init(title: String, purpose: Purpose, fields: [Field]) {
    self.title = title
    self.purpose = purpose
    self.fields = fields
  }

  package var isChanged: Bool { fields.contains(where: \.isChanged) }

  /// Copies the input that the user changed in an earlier form for the same items. If a stored
  /// value has changed since then, the field's error shows the new value.
  package mutating func takeOver(_ earlier: FormState) {
    guard earlier.fields.count == fields.count else { return }
    for position in fields.indices where earlier.fields[position].isChanged {
      fields[position].input = earlier.fields[position].input
      let stored = fields[position].initial
      if !purpose.isNew, stored != earlier.fields[position].initial, fields[position].isChanged {
        fields[position].error = stored.isEmpty ? "is empty now" : "is “\(stored)” now"
      } else if fields[position].isChanged {
        fields[position].error = earlier.fields[position].error
      }
    }
    focused = earlier.focused
  }

  package func text(of kind: FieldKind) -> String {
    fields.first { $0.kind == kind }?.text ?? ""
  }
}

extension FormState.Purpose {
  /// Whether the form creates a new item.
  package var isNew: Bool {
    switch self {
    case .edit, .colour, .points, .entry, .firstDay: false
    case .newPlace, .newGroup, .newPath: true
    }
  }

  /// The ID of the command that opens the form and restores its draft.
  package var commandID: String {
    switch self {
    case .edit: "edit"
    case .colour: "colour"
    case .points: "edit-point"
    case .newPlace: "new-place"
    case .newGroup: "new-group"
    case .newPath: "finish-path"
    case .entry: "edit-entry"
    case .firstDay: "first-day"
    }
  }
}
