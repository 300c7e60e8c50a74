/// A screen with a keyboard: a real terminal, or a stand-in for tests.
///
/// Made and used on one thread; only what ``waker`` gives may be called from others.
package protocol TerminalBackend: AnyObject {
  var size: Size { get }

  /// Shows a frame: draws what differs from the one before and puts the cursor where it says.
  func present(_ surface: Surface)

  /// Waits for the next event.
  ///
  /// - Parameter timeoutMilliseconds: How long at most, nil for ever.
  /// - Returns: Nil when the time is over.
  func nextEvent(timeoutMilliseconds: Int?) -> InputEvent?

  /// Makes a waiting, or the next, ``nextEvent(timeoutMilliseconds:)`` return
  /// ``InputEvent/wake``.
  ///
  /// May be called from any thread; several calls give at least one event.
  var waker: @Sendable () -> Void { get }

  /// Stops the program as ctrl-z does in a shell, and returns when it goes on.
  ///
  /// The next event is then ``InputEvent/resumed``.
  func suspend()

  /// Runs another program, such as an editor, with the terminal as it was before ours, and waits
  /// for its end.
  ///
  /// - Parameter arguments: The program, sought in `PATH`, and its arguments; no shell is involved.
  /// - Returns: Its exit status, 128 + *n* where signal *n* ended it.
  /// - Throws: ``TerminalError`` with code `.launchFailed`.
  func run(_ arguments: [String]) throws -> Int32

  /// Asks the terminal to put text on the clipboard (OSC 52); terminals may ignore it.
  func copyToClipboard(_ text: String)

  /// Turns reports of the mouse on or off.
  func setMouse(_ isOn: Bool)

  /// Forgets what is on the screen, so that the next frame is drawn whole.
  func repaint()

  /// Gives the terminal back as it was. Called more than once it does nothing.
  func restore()
}
