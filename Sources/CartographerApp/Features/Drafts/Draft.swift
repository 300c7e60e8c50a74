import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// Unfinished input, which is kept until the user saves or discards it.
package struct Draft: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// The points of an unfinished path, and the name typed for the path. The name is empty if none
    /// was typed.
    case drawing([Coordinate], name: String)
    case form(DraftForm)
    case preview(DraftPreview)
  }

  package var content: Content
  /// The time at which the draft's current content was first written to disk. Nil if the draft has
  /// not been written yet.
  package var changed: Date?

  package init(_ content: Content, changed: Date? = nil) {
    self.content = content
    self.changed = changed
  }

  /// A one-line description of the draft, such as `New place: Name “Hut”, Coordinates`.
  var title: String { title(with: "") }

  /// Returns a one-line description of the draft.
  ///
  /// - Parameter remark: Text that follows the title of the drawing or the form.
  func title(with remark: String) -> String {
    switch content {
    case .drawing(let points, let name):
      let count = Numbers.counted(points.count, "point")
      return (name.isEmpty ? "A path with \(count)" : "The path “\(name)” with \(count)") + remark
    case .form(let form):
      let fields = form.changedFields.map { field in
        [.text(.name), .title].contains(field.kind) && !field.text.isEmpty
          ? "\(field.label) “\(field.text)”" : field.label
      }
      return "\(form.title)\(remark): \(fields.joined(separator: ", "))"
    case .preview(let preview):
      let values = preview.changedFields.map { "\($0.label) \($0.text)" }
      return "\(preview.title): \(values.joined(separator: ", "))"
    }
  }

  /// The kind of input, as shown in the list of drafts.
  var kind: DisplayText {
    switch content {
    case .drawing: "Drawing"
    case .form: "Form"
    case .preview: "Preview"
    }
  }

  var isDrawing: Bool { if case .drawing = content { true } else { false } }

  /// One line for each changed field, with the field's label and text. Empty for a drawing, whose
  /// title already includes everything.
  var lines: [String] {
    switch content {
    case .drawing: []
    case .form(let form): form.changedFields.map(\.line)
    case .preview(let preview): preview.changedFields.map(\.line)
    }
  }
}

/// A field of an unfinished form or preview.
package struct DraftField<Kind: Sendable & Equatable>: Sendable, Equatable {
  package var kind: Kind
  package var label: String
  /// The field's text before the user's changes: the form's original text, or the default value in
  /// a preview.
  package var initial: String
  package var text: String

  package init(kind: Kind, label: String, initial: String, text: String) {
    self.kind = kind
    self.label = label
    self.initial = initial
    self.text = text
  }

  var isChanged: Bool { text != initial }

  /// The field's label and text as one line, such as `Name: Hut`.
  var line: String { "\(label): \(text.isEmpty ? "nothing" : text)" }
}

/// The input in a form's fields, without display state such as the focused field.
package struct DraftForm: Sendable, Equatable {
  package typealias Field = DraftField<FormState.FieldKind>

  package var purpose: FormState.Purpose
  package var title: String
  package var fields: [Field]

  package init(purpose: FormState.Purpose, title: String, fields: [Field]) {
    self.purpose = purpose
    self.title = title
    self.fields = fields
  }

  /// Creates a draft from a form's input.
  ///
  /// For a new item, the draft includes the text of every field, because default values such as the
  /// crosshair's coordinates may differ when the form is reopened. For existing items, the draft
  /// includes only the changed fields.
  init(_ form: FormState) {
    purpose = form.purpose
    title = form.title
    fields = form.fields.filter { form.purpose.isNew || $0.isChanged }.map { field in
      Field(kind: field.kind, label: field.label, initial: field.initial, text: field.text)
    }
  }

  var changedFields: [Field] { fields.filter(\.isChanged) }

  /// Returns whether a form contains every field that was changed in this draft.
  func fits(_ form: FormState) -> Bool {
    let kinds = Set(form.fields.map(\.kind))
    return changedFields.allSatisfy { kinds.contains($0.kind) }
  }
}
