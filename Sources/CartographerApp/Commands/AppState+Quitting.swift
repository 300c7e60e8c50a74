import CartographerCore
import Geodesy
import TerminalUI

extension AppState {
  /// Descriptions of the unsaved work that would be lost by quitting. Empty if drafts are written
  /// to disk, since quitting then loses nothing.
  package var unsavedWork: [String] {
    guard !drafts.areWritten else { return [] }
    let points = (mode.drawing ?? pathEditing.keptDrawing)?.points.count ?? 0
    let forms = (Array(drafts.forms.values) + overlays.open(FormState.self))
      .compactMap(renewed).filter(\.isChanged)
    return (points > 0 ? ["\(Numbers.counted(points, "point")) of a new path"] : [])
      + Set(forms.map { "the input for “\($0.title)”" }).sorted()
      + drafts.setAside.map(\.title)
  }

  /// Quits the program. If a job is running or input would be lost, asks first.
  mutating func quit() -> [Effect] {
    let question = lossQuestion(isQuitting: true) ?? quitQuestion
    guard !question.choices.isEmpty, overlays.top(as: Confirmation.self) != question else {
      return [saving, .quit]
    }
    overlays.push(question)
    guard isTooSmall else { return [] }
    return warn("\(question.title): \(key("quit")) again quits")
  }

  /// Quits the program without asking for confirmation. Running jobs are cancelled.
  mutating func quitAtOnce() -> [Effect] {
    runningJobs.map { .cancelJob($0.id) } + [saving, .quit]
  }

  /// Tells a user who runs a save command that all changes are already saved.
  mutating func sayThatAllIsSaved(_ path: String) -> [Effect] {
    guard path.isEmpty else {
      return warn("every change is already saved; :export \(path) writes a file")
    }
    return say("Every change is already saved; there is nothing to write", .success)
  }

  /// The confirmation question asked before quitting. The question offers no choices if quitting
  /// would lose nothing.
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
      choices: [Confirmation.Choice(.quit, "quit and lose it", .quit)])
  }
}
