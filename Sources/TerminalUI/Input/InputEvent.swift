/// An input event from the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyStroke)
  case mouse(MouseEvent)
  /// The complete pasted text, with all line endings normalised to `\n`. Pasted text is never
  /// reported as key presses.
  case paste(String)
  case resize(Size)
  case focus(Bool)
  /// The program was resumed after ctrl-z, so the screen must be redrawn.
  case resumed
  /// Another thread woke the event loop by calling ``TerminalBackend/waker``.
  case wake
  /// The terminal was closed or the system requested termination, so the program must save and
  /// exit.
  case terminate
}
