import CartographerPresentation

/// The commands of popups and prompts, including the commands shared by all popups.
enum PopupCommands {
  static let all: [Command] =
    shared + FilterLine.commands + PointSearchLine.commands + CommandPrompt.commands
    + HelpPage.commands + ManualReader.commands + FormState.commands + Confirmation.commands
    + GroupPicker.commands
    + StopPicker.commands + NearestList.commands + FoundPicker.commands + JobList.commands
    + HistoryList.commands + ChangeBox.commands
    + DraftList.commands + ImportQuestion.commands + ImportGroupPicker.commands
    + FileBrowser.commands + MessageBox.commands
    + StatisticsBox.commands + ParameterInput.commands

  private static let shared: [Command] = [
    move(
      "popup-down", "Go to the next row or line", .next,
      [
        .popupList: "j or down", .popupText: "j or down", .filter: "down",
        .fileFilter: "down or ctrl-n",
        .palette: "down or ctrl-n", .groupPicker: "down or ctrl-n or tab",
        .stopPicker: "down or ctrl-n or tab", .foundPicker: "down or ctrl-n or tab",
        .importGroup: "down or ctrl-n or tab",
      ]),
    move(
      "popup-up", "Go to the previous row or line", .previous,
      [
        .popupList: "k or up", .popupText: "k or up", .filter: "up",
        .fileFilter: "up or ctrl-p", .palette: "up or ctrl-p",
        .groupPicker: "up or ctrl-p or backtab", .stopPicker: "up or ctrl-p or backtab",
        .foundPicker: "up or ctrl-p or backtab", .importGroup: "up or ctrl-p or backtab",
      ]),
    move(
      "popup-page-down", "Scroll a page down", .pageDown,
      [
        .popupList: "ctrl-d or pagedown", .popupText: "ctrl-d or pagedown or space",
        .filter: "pagedown", .palette: "pagedown", .groupPicker: "pagedown",
        .stopPicker: "pagedown", .foundPicker: "pagedown", .importGroup: "pagedown",
      ]),
    move(
      "popup-page-up", "Scroll a page up", .pageUp,
      [
        .popupList: "ctrl-u or pageup", .popupText: "ctrl-u or pageup", .filter: "pageup",
        .palette: "pageup", .groupPicker: "pageup", .stopPicker: "pageup", .foundPicker: "pageup",
        .importGroup: "pageup",
      ]),
    move(
      "popup-top", "Go to the first row or line", .first,
      [
        .popupList: "g or home", .popupText: "g or home", .groupRows: "home", .stopRows: "home",
        .foundRows: "home",
      ]),
    move(
      "popup-bottom", "Go to the last row or line", .last,
      [
        .popupList: "G or end", .popupText: "G or end", .groupRows: "end", .stopRows: "end",
        .foundRows: "end",
      ]),
    Command("close-popup", "Close the popup", keys: [.popupList: "q", .popupText: "q"]) {
      state, _ in state.leaveOverlay()
    },
    Command(
      "cancel-chord", "Cancel the chord", hint: "cancel the chord", keys: [.chord: "esc"]
    ) { _, _ in [] },
    scrollChord("chord-down", "Scroll the list of keys down", "down or pagedown", 1),
    scrollChord("chord-up", "Scroll the list of keys up", "up or pageup", -1),
  ]

  private static func scrollChord(
    _ id: String, _ title: String, _ keys: String, _ offset: Int
  ) -> Command {
    Command(id, title, hint: "scroll", keys: [.chord: keys], keepsChord: true) { state, _ in
      state.input.scrollChord(by: offset, last: state.chordLines - state.chordHeight)
      return []
    }
  }

  private static func move(
    _ id: String, _ title: String, _ movement: RowMovement,
    _ keys: KeyValuePairs<CommandContext, String>
  ) -> Command {
    Command(id, title, keys: keys) { state, _ in
      state.moveInOverlay(movement)
      return []
    }
  }
}

extension AppState {
  /// Moves the top popup's cursor, or scrolls the popup.
  mutating func moveInOverlay(_ movement: RowMovement) {
    overlays.top?.move(movement, in: &self)
  }

  /// Runs the command that closes the top popup.
  mutating func leaveOverlay() -> [Effect] {
    guard let overlay = overlays.top, let command = CommandRegistry[overlay.leaveCommand] else {
      return []
    }
    return command.run(&self, "")
  }
}
