import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The parameter values typed for an operation's preview, without the computed result.
package struct DraftPreview: Sendable, Equatable {
  package typealias Field = DraftField<OperationField.Name>

  package var subject: OpenOperation.Subject
  /// A title that names the operation and its paths, such as `Simplify “Day 1”`.
  package var title: String
  package var fields: [Field]

  package init(subject: OpenOperation.Subject, title: String, fields: [Field]) {
    self.subject = subject
    self.title = title
    self.fields = fields
  }

  /// Creates a draft with an operation's current parameter values.
  init(_ operation: OpenOperation, in index: LibraryIndex) {
    let paths = operation.paths
    let name = paths.count == 1 ? index[paths[0]].map { "“\($0.name)”" } : nil
    self.init(
      subject: operation.subject,
      title: "\(operation.kind.title) \(name ?? Numbers.counted(paths.count, "path"))",
      fields: operation.draftFields)
  }

  var changedFields: [Field] { fields.filter(\.isChanged) }

  /// The text of each field, keyed by the field's name.
  var texts: [OperationField.Name: String] {
    fields.reduce(into: [:]) { $0[$1.kind] = $1.text }
  }
}

extension AppState {
  // MARK: Keeping previews

  /// The parameter values that the user changed in previews. The open preview, a preview whose
  /// change is being saved, and previews closed without applying the operation are included.
  var previewDrafts: [DraftPreview] {
    var open = operations.submitted.map { [$0] } ?? []
    if let operation { open.append(operation) }
    let kept = operations.drafts.filter { draft in !open.contains { $0.subject == draft.subject } }
    return kept + open.filter(\.hasChangedValues).map { DraftPreview($0, in: index) }
  }

  // MARK: Continuing previews

  /// Removes and returns the set-aside draft of the given operation. Returns nil if there is no
  /// draft of the operation for the same paths and points.
  mutating func setAsideDraft(of operation: OpenOperation) -> DraftPreview? {
    for draft in drafts.setAside {
      guard case .preview(let preview) = draft.content, preview.subject == operation.subject else {
        continue
      }
      drafts.remove(draft)
      return preview
    }
    return nil
  }

  /// Reopens an operation's preview from a draft, with the parameter values typed earlier. If the
  /// draft contains a single path, selects the path; otherwise, marks the draft's paths.
  mutating func resumePreview(_ preview: DraftPreview, of draft: Draft) -> [Effect] {
    guard mode == .browse else {
      let back = key("back")
      return warn("press \(back) to leave this mode first")
    }
    let subject = preview.subject
    guard let first = subject.paths.first,
      subject.paths.allSatisfy({ index.isTrashed($0) == false }),
      let count = index.outlines[first]?.pointCount,
      max(subject.range?.upperBound ?? 0, (subject.point ?? -1) + 1) <= count
    else {
      return show(
        draft.lines + [
          "",
          "One of the draft's paths was deleted or now has too few points. "
            + "The draft stays in the list until you discard it.",
        ], title: preview.title)
    }
    if drafts.remove(draft) {
      if let old = operations.draft(for: subject) { drafts.keep(Draft(.preview(old))) }
      operations.keep(preview)
    }
    list.removeMarks()
    reveal(first)
    if subject.paths.count > 1 {
      for path in subject.paths { list.toggleMark(path) }
    }
    operations.resume(subject)
    return startOperation(subject.kind, "")
  }

  /// Reopens the path editor with the draft's point and range, if the preview was started in the
  /// path editor.
  mutating func restorePathEdit(of kind: OperationKind, on path: ItemID, count: Int) {
    guard let subject = operations.removeResumed(), mode == .browse, subject.kind == kind,
      subject.paths == [path], let point = subject.point, point < count
    else { return }
    let anchor = subject.range.map { $0.lowerBound == point ? $0.upperBound - 1 : $0.lowerBound }
    enterPathEditing(PathEditState(path: path, point: point, anchor: anchor))
  }
}
