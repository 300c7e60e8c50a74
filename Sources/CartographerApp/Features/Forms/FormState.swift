import CartographerCore
import CartographerPresentation
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
    /// An edit of one itinerary stop, or of the day assigned to several stops.
    case stops([StopID], of: ItemID)
    /// An edit of an itinerary's start date. The associated value is the group's ID.
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
    package let kind: FieldKind
    package let label: String
    package let initial: String
    package fileprivate(set) var input: TextField
    package fileprivate(set) var error: String?
    /// A note that lists the items' stored values. Nil if all items have the same value.
    package let note: String?

    package init(_ kind: FieldKind, label: String, text: String = "", note: String? = nil) {
      self.kind = kind
      self.label = label
      self.note = note
      initial = text
      input = TextField(prefilled: text, keepsLines: kind.keepsLines)
    }

    package var text: String { input.text }
    package var isChanged: Bool { input.text != initial }
  }

  package let title: String
  package let purpose: Purpose
  package private(set) var fields: [Field]
  /// The focused field's index in ``fields``.
  package private(set) var focused = 0
  /// Whether the form contains input restored from an earlier draft.
  package private(set) var isDraft = false
  /// The message about the restored draft, shown in the form's first row. Nil if no draft was
  /// restored.
  private(set) var draftRemark: String?
  /// The reason why the store rejected the form's change. Nil if the change was not rejected.
  package private(set) var refusal: String?
  /// The points drawn for the new path. Empty in all forms except the new-path form.
  package let drawn: [Coordinate]
  /// The unrounded position of a new place, which the coordinate field shows rounded. Nil unless
  /// the place snaps to a path or the user moved the map to typed coordinates.
  package let exactPosition: Coordinate?

  package init(
    title: String, purpose: Purpose, fields: [Field], drawn: [Coordinate] = [],
    exactPosition: Coordinate? = nil
  ) {
    self.title = title
    self.purpose = purpose
    self.fields = fields
    self.drawn = drawn
    self.exactPosition = exactPosition
  }

  package var isChanged: Bool { fields.contains(where: \.isChanged) }

  // MARK: Input

  mutating func focus(_ position: Int) { focused = position }

  /// Moves the focus to another field. The next field after the last is the first, and vice versa.
  mutating func moveFocus(_ movement: RowMovement) {
    let last = fields.count - 1
    switch movement {
    case .next: focused = focused == last ? 0 : focused + 1
    case .previous: focused = focused == 0 ? last : focused - 1
    case .pageDown, .last: focused = last
    case .pageUp, .first: focused = 0
    }
  }

  /// Edits the focused field's text.
  mutating func edit(_ edit: TextField.Edit) {
    fields[focused].input.apply(edit)
    fields[focused].error = nil
  }

  /// Replaces the focused field's text.
  mutating func setFocusedText(_ text: String) {
    fields[focused].input.replace(with: text)
    fields[focused].error = nil
  }

  /// Replaces the text in the field of the given kind. Does nothing if the form has no such field.
  mutating func setText(of kind: FieldKind, to text: String) {
    guard let position = fields.firstIndex(where: { $0.kind == kind }) else { return }
    fields[position].input.replace(with: text)
  }

  /// Moves the name field's text to the coordinate field, and focuses the name field.
  mutating func moveNameToCoordinates() {
    setText(of: .coordinate, to: text(of: .text(.name)))
    setText(of: .text(.name), to: "")
    focused = fields.firstIndex { $0.kind == .text(.name) } ?? focused
  }

  /// Checks all fields, and focuses the first field with an error.
  ///
  /// - Parameter error: A closure that validates a field and returns the error, if any.
  /// - Returns: Whether all fields are valid.
  mutating func check(_ error: (Field) -> String?) -> Bool {
    for position in fields.indices { fields[position].error = error(fields[position]) }
    guard let wrong = fields.firstIndex(where: { $0.error != nil }) else { return true }
    focused = wrong
    return false
  }

  /// Shows why the store rejected the form's change.
  mutating func refuse(_ reason: String) { refusal = reason }

  mutating func removeRefusal() { refusal = nil }

  // MARK: Drafts

  /// Copies the user's changes from an earlier form for the same items into this form. If a stored
  /// value has changed in the meantime, the field's error message shows the new value.
  package mutating func copyInput(of earlier: FormState) {
    guard earlier.fields.count == fields.count else { return }
    for (position, field) in earlier.fields.enumerated() where field.isChanged {
      fields[position].input = field.input
      guard fields[position].isChanged else { continue }
      fields[position].error = changeOfStoredText(at: position, since: field.initial) ?? field.error
    }
    focused = earlier.focused
  }

  /// Copies the input and the rejection reason from a rejected form for the same items into this
  /// form.
  mutating func renew(from rejected: FormState) {
    copyInput(of: rejected)
    refusal = rejected.refusal
    isDraft = isChanged
  }

  /// Fills in the fields from the given draft. If a stored value has changed since the draft was
  /// typed, the field's error message shows the new value.
  mutating func restore(_ draft: DraftForm) {
    for field in draft.fields {
      guard let position = fields.firstIndex(where: { $0.kind == field.kind }) else { continue }
      fields[position].input.replace(with: field.text)
      guard fields[position].isChanged else { continue }
      fields[position].error = changeOfStoredText(at: position, since: field.initial)
    }
    isDraft = isChanged
  }

  /// Returns a phrase that states a field's new stored text, such as `is “Hut” now`. Returns nil if
  /// the stored text has not changed.
  private func changeOfStoredText(at position: Int, since earlier: String) -> String? {
    let stored = fields[position].initial
    guard !purpose.isNew, stored != earlier else { return nil }
    return stored.isEmpty ? "is empty now" : "is “\(stored)” now"
  }

  /// Marks the changed fields as restored from a draft. The form's first row then mentions the
  /// draft, and typed characters are added at the end of a restored field's text.
  ///
  /// - Parameter age: The time or day of the draft's last change, as text.
  ///   Nil if the draft was typed in this session.
  mutating func markRestored(age: String?) {
    isDraft = isChanged
    guard isDraft else { return }
    for position in fields.indices where fields[position].isChanged {
      fields[position].input.replace(with: fields[position].text)
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
    let origin = age.map { " from \($0)" } ?? ""
    draftRemark = "Restored draft\(origin)\(values)."
  }

  /// The text that the user entered in each field of a new item, except the name field.
  var newItemTexts: [ItemField: String] {
    fields.reduce(into: [:]) { texts, field in
      guard case .text(let name) = field.kind, name != .name, !field.text.isEmpty else { return }
      texts[name] = field.text
    }
  }

  package func text(of kind: FieldKind) -> String {
    fields.first { $0.kind == kind }?.text ?? ""
  }
}

extension FormState.FieldKind {
  /// Whether text of this kind can contain line breaks.
  var keepsLines: Bool { self == .text(.notes) || self == .text(.comment) }

  /// A hint, shown in an empty field, about which programs display the field's text. GPX has an
  /// element for comments, but none for notes. Nil for fields other than notes and comments.
  var placeholder: String? {
    switch self {
    case .text(.notes): "shown only by Cartographer"
    case .text(.comment): "also shown by other programs"
    default: nil
    }
  }
}

extension FormState.Purpose {
  /// Whether the form creates a new item.
  package var isNew: Bool {
    switch self {
    case .edit, .colour, .points, .stops, .firstDay: false
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
    case .stops: "edit-stop"
    case .firstDay: "first-day"
    }
  }
}
