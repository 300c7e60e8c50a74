import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  // MARK: Keeping drafts

  /// All unfinished input: the drawing, the drafts of forms and previews, and the drafts set aside
  /// for later.
  package var allDrafts: [Draft] { currentDrafts + drafts.setAside }

  /// The unfinished input from this session, including input in the open form and in a form whose
  /// change is being saved.
  private var currentDrafts: [Draft] {
    let submitted = overlays.submitted as? FormState
    // Purposes are compared, not hashed: a purpose may contain the keys of many points, and only
    // comparing is fast if both share one array.
    var forms = Array(drafts.forms.values)
    for form in overlays.open(FormState.self) + (submitted.map { [$0] } ?? []) {
      forms.removeAll { $0.purpose == form.purpose }
      if form.isChanged { forms.append(form) }
    }
    let drawing = drawingDraft(named: forms).map { [$0] } ?? []
    forms.removeAll { $0.purpose == .newPath }
    return drawing
      + forms.map { Draft(.form(DraftForm($0))) }.sorted { $0.title < $1.title }
      + previewDrafts.map { Draft(.preview($0)) }
  }

  /// The draft of the unfinished drawing, including the name typed for the path. Nil if there is no
  /// unfinished drawing.
  var drawingDraft: Draft? { currentDrafts.first(where: \.isDrawing) }

  private func drawingDraft(named forms: [FormState]) -> Draft? {
    let submitted = (overlays.submitted as? FormState)?.drawn ?? []
    let (drawn, kept) = (mode.drawing?.points ?? [], pathEditing.keptDrawing?.points ?? [])
    let points = [drawn, submitted, kept].first { !$0.isEmpty } ?? []
    let name = forms.first { $0.purpose == .newPath }?.text(of: .text(.name)) ?? ""
    return points.isEmpty ? nil : Draft(.drawing(points, name: name))
  }

  /// Sets the unfinished drawing aside as a draft. Returns false if there is no unfinished drawing.
  @discardableResult
  mutating func setDrawingAside() -> Bool {
    guard let draft = drawingDraft else { return false }
    drafts.keep(draft)
    drafts.drop(.newPath)
    _ = pathEditing.removeKeptDrawing()
    return true
  }

  /// Requests that the drafts be written to disk. Does nothing if the drafts have not changed since
  /// the last request.
  mutating func writeDrafts() -> [Effect] {
    guard drafts.areWritten else { return [] }
    let all = allDrafts
    return drafts.send(all) ? [.writeDrafts(all)] : []
  }

  mutating func stopWritingDrafts(_ failure: EditorFailure) -> [Effect] {
    drafts.endWriting()
    return fail(
      EditorFailure(
        """
        Unfinished input cannot be kept on disk: \(failure.message) The editor asks before it \
        discards the input.
        """
      ))
  }

  // MARK: Offering drafts

  /// The number of drafts that the user can continue, excluding the input currently on the screen.
  var waitingDrafts: Int {
    drafts.forms.keys.count { $0 != .newPath } + (pathEditing.keptDrawing == nil ? 0 : 1)
      + operations.drafts.count { $0.subject != operation?.subject } + drafts.setAside.count
  }

  /// Shows a message in the status row about the drafts from earlier sessions.
  mutating func offerDrafts() {
    let key = key("drafts")
    if let file = drafts.unreadable.first {
      messages.show(
        "the drafts in \(file.lastComponent) cannot be read; the file has been kept",
        .warning, hint: drafts.setAside.isEmpty ? "" : "\(key) shows the other drafts")
    } else if drafts.setAside.count == 1, let draft = drafts.setAside.first {
      let age = drafts.age(of: draft, in: settings.zone).map { " (\($0))" } ?? ""
      messages.show("Unfinished\(age): \(draft.title)", hint: "\(key) continues it")
    } else if !drafts.setAside.isEmpty {
      let count = Numbers.counted(drafts.setAside.count, "draft")
      messages.show("\(count) of unfinished input", hint: "\(key) shows them")
    }
  }

  // MARK: Continuing drafts

  /// Continues an unfinished drawing, form or preview. If the continued draft replaces another
  /// draft of the same kind, the other draft is set aside.
  mutating func resume(_ draft: Draft) -> [Effect] {
    switch draft.content {
    case .drawing(let points, let name): return resumeDrawing(points, name, of: draft)
    case .form(let form): return resumeForm(form, of: draft)
    case .preview(let preview): return resumePreview(preview, of: draft)
    }
  }

  private mutating func resumeDrawing(
    _ points: [Coordinate], _ name: String, of draft: Draft
  ) -> [Effect] {
    guard mode == .browse else {
      let back = key("back")
      return warn("press \(back) to leave this mode first")
    }
    if drafts.remove(draft) {
      setDrawingAside()
      pathEditing.keep(DrawState(points: points))
      var form = FormState.newPath(through: points)
      form.setText(of: .text(.name), to: name)
      drafts.keep(form)
    }
    let effects = startDrawing()
    if let last = points.last { map.showDrawing(points, endingAt: last, in: layout.mapSize) }
    return effects
  }

  private mutating func resumeForm(_ draftForm: DraftForm, of draft: Draft) -> [Effect] {
    guard var form = freshForm(for: draftForm.purpose), draftForm.fits(form) else {
      return show(
        draft.lines + [
          "",
          "The item is no longer in the library, or its form no longer has all of the draft's fields. "
            + "The draft stays in the list until you discard it.",
        ], title: draftForm.title)
    }
    if drafts.remove(draft), let old = drafts.forms[form.purpose] {
      drafts.keep(Draft(.form(DraftForm(old))))
      drafts.drop(form.purpose)
    }
    form.restore(draftForm)
    form.markRestored(age: drafts.age(of: draft, in: settings.zone))
    overlays.push(form)
    return warnOfTrash(form)
  }

  /// Shows a warning if the given form edits an item in the trash.
  private mutating func warnOfTrash(_ form: FormState) -> [Effect] {
    let trashed = form.purpose.changedItems.filter { index.isTrashed($0) == true }
    guard let first = trashed.first else { return [] }
    let name =
      trashed.count == 1
      ? "“\(index[first]?.name ?? "")” is" : "\(Numbers.grouped(trashed.count)) of the items are"
    let (trash, restore) = (key("trash"), key("restore"))
    return warn("\(name) in the trash; \(trash) shows the trash, where \(restore) restores items")
  }

  /// Restores a form's input from an earlier session's draft, if there is one.
  mutating func restoreSetAside(into form: inout FormState) {
    guard !form.purpose.isNew else { return }
    let found = drafts.setAside.lazy.compactMap { draft -> (Draft, DraftForm)? in
      if case .form(let content) = draft.content { (draft, content) } else { nil }
    }.first { $0.1.purpose == form.purpose && $0.1.fits(form) }
    guard let (draft, content) = found else { return }
    drafts.remove(draft)
    form.restore(content)
    form.markRestored(age: drafts.age(of: draft, in: settings.zone))
  }

  /// Discards a draft.
  mutating func discard(_ draft: Draft) -> [Effect] {
    if !drafts.remove(draft) {
      switch draft.content {
      case .drawing:
        _ = pathEditing.removeKeptDrawing()
        drafts.drop(.newPath)
      case .form(let form): drafts.drop(form.purpose)
      case .preview(let preview): operations.dropDraft(of: preview.subject)
      }
    }
    return say("Discarded the draft")
  }
}

extension FormState.Purpose {
  /// The places, paths and groups that the form edits. Empty if the form creates an item or edits
  /// an itinerary.
  fileprivate var changedItems: [ItemID] {
    switch self {
    case .edit(let ids), .colour(let ids): ids
    case .points(let id, _): [id]
    default: []
    }
  }
}
