import CartographerCore

/// A box or input line over the screen that receives the keys; the last one of the stack is on top.
package enum Overlay: Sendable, Equatable {
  /// The filter line of the list.
  case filter(FilterState)
  /// The input line of the point search.
  case search(SearchState)
  case palette(PaletteState)
  /// Statistics of paths.
  case report(ReportState)
  case help(HelpState)
  case form(FormState)
  case confirm(ConfirmState)
  case groupPicker(GroupPickerState)
  case stopPicker(StopPickerState)
  case nearest(NearestState)
  case jobs(JobViewState)
  case history(HistoryState)
  case message(MessageState)

  /// Whether the overlay has typed input that is sent to the store and would be lost if the overlay
  /// closed.
  package var holdsTypedText: Bool {
    switch self {
    case .palette, .form, .groupPicker, .stopPicker: true
    case .filter, .search, .report, .help, .confirm, .nearest, .jobs, .history, .message: false
    }
  }

  /// Whether Esc can close the overlay while file names or the history are being read.
  var canBeLeftWaiting: Bool {
    switch self {
    case .palette(let palette): palette.wantsCompletion
    case .history(let history): history.isOutdated
    case .filter, .search, .report, .help, .form, .confirm, .groupPicker, .stopPicker, .nearest,
      .jobs,
      .message:
      false
    }
  }

  /// Whether the cursor is in a colour field of a form.
  package var isChoosingColour: Bool {
    guard case .form(let form) = self, form.fields.indices.contains(form.focused) else {
      return false
    }
    return form.fields[form.focused].kind == .text(.colour)
  }

  /// Whether the overlay is a form with a single field.
  package var hasOneField: Bool {
    if case .form(let form) = self { form.fields.count == 1 } else { false }
  }

  /// Whether the space key chooses a row instead of typing a space.
  package var spaceChooses: Bool {
    switch self {
    case .groupPicker(let picker): picker.spaceChooses
    case .stopPicker(let picker): picker.spaceChooses
    default: true
    }
  }

  package var modeName: String {
    switch self {
    case .filter: "FILTER"
    case .search: "SEARCH"
    case .report: "STATISTICS"
    case .palette: "COMMAND"
    case .help: "HELP"
    case .form: "FORM"
    case .confirm: "CONFIRM"
    case .groupPicker: "GROUPS"
    case .stopPicker: "ADD"
    case .nearest: "NEAREST"
    case .jobs: "JOBS"
    case .history: "HISTORY"
    case .message: "MESSAGE"
    }
  }
}
