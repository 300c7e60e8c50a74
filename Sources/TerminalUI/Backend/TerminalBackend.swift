/// A screen with a keyboard: a real terminal, or a simulated one for tests.
///
/// A backend must be created and used on the same thread. Only the closure returned by ``waker``
/// may be called on other threads.
package protocol TerminalBackend: AnyObject {
  var size: Size { get }

  /// Displays a frame: draws the cells that differ from the previous frame, and moves the cursor.
  func present(_ surface: Surface)

  /// Waits for the next input event and returns it.
  ///
  /// - Parameter timeoutMilliseconds: The maximum time to wait. Nil means no limit.
  /// - Returns: The event. Nil if no event occurred before the timeout.
  func nextEvent(timeoutMilliseconds: Int?) -> InputEvent?

  /// A closure that ends the wait in ``nextEvent(timeoutMilliseconds:)``. The current or next call
  /// then returns ``InputEvent/wake`` without further waiting.
  ///
  /// The wake-up closure may be called on any thread. Several calls in succession may produce only
  /// one event.
  var waker: @Sendable () -> Void { get }

  /// Suspends the program, like ctrl-z in a shell, and returns when the program is resumed.
  ///
  /// After the program is resumed, ``nextEvent(timeoutMilliseconds:)`` first returns
  /// ``InputEvent/resumed``.
  func suspend()

  /// Runs another program, such as a text editor, in the restored terminal, and waits until it
  /// exits.
  ///
  /// - Parameter arguments: The program, which is looked up in `PATH`, followed by its arguments.
  ///   No shell is used.
  /// - Returns: The program's exit status, or 128 + *n* if signal *n* terminated the program.
  /// - Throws: ``TerminalError`` with code `.launchFailed` if the program cannot be started.
  func run(_ arguments: [String]) throws -> Int32

  /// Asks the terminal to copy text to the clipboard (OSC 52). Some terminals ignore this request.
  func copyToClipboard(_ text: String)

  /// Turns mouse reporting on or off.
  func setMouse(_ isOn: Bool)

  /// Makes the next call to ``present(_:)`` redraw the whole screen, including cells that have not
  /// changed.
  func repaint()

  /// Restores the terminal to its original state. Further calls have no effect.
  func restore()
}
