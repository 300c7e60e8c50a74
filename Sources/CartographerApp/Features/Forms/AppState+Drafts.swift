import CartographerCore
import TerminalUI

extension AppState {
  /// Asks whether to discard the input of a form.
  mutating func askToDiscard(_ form: FormState) -> [Effect] {
    let typed = form.fields.filter(\.isChanged).map { field in
      field.text.isEmpty ? "\(field.label): nothing" : "\(field.label): \(field.text)"
    }
    overlays.push(
      Confirmation(
        title: "Discard the input?", lines: typed,
        choices: [Confirmation.Choice(.yes, "discard it", .discardForm)],
        cancelLabel: "back to the form"))
    return []
  }

  /// Closes the form and discards its input.
  mutating func discardForm() -> [Effect] {
    guard let form = overlays.top(as: FormState.self) else { return [] }
    overlays.close()
    overlays.dropDraft(form.purpose)
    return form.isChanged ? say("Discarded") : []
  }

  /// Descriptions of the unsaved work that quitting would lose.
  package var unsavedWork: [String] {
    let points = (drawing ?? pathEditing.keptDrawing)?.points.count ?? 0
    let drafts = Array(overlays.drafts.values)
    let forms = (drafts + overlays.open(FormState.self)).compactMap(renewed).filter(\.isChanged)
    return (points > 0 ? ["\(Numbers.counted(points, "point")) of a new path"] : [])
      + Set(forms.map { "the input for “\($0.title)”" }).sorted()
  }

  /// Quits the program, or asks first if there is unsaved input or a running job.
  mutating func quit() -> [Effect] {
    let question = lossQuestion(isQuitting: true) ?? quitQuestion
    guard !question.choices.isEmpty, overlays.top(as: Confirmation.self) != question else {
      return [saving, .quit]
    }
    overlays.push(question)
    guard layout.kind == .tooSmall else { return [] }
    return warn("\(question.title): \(key("quit")) again quits")
  }

  private var drawing: DrawState? { if case .draw(let drawing) = mode { drawing } else { nil } }

  /// The question asked before quitting. It has no choices if quitting would lose nothing.
  private var quitQuestion: Confirmation {
    let work = unsavedWork
    let loss = work.isEmpty ? [] : ["Unsaved:"] + work.map { "  \($0)" }
    guard runningJobs.isEmpty else {
      return Confirmation(
        title: "Jobs are running",
        lines: runningJobs.map(\.title) + ["", "Cancelled jobs leave the store unchanged."]
          + (loss.isEmpty ? [] : [""] + loss),
        choices: [
          Confirmation.Choice(.wait, "wait here", .wait),
          Confirmation.Choice(.cancelJobs, "cancel the jobs and quit", .cancelJobsAndQuit),
        ], cancelLabel: "wait here")
    }
    guard !work.isEmpty else { return Confirmation(title: "", lines: [], choices: []) }
    return Confirmation(
      title: "There is unsaved input", lines: loss,
      choices: [Confirmation.Choice(.quit, "quit and lose it", .quit)],
      cancelLabel: "go back")
  }
}
