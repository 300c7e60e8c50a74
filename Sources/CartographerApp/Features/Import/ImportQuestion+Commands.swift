import CartographerCore
import Geodesy

extension ImportQuestion {
  static let commands: [Command] = [
    command(
      "confirm-import", "Import the files", hint: "import", keys: [.importQuestion: "enter"]
    ) { question, state in state.confirm(question) },
    command(
      "cancel-import", "Close without importing any files", hint: "cancel",
      keys: [.importQuestion: "esc"]
    ) { question, state in
      state.overlays.close()
      return question.isWaiting ? [.cancelImportCheck(number: question.number)] : []
    },
    command(
      "swap-coordinates", "Swap latitude and longitude in files with swapped coordinates",
      hint: "swap", keys: [.importQuestion: "s"],
      obstacle: obstacle("no file has swapped coordinates", \.offersSwap)
    ) { question, state in state.readAgain(question) { $0.toggleSwap() } },
    command(
      "choose-columns", "Specify the columns of tables", hint: "columns",
      keys: [.importQuestion: "c"],
      obstacle: obstacle("none of the files is a table") { $0.offers("columns") }
    ) { question, state in state.change(question) { asked, _ in asked.startTypingColumns() } },
    command(
      "choose-rows", "Read the rows of tables as places or as one path", hint: "rows",
      keys: [.importQuestion: "a"],
      obstacle: obstacle("none of the files is a table") { $0.offers("as") }
    ) { question, state in state.readAgain(question) { $0.chooseNextRowKind() } },
    command(
      "limit-accuracy", "Leave out positions with a large accuracy radius", hint: "accuracy",
      keys: [.importQuestion: "m"],
      obstacle: obstacle("no file includes the accuracy of its positions") { $0.offers("accuracy") }
    ) { question, state in
      let metres = question.choices.maximumAccuracyMetres
      let known = metres.map { "\(Int($0.rounded()))m" } ?? ""
      return state.change(question) { asked, _ in asked.startTyping(.accuracy, known) }
    },
    command(
      "convert-files", "Convert files in unknown formats with GPSBabel or ogr2ogr",
      hint: "convert", keys: [.importQuestion: "v"],
      obstacle: obstacle("the formats of all files are known", \.offersConversion)
    ) { question, state in
      let suggested = question.convertibleFiles.lazy.compactMap(\.suggestedConverter).first
      let known = question.choices.conversion?.program ?? suggested?.rawValue ?? ""
      return state.change(question) { asked, _ in asked.startTyping(.conversion, known) }
    },
    command(
      "import-into-group", "Add all imported items to a group", hint: "group",
      keys: [.importQuestion: "t"],
      obstacle: obstacle("none of the files can be imported", \.offersGroup)
    ) { _, state in
      state.overlays.push(ImportGroupPicker())
      return []
    },
    command(
      "keep-import-option", "Keep the typed text and read the files again", hint: "keep",
      keys: [.importOption: "enter"]
    ) { question, state in
      var typed = question
      guard typed.keepTyped() else {
        state.overlays.replaceTop(typed)
        return []
      }
      return state.readAgain(typed) { _ in }
    },
    command(
      "next-table-set", "Go to the next table header to specify its columns",
      hint: "next header", keys: [.importOption: "tab"],
      obstacle: obstacle("all tables have the same header") {
        $0.typing == .columns && $0.tableSets.count > 1
      }
    ) { question, state in state.change(question) { asked, _ in asked.typeNextColumns() } },
    command(
      "leave-import-option", "Leave the text field without changes", hint: "cancel",
      keys: [.importOption: "esc"]
    ) { question, state in state.change(question) { asked, _ in asked.endTyping() } },
  ]

  private static func obstacle(
    _ reason: Obstacle.Reason, _ isOffered: @escaping @Sendable (ImportQuestion) -> Bool
  ) -> @Sendable (AppState) -> Obstacle.Reason? {
    { state in state.overlays.top(as: ImportQuestion.self).map(isOffered) == true ? nil : reason }
  }

  var hints: [PopupHint] {
    guard typing == nil else {
      return [
        PopupHint("keep-import-option", isPromoted: true), PopupHint("leave-import-option"),
      ] + (typing == .columns && tableSets.count > 1 ? [PopupHint("next-table-set")] : [])
    }
    let isUseful = check.map { !$0.importable.isEmpty } ?? true
    let choices = [
      (offersSwap, "swap-coordinates"), (offers("columns"), "choose-columns"),
      (offers("as"), "choose-rows"), (offers("accuracy"), "limit-accuracy"),
      (offersConversion, "convert-files"), (offersGroup, "import-into-group"),
    ].filter(\.0).map { PopupHint($0.1) }
    return [
      PopupHint("confirm-import", label: isUseful ? "import" : "close", isPromoted: true),
      PopupHint("cancel-import"),
    ] + choices + [PopupHint("popup-down", "popup-up", label: "scroll")]
  }
}

extension AppState {
  /// Sets the target groups in the open import prompt, and reads the files again. The groups are
  /// given by their IDs or names.
  mutating func setImportGroups(_ groups: [String]) -> [Effect] {
    guard let question = overlays.top(as: ImportQuestion.self) else { return [] }
    return readAgain(question) { $0.setGroups(groups) }
  }

  /// Changes a choice in the import prompt, and reads the files again.
  fileprivate mutating func readAgain(
    _ question: ImportQuestion, _ change: (inout ImportQuestion) -> Void
  ) -> [Effect] {
    var changed = question
    change(&changed)
    changed.restart(jobs.nextImportRequest())
    overlays.replaceTop(changed)
    return [
      .checkImport(
        number: changed.number, sources: changed.sources, groups: changed.groups,
        reading: changed.choices)
    ]
  }
}
