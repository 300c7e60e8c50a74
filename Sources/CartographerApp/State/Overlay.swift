/// What lies over the screen and takes the keys; the last of the stack is on top.
package enum Overlay: Sendable, Equatable {
  /// The filter line of the list.
  case filter(FilterState)
  case palette(PaletteState)
  case help(HelpState)
  case form(FormState)
  case confirm(ConfirmState)
  case groupPicker(GroupPickerState)
  case jobs(JobViewState)
  case history(HistoryState)
  case message(MessageState)

  package var modeName: String {
    switch self {
    case .filter: "FILTER"
    case .palette: "COMMAND"
    case .help: "HELP"
    case .form: "FORM"
    case .confirm: "CONFIRM"
    case .groupPicker: "GROUPS"
    case .jobs: "JOBS"
    case .history: "HISTORY"
    case .message: "MESSAGE"
    }
  }
}
