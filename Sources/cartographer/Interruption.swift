import Foundation
import Glibc
import Synchronization

/// Ctrl-C: the first one asks the work in hand to end cleanly, a second one ends the program.
enum Interruption {
  private struct State {
    var cancel: (@Sendable () -> Void)?
    var isAsked = false
  }

  private static let patienceSeconds = 2.0
  private static let state = Mutex(State())

  /// Kept alive here; set once, by ``arm()``, and never read.
  private nonisolated(unsafe) static var source: (any DispatchSourceSignal)?

  /// What to do at the first interrupt once ``arm()`` is called.
  static func prepare(cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0.cancel = cancel }
  }

  /// From here on an interrupt cancels instead of killing. Called once, by the work it is for.
  static func arm() {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { ask() }
    source.resume()
    self.source = source
  }

  private static func ask() {
    let cancel: (@Sendable () -> Void)? = state.withLock { state in
      if state.isAsked { _exit(ExitStatus.interrupted.rawValue) }
      state.isAsked = true
      return state.cancel
    }
    cancel?()
    // Work that waits for something, such as input, sees no cancellation. Ended by force it leaves
    // the store as a cancelled one does: nothing was committed.
    DispatchQueue.global().asyncAfter(deadline: .now() + patienceSeconds) {
      _exit(ExitStatus.interrupted.rawValue)
    }
  }
}
