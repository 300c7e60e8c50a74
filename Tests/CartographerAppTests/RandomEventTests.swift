import CartographerCore
import CartographerPresentation
import Foundation
import LogicalDump
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Random events in an editor with a real library: the editor does not trap or hang, every frame is
/// valid, and undoing every change restores the initial state of the store.
///
/// `CARTOGRAPHER_ROUNDS` multiplies the number of seeds. Each run writes its events to a file
/// before the editor handles them, and keeps the file after a failure. `CARTOGRAPHER_EVENTS` names
/// such a file to replay (``EventScript``).
@Suite struct RandomEventTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let events = 2_500
  static let seeds: [UInt64] = {
    let rounds = environment["CARTOGRAPHER_ROUNDS"].flatMap { UInt64($0) } ?? 1
    return Array(1...(4 * max(rounds, 1)))
  }()
  private static let script = environment["CARTOGRAPHER_EVENTS"]

  @Test(arguments: seeds)
  func `the editor survives random events, and undo restores the initial store`(seed: UInt64)
    async throws
  {
    var user = RandomUser(seed: seed)
    var remainingEvents = Self.events
    var eventsUntilRestart = 500
    try await check(named: "seed-\(seed)") { state in
      guard remainingEvents > 0 else { return nil }
      // Ends and restarts the editor from time to time, as after a lost connection.
      let events = eventsUntilRestart < 0 ? [.terminate] : user.next(state)
      eventsUntilRestart = eventsUntilRestart < 0 ? 500 : eventsUntilRestart - events.count
      remainingEvents -= events.count
      return events
    }
  }

  @Test(.enabled(if: script != nil, "CARTOGRAPHER_EVENTS is not set to a file of events"))
  func `the editor survives the events recorded in a file`() async throws {
    let text = try String(contentsOf: URL(filePath: Self.script ?? ""), encoding: .utf8)
    var parts = EventScript.events(of: text)[...]
    try await check(named: "replay") { _ in parts.popFirst() }
  }

  private func check(
    named name: String, _ next: @escaping (AppState) -> [InputEvent]?
  ) async throws {
    let editor = try await LiveEditor()
    let library = editor.library
    let empty = try await library.dump()
    try await prepare(editor)
    var dumps: [LibraryChange.ID: LogicalDump] = [:]
    let log = try EventLog(name: name)
    var hasMore = true
    repeat {
      let terminal = LiveTerminal(size: Size(columns: 100, rows: 30))
      terminal.inspect = FrameCheck().fault
      terminal.intercept = { event, state in
        let event = RandomUser.confined(event, state)
        log.add(EventScript.line(event))
        return event
      }
      terminal.next = { state in
        log.add("")
        guard let events = next(state) else {
          hasMore = false
          return nil
        }
        return events
      }
      if let problem = await editor.run(on: terminal) {
        return log.recordIssue("\(problem)\n\(terminal.screen?.text ?? "")")
      }
      dumps[try await newestChange(library)] = try await library.dump()
    } while hasMore

    let end = try await library.dump()
    let changes = try await library.snapshot().undoCount
    for _ in 0..<changes {
      let undone = try await library.undo()
      if let before = dumps[try await newestChange(library)], try await library.dump() != before {
        return log.recordIssue("undoing “\(undone.title)” does not restore the state before it")
      }
    }
    guard try await library.dump() == empty else {
      return log.recordIssue("undoing every change does not restore the initial store")
    }
    for _ in 0..<changes { _ = try await library.redo() }
    guard try await library.dump() == end else {
      return log.recordIssue("redoing every change does not restore the final store")
    }
    print("\(name): \(log.count) events, \(changes) changes, \(dumps.count) states compared")
    log.remove()
  }

  /// Imports three files and creates a group. The files stay in the folder for commands that need
  /// one, with a broken file beside them.
  private func prepare(_ editor: LiveEditor) async throws {
    for (sample, name) in [("huts-gpx10.gpx", "huts.gpx"), ("plan.gpx", "plan.gpx")] {
      let file = editor.folder.file(name)
      try FileManager.default.copyItem(at: PackageFiles.sample(sample), to: file)
      _ = try await editor.library.importFile(.file(file))
    }
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("core/trip.gpx"), to: editor.folder.file("a.gpx"))
    _ = try await editor.library.importFile(.file(editor.folder.file("a.gpx")))
    try editor.folder.write("<gpx><wpt lat='1", to: "broken.gpx")
    _ = try await editor.library.apply(
      .createGroup(
        name: "Trip", members: editor.library.snapshot().paths.prefix(2).map(\.id)))
  }

  private func newestChange(_ library: Library) async throws -> LibraryChange.ID {
    try await library.history().filter { $0.state == .done }.map(\.id).max() ?? 0
  }
}

/// Checks the pane borders of every frame, and every cell of every eighth frame.
private final class FrameCheck {
  private var number = 0
  private static let edges = Set("│┃┌┐└┘┏┓┗┛".map(String.init))

  func fault(_ surface: Surface, _ state: AppState) -> String? {
    number += 1
    if number.isMultiple(of: 8), let broken = surface.brokenInvariant { return broken }
    guard state.overlays.isEmpty, state.input.chord.isEmpty, !state.settings.isPlain else {
      return nil
    }
    for (pane, rect) in ScreenLayout(state).panes where rect.rows >= 2 && rect.columns >= 2 {
      for row in rect.rowRange {
        for column in [rect.column, rect.endColumn - 1]
        where !Self.edges.contains(surface[column, row]?.text ?? "") {
          return "the border of \(pane) is broken at column \(column), row \(row)"
        }
      }
    }
    return nil
  }
}

/// The events of a run. Each event is written to a file before the editor handles it, so that a
/// trap does not lose it.
private final class EventLog {
  private let url: URL
  private let file: FileHandle
  private(set) var count = 0
  private var last: [String] = []

  init(name: String) throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "cartographer-events-\(ProcessInfo.processInfo.processIdentifier)-\(name).txt")
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    print("\(name): the events are in \(url.path), which is removed after success")
  }

  func add(_ line: String) {
    if !line.isEmpty { count += 1 }
    last = last.suffix(40) + [line]
    file.write(Data("\(line)\n".utf8))
  }

  /// Reports a problem with the last events, and keeps the file.
  func recordIssue(_ problem: String) {
    print("\(url.lastPathComponent): \(problem)")
    Issue.record(
      "\(problem)\nafter \(count) events, all in \(url.path); the last events:\n\(last.joined(separator: "\n"))"
    )
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
