import CartographerCore
import Geodesy
import TerminalUI

/// Fields to fill in. What was typed and not saved is kept as a draft.
package struct FormState: Sendable, Equatable {
  package enum Purpose: Sendable, Hashable {
    case edit([ItemID])
    case colour([ItemID])
    /// Points of a path, by their keys.
    case points(of: ItemID, keys: [Int64])
    case newPlace
    case newGroup(members: [ItemID])
    /// A path of the points drawn.
    case newPath([Coordinate])
    /// An entry of a group's itinerary.
    case entry(EntryID, of: ItemID)
    /// The date of a group's first day.
    case firstDay(ItemID)
  }

  package enum FieldKind: Sendable, Hashable {
    case text(ItemField)
    case coordinate
    case elevation
    case time
    /// Of an entry of an itinerary.
    case note, title, day
    /// A day of the calendar.
    case date
  }

  package struct Field: Sendable, Equatable {
    package var kind: FieldKind
    package var label: String
    package var initial: String
    package var input: TextField
    package var error: String?
    /// What is stored, where several items differ.
    package var note: String?

    package init(_ kind: FieldKind, label: String, text: String = "") {
      self.kind = kind
      self.label = label
      initial = text
      input = TextField(text)
    }

    package var text: String { input.text }
    package var isChanged: Bool { input.text != initial }
  }

  package var title: String
  package var purpose: Purpose
  package var fields: [Field]
  package var focused = 0
  /// Whether it holds what was typed at an earlier time.
  package var isDraft = false
  /// Why the store did not take it.
  package var refusal: String?

  package init(title: String, purpose: Purpose, fields: [Field]) {
    self.title = title
    self.purpose = purpose
    self.fields = fields
  }

  package var isChanged: Bool { fields.contains(where: \.isChanged) }

  /// Takes over what was typed into an earlier form of the same items, and says beside it where
  /// what is stored is no longer what that form showed.
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
  /// Whether it makes something that is not there yet.
  package var isNew: Bool {
    switch self {
    case .edit, .colour, .points, .entry, .firstDay: false
    case .newPlace, .newGroup, .newPath: true
    }
  }

  /// The command that opens the form, and its draft.
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
