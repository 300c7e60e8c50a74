import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  mutating func startJob(_ title: String, isWriting: Bool) -> Int {
    jobs.start(title, isWriting: isWriting, at: whereabouts)
  }

  /// Exports items to the path in a typed argument, which can begin with converter options.
  mutating func exportTyped(_ ids: [ItemID], to text: String) -> [Effect] {
    let target: ConvertedPath
    do throws(EditorFailure) {
      target = try ConvertedPath(text)
    } catch {
      return openCommandPrompt("\(exportCommand(of: ids)) \(text)", problem: error.message)
    }
    guard !target.path.isEmpty else {
      return openCommandPrompt(
        "\(exportCommand(of: ids)) \(text) ", problem: "Type the path of the new file.")
    }
    return export(ids, to: target.path, target.conversion)
  }

  /// Returns the name of the command that exports the given items. An empty list means the whole
  /// library.
  private func exportCommand(of ids: [ItemID]) -> String { ids.isEmpty ? "export-all" : "export" }

  /// Starts an export.
  ///
  /// - Parameter conversion: The converter that writes the file. Nil if the editor writes the file.
  /// - Parameter replacing: Whether an existing file may be replaced without asking the user.
  /// - Parameter creatingFolder: Whether the file's folder may be created without asking the user.
  mutating func export(
    _ ids: [ItemID], to path: String, _ conversion: ConversionChoice? = nil,
    replacing: Bool = false, creatingFolder: Bool = false
  ) -> [Effect] {
    let job = startJob("export \(path.lastComponent)", isWriting: false)
    if !replacing { jobs.awaitAnswer(of: job) }
    return [
      .export(
        job: job, ids: ids, path: path, format: jobs.exportFormat, replacing: replacing,
        creatingFolder: creatingFolder, conversion: conversion)
    ]
  }

  mutating func finishImport(
    _ id: Int, _ summary: ImportSummary, _ index: LibraryIndex
  ) -> [Effect] {
    finishImport(
      id, summary, index, message: ImportMessage(summary), remarks: summary.messages.count,
      isRefused: summary.status == .refused, isIncomplete: summary.damage != nil)
  }

  /// Ends an import job and shows the imported items.
  ///
  /// - Parameter message: The message for the job's report and for the status row.
  /// - Parameter remarks: The number of messages about repaired content and failed files.
  /// - Parameter isIncomplete: Whether a file is damaged and was imported only up to the damage.
  mutating func finishImport(
    _ id: Int, _ summary: ImportSummary, _ index: LibraryIndex, message: ImportMessage,
    remarks: Int, isRefused: Bool, isIncomplete: Bool
  ) -> [Effect] {
    if isRefused {
      jobs.fail(id, message.text, messages: summary.messages)
    } else {
      jobs.finish(id, message.text, messages: summary.messages)
    }
    let isUnmoved = mode == .browse && overlays.isEmpty && hasNotMoved(since: id)
    let redoCount = self.index.snapshot.redoCount
    // The rows of an updated path were replaced.
    if summary.status == .updated { library.markPointsReplaced(library.changedItems(in: index)) }
    adopt(index)
    let isNew = summary.status == .imported || summary.status == .updated
    let hints = [
      remarks == 0 ? nil : "\(key("jobs")) \(Numbers.counted(remarks, "remark"))",
      isNew && !summary.created.isEmpty || summary.grouped > 0
        ? "\(key("undo")) to undo" : nil,
      lostRedo(redoCount),
    ]
    let hint = hints.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    messages.show(
      message.text, shorter: message.shorterTexts,
      isRefused ? .error : isIncomplete ? .warning : .success, hint: hint)
    if isUnmoved { showImported(summary) }
    return remeasure()
  }

  /// The list's current tab, open group, filter and selection. If they have changed since an import
  /// started, the import must not change the selection when it ends.
  private var whereabouts: Job.Whereabouts {
    Job.Whereabouts(
      tab: list.tab, scope: list.scope, filter: list.filter, selected: list.selected)
  }

  /// Returns whether the list's tab, open group, filter and selected item are unchanged since a job
  /// began. If nothing was selected when the job began, any selection is accepted.
  private func hasNotMoved(since job: Int) -> Bool {
    guard var before = jobs[job]?.begunAt else { return false }
    if before.selected == nil { before.selected = list.selected }
    return before == whereabouts
  }

  private mutating func showImported(_ summary: ImportSummary) {
    let before = whereabouts
    guard let first = summary.created.first(where: { $0.kind == .path }) ?? summary.created.first
    else { return }
    reveal(first)
    map.followContents(in: layout.mapSize)
    // This move was made by the editor, not by the user.
    jobs.moveStarts(from: before, to: whereabouts)
  }

  /// Ends an export job.
  ///
  /// - Parameter program: The program that converted the export. It does not report the data that
  ///   its format cannot hold, so the message states only the data that was passed to it.
  mutating func finishExport(
    _ id: Int, _ path: String, _ written: String, _ remarks: [String], program: String? = nil
  ) -> [Effect] {
    let name = path.lastComponent
    let text =
      program.map { "Passed \(written) to \($0), which wrote \(name)" }
      ?? "Exported \(name): \(written)"
    let count = Numbers.counted(remarks.count, "detail")
    let differences = "; \(count) omitted or written differently"
    messages.show(
      remarks.isEmpty
        ? Toast(text, .success)
        : Toast(
          text + differences, shorter: ["Exported \(name)" + differences], .success,
          hint: "\(key("jobs")) shows \(remarks.count == 1 ? "it" : "them")"))
    jobs.finish(id, text, messages: remarks)
    return []
  }

  mutating func failJob(_ id: Int, _ failure: EditorFailure) -> [Effect] {
    jobs.fail(id, failure.message)
    return fail(failure)
  }

  mutating func endCancelledJob(_ id: Int) -> [Effect] {
    messages.show("Cancelled; the store is unchanged")
    jobs.cancel(id)
    return []
  }

  /// Asks whether to replace an existing file, and cancels the job that was about to write it.
  ///
  /// - Parameter action: The action that replaces the file.
  mutating func askToReplace(
    _ id: Int, _ path: String, _ action: Confirmation.Action
  ) -> [Effect] {
    input.dropTyped()
    overlays.push(
      Confirmation(
        title: "Replace the file?",
        lines: ["\(path) exists.", "The file's current contents will be lost."],
        choices: [Confirmation.Choice(.replace, "replace it", action)]))
    // The answer starts a new job; without it, nothing happens that the list of jobs could report.
    jobs.remove(id)
    return []
  }

  /// Asks whether to create the missing folder of an export file. The command line with the typed
  /// path stays open behind the question.
  mutating func askToCreateFolder(
    _ id: Int, _ ids: [ItemID], _ path: String, _ folder: String, _ conversion: ConversionChoice?
  ) -> [Effect] {
    let command = [exportCommand(of: ids), conversion?.options].compactMap(\.self)
    let effects = reopenPrompt(
      id, command.joined(separator: " "), path, EditorFailure("There is no folder \(folder)."))
    overlays.push(
      Confirmation(
        title: "Create the folder?", lines: ["\(folder) does not exist."],
        choices: [
          Confirmation.Choice(
            .yes, "create it and export", .exportInNewFolder(ids: ids, path: path, conversion))
        ]))
    return effects
  }

  /// Closes the command line, creates the export file's missing folder and exports the items.
  mutating func exportInNewFolder(
    _ ids: [ItemID], to path: String, _ conversion: ConversionChoice?
  ) -> [Effect] {
    if overlays.top(as: CommandPrompt.self) != nil { overlays.close() }
    return export(ids, to: path, conversion, creatingFolder: true)
  }

  /// Cancels the first of the following that is active: a command waiting for points, a box search,
  /// the top popup, the input of a parameter value, the newest job, the change being saved. If
  /// there is nothing to cancel, shows how to quit. Queued key presses are dropped.
  mutating func cancel() -> [Effect] {
    if input.waiting != nil { return cancelWaitingCommand() }
    input.dropDeferred()
    if map.boxSearch != nil { return cancelBoxSearch() }
    if activeOverlay != nil { return leaveOverlay() }
    if isTypingParameter { return restoreValue() }
    guard runningJobs.isEmpty else { return cancelNewestJob() }
    guard !isSaving else {
      messages.show("Cancelling the change that is being saved")
      return [.cancelWrite]
    }
    // A mode that the screen is too small to show is not left unseen.
    return mode == .browse || isTooSmall
      ? say("Press " + key("quit") + " to quit; every change is saved") : goBack()
  }

  mutating func cancelNewestJob() -> [Effect] {
    guard let job = runningJobs.last else { return [] }
    messages.show("Cancelling \(job.title)")
    return [.cancelJob(job.id)]
  }

  mutating func setMouse(_ isOn: Bool) -> [Effect] {
    preferences.setMouse(isOn)
    messages.show(isOn ? "The mouse is on" : "The mouse is off; the terminal can select text")
    return [.setMouse(isOn), saving]
  }

  /// Runs the command `:set NAME VALUE`.
  mutating func set(_ text: String) -> [Effect] {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 else {
      return warn(":set needs a name and a value, such as :set mouse off")
    }
    guard let setting = Setting[words[0]] else {
      let near = NearestName.of(words[0], among: Setting.all.filter(\.isLive).map(\.name))
      return warn(
        "there is no setting “\(words[0])”" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    guard setting.isLive else {
      return warn(
        """
        \(setting.name) can be set only in the configuration file; \
        restart the editor afterwards
        """)
    }
    if let problem = setting.problem(with: words[1]) { return warn(problem) }
    if setting.name == "mouse" {
      return setMouse(words[1] == "on")
    }
    preferences.set(setting, to: words[1])
    if setting.name == "path-colour" { rebuildMap() }
    messages.show("Set \(setting.name) to \(words[1])")
    return [saving] + remeasure()
  }
}

extension String {
  /// The last component of a file path. A path without components, such as `/`, stays unchanged.
  var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
