import CartographerPresentation
import Foundation
import LogicalDump
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

extension Library {
  func dump() throws -> LogicalDump { try LogicalDump(container) }
}

/// The complete editor on an in-memory terminal, with its own library and folder.
struct LiveEditor {
  let library: Library
  let folder: TemporaryDirectory
  /// The store's name as shown in the header.
  var storeName = "test.store"
  /// The base map of the editor, or nil for none.
  var baseMap: InstalledBaseMap?
  var userMaps = UserMaps(UserMaps.Sources())
  /// The converter to PNG images, or nil for none.
  var pngConverter: (@Sendable (String) async throws -> Data)?
  /// Finds the programs that convert files, or nil for none.
  var findConverter: ConverterFinder?

  /// - Parameter store: The store file to copy, or nil for an empty in-memory store.
  init(copying store: URL? = nil) async throws {
    folder = try TemporaryDirectory()
    var location = StoreLocation.memory
    if let store {
      location = .file(folder.file("a.store"))
      try FileManager.default.copyItem(at: store, to: folder.file("a.store"))
    }
    // Each reading is later than the one before: imports are distinguished by their times.
    let now = Mutex(Date(timeIntervalSinceReferenceDate: 805_464_000))
    library = try await Library.open(at: location) {
      now.withLock { now in
        now += 1
        return now
      }
    }
  }

  /// Runs the editor until the simulated user stops and all effects have ended.
  ///
  /// - Returns: The first problem, or nil if there was none.
  func run(on terminal: LiveTerminal, offering files: [String] = []) async -> String? {
    let transfer = TerminalTransfer(terminal: terminal)
    return await withCheckedContinuation { done in
      let thread = Thread {
        done.resume(
          returning: transfer.run(
            library, storeName, folder.url, files, baseMap, userMaps, pngConverter,
            findConverter))
      }
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  /// Presses keys in order, each when the editor is idle after the key before.
  ///
  /// - Parameter inspecting: Called with the final state and screen.
  /// - Returns: The first problem, or nil if there was none.
  func press(
    _ strokes: [KeyStroke], size: Size = Size(columns: 120, rows: 40),
    inspecting: @escaping (AppState, Surface?) -> Void = { _, _ in }
  ) async -> String? {
    let terminal = LiveTerminal(size: size)
    var remaining = strokes[...]
    terminal.next = { [unowned terminal] state in
      guard let stroke = remaining.popFirst() else {
        inspecting(state, terminal.screen)
        return nil
      }
      return [.key(stroke)]
    }
    return await run(on: terminal)
  }
}

extension LiveEditor {
  /// Presses keys, given in key notation with typed texts in quotes, and returns the final screen.
  func screen(
    after keys: String, size: Size = Size(columns: 120, rows: 40)
  ) async throws -> String {
    var strokes: [KeyStroke] = []
    for (position, part) in keys.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated() where !part.isEmpty
    {
      let isTyped = !position.isMultiple(of: 2)
      strokes +=
        isTyped
        ? part.map { KeyStroke($0) } : try #require(KeyStroke.sequence(notation: String(part)))
    }
    var text = ""
    let problem = await press(strokes, size: size) { _, screen in text = screen?.text ?? "" }
    #expect(problem == nil)
    return text
  }
}

/// Transfers a terminal to the thread that uses it exclusively from then on.
private struct TerminalTransfer: @unchecked Sendable {
  let terminal: LiveTerminal

  func run(
    _ library: Library, _ storeName: String, _ folder: URL, _ files: [String],
    _ baseMap: InstalledBaseMap?, _ userMaps: UserMaps,
    _ pngConverter: (@Sendable (String) async throws -> Data)?, _ findConverter: ConverterFinder?
  ) -> String? {
    var options = EditorOptions(
      storeName: storeName, offeredFiles: files, terminal: TerminalOptions(),
      sessionFile: folder.appending(path: "state/session.json"), notesEditor: ["ed", "-s"])
    options.workingFolder = folder
    options.baseMap = baseMap
    options.userMaps = userMaps
    options.pngConverter = pngConverter
    options.findConverter = findConverter
    options.topFolder = folder
    options.home = folder.standardizedFileURL.path
    options.sampleFolder = PackageFiles.root.appending(path: "SampleData")
    let loop = EditorLoop(
      library: library, options: options, backend: terminal, whenIdle: terminal.waker)
    terminal.loop = loop
    loop.run()
    terminal.wait(forEndOf: loop)
    return terminal.problem
  }
}
