import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  mutating func startJob(_ title: String, isWriting: Bool) -> Int {
    jobs.start(title, isWriting: isWriting, at: list.whereabouts)
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

  /// Marks an export job as finished, and shows its result in the status row.
  ///
  /// - Parameter program: The converter that wrote the file, if any.
  ///   A converter does not report which data its format cannot store, so the message states only
  ///   the data passed to the converter.
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

  /// Cancels the job that was about to overwrite an existing file, and asks whether to replace the
  /// file.
  ///
  /// - Parameter action: The action that replaces the file.
  mutating func askToReplace(
    _ id: Int, _ path: String, _ action: Confirmation.Action
  ) -> [Effect] {
    input.dropTyped()
    // The user's answer starts a new job; until then, the list of jobs has nothing to show.
    jobs.remove(id)
    return ask(
      "Replace the file?", ["\(path) exists.", "The file's current contents will be lost."],
      [Confirmation.Choice(.replace, "replace it", action)])
  }

  /// Asks whether to create the missing folder of an export file. The command line with the typed
  /// path stays open behind the question.
  mutating func askToCreateFolder(
    _ id: Int, _ ids: [ItemID], _ path: String, _ folder: String, _ conversion: ConversionChoice?
  ) -> [Effect] {
    let command = [exportCommand(of: ids), conversion?.options].compactMap(\.self)
    let effects = reopenPrompt(
      id, command.joined(separator: " "), path, EditorFailure("There is no folder \(folder)."))
    return effects
      + ask(
        "Create the folder?", ["\(folder) does not exist."],
        [
          Confirmation.Choice(
            .yes, "create the folder and export",
            .exportInNewFolder(ids: ids, path: path, conversion))
        ])
  }

  /// Closes the command line, creates the export file's missing folder and exports the items.
  mutating func exportInNewFolder(
    _ ids: [ItemID], to path: String, _ conversion: ConversionChoice?
  ) -> [Effect] {
    if overlays.top(as: CommandPrompt.self) != nil { overlays.close() }
    return export(ids, to: path, conversion, creatingFolder: true)
  }

  /// Cancels the first of the following activities that is in progress: a command waiting for
  /// points, a box search, the top popup, the input of a parameter value, the newest job, or the
  /// saving of a change. If there is nothing to cancel, shows how to quit. Queued key presses are
  /// dropped.
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
    // On a screen that is too small to show the mode, the user would not notice that the mode
    // ended.
    guard mode == .browse || isTooSmall else { return goBack() }
    // Below the top level, the key goes back one level instead of quitting.
    let quitting = isAtRoot || isTooSmall ? "Press \(key("quit"))" : "Type :quit"
    return say("\(quitting) to quit; every change is saved")
  }

  mutating func cancelNewestJob() -> [Effect] {
    guard let job = runningJobs.last else { return [] }
    messages.show("Cancelling \(job.title)")
    return [.cancelJob(job.id)]
  }
}

extension String {
  /// The last component of a file path. A path without components, such as `/`, stays unchanged.
  var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
