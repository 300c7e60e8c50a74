import Foundation
import Glibc
import Synchronization

/// The signals that end the program: Ctrl-C, `SIGTERM` and `SIGHUP`.
///
/// The first signal cancels the running command if the command supports cancellation. If the
/// command ends within two seconds, the store is closed, so that its write-ahead log is merged into
/// the store file. Otherwise, or after a second signal, the program ends immediately.
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
  /// The number of the first signal received, or 0 if none was received. The signal handler writes
  /// it.
  private static let caught = Atomic<Int32>(0)
  /// A semaphore that wakes the waiting thread after a signal.
  ///
  /// A signal handler may call only async-signal-safe functions, such as `sem_post`.
  private nonisolated(unsafe) static let posted: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// Installs the signal handlers.
  ///
  /// The program calls ``prepare()`` when it starts. Until ``begin(isCancellable:)`` is called, a
  /// signal ends the program immediately, because no command has started.
  static func prepare() {
    // Static properties are initialized lazily, which a signal handler must not do.
    _ = (posted, caught.load(ordering: .relaxed))
    Thread.detachNewThread {
      while true {
        if sem_wait(posted) == 0 { ask() }
      }
    }
    for number in signals { install(number) }
  }

  /// Installs the handler for a signal, unless the parent process set the signal to be ignored.
  ///
  /// For example, `nohup` starts a program with `SIGHUP` ignored.
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

  /// Sets the function that cancels the running command.
  static func setCancellation(_ cancel: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      state.cancel = cancel
      return state.isAsked && state.isCancellable
    }
    if isDue { cancel() }
  }

  /// Records that a command has started.
  ///
  /// - Parameter isCancellable: Whether a signal cancels the command.
  ///   In either case, the program ends a command that is still running two seconds after the
  ///   signal.
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
    // A command that waits for input does not notice its cancellation. Ending the process is safe:
    // nothing was committed, so the store stays as it was.
    DispatchQueue.global().asyncAfter(deadline: .now() + patienceSeconds) { end() }
  }

  /// Ends the program with the given exit status, unless a signal was received. After Ctrl-C, the
  /// exit status is 130; any other signal is raised again.
  static func exit(_ status: ExitStatus) -> Never {
    guard caught.load(ordering: .relaxed) != 0 else { Glibc.exit(status.rawValue) }
    end()
  }

  private static func end() -> Never {
    let number = caught.load(ordering: .relaxed)
    if number != SIGINT {
      signal(number, SIG_DFL)
      // The threads of Dispatch block signals, and this function may run on one of them.
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
    }
    _exit(ExitStatus.interrupted.rawValue)
  }
}
