import Foundation
import Glibc
import Synchronization

/// The signals that end the program: Ctrl-C, `SIGTERM` and `SIGHUP`.
///
/// The first one cancels the work in hand, or lets a short verb finish, so that the store is closed
/// and one file again. A second one ends the program at once.
enum Interruption {
  private struct State {
    var cancel: (@Sendable () -> Void)?
    var hasBegun = false
    var isCancellable = false
    var isAsked = false
  }

  private static let patienceSeconds = 2.0
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let state = Mutex(State())
  /// The first of the signals that came; 0 for none. Written by the handler.
  private static let caught = Atomic<Int32>(0)
  /// Tells the waiting thread of a signal: posting it is all that a handler may do.
  private nonisolated(unsafe) static let posted: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// Catches the signals from here on. The program's first act: until ``begin(isCancellable:)`` a
  /// signal ends it at once, since nothing was begun.
  static func prepare() {
    // Both are made before a handler can ask for them.
    _ = (posted, caught.load(ordering: .relaxed))
    Thread.detachNewThread {
      while true {
        if sem_wait(posted) == 0 { ask() }
      }
    }
    for number in signals { install(number) }
  }

  /// A signal that the parent has the program ignore, as `nohup` does, stays ignored.
  private static func install(_ number: Int32) {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0,
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        != unsafeBitCast(SIG_IGN, to: Int.self)
    else { return }
    action.__sigaction_handler.sa_handler = { number in
      _ = Interruption.caught.compareExchange(
        expected: 0, desired: number, ordering: .relaxed)
      sem_post(Interruption.posted)
    }
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Sets the cancellation of the work in hand.
  static func setCancellation(_ cancel: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      state.cancel = cancel
      return state.isAsked && state.isCancellable
    }
    if isDue { cancel() }
  }

  /// From here on a verb is at work.
  ///
  /// - Parameter isCancellable: Whether a signal is to cancel it; else it is let finish.
  static func begin(isCancellable: Bool) {
    state.withLock { state in
      state.hasBegun = true
      state.isCancellable = isCancellable
    }
  }

  private static func ask() {
    let cancel: (@Sendable () -> Void)? = state.withLock { state in
      guard state.hasBegun, !state.isAsked else { end() }
      state.isAsked = true
      return state.isCancellable ? state.cancel : nil
    }
    cancel?()
    // Work that waits for something, such as input, sees no cancellation. Ended by force it leaves
    // the store as a cancelled one does: nothing was committed.
    DispatchQueue.global().asyncAfter(deadline: .now() + patienceSeconds) { end() }
  }

  /// Ends the program: with a status, or as the signal that came ends a program.
  static func exit(_ status: ExitStatus) -> Never {
    guard caught.load(ordering: .relaxed) != 0 else { Glibc.exit(status.rawValue) }
    end()
  }

  private static func end() -> Never {
    let number = caught.load(ordering: .relaxed)
    if number != SIGINT {
      signal(number, SIG_DFL)
      // The threads of Dispatch block signals.
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
    }
    _exit(ExitStatus.interrupted.rawValue)
  }
}
