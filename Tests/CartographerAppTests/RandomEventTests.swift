import CartographerCore
import CartographerPresentation
import Foundation
import LogicalDump
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Whatever is done to the editor on a real library: it never traps, never waits for nothing, each
/// frame is whole, and undo to the start gives the first state of the store back.
///
/// `CARTOGRAPHER_ROUNDS` runs as many times more seeds. Each run writes its events into a file before
/// they are taken, which stays when something is wrong; `CARTOGRAPHER_EVENTS` names one to be run
/// again (``EventScript``).
@Suite struct RandomEventTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let events = 2_500
  static let seeds: [UInt64] = {
    let rounds = environment["CARTOGRAPHER_ROUNDS"].flatMap { UInt64($0) } ?? 1
    return Array(1...(4 * max(rounds, 1)))
  }()
  private static let script = environment["CARTOGRAPHER_EVENTS"]

  @Test(arguments: seeds)
  func `ten thousand random events, and undo to the start`(seed: UInt64) async throws {
    var user = RandomUser(seed: seed)
    var left = Self.events
    var untilEnd = 500
    try await check(named: "seed-\(seed)") { state in
      guard left > 0 else { return nil }
      // The editor is left and begun anew now and then, as by a lost line.
      let events = untilEnd < 0 ? [.terminate] : user.next(state)
      untilEnd = untilEnd < 0 ? 500 : untilEnd - events.count
      left -= events.count
      return events
    }
  }

  @Test(.enabled(if: script != nil, "CARTOGRAPHER_EVENTS names no file of events"))
  func `the events of a file`() async throws {
    let text = try String(contentsOf: URL(filePath: Self.script ?? ""), encoding: .utf8)
    var parts = EventScript.events(of: text)[...]
    try await check(named: "again") { _ in parts.popFirst() }
  }

  private func check(
    named name: String, _ next: @escaping (AppState) -> [InputEvent]?
  ) async throws {
    let editor = try await LiveEditor()
    let library = editor.library
    let empty = try await library.dump()
    try await prepare(editor)
    var dumps: [HistoryEntry.ID: LogicalDump] = [:]
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
        return log.keep(after: "\(problem)\n\(terminal.screen?.text ?? "")")
      }
      dumps[try await newestEntry(library)] = try await library.dump()
    } while hasMore

    let end = try await library.dump()
    let changes = try await library.snapshot().undoCount
    for _ in 0..<changes {
      let undone = try await library.undo()
      if let before = dumps[try await newestEntry(library)], try await library.dump() != before {
        return log.keep(after: "undoing “\(undone.title)” does not give back what was before it")
      }
    }
    guard try await library.dump() == empty else {
      return log.keep(after: "undo to the start leaves something")
    }
    for _ in 0..<changes { _ = try await library.redo() }
    guard try await library.dump() == end else {
      return log.keep(after: "redo to the end does not give the last state")
    }
    print("\(name): \(log.count) events, \(changes) changes, \(dumps.count) states compared")
    log.remove()
  }

  /// Imports the huts and the plan, and puts files beside them for the commands that want one.
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

  private func newestEntry(_ library: Library) async throws -> HistoryEntry.ID {
    try await library.history().filter { $0.state == .done }.map(\.id).max() ?? 0
  }
}

/// What is wrong with frames: every cell of some, the frames of the panes of all.
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
          return "the edge of \(pane) is broken in column \(column), row \(row)"
        }
      }
    }
    return nil
  }
}

/// The events of a run, in a file before each is taken: a trap leaves them too.
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
    print("\(name): the events are in \(url.path) until all went well")
  }

  func add(_ line: String) {
    if !line.isEmpty { count += 1 }
    last = last.suffix(40) + [line]
    file.write(Data("\(line)\n".utf8))
  }

  /// Reports what went wrong with the last events.
  func keep(after problem: String) {
    print("\(url.lastPathComponent): \(problem)")
    Issue.record(
      "\(problem)\nafter \(count) events, all of them in \(url.path), the last ones:\n\(last.joined(separator: "\n"))"
    )
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
