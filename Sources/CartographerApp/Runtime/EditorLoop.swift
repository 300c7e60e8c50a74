import CartographerCore
import CartographerPresentation
import Foundation
import Logging
import TerminalUI

/// The editor's main loop. The loop turns events into messages, messages into state and effects,
/// and state into frames.
final class EditorLoop {
  private(set) var state: AppState
  private let options: EditorOptions
  private let backend: any TerminalBackend
  private let mailbox: Mailbox
  let runner: EffectRunner
  private let session: EditorSessionFile
  /// The writer that saves drafts to disk. Nil for an in-memory store.
  private let drafts: DraftWriter?
  private var isQuitting = false
  /// The last drawn frame.
  private var shown: Frame?

  /// The maximum number of events that are handled between two frames. Handling several events per
  /// frame keeps frames from queueing up while a key is held.
  private static let eventsPerFrame = 64

  /// The maximum time, in milliseconds, that drawing waits for a newly selected path's points or
  /// for the items in a box. Most answers arrive within this time, so waiting prevents flicker in
  /// the profile and unnecessary frames.
  private static let answerPatience = 6

  /// Creates the main loop for a library and a terminal.
  ///
  /// - Parameter whenIdle: A closure called on any thread when no more effects are running.
  init(
    library: Library, options: EditorOptions, backend: any TerminalBackend,
    whenIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.options = options
    self.backend = backend
    mailbox = Mailbox(wake: backend.waker)
    runner = EffectRunner(
      library: library, mailbox: mailbox, logger: options.logger, folder: options.workingFolder,
      topFolder: options.topFolder, manual: options.manual,
      baseMap: options.baseMap, pngConverter: options.pngConverter,
      findConverter: options.findConverter, userMaps: options.userMaps,
      whenIdle: whenIdle)
    session = EditorSessionFile(url: options.sessionFile)
    let failed: @Sendable (EditorFailure) -> Void = { [mailbox] in
      mailbox.post(.draftsNotWritten($0))
    }
    drafts = library.location.url.map { DraftWriter(store: $0, whenFailed: failed) }
    let terminal = options.chosenTerminal
    var settings = Settings(
      units: options.units, zone: options.zone, isMouseOn: terminal.usesMouse)
    settings.hasColours = terminal.colourLimit != .mono
    state = AppState(
      size: backend.size, settings: settings, storeName: options.storeName,
      storePath: library.location.url?.path ?? "")
    if let last = session.read() { state.restore(last) }
    state.preferences.apply(options.chosen, options.keymap)
    // These popups and the questions after them are shown one after the other.
    if !options.notices.isEmpty {
      state.overlays.enqueue(MessageBox(title: "Problems at startup", lines: options.notices))
    }
    if let migration = library.migrationSummary {
      state.overlays.enqueue(MessageBox(title: "The store was migrated", lines: migration.notice))
    }
    if options.isLimitedToASCII {
      state.messages.show(
        "no UTF-8 locale: only ASCII is drawn", .warning,
        hint: "restart with LC_ALL=C.UTF-8")
    }
    state.jobs.keepOffers(options.offeredFiles)
    if let found = drafts?.recover() {
      state.drafts.recover(found.drafts, unreadable: found.unreadable, at: found.time)
    }
    state.map.beginBaseMap(isInstalled: options.baseMap != nil)
    state.map.beginUserMaps(options.userMaps.sources)
    state.jobs.begin(home: options.home ?? "", sampleFolder: options.sampleFolder?.path)
  }

  /// Whether no effect is running and no message is waiting. Changes by other processes are not
  /// considered.
  var isAtRest: Bool { runner.isIdle && mailbox.isEmpty }

  /// Runs the editor until the user has quit and every change has been saved.
  func run() {
    options.logger.info(
      "editor started", metadata: ["size": "\(backend.size.columns)x\(backend.size.rows)"])
    defer { options.logger.info("editor ended") }
    backend.setMouse(state.settings.isMouseOn)
    perform([.loadLibrary])
    let watch = runner.watch()
    defer { watch.cancel() }
    present()
    while !isQuitting || state.isSaving || state.library.isBeingSaved {
      guard let event = backend.nextEvent(timeoutMilliseconds: nil) else { continue }
      handle(event)
      var count = 1
      while count < Self.eventsPerFrame, let next = backend.nextEvent(timeoutMilliseconds: 0) {
        handle(next)
        count += 1
      }
      for message in mailbox.removeAll() { perform(update(&state, message)) }
      if state.awaitsPoints || state.map.boxSearch != nil,
        let next = backend.nextEvent(timeoutMilliseconds: Self.answerPatience)
      {
        handle(next)
        for message in mailbox.removeAll() { perform(update(&state, message)) }
      }
      present()
    }
    runner.cancelAllJobs()
    session.write(state.session)
    runner.finishReports()
    drafts?.end(with: state.drafts.areWritten ? state.allDrafts : nil)
  }

  private func handle(_ event: InputEvent) {
    if event == .wake { return }
    // Labels stay where they were when the user acted. The frames drawn since then, while data was
    // arriving, must not decide where the labels are in the final frame.
    if event.isAction, let shown { state.keepLabels(of: shown) }
    state.setClock(to: .now)
    perform(update(&state, .input(event)))
  }

  private func present() {
    let frame = render(state)
    shown = frame
    backend.present(frame.surface)
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .quit: isQuitting = true
      case .suspend: backend.suspend()
      case .repaint: backend.repaint()
      case .setMouse(let isOn): backend.setMouse(isOn)
      case .saveSession(let value): session.write(value)
      case .writeDrafts(let value): drafts?.write(value)
      case .copy(let text):
        backend.copyToClipboard(text)
        mailbox.post(.copied(text))
      case .editNotes(let id, let text, let revision):
        mailbox.post(editNotes(id, text, basedOn: revision))
      default: runner.run(effect)
      }
    }
  }

  /// Opens an item's notes or a form's text in the user's text editor, using a file that only the
  /// user can read.
  private func editNotes(_ id: ItemID?, _ text: String, basedOn revision: Int64) -> Message {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cartographer-\(UUID().uuidString)")
    let file = folder.appending(path: "notes.txt")
    var isKept = false
    defer { if !isKept { try? FileManager.default.removeItem(at: folder) } }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file)
      let status = try backend.run(options.notesEditor + [file.path])
      guard status == 0 else {
        return .failed(
          EditorFailure("The text editor failed with status \(status); the notes are unchanged."))
      }
      guard let bytes = try? Data(contentsOf: file) else {
        return .failed(
          EditorFailure("The edited notes file cannot be read; the notes are unchanged."))
      }
      guard var edited = String(validating: bytes, as: UTF8.self) else {
        isKept = true
        return .failed(
          EditorFailure(
            "The edited text is not valid UTF-8; the notes are unchanged. "
              + "The edited text is kept in \(file.path)."))
      }
      if edited.hasSuffix("\n"), !text.hasSuffix("\n") { edited.removeLast() }
      return .notesEdited(id, edited == text ? nil : edited, basedOn: revision)
    } catch {
      return .failed(EditorFailure(error))
    }
  }
}

extension InputEvent {
  /// Whether the event was caused by a user action in the editor.
  fileprivate var isAction: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .resize, .focus, .resumed, .wake, .terminate: false
    }
  }
}
