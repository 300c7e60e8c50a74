import CartographerCore
import Foundation
import TerminalUI

/// The full-screen editor.
package enum Editor {
  /// Checks whether the terminal can show the editor.
  ///
  /// - Throws: ``TerminalError`` with the reason why the editor cannot be shown, and a remedy.
  package static func checkTerminal() throws { try NcursesBackend.checkTerminal() }

  /// Runs the editor until the user quits. Keys are handled on a separate thread, so that they
  /// never wait for the store. If the library was saved in a new store, that store is closed at the
  /// end.
  ///
  /// - Returns: The new store's file, if the library was saved in a new store; otherwise nil.
  /// - Throws: ``TerminalError`` if there is no usable terminal.
  ///   If this error is thrown, nothing has been written to the terminal or the store.
  package static func run(library: Library, options: EditorOptions) async throws -> URL? {
    let last = try await withCheckedThrowingContinuation {
      (done: CheckedContinuation<Library, any Error>) in
      let thread = Thread {
        // The terminal is restored before the caller resumes, since the caller may end the process.
        done.resume(with: Result { try runOnTerminal(library, options) })
      }
      thread.name = "keys"
      thread.stackSize = 16 << 20
      thread.start()
    }
    guard last !== library else { return nil }
    try await last.close()
    return last.location.url
  }

  /// Runs the editor on the terminal, and returns the library that is open at the end.
  private static func runOnTerminal(
    _ library: Library, _ options: EditorOptions
  ) throws -> Library {
    let backend = try NcursesBackend(options.chosenTerminal)
    defer { backend.restore() }
    var options = options
    if options.chosen["glyphs"] == nil {
      options.choose("glyphs", backend.glyphs.rawValue)
      options.isLimitedToASCII = !backend.isUTF8
    }
    let loop = EditorLoop(library: library, options: options, backend: backend)
    loop.run()
    return loop.runner.library
  }
}
