import CartographerPresentation
import Foundation
import LogicalDump
import Synchronization
import TerminalUI
import TestSupport

@testable import CartographerApp
@testable import CartographerCore

extension Library {
  func dump() throws -> LogicalDump { try LogicalDump(container) }
}

/// The editor as it runs, on a terminal in memory, with a library and a folder of its own.
struct LiveEditor {
  let library: Library
  let folder: TemporaryDirectory

  /// - Parameter store: Copied for the library; without one it is in memory and empty.
  init(copying store: URL? = nil) async throws {
    folder = try TemporaryDirectory()
    var location = StoreLocation.memory
    if let store {
      location = .file(folder.file("a.store"))
      try FileManager.default.copyItem(at: store, to: folder.file("a.store"))
    }
    // Later at every look, as a clock is: imports are told apart by their times.
    let now = Mutex(Date(timeIntervalSinceReferenceDate: 805_464_000))
    library = try await Library.open(at: location) {
      now.withLock { now in
        now += 1
        return now
      }
    }
  }

  /// Runs the editor until its user ends, and all it has begun has ended too.
  ///
  /// - Returns: What was wrong; nil when all went well.
  func run(on terminal: LiveTerminal, offering files: [String] = []) async -> String? {
    let carrier = TerminalCarrier(terminal: terminal)
    return await withCheckedContinuation { done in
      let thread = Thread {
        done.resume(returning: carrier.run(library, folder.url, files))
      }
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  /// Presses keys one after the other, each when the one before has done all it does.
  func press(
    _ strokes: [KeyStroke], size: Size = Size(columns: 120, rows: 40),
    seeing: @escaping (AppState, Surface?) -> Void = { _, _ in }
  ) async -> String? {
    let terminal = LiveTerminal(size: size)
    var rest = strokes[...]
    terminal.next = { [unowned terminal] state in
      guard let stroke = rest.popFirst() else {
        seeing(state, terminal.screen)
        return nil
      }
      return [.key(stroke)]
    }
    return await run(on: terminal)
  }
}

/// Takes the terminal over to the thread that alone uses it from then on.
private struct TerminalCarrier: @unchecked Sendable {
  let terminal: LiveTerminal

  func run(_ library: Library, _ folder: URL, _ files: [String]) -> String? {
    var options = EditorOptions(
      storeName: "test.store", offeredFiles: files, terminal: TerminalOptions(),
      sessionFile: folder.appending(path: "state/session.json"), notesEditor: ["ed", "-s"])
    options.workingFolder = folder
    let loop = EditorLoop(
      library: library, options: options, backend: terminal, whenIdle: terminal.waker)
    terminal.loop = loop
    loop.run()
    terminal.wait(forEndOf: loop)
    return terminal.problem
  }
}
