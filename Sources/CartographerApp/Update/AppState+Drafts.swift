import CartographerCore
import TerminalUI

extension AppState {
  /// Asks before what was typed into a form is lost.
  mutating func askToDiscard(_ form: FormState) -> [Effect] {
    let typed = form.fields.filter(\.isChanged).map { field in
      field.text.isEmpty ? "\(field.label): nothing" : "\(field.label): \(field.text)"
    }
    overlays.append(
      .confirm(
        ConfirmState(
          title: "Discard what was typed?", lines: typed,
          choices: [ConfirmState.Choice(KeyStroke("y"), "discard it", .discardForm)],
          cancelLabel: "back to the form")))
    return []
  }

  /// Closes the form and forgets what was typed.
  mutating func discardForm() -> [Effect] {
    guard case .form(let form) = overlay else { return [] }
    overlays.removeLast()
    drafts[form.purpose] = nil
    return form.isChanged ? say("Discarded") : []
  }

  /// What the end of the program would lose, in words.
  package var unkept: [String] {
    let points = (drawing ?? keptDrawing)?.points.count ?? 0
    let open = overlays.compactMap { if case .form(let form) = $0 { form } else { nil } }
    let forms = (Array(drafts.values) + open).compactMap(renewed).filter(\.isChanged)
    return (points > 0 ? ["\(Numbers.counted(points, "point")) of a new path"] : [])
      + Set(forms.map { "what was typed for “\($0.title)”" }).sorted()
  }

  /// Leaves the program, or asks where that would lose something or work is going on.
  mutating func quit() -> [Effect] {
    let question = quitQuestion
    guard !question.choices.isEmpty, overlay != .confirm(question) else { return [saving, .quit] }
    overlays.append(.confirm(question))
    guard layout.kind == .tooSmall else { return [] }
    return warn("\(question.title): \(key("quit")) again quits")
  }

  private var drawing: DrawState? { if case .draw(let drawing) = mode { drawing } else { nil } }

  /// Without choices where nothing speaks against leaving.
  private var quitQuestion: ConfirmState {
    let unkept = unkept
    let loss = unkept.isEmpty ? [] : ["Not kept:"] + unkept.map { "  \($0)" }
    guard runningJobs.isEmpty else {
      return ConfirmState(
        title: "Work is going on",
        lines: runningJobs.map(\.title) + ["", "What is cancelled leaves the store as it was."]
          + (loss.isEmpty ? [] : [""] + loss),
        choices: [
          ConfirmState.Choice(KeyStroke("w"), "wait here", .wait),
          ConfirmState.Choice(KeyStroke("c"), "cancel it and quit", .cancelJobsAndQuit),
        ], cancelLabel: "wait here")
    }
    guard !unkept.isEmpty else { return ConfirmState(title: "", lines: [], choices: []) }
    return ConfirmState(
      title: "Something is not kept", lines: loss,
      choices: [ConfirmState.Choice(KeyStroke("q"), "quit; it is lost", .quit)],
      cancelLabel: "go back")
  }
}
