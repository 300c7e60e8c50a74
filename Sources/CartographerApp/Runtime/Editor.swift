import CartographerCore
import Foundation
import TerminalUI

/// The full-screen editor.
package enum Editor {
  /// Runs until the user quits. The key loop has a thread of its own, so that it never waits for
  /// the store.
  ///
  /// - Throws: ``TerminalError`` when there is no terminal, or none that can be used; nothing was
  ///   written then.
  package static func run(library: Library, options: EditorOptions) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let thread = Thread {
        // The terminal is given back before the caller goes on, since it may end the process.
        done.resume(with: Result { try runOnTerminal(library, options) })
      }
      thread.name = "keys"
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  private static func runOnTerminal(_ library: Library, _ options: EditorOptions) throws {
    let backend = try NcursesBackend(options.chosenTerminal)
    defer { backend.restore() }
    var options = options
    if options.chosen["glyphs"] == nil { options.choose("glyphs", backend.glyphs.rawValue) }
    EditorLoop(library: library, options: options, backend: backend).run()
  }
}
