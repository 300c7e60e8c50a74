import CartographerCore

/// What lies over the screen and takes the keys; the last of the stack is on top.
package enum Overlay: Sendable, Equatable {
  /// The filter line of the list.
  case filter(FilterState)
  /// The line in which points are searched.
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

  /// Whether something was typed into it that is sent to the store, and would be lost with it.
  package var holdsTypedText: Bool {
    switch self {
    case .palette, .form, .groupPicker, .stopPicker: true
    case .filter, .search, .report, .help, .confirm, .nearest, .jobs, .history, .message: false
    }
  }

  /// Whether escape need not wait for what it still has to read: file names, the history.
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

  /// Whether the cursor is in a field for a colour.
  package var isChoosingColour: Bool {
    guard case .form(let form) = self, form.fields.indices.contains(form.focused) else {
      return false
    }
    return form.fields[form.focused].kind == .text(.colour)
  }

  /// Whether it is a form in which there is no other field to go to.
  package var hasOneField: Bool {
    if case .form(let form) = self { form.fields.count == 1 } else { false }
  }

  /// Whether space chooses a row, where it could be a letter as well.
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
