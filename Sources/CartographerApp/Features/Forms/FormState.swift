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
    case stop(StopID, of: ItemID)
    /// An edit of a group itinerary's start date.
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

  /// A field of a form: its label, its stored text and its input.
  package struct Field: Sendable, Equatable {
    package var kind: FieldKind
    package var label: String
    package var initial: String
    package var input: TextField
    package var error: String?
    /// A note that lists the stored values, or nil if the edited items all have the same value.
    package var note: String?

    package init(_ kind: FieldKind, label: String, text: String = "") {
      self.kind = kind
      self.label = label
      initial = text
      input = TextField(prefilled: text, keepsLines: kind.keepsLines)
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
  /// The sentence in the form's first row about the restored draft, or nil if no draft was restored.
  private(set) var draftRemark: String?
  /// The reason why the store rejected the form's change, or nil if the change was not rejected.
  package var refusal: String?
  /// The points of the new path in the form for a new path; empty in all other forms.
  package var drawn: [Coordinate] = []
  /// The position of a new place at an end of a path or at typed coordinates. The field for coordinates shows it
  /// rounded.
  package var exactPosition: Coordinate?

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

  /// Marks the changed fields as restored from a draft: the form's first row mentions the draft, and the first typed
  /// character replaces a restored text.
  ///
  /// - Parameter age: The draft's time in words, or nil if the draft was typed in this session.
  mutating func markRestored(age: String?) {
    isDraft = isChanged
    guard isDraft else { return }
    for position in fields.indices where fields[position].isChanged {
      fields[position].input.prefill(with: fields[position].text)
    }
    let stored = purpose.isNew ? [] : fields.filter(\.isChanged)
    func quoted(_ text: String) -> String { text.isEmpty ? "empty" : "“\(text)”" }
    let values =
      switch stored.count {
      case 0: ""
      case 1: "; the stored value is \(quoted(stored[0].initial))"
      default:
        "; stored: " + stored.map { "\($0.label) \(quoted($0.initial))" }.joined(separator: ", ")
      }
    draftRemark = "Restored draft\(age.map { " from \($0)" } ?? "")\(values)."
  }

  package func text(of kind: FieldKind) -> String {
    fields.first { $0.kind == kind }?.text ?? ""
  }
}

extension FormState.FieldKind {
  /// Whether texts of this kind can have several lines.
  var keepsLines: Bool { self == .text(.notes) || self == .text(.comment) }
}

extension FormState.Purpose {
  /// Whether the form creates a new item.
  package var isNew: Bool {
    switch self {
    case .edit, .colour, .points, .stop, .firstDay: false
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
    case .stop: "edit-stop"
    case .firstDay: "first-day"
    }
  }
}
