import CartographerCore
import TerminalUI

extension AppState {
  /// Asks whether to discard the input of a form.
  mutating func askToDiscard(_ form: FormState) -> [Effect] {
    let typed = form.fields.filter(\.isChanged).map { field in
      field.text.isEmpty ? "\(field.label): nothing" : "\(field.label): \(field.text)"
    }
    overlays.append(
      .confirm(
        ConfirmState(
          title: "Discard the input?", lines: typed,
          choices: [ConfirmState.Choice(KeyStroke("y"), "discard it", .discardForm)],
          cancelLabel: "back to the form")))
    return []
  }

  /// Closes the form and discards its input.
  mutating func discardForm() -> [Effect] {
    guard case .form(let form) = overlay else { return [] }
    overlays.removeLast()
    drafts[form.purpose] = nil
    return form.isChanged ? say("Discarded") : []
  }

  /// Descriptions of the unsaved work that quitting would lose.
  package var unsavedWork: [String] {
    let points = (drawing ?? pathEditing.keptDrawing)?.points.count ?? 0
    let open = overlays.compactMap { if case .form(let form) = $0 { form } else { nil } }
    let forms = (Array(drafts.values) + open).compactMap(renewed).filter(\.isChanged)
    return (points > 0 ? ["\(Numbers.counted(points, "point")) of a new path"] : [])
      + Set(forms.map { "the input for “\($0.title)”" }).sorted()
  }

  /// Quits the program, or asks first if there is unsaved input or a running job.
  mutating func quit() -> [Effect] {
    let question = quitQuestion
    guard !question.choices.isEmpty, overlay != .confirm(question) else { return [saving, .quit] }
    overlays.append(.confirm(question))
    guard layout.kind == .tooSmall else { return [] }
    return warn("\(question.title): \(key("quit")) again quits")
  }

  private var drawing: DrawState? { if case .draw(let drawing) = mode { drawing } else { nil } }

  /// The question before quitting; without choices if nothing would be lost.
  private var quitQuestion: ConfirmState {
    let work = unsavedWork
    let loss = work.isEmpty ? [] : ["Unsaved:"] + work.map { "  \($0)" }
    guard runningJobs.isEmpty else {
      return ConfirmState(
        title: "Jobs are running",
        lines: runningJobs.map(\.title) + ["", "Cancelled jobs leave the store unchanged."]
          + (loss.isEmpty ? [] : [""] + loss),
        choices: [
          ConfirmState.Choice(KeyStroke("w"), "wait here", .wait),
          ConfirmState.Choice(KeyStroke("c"), "cancel the jobs and quit", .cancelJobsAndQuit),
        ], cancelLabel: "wait here")
    }
    guard !work.isEmpty else { return ConfirmState(title: "", lines: [], choices: []) }
    return ConfirmState(
      title: "There is unsaved input", lines: loss,
      choices: [ConfirmState.Choice(KeyStroke("q"), "quit and lose it", .quit)],
      cancelLabel: "go back")
  }
}
